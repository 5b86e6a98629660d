import Commands
import Essentials
import GitHubSandbox
import System

/// Runs ghsearch, or with `--serve DATE` its sandbox, on the day of the documentation's examples.
///
/// `DATE` is in seconds since 1970. The sandbox prints its URL and the simulated boot time, which
/// the programs get as `TIME_AT_BOOT`.
@main
struct Main {
  static func main() {
    let arguments = CurrentProcess.arguments() ?? []
    guard arguments.first == "--serve" else {
      let start = ProcessInfo.processInfo.environment["TIME_AT_BOOT"].flatMap(Double.init)
      guard let start else { return print("TIME_AT_BOOT is not set") }
      let clock = Clock(start: start)
      Program.main(now: { clock.date })
    }
    guard arguments.count > 1, let date = Double(arguments[1]) else { return print("no date") }
    let clock = Clock(start: date - Clock.uptime)
    Interruption.block()
    Interruption.run {
      do {
        try await serve(clock, starred: Array(arguments.dropFirst(2)))
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
    try FileDescriptor.write(
      "\(sandbox.baseURL) \(clock.start)\n",
      to: FileDescriptor.standardOutput
    )
    try await sandbox.received(.max)
  }
}

/// A clock shared by the sandbox and its programs, regardless of the tests' date.
private struct Clock: SandboxClock {
  let start: Double

  var date: Date {
    Date(timeIntervalSince1970: start + Self.uptime)
  }

  static var uptime: Double { Double(SystemClock.milliseconds()) / 1000 }

  var now: UnixTime { UnixTime(seconds: Int(date.timeIntervalSince1970)) }
}
