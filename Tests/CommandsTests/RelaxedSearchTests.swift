import GitHubSandbox
import Output
import Testing

@testable import Commands

/// Sentences without results as typed.
@Suite struct RelaxedSearchTests {
  private static func run(
    _ arguments: [String],
    isTerminal: Bool = false,
    limit: Int = 10
  ) async throws -> (outcome: Outcome, requests: Int) {
    let sandbox = try await Sandbox.start { $0.rateLimits.anonymousSearch = limit }
    var harness = Harness.anonymous(to: sandbox)
    if isTerminal { harness.terminal = TerminalSize(columns: 100, rows: 40) }
    let outcome = await harness.run(arguments)
    let requests = sandbox.requests.count
    await sandbox.stop()
    return (outcome, requests)
  }

  @Test func `in a pipe, suggests fewer words without searching for them`() async throws {
    let (outcome, requests) = try await Self.run(["a", "fuzzy", "finder", "for", "lists", "xyzzy"])

    #expect(outcome.status == .success && outcome.output.isEmpty)
    #expect(requests == 1)
    #expect(
      outcome.errors.contains(
        "nothing has all 6 words; --relax searches for: fuzzy finder lists xyzzy"
      )
    )
    #expect(!outcome.errors.contains("did you mean"))
  }

  @Test func `on a terminal, searches for fewer words`() async throws {
    let (outcome, requests) = try await Self.run(
      ["a", "good", "fuzzy", "finder", "for", "my", "tool"],
      isTerminal: true
    )

    #expect(outcome.output.contains("junegunn/fzf"), "\(outcome.output)")
    #expect(
      outcome.errors.contains("nothing has all 7 words; showing: fuzzy finder"),
      "\(outcome.errors)"
    )
    #expect(requests == 3)
    let refused = try await Self.run(
      ["a", "good", "fuzzy", "finder", "--no-relax"],
      isTerminal: true
    )
    #expect(refused.requests == 1 && refused.outcome.output.isEmpty)
  }

  @Test(arguments: [(2, 1), (3, 3)])
  func `does not search again if too few requests are left`(_ limit: Int, _ sent: Int) async throws
  {
    let words = ["a", "good", "fuzzy", "finder", "for", "my", "tool"]

    let (outcome, requests) = try await Self.run(words, isTerminal: true, limit: limit)

    #expect(requests == sent)
    #expect(outcome.output.isEmpty == (sent == 1))
    let sentence =
      "nothing has all 7 words; too few searches are left this minute for: fuzzy finder tool"
    #expect(outcome.errors.contains(sentence) == (sent == 1), "\(outcome.errors)")
    #expect(outcome.status == .success)
  }

  @Test func `the summary names both queries, and continues the second`() async throws {
    let arguments = [
      "--relax", "--message-format", "json", "--limit", "1", "a", "good", "terminal", "for", "me",
      "--json=fullName",
    ]
    let (outcome, _) = try await Self.run(arguments)

    #expect(
      outcome.errors.contains(#""relaxed":{"from":"a good terminal for me","to":"terminal"}"#),
      "\(outcome.errors)"
    )
    #expect(outcome.errors.contains(#""--skip","1","--","terminal"]"#), "\(outcome.errors)")
  }

  @Test(arguments: [
    (["x", "y"], ["--limit", "5", "x", "y"], ["--limit", "5", "--", "z"]),
    (
      ["go", "go"], ["search", "go", "--topic", "go", "go"], ["search", "--topic", "go", "--", "z"]
    ),
    (["go"], ["--wait", "go"], ["--wait", "--", "z"]),
    (["a", "-b"], ["a", "--all", "--", "-b"], ["--all", "--", "z"]),
  ])
  func `replaces only the words of the query`(
    _ words: [String],
    _ typed: [String],
    _ arguments: [String]
  ) {
    #expect(RelaxedSearch(words: words, to: "z").arguments(typed) == arguments)
  }
}
