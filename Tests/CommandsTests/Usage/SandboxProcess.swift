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
  private let process = Process()

  init(starred: [String]) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: UsageShell.fixture)
    process.arguments = ["--serve"] + starred
    process.environment = ["TIME_AT_BOOT": timeAtBoot]
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
