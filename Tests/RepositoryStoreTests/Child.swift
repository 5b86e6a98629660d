import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A `StoreFixture` that runs beside the test.
final class Child {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private var unread = Data()

  init(_ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    try output.fileHandleForWriting.close()
  }

  /// The next line, or nil once the process has closed its output.
  func line() -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread = Data(unread[(end + 1)...]) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      unread += more
    }
  }

  /// The remaining output, until the process has ended.
  func lines() -> [String] {
    var all: [String] = []
    while let next = line() { all.append(next) }
    process.waitUntilExit()
    return all
  }

  /// Kills the process with SIGKILL.
  func kill() {
    #if canImport(Glibc)
      _ = Glibc.kill(process.processIdentifier, SIGKILL)
    #else
      _ = Darwin.kill(process.processIdentifier, SIGKILL)
    #endif
  }

  /// Lets a waiting process continue.
  func release() throws { try input.fileHandleForWriting.close() }

  var status: Int32 { process.terminationStatus }

  /// The path of the program, beside the tests.
  private static var program: String {
    let binary = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return binary.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/StoreFixture"
  }
}
