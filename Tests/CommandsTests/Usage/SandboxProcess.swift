import Foundation

/// A sandbox in a process of its own, which ends with it.
///
/// In this process it would answer on the threads that all the other tests keep busy, and programs
/// that wait for it would lose their patience.
final class SandboxProcess {
  let baseURL: String
  private let process = Process()

  init(starred: [String]) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: UsageShell.products + "/ghsearch-sandbox")
    process.arguments = ["serve"] + starred.flatMap { ["--star", $0] }
    process.standardOutput = output
    try process.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      guard let byte = try output.fileHandleForReading.read(upToCount: 1) else { break }
      line += byte
    }
    baseURL = String(decoding: line.dropLast(), as: UTF8.self)
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }
}
