import Foundation
import System

/// A sandbox in a separate process, on the day of the examples, which is ended with it.
///
/// In this process it would respond on the threads that all other tests keep busy, and programs
/// waiting for it would time out.
final class SandboxProcess {
  let baseURL: String
  /// The clock for the sandbox's programs, initially at the date of ``Harness``.
  let timeAtBoot: String
  private let process: ChildProcess

  init(starred: [String]) throws {
    let output = try FileDescriptor.socketPair()
    process = try ChildProcess(
      [UsageShell.fixture, "--serve", "\(Harness.date.timeIntervalSince1970)"] + starred,
      // The programs get none of the tests' variables, such as those that set a clock.
      environment: .exactly([:]),
      streams: [output.theirs: FileDescriptor.standardOutput]
    )
    FileDescriptor.close(output.theirs)
    defer { FileDescriptor.close(output.ours) }
    var line: [UInt8] = []
    while line.last != UInt8(ascii: "\n") {
      let bytes = try FileDescriptor.read(from: output.ours)
      if bytes.isEmpty { break }
      line += bytes
    }
    let words = String(decoding: line.dropLast(), as: UTF8.self).split(separator: " ")
    baseURL = words.first.map(String.init) ?? ""
    timeAtBoot = words.last.map(String.init) ?? ""
  }

  deinit {
    process.terminate()
    _ = process.waitOnThisThread()
  }
}
