import Foundation
import GitHubSandbox
import System
import Terminal
import TerminalTesting
import TestSupport

/// A shell with the program and a new home, whose GitHub is a sandbox.
struct UsageShell {
  private let home = TemporaryFolder()
  private let sandbox: SandboxProcess
  private let environment: [String: String]

  /// The token is in the environment, and in the file `token.txt`.
  init(_ sandbox: SandboxProcess, without variables: Set<String>) throws {
    self.sandbox = sandbox
    let token = SandboxToken.demonstration.value
    try (token + "\n").write(toFile: home.path + "/token.txt", atomically: true, encoding: .utf8)
    let programs = home.path + "/.programs"
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: false)
    try FileManager.default
      .createSymbolicLink(atPath: programs + "/ghsearch", withDestinationPath: Self.fixture)
    let environment = [
      "HOME": home.path, "PATH": "\(programs):/usr/local/bin:/usr/bin:/bin",
      "GHSEARCH_API_URL": sandbox.baseURL, "GHSEARCH_TOKEN": token, "LANG": "C.UTF-8",
      "TIME_AT_BOOT": sandbox.timeAtBoot, "TZ": "UTC",
    ]
    self.environment = environment.filter { !variables.contains($0.key) }
  }

  /// The directory of the package's products, beside the test bundle.
  static let products = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().path

  /// The program, or a sandbox, on a fixed day.
  static let fixture = products + "/UsageFixture"

  /// The command's output on both streams; blocks its thread.
  func output(of example: UsagePage.Example) throws -> String {
    // The page's GitHub is the sandbox here, including its URLs.
    let command = example.command.replacing("https://github.com/", with: sandbox.baseURL + "/")
    let output = example.isOnTerminal ? try onTerminal(command) : try inPipe(command)
    return readable(output)
  }

  func output(of command: String) throws -> String {
    try output(of: UsagePage.Example(command: command, output: "", isOnTerminal: false))
  }

  /// Replaces varying values with the page's names, and ends lines as in a page.
  private func readable(_ output: String) -> String {
    output.replacing(sandbox.baseURL, with: "https://api.github.com")
      .replacing(home.path, with: "/home/you").replacing("\r\n", with: "\n")
  }

  /// Page URLs are built without a request, and a page's own are GitHub's.
  private func environment(for command: String) -> [String: String] {
    let isAboutPages = ["--web", " -w", "ghsearch open "].contains { command.contains($0) }
    return environment.filter { !isAboutPages || $0.key != "GHSEARCH_API_URL" }
  }

  private func inPipe(_ command: String) throws -> String {
    try FinishedProgram(
      ["/bin/sh", "-c", "exec 2>&1; cd; \(command)"],
      environment: .exactly(environment(for: command))
    ).output
  }

  /// Runs a command on a terminal of 80 columns, without colors.
  private func onTerminal(_ command: String) throws -> String {
    let terminal = try PseudoTerminal(size: .fallback)
    let look = ["TERM": "xterm", "NO_COLOR": "1", "PAGER": "cat"]
    try terminal.run(
      "/bin/sh",
      ["-c", "cd; \(command)"],
      environment: environment(for: command).merging(look) { $1 }
    )
    _ = terminal.ending()
    // On a busy machine, a status line may appear and disappear.
    return terminal.text.replacing(/\r[^\r\n]*\u{1B}\[K/, with: "")
  }
}
