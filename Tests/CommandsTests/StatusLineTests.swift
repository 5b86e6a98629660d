import Foundation
import GitHubAPI
import GitHubSandbox
import OperationTesting
import Output
import System
import Terminal
import TerminalTesting
import TestTraits
import Testing

@testable import Commands

/// The status line of a waiting command.
@Suite(.ownThread) struct StatusLineTests {
  @Test func `a slow search shows a status line, and clears it`() async throws {
    let sandbox = try await Sandbox.start()
    let gate = SandboxGate()
    sandbox.script(.hold(gate), on: .search)
    let url = sandbox.baseURL

    // The sandbox responds on threads that a test must not block.
    let sitting = try await DedicatedThread.run {
      Result {
        let terminal = try PseudoTerminal()
        try terminal.run(
          LaunchedProgram.path,
          ["vapor", "--limit", "1"],
          environment: ["TERM": "xterm-256color", "GHSEARCH_API_URL": url]
        )
        let isShown = terminal.read(until: "Searching…")
        gate.open()
        let ending = terminal.ending()
        return (isShown: isShown, ending: ending, text: terminal.text)
      }
    }
    .get()

    #expect(sitting.isShown)
    #expect(sitting.ending == .exit(0))
    let end = try #require(sitting.text.firstRange(of: "\r\u{1B}[K"))
    let row = try #require(sitting.text.firstRange(of: "1 of 1 repository"))
    #expect(end.lowerBound < row.lowerBound)
    #expect(sitting.text.components(separatedBy: "Searching…").count == 2)
  }

  private func search(
    output: TerminalSize?,
    errors: TerminalSize?,
    term: String = "xterm"
  ) async throws -> Outcome {
    let sandbox = try await Sandbox.start()
    sandbox.script(.failure(status: 502, message: "Bad Gateway"), on: .search, times: 2)
    var harness = Harness.signedIn(to: sandbox)
    harness.environment["TERM"] = term
    (harness.terminal, harness.errorTerminal) = (output, errors)
    let outcome = await harness.run("vapor", "--limit", "1")
    await sandbox.stop()
    return outcome
  }

  private static let terminal = TerminalSize(columns: 80, rows: 24)

  @Test func `announces a retry on a terminal, and clears the line`() async throws {
    let outcome = try await search(output: Self.terminal, errors: Self.terminal)

    #expect(
      outcome.errors
        == "\rGitHub returned 502; retrying in 1 s (1 of 3)\u{1B}[K\r\u{1B}[K"
        + "\rGitHub returned 502; retrying in 4 s (2 of 3)\u{1B}[K\r\u{1B}[K"
        + "1 of 1 repository\n"
    )
    #expect(outcome.lines.count == 1)
  }

  @Test func `shows no retry in a pipe, under a pager or on a dumb terminal`() async throws {
    let (none, terminal) = (nil as TerminalSize?, Self.terminal)

    #expect(try await search(output: none, errors: none).errors == "")
    #expect(try await search(output: none, errors: terminal).errors == "")
    let dumb = try await search(output: terminal, errors: terminal, term: "dumb").errors
    #expect(dumb == "1 of 1 repository\n")
  }

  @Test func `does not draw the line of a finished wait`() {
    let terminal = MemorySink()
    let line = StatusLine(Messages(sink: terminal, format: .text), now: { Moment(milliseconds: 0) })

    line.beginWait("Searching…")
    line.beginWait("Waiting for GitHub…")
    line.endWait("Searching…")
    line.show("1 of 2")
    line.endWait("Waiting for GitHub…")
    line.show("")

    let drawn = ["Searching…", "Waiting for GitHub…", "1 of 2", ""]
    #expect(terminal.text == drawn.map { "\r\($0)\u{1B}[K" }.joined())
  }
}
