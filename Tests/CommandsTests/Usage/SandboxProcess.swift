import Foundation
import System

/// A sandbox in another process, which ends with it, on the day of the examples.
///
/// In this process it would answer on the threads that all the other tests keep busy, and programs
/// that wait for it would lose their patience.
final class SandboxProcess {
  let baseURL: String
  /// The clock of the sandbox, for its programs; it shows the date of ``Harness`` at first.
  let timeAtBoot: String
  private let process: ChildProcess

  init(starred: [String]) throws {
    let output = try FileDescriptor.socketPair()
    process = try ChildProcess(
      [UsageShell.fixture, "--serve", "\(Harness.date.timeIntervalSince1970)"] + starred,
      // The programs get no variables of the tests either, such as those that set a clock.
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
