import Output
import TestTraits
import Testing

@testable import Commands

/// The messages for mistakes, recorded in `Golden/errors.txt`.
@Suite(.ownThread) struct GoldenErrorTests {
  private static let mistakes: [[String]] = [
    ["search"], [""], ["x", "--bogus"], ["x", "--langauge", "go"], ["x", "-language:go"],
    ["x", "--sort", "star"], ["x", "--order", "up"], ["x", "--limit", "0"],
    ["x", "--limit", "1e3"],
    ["x", "--skip", "1000"], ["x", "--all", "--limit", "5"], ["x", "--all", "--sort", "forks"],
    ["x", "--stars", "many"], ["x", "--stars", "20..10"], ["x", "--stars", ">"],
    ["x", "--created", "2023-02-29"], ["x", "--pushed", "2024-02-01..2024-01-01"],
    ["x", "--language", ""], ["x", "--owner", "a/b"], ["x", "--repo", "vapor"],
    ["x", "--match", "nmae"], ["x", "--visibility", "secret"], ["x", "--include-forks", "maybe"],
    ["x", "--archived=maybe"], ["x", "--stars", "1", "--stars", "2"],
    ["x", "--json", "id,nmae"], ["x", "--json", "id", "--csv", "id"],
    ["x", "--template", "{{name"], ["x", "--jq", ".", "--csv", "id"], ["x", "--jq", "."],
    [String(repeating: "x", count: 257)], ["a OR b OR c OR d OR e OR f OR g"],
    ["view"], ["view", "nonsense"], ["star"], ["starred", "a/b/c"],
  ]

  @Test func `each usage error has a one-line message`() async throws {
    var text = ""
    for mistake in Self.mistakes {
      let outcome = await Harness().run(mistake)
      let words = mistake.map { $0.count > 80 ? "\($0.prefix(8))…" : "'\($0)'" }
      text +=
        "$ ghsearch \(words.joined(separator: " "))\n\(outcome.status.rawValue) \(outcome.errors)\n"
    }

    try GoldenText.expect(text, "errors")
  }
}
