import GitHubSandbox
import HTTPTransport
import HTTPTypes
import OperationTesting
import Output
import Testing

@testable import Commands

/// The outcome of a search when a command was meant.
@Suite struct MistypedCommandTests {
  /// Every command with two letters swapped, which finds nothing and is not a command itself.
  private static let mistyped = CommandName.allCases.map(\.rawValue).compactMap { name in
    var letters = Array(name)
    letters.swapAt(letters.count - 2, letters.count - 1)
    let typed = String(letters)
    return CommandName(rawValue: typed) == nil ? typed : nil
  }

  private static func run(_ arguments: [String]) async throws -> Outcome {
    let sandbox = try await Sandbox.start()
    let outcome = await Harness.anonymous(to: sandbox).run(arguments)
    await sandbox.stop()
    return outcome
  }

  @Test(
    arguments: mistyped,
    [[], ["--json", "name"], ["--limit=5", "--sort", "stars"], ["--wait"]]
  )
  func `a mistyped command without results exits with 64`(
    _ command: String,
    _ flags: [String]
  ) async throws {
    let outcome = try await Self.run([command, "nobody/nothing-at-all"] + flags)

    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains("did you mean the command "), "\(outcome.errors)")
    #expect(outcome.output == (flags.first == "--json" ? "[]\n" : ""))
  }

  @Test(arguments: mistyped)
  func `an explicit search for the same words finds nothing and succeeds`(
    _ command: String
  ) async throws {
    for start in [["search"], ["--"]] {
      let outcome = try await Self.run(start + [command, "nobody/nothing-at-all"])

      #expect(outcome.status == .success, "\(start)")
      #expect(!outcome.errors.contains("did you mean the command"), "\(outcome.errors)")
    }
  }

  @Test(
    arguments: [
      (["config", "x-no-such"], nil), (["login", "server"], nil),
      (["signin"], "sign in, run `ghsearch auth login`"),
      (["clone", "no/such"], "clone it, run `git clone https://github.com/no/such`"),
      (["readme", "no/such"], "read it, run `ghsearch view no/such --readme`"),
      (["show", "no/such"], "show it, run `ghsearch view no/such`"),
      (["browse", "no/such"], "open it, run `ghsearch open no/such`"),
      (["https://github.com/no/such"], "show it, run `ghsearch view no/such`"),
      (["https://github.com/no/such/issues?q=x"], "show it, run `ghsearch view no/such`"),
      (["git@github.com:no/such.git"], "show it, run `ghsearch view no/such`"),
      (["https://gitlab.com/no/such"], nil), (["no/such"], nil), (["make", "no/such"], nil),
    ] as [([String], String?)]
  )
  func `suggests commands for addresses and for other programs' command names`(
    _ words: [String],
    _ hint: String?
  ) async throws {
    var harness = Harness(environment: [:])
    harness.transport = Findings(count: 0)

    let outcome = await harness.run(words)

    #expect(outcome.status == (hint == nil ? .success : .usage))
    #expect(outcome.errors.contains("ghsearch: to ") == (hint != nil), "\(outcome.errors)")
    if let hint { #expect(outcome.errors.contains("ghsearch: to \(hint)\n"), "\(outcome.errors)") }
  }

  @Test(arguments: ["login", "version", "list", "sync", "config", "https://github.com/vapor/vapor"])
  func `succeeds if something is found, with a hint only on a terminal`(_ word: String) async throws
  {
    for isTerminal in [true, false] {
      var harness = Harness(environment: [:])
      harness.transport = Findings(count: 1)
      harness.errorTerminal = isTerminal ? TerminalSize(columns: 80, rows: 24) : nil

      let outcome = await harness.run(word)

      #expect(outcome.status == .success)
      #expect(outcome.errors.contains("run `ghsearch ") == isTerminal, "\(outcome.errors)")
    }
  }
}

/// Answers every search with this many repositories.
private struct Findings: HTTPTransport {
  let count: Int

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let items = (0..<count).map { id in
      #"{"id":\#(id),"full_name":"octo/one","owner":{"login":"octo"},"html_url":"https://github.com/octo/one"}"#
    }
    let body = #"{"total_count":\#(count),"items":[\#(items.joined(separator: ","))]}"#
    return TransportResponse(head: HTTPResponse(status: .ok), body: Array(body.utf8))
  }
}
