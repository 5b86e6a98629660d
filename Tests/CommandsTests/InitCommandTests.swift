import Foundation
import GitHubSandbox
import Output
import System
import TerminalTesting
import TestSupport
import TestTraits
import Testing

@testable import Commands

/// The scripts of `ghsearch init`, run in their shells on a terminal against the sandbox.
///
/// `make test` installs the shells if it can; tests of a missing shell report that and are skipped.
@Suite(.ownThread) struct InitCommandTests {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    var path: String? {
      ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(rawValue)" }
        .first(where: FileManager.default.isExecutableFile)
    }

    /// The flags that skip the user's startup files.
    var bare: [String] {
      switch self {
      case .bash: ["--norc", "--noprofile"]
      case .zsh: ["-f"]
      case .fish: ["--no-config"]
      }
    }

    var start: String {
      self == .fish ? "ghsearch init fish | source" : "eval \"$(ghsearch init \(self))\""
    }
  }

  @Test(arguments: Shell.allCases)
  func `each shell has a script, which is its own syntax`(_ shell: Shell) async throws {
    let outcome = await Harness().run("init", shell.rawValue)

    #expect(outcome.status == .success)
    #expect(outcome.output.contains("ghcd"))
    if let path = shell.path {
      let folder = TemporaryFolder()
      try folder.write(outcome.output, to: "script", mode: 0o600)
      let check = try FinishedProgram([path, "-n", "\(folder.path)/script"])
      #expect(check.status == 0 && check.errors.isEmpty, "\(check.errors)")
    }
  }

  @Test func `other shells are refused with the three that are known`() async {
    let outcome = await Harness().run("init", "tcsh")

    #expect(outcome.status == .usage && outcome.output.isEmpty)
    #expect(outcome.errors.contains("'bash', 'zsh' or 'fish'"))
    #expect(await Harness().run("init").status == .usage)
  }

  /// Runs steps on a terminal with this shell; returns the text that they failed to find.
  private func sit(
    with shell: Shell,
    _ steps: @escaping @Sendable (PseudoTerminal, TemporaryFolder) throws -> String?
  ) async throws {
    guard let path = shell.path else { try Test.cancel("\(shell) is not installed") }
    let sandbox = try await Sandbox.start()
    let url = sandbox.baseURL
    let missing = try await DedicatedThread.run {
      Result { () throws -> String? in
        let home = TemporaryFolder()
        let programs = URL(fileURLWithPath: LaunchedProgram.path).deletingLastPathComponent().path
        let terminal = try PseudoTerminal()
        // Cloning a GitHub URL clones a local repository.
        let environment = [
          "TERM": "xterm-256color", "HOME": home.path, "GHSEARCH_API_URL": url,
          "GHSEARCH_TOKEN": SandboxToken.demonstration.value, "PS1": Self.prompt,
          "PATH": "\(programs):/usr/local/bin:/usr/bin:/bin", "GIT_CONFIG_COUNT": "1",
          "GIT_CONFIG_KEY_0": "url.\(home.path)/origin/.insteadOf",
          "GIT_CONFIG_VALUE_0": "https://github.com/vapor/",
        ]
        let git = "cd \"$0\" && git init -q --bare origin/vapor.git"
        _ = try FinishedProgram(["/bin/sh", "-c", git, home.path])
        try terminal.run(path, shell.bare + ["-i"], environment: environment)
        let prompt = shell == .fish ? "function fish_prompt; echo '\(Self.prompt)'; end; " : ""
        terminal.type(prompt + "cd \"$HOME\"; \(shell.start); echo read\"\"y\r")
        guard Self.isIdle(terminal, after: "ready") else { return "the script\n\(terminal.text)" }
        return try steps(terminal, home).map { "\($0)\n\(terminal.text.debugDescription)" }
      }
    }.get()
    #expect(missing == nil)
  }

  private static let prompt = "next> "

  /// Waits for the prompt that follows a text: a shell may read earlier keys as text.
  private static func isIdle(_ terminal: PseudoTerminal, after text: String) -> Bool {
    terminal.read { terminal in
      terminal.text.ranges(of: text).contains { terminal.text[$0.upperBound...].contains(prompt) }
    }
  }

  @Test(arguments: Shell.allCases)
  func `Ctrl-X G puts the chosen name on the command line, where the cursor is`(
    _ shell: Shell
  ) async throws {
    try await sit(with: shell) { terminal, _ in
      terminal.type("echo before after\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D\u{18}g")
      guard terminal.read(until: "Type to search") else { return "the screen" }
      terminal.type("\u{1B}[200~vapor\u{1B}[201~")
      guard terminal.read(until: "vapor/vapor") else { return "the rows" }
      let start = terminal.output.count
      terminal.type("\r")
      guard terminal.read(until: "vapor/vapor after", after: start) else { return "the name" }
      terminal.type("\r")
      return terminal.read(until: "before vapor/vapor after\r\n") ? nil : "the output"
    }
  }

  @Test(arguments: Shell.allCases)
  func `canceling the choice leaves the command line as it was`(_ shell: Shell) async throws {
    try await sit(with: shell) { terminal, _ in
      terminal.type("echo 'kept'\u{18}g")
      guard terminal.read(until: "Type to search") else { return "the screen" }
      let start = terminal.output.count
      terminal.type("\u{3}")
      guard terminal.read(until: "'kept'", after: start) else { return "the prompt" }
      terminal.type("line\r")
      return terminal.read(until: "keptline\r\n", after: start) ? nil : "the output"
    }
  }

  @Test(arguments: Shell.allCases)
  func `ghcd clones a repository once, and changes into it`(_ shell: Shell) async throws {
    try await sit(with: shell) { terminal, home in
      for round in 1...2 {
        terminal.type("cd \"$HOME\"; ghcd vapor/vapor; echo round\(round): \"$PWD\".\r")
        guard terminal.read(until: "round\(round): \(home.path)/vapor.") else { return "the clone" }
      }
      terminal.type("cd \"$HOME\"; ghcd nobody/nothing; echo still: \"$PWD\".\r")
      guard terminal.read(until: "still: \(home.path).") else { return "the place of before" }
      return FileManager.default.fileExists(atPath: "\(home.path)/vapor/.git") ? nil : "the files"
    }
  }

  @Test(arguments: Shell.allCases)
  func `ghcd without a repository opens the screen to choose one`(_ shell: Shell) async throws {
    try await sit(with: shell) { terminal, home in
      terminal.type("ghcd vapor --language swift; echo there: \"$PWD\".\r")
      guard terminal.read(until: "vapor/vapor") else { return "the rows" }
      terminal.type("\r")
      return terminal.read(until: "there: \(home.path)/vapor.") ? nil : "the clone"
    }
  }

  @Test(arguments: Shell.allCases)
  func `names are quoted, and nothing in them is run`(_ shell: Shell) async throws {
    let name = "a b;echo $(touch run)`touch run`'\"\\*"
    try await sit(with: shell) { terminal, home in
      // A program in place of ghsearch, which prints no such names.
      try home.makeDirectory("bin")
      try writeScript("#!/bin/sh\nprintf '%s\\n' \"$NAME\"\n", to: "\(home.path)/bin/ghsearch")
      terminal.type(
        shell == .fish
          ? "set -x NAME '\(name.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
          : "export NAME='\(name.replacing("'", with: "'\\''"))'"
      )
      terminal.type("; " + Self.prependingPath(shell) + "; echo all s\"\"et\r")
      guard Self.isIdle(terminal, after: "all set") else { return "the prompt" }
      let start = terminal.output.count
      terminal.type("printf '<%s>' \u{18}g")
      guard terminal.read(until: "touch", after: start) else { return "the quoted name" }
      terminal.type("\r")
      guard terminal.read(until: "<\(name)>") else { return "the name" }
      return FileManager.default.fileExists(atPath: "\(home.path)/run") ? "no run" : nil
    }
  }

  private static func prependingPath(_ shell: Shell) -> String {
    shell == .fish ? "set -x PATH $HOME/bin $PATH" : "PATH=\"$HOME/bin:$PATH\""
  }
}
