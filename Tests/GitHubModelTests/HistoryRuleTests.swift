import GitHubModel
import Testing

/// The texts that are remembered.
@Suite struct HistoryRuleTests {
  private static let forty = String(repeating: "0123456789", count: 4)

  @Test(arguments: [
    "swift", "language:swift stars:>1000 \"event loop\"", "user:pointfreeco swift-composable",
    "ghp", "ghp_short", "a very long query of many plain words that nobody would take for a secret",
    "apple/swift-argument-parser-with-a-long-name-2024", "日本語 🦜",
  ])
  func `accepts ordinary searches`(text: String) {
    #expect(HistoryRule.mayStore(text))
  }

  @Test(arguments: [
    "", "   ", "two\nlines", "esc\u{1B}[2J", "line\u{2028}separator",
    "ghp_" + forty, "gho_" + forty, "swift ghu_" + forty, "GHS_" + forty, "x=ghr_" + forty,
    "github_pat_11ABCDEFG0abcdefghij_" + forty, "user:ghp_" + forty, "\"ghp_\(forty)\"",
    "token:" + forty, "abcdef0123456789abcdef0123456789abcdef01",
    "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9aB3dE5gH7", String(repeating: "long ", count: 300),
  ])
  func `rejects empty text, line breaks and possible tokens`(text: String) {
    #expect(!HistoryRule.mayStore(text))
  }

  @Test func `puts the newest first, without duplicates, within bounds`() {
    #expect(HistoryRule.adding("a", to: ["b", "a", "c"]) == ["a", "b", "c"])

    let many = (0..<2_000).reduce([]) { HistoryRule.adding("query \($1)", to: $0) }
    #expect(many.count == HistoryRule.maxTexts)
    #expect(many.first == "query 1999")
  }
}
