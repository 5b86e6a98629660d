import Foundation
import GitHubSandbox
import System
import Terminal
import TerminalTesting
import TestSupport
import TestTraits
import Testing

/// The REPL on a real terminal, as a process.
@Suite(.ownThread) struct REPLTerminalTests {
  private let home = TemporaryFolder()
  private let sandbox: SandboxProcess

  init() throws {
    sandbox = try SandboxProcess(starred: [])
  }

  private func environment(_ url: String? = nil, term: String = "xterm-256color") -> [String:
    String]
  {
    [
      "TERM": term, "HOME": home.path, "GHSEARCH_API_URL": url ?? sandbox.baseURL,
      "GHSEARCH_TOKEN": SandboxToken.demonstration.value, "TIME_AT_BOOT": sandbox.timeAtBoot,
      "LANG": "C.UTF-8", "TZ": "UTC", "PAGER": "cat",
    ]
  }

  private func started(
    _ arguments: [String] = ["repl"],
    _ url: String? = nil,
    term: String = "xterm-256color"
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try terminal.run(UsageShell.fixture, arguments, environment: environment(url, term: term))
    try #require(terminal.read(until: "> "), "\(terminal.text)")
    return terminal
  }

  @Test func `^C cancels the current line on a simple terminal`() throws {
    let asked = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { connection in
      _ = connection.readHead()
      asked.signal()
      connection.waitForClose()
    }
    let terminal = try started(["repl"], server.url, term: "dumb")

    terminal.type("hang\n")
    #expect(asked.wait(timeout: .now() + 40) == .success)
    terminal.type("\u{3}")
    #expect(terminal.read(until: "canceled\r\n> "), "\(terminal.text)")
    terminal.type(":limit 7\n")
    #expect(terminal.read(until: "7 rows at a time"))
    terminal.type(":quit\n")

    #expect(terminal.ending() == .exit(0))
  }

  @Test func `answers lines in order, including type-ahead, and restores the terminal`()
    throws
  {
    let terminal = try PseudoTerminal()
    let settings = terminal.settings
    try terminal.run(UsageShell.fixture, ["repl"], environment: environment())
    try #require(terminal.read(until: "> "))

    terminal.type("iina\r:star 1\r:no-such\rhal")
    #expect(terminal.read(until: "iina/iina\tstarred\r\n"), "\(terminal.text)")
    #expect(terminal.read(until: "> hal"))
    #expect(terminal.text.contains("1 of 1 repository"))
    terminal.type("\u{15}\u{4}")

    // The user has seen the failure.
    #expect(terminal.ending() == .exit(0))
    #expect(terminal.settings == settings)
    #expect(terminal.screen().modes == [7, 25])
    #expect(terminal.screen().unknown.allSatisfy { $0 == "\t" })
    #expect(terminal.screen().isAtRest)
  }

  @Test func `^C cancels a hanging line without leaving the REPL`() throws {
    let asked = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { connection in
      _ = connection.readHead()
      asked.signal()
      connection.waitForClose()
    }
    let terminal = try PseudoTerminal()
    let settings = terminal.settings
    try terminal.run(UsageShell.fixture, ["repl"], environment: environment(server.url))
    try #require(terminal.read(until: "> "))

    terminal.type("hang\r")
    #expect(asked.wait(timeout: .now() + 40) == .success)
    terminal.type("\u{3}")
    #expect(terminal.read(until: "canceled\r\n"), "\(terminal.text)")
    #expect(terminal.read { $0.settings != settings })
    terminal.type("abc\u{3}")
    #expect(terminal.read(until: "^C\r\n"))
    terminal.type(":limit 7\r")
    #expect(terminal.read(until: "7 rows at a time"))
    terminal.type(":quit\r")

    #expect(terminal.ending() == .exit(0))
  }

  @Test func `reads a line as the answer to a question, and ^C as no`() throws {
    let terminal = try started()

    terminal.type(":lists create A\r")
    #expect(terminal.read(until: "A\tcreated"), "\(terminal.text)")
    for answer in ["\u{3}", "no\r"] {
      let start = terminal.output.count
      terminal.type(":lists delete A\r")
      #expect(terminal.read(until: "Delete \"A\"?\r\n", after: start), "\(terminal.text)")
      #expect(terminal.read(until: "[y/N] ", after: start))
      let asked = terminal.output.count
      terminal.type(answer)
      #expect(terminal.read(until: "> ", after: asked), "\(terminal.text)")
    }
    terminal.type(":star -\r")
    #expect(terminal.read(until: "it has the lines of the REPL"), "\(terminal.text)")
    let start = terminal.output.count
    terminal.type(":lists delete A\r")
    #expect(terminal.read(until: "[y/N] ", after: start))
    terminal.type("y\r")
    #expect(terminal.read(until: "A\tdeleted"), "\(terminal.text)")
    terminal.type(":quit\r")

    #expect(terminal.ending() == .exit(0))
  }

  @Test func `^Z suspends with the terminal restored, and fg resumes the line`() throws {
    let terminal = try PseudoTerminal()
    try terminal.run(
      "/bin/sh",
      ["-i"],
      environment: environment().merging(["PS1": "ready$ "]) { $1 }
    )
    try #require(terminal.read(until: "ready$ "))
    let settings = terminal.settings
    terminal.type("\(UsageShell.fixture) repl\n")
    try #require(terminal.read(until: "> "))
    terminal.type("half\u{1A}")

    var start = terminal.output.count
    try #require(terminal.read(until: "ready$ ", after: start))
    #expect(terminal.settings == settings)
    start = terminal.output.count
    terminal.type("fg\n")
    #expect(terminal.read(until: "> half", after: start))
    terminal.type("\u{15}:quit\r")

    #expect(terminal.read(until: "ready$ ", after: terminal.output.count))
    #expect(terminal.screen().modes == [7, 25])
  }

  @Test(arguments: ["dumb", ""], [["repl"], ["interactive"]])
  func `a simple terminal gets a prompt and no escape sequences`(
    term: String,
    arguments: [String]
  ) throws {
    let terminal = try started(arguments, term: term)

    terminal.type("iina\n")
    #expect(terminal.read(until: "1 of 1 repository"))
    terminal.type("\u{4}")

    #expect(terminal.ending() == .exit(0))
    #expect(!terminal.output.contains(0x1B))
  }

  @Test func `escapes external and typed text for the terminal`() throws {
    let hostile = "\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}"
    let terminal = try started(term: "dumb")

    terminal.type(
      "\u{16}\u{1B}]0;owned\n:\(hostile.dropFirst())\n:view \(hostile.dropFirst())\n:history\n:quit\n"
    )

    #expect(terminal.ending() == .exit(0))
    let answers = terminal.text.split(separator: "\r\n").filter { $0.hasPrefix("ghsearch: ") }
    #expect(!answers.isEmpty)
    for answer in answers {
      for scalar in answer.unicodeScalars {
        #expect(![.control, .format].contains(scalar.properties.generalCategory), "\(answer)")
      }
    }
  }
}
