import Foundation
import System

/// A sandbox in another process, which ends with it, on the day of the examples.
///
/// In this process it would answer on the threads that all the other tests keep busy, and programs
/// that wait for it would lose their patience.
final class SandboxProcess {
  let baseURL: String
  /// The clock of the sandbox and of its programs, which shows the date of ``Harness`` at first.
  let timeAtBoot = String(
    Harness.date.timeIntervalSince1970 - Double(SystemClock.milliseconds()) / 1000
  )
  private let process: ChildProcess
  init(starred: [String]) throws {
    let output = try FileDescriptor.socketPair()
    process = try ChildProcess(
      [UsageShell.fixture, "--serve"] + starred,
      environment: .exactly(["TIME_AT_BOOT": timeAtBoot]),
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
    baseURL = String(decoding: line.dropLast(), as: UTF8.self)
  }

  deinit {
    process.terminate()
    _ = process.waitOnThisThread()
  }
}
