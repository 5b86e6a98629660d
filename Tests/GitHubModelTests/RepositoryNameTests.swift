import Testing

@testable import GitHubModel

@Suite struct RepositoryNameTests {
  @Test(arguments: [
    "swiftlang/swift", "a/b", "0x/_", "octo-org/.github", "user_corp/x.y-z", "a/...",
  ])
  func `takes a name that GitHub allows`(_ text: String) throws {
    let name = try #require(RepositoryName(text))

    #expect(name.fullName == text)
  }

  @Test(arguments: [
    "", "/", "a", "a/", "/b", "a/b/c", "../b", "a/..", "a/.", "./b", "-a/b", "a%2fb/c", "a/b c",
    "a/b\n", "a/b\u{1b}[2J", "a\r\nX: y/b", "ä/b", "a/ü", "a/b?x=1", "a/b#c", "a\0/b", "#3",
    "a/" + String(repeating: "n", count: 101),
  ])
  func `refuses what could become another path`(_ text: String) {
    #expect(RepositoryName(text) == nil)
  }

  @Test func `is the same name in any case`() throws {
    let lower = try #require(RepositoryName("swiftlang/swift"))
    let mixed = try #require(RepositoryName("SwiftLang/Swift"))

    #expect(lower == mixed)
    #expect(Set([lower, mixed]).count == 1)
  }
}
