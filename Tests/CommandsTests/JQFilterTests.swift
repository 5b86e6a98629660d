import Core
import Foundation
import GitHubSandbox
import OperationTesting
import Output
import TestSupport
import Testing

@testable import Commands

/// `--jq` with scripts instead of jq that behave as a test requires.
@Suite(.timeLimit(.minutes(20))) struct JQFilterTests {
  /// Runs a search through a script named jq.
  private func search(
    through script: String,
    on terminal: TerminalSize? = nil,
    _ arguments: String...
  ) async throws -> Outcome {
    let folder = TemporaryFolder()
    try writeScript("#!/bin/sh\n\(script)\n", to: "\(folder.path)/jq")
    let sandbox = try await Sandbox.start { $0.generatedRepositories = 300 }
    var harness = Harness.signedIn(to: sandbox)
    harness.environment["PATH"] = "relative::\(folder.path):/usr/bin:/bin"
    harness.terminal = terminal
    let outcome = await harness.run(["stars:>=0", "--limit", "300"] + arguments)
    await sandbox.stop()
    return outcome
  }

  @Test func `passes the rows to jq and prints its output`() async throws {
    let outcome = try await search(through: "cat", "--jsonl", "rank", "--jq", ".rank")

    #expect(outcome.status == .success)
    #expect(outcome.lines.count == 300)
    #expect(outcome.lines.last == #"{"rank":300}"#)
  }

  @Test func `without --json, jq gets an array with all fields`() async throws {
    let outcome = try await search(through: "cat", "--jq", ".")

    let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
    #expect(rows?.count == 300)
    #expect(rows?.first?.count == RepositoryRow.all.count)
  }

  @Test func `passes the expression as one argument, never as a flag`() async throws {
    let show = #"cat >/dev/null; for word in "$@"; do echo "<$word>"; done"#
    let piped = try await search(through: show, "--jq", "a 'b' $x")
    let dashed = try await search(through: show, "--jq=-1")

    #expect(piped.lines == ["<--raw-output>", "<--compact-output>", "<a 'b' $x>"])
    #expect(dashed.lines.last == "< -1>")
  }

  @Test func `does not pass the token in jq's environment`() async throws {
    let outcome = try await search(through: "cat >/dev/null; env", "--jq", ".")

    #expect(outcome.output.contains("GHSEARCH_API_URL"))
    #expect(!outcome.output.contains("TOKEN"))
  }

  @Test func `does not deadlock if both sides write a lot`() async throws {
    let twice = "while IFS= read -r line; do echo \"$line$line$line$line\"; done"
    let outcome = try await search(through: twice, "--jsonl", "all", "--jq", ".")

    #expect(outcome.lines.count == 300)
    #expect(outcome.output.utf8.count > 1_000_000)
  }

  @Test func `accepts a filter that stops reading early`() async throws {
    let outcome = try await search(through: "head -n 1", "--jsonl", "all", "--jq", ".")

    #expect(outcome.status == .success)
    #expect(outcome.lines.count == 1)
    #expect(outcome.errors == "")
  }

  @Test(
    arguments: [
      (3, .usage, "--jq: invalid jq expression: bad \\u{1b}[31mthing; see `man jq`"),
      (5, .usage, "--jq: the jq expression failed: bad"),
      (2, .localFile, "--jq: jq exited with status 2: bad"),
    ] as [(Int, Output.ExitStatus, String)]
  )
  func `fails if jq fails`(_ code: Int, _ status: Output.ExitStatus, _ line: String)
    async throws
  {
    let script = #"printf 'jq: error: bad \033[31mthing\nmore\n' >&2; exit \#(code)"#

    let outcome = try await search(through: script, "--jq", "x")

    #expect(outcome.status == status)
    #expect(outcome.errors.contains(line), "\(outcome.errors)")
    #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test func `reads long error output to its end, and quotes part of it`()
    async throws
  {
    let script =
      "i=0; while [ $i -lt 3000 ]; do echo \"jq: error: complaint $i\" >&2; i=$((i+1)); done; exit 5"

    let outcome = try await search(through: script, "--jq", "x")

    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains("the jq expression failed: complaint 0;"))
  }

  @Test func `escapes jq's output on a terminal line by line`() async throws {
    let script = #"cat >/dev/null; printf 'a\033[31m\nb\n'"#

    let outcome = try await search(
      through: script,
      on: TerminalSize(columns: 80, rows: 24),
      "--jq",
      "."
    )

    #expect(outcome.output == "a\\u{1b}[31m\nb\n")
  }

  @Test func `without jq, explains how to install it before any request`() async {
    var harness = Harness()
    harness.environment["PATH"] = "/nonexistent"

    let outcome = await harness.run("x", "--jq", ".")

    #expect(outcome.status == .localFile)
    #expect(outcome.errors.contains("--jq: jq is not installed; run"))
  }
}
