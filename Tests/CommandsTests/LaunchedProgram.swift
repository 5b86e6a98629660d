import Foundation
import GitHubSandbox
import System
import Terminal
import TestSupport

/// The program as a separate process signed in to a sandbox, before it is started.
struct LaunchedProgram {
  let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private let texts = Guarded((output: "", errors: ""))

  init(_ sandbox: Sandbox, _ arguments: [String], home: TemporaryFolder? = nil) {
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

  /// Limits the size of its files to this many blocks of 512 bytes (`ulimit -f` of POSIX).
  init(_ sandbox: Sandbox, _ arguments: [String], home: TemporaryFolder, largestFile blocks: Int) {
    self.init(sandbox, arguments, home: home)
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let script = "ulimit -f \(blocks); exec \"$0\" \"$@\""
    process.arguments = ["-c", script, Self.executable.path] + arguments
  }

  /// Starts it from a process that ignores signals such as `CHLD PIPE`.
  init(_ sandbox: Sandbox, _ arguments: [String], ignoring signals: String) {
    self.init(sandbox, arguments)
    process.environment?["PATH"] = "/usr/local/bin:/usr/bin:/bin"
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let script = "trap '' \(signals); exec \"$0\" \"$@\""
    process.arguments = ["-c", script, Self.executable.path] + arguments
  }

  /// Its standard output, once it has ended.
  var printed: String { texts.withLock(\.output) }
  /// Its standard error, once it has ended.
  var said: String { texts.withLock(\.errors) }

  /// Sends the signal.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Reads all its output, and waits for its end.
  func end() async throws {
    async let output = Self.text(output)
    async let errors = Self.text(errors)
    let read = (try await output, try await errors)
    texts.withLock { $0 = read }
    let process = process
    await DedicatedThread.run { process.waitUntilExit() }
  }

  /// Reads on a separate thread: the sandbox responds on threads that a test must not block.
  private static func text(_ pipe: Pipe) async throws -> String {
    let text = try await DedicatedThread.run {
      Result { try pipe.fileHandleForReading.readToEnd() ?? Data() }
    }
    .get()
    return String(decoding: text, as: UTF8.self)
  }

  /// The path of the program.
  static var path: String { executable.path }

  /// The directory of the test bundle, which contains the package's products.
  private static var executable: URL {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    return folder.appendingPathComponent("ghsearch")
  }
}
