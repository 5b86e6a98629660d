import Foundation
import GitHubSandbox
import System
import Terminal
import TerminalTesting
import TestSupport
import Testing

/// `auth login` on a terminal, as a process.
@Suite final class SecretPromptTests: Sendable {
  private let folder = TemporaryFolder()

  private var program: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("ghsearch").path
  }

  private func environment(_ url: String) -> [String: String] {
    [
      "TERM": "xterm-256color", "GHSEARCH_API_URL": url, "XDG_CONFIG_HOME": folder.path,
      "XDG_STATE_HOME": folder.path,
    ]
  }

  private func login(on terminal: PseudoTerminal, _ url: String) throws {
    try terminal.run(program, ["auth", "login"], environment: environment(url))
    #expect(terminal.read(until: "(input hidden): "))
  }

  @Test func `hides typed text, and restores the terminal`() async throws {
    let sandbox = try await Sandbox.start()
    let url = sandbox.baseURL
    let token = SandboxToken.demonstration.value

    // The sandbox responds on threads that a test must not block.
    let sitting = try await DedicatedThread.run { [self] in
      Result {
        let terminal = try PseudoTerminal()
        let settings = terminal.settings
        try login(on: terminal, url)
        terminal.type("typo\u{15}\(token)x\u{7F}\r")
        let ending = terminal.ending()
        return (ending: ending, text: terminal.text, isRestored: terminal.settings == settings)
      }
    }
    .get()

    #expect(sitting.ending == .exit(0))
    #expect(sitting.text.contains("octocat"))
    #expect(!sitting.text.contains("typo"))
    #expect(!sitting.text.contains(token))
    #expect(sitting.isRestored)
  }

  @Test func `treats cancellation as an interruption`() throws {
    let terminal = try PseudoTerminal()
    let settings = terminal.settings

    try login(on: terminal, "http://127.0.0.1:1")
    terminal.type("abc\u{3}")

    #expect(terminal.ending() == .exit(130))
    #expect(terminal.settings == settings)
  }

  @Test func `^Z suspends, and fg prompts again`() throws {
    let terminal = try PseudoTerminal()
    let environment = environment("http://127.0.0.1:1").merging(["PS1": "ready$ "]) { $1 }
    try terminal.run("/bin/sh", ["-i"], environment: environment)
    try #require(terminal.read(until: "ready$ "))
    terminal.type("\(program) auth login\n")
    try #require(terminal.read(until: "(input hidden): "))
    terminal.type("abc\u{1A}")
    try #require(terminal.read(until: "ready$ ", after: terminal.output.count))

    let start = terminal.output.count
    terminal.type("fg\n")

    #expect(terminal.read(until: "(input hidden): ", after: start), "\(terminal.text)")
    terminal.type("\u{3}")
    #expect(terminal.read(until: "ready$ ", after: terminal.output.count))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func `a signal restores the terminal`(_ number: Int32) throws {
    let terminal = try PseudoTerminal()
    let settings = terminal.settings

    try login(on: terminal, "http://127.0.0.1:1")
    #expect(terminal.settings != settings)
    terminal.send(number)

    #expect(terminal.ending() == .signal(number))
    #expect(terminal.settings == settings)
  }
}
