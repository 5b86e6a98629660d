import Foundation
import GitHubSandbox
import System
import Terminal

/// The program as a process of its own, signed in to a sandbox, until it is started.
struct LaunchedProgram {
  let process = Process()
  private let output = Pipe()
  private let errors = Pipe()

  init(_ sandbox: Sandbox, _ arguments: [String], home: TemporaryHome? = nil) {
    process.executableURL = Self.executable
    process.arguments = arguments
    process.environment = [
      "GHSEARCH_API_URL": sandbox.baseURL, "GHSEARCH_TOKEN": SandboxToken.demonstration.value,
    ]
    process.environment?["HOME"] = home?.path
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
  }

  /// The same, with no file allowed to grow beyond so many blocks of 512 bytes (`ulimit -f` of POSIX).
  init(_ sandbox: Sandbox, _ arguments: [String], home: TemporaryHome, largestFile blocks: Int) {
    self.init(sandbox, arguments, home: home)
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let script = "ulimit -f \(blocks); exec \"$0\" \"$@\""
    process.arguments = ["-c", script, Self.executable.path] + arguments
  }

  /// The same, started by a process that ignores the signals, as in `CHLD PIPE`.
  init(_ sandbox: Sandbox, _ arguments: [String], ignoring signals: String) {
    self.init(sandbox, arguments)
    process.environment?["PATH"] = "/usr/local/bin:/usr/bin:/bin"
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let script = "trap '' \(signals); exec \"$0\" \"$@\""
    process.arguments = ["-c", script, Self.executable.path] + arguments
  }

  /// What it has printed once it has ended.
  func printed() throws -> String { try Self.text(output) }
  /// What it has said on standard error once it has ended.
  func said() throws -> String { try Self.text(errors) }

  /// Sends the signal.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits for its end on a thread of its own: the sandbox answers on threads that a test must not
  /// sit on.
  func end() async {
    let process = process
    await DedicatedThread.run { process.waitUntilExit() }
  }

  private static func text(_ pipe: Pipe) throws -> String {
    String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }

  /// Where the program is.
  static var path: String { executable.path }

  /// Beside the bundle of tests, where the package's products are.
  private static var executable: URL {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    return folder.appendingPathComponent("ghsearch")
  }
}
