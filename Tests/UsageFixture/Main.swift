import Commands
import Essentials
import GitHubSandbox
import System

/// Runs ghsearch, or with `--serve` a sandbox for it, on the day of the documentation's examples.
///
/// `TIME_AT_BOOT` is the time in seconds since 1970 at which the machine is said to have started.
@main
struct Main {
  static func main() {
    let arguments = CurrentProcess.arguments() ?? []
    guard let text = ProcessInfo.processInfo.environment["TIME_AT_BOOT"], let start = Double(text)
    else { return print("TIME_AT_BOOT is not set") }
    let clock = Clock(start: start)
    guard arguments.first == "--serve" else { Program.main(now: { clock.date }) }
    Interruption.block()
    Interruption.run {
      do {
        try await serve(clock, starred: Array(arguments.dropFirst()))
        return 0
      } catch {
        print(error)
        return 1
      }
    }
  }

  private static func serve(_ clock: Clock, starred: [String]) async throws {
    var configuration = SandboxConfiguration()
    configuration.clock = clock
    configuration.stars = [SandboxToken.demonstration.login: starred]
    let sandbox = try await Sandbox.start(configuration)
    try FileDescriptor.write(sandbox.baseURL + "\n", to: FileDescriptor.standardOutput)
    try await sandbox.received(.max)
  }
}

/// A clock that all processes of a test agree on, whatever day it is.
private struct Clock: SandboxClock {
  let start: Double

  var date: Date {
    Date(timeIntervalSince1970: start + Double(SystemClock.milliseconds()) / 1000)
  }

  var now: UnixTime { UnixTime(seconds: Int(date.timeIntervalSince1970)) }
}
