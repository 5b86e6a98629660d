import Testing

@testable import GitHubModel

@Suite struct RepositoryNameTests {
  @Test(arguments: [
    "swiftlang/swift", "a/b", "0x/_", "octo-org/.github", "user_corp/x.y-z", "a/...",
  ])
  func `accepts names that GitHub allows`(_ text: String) throws {
    let name = try #require(RepositoryName(text))

    #expect(name.fullName == text)
  }

  @Test(arguments: [
    "", "/", "a", "a/", "/b", "a/b/c", "../b", "a/..", "a/.", "./b", "-a/b", "a%2fb/c", "a/b c",
    "a/b\n", "a/b\u{1b}[2J", "a\r\nX: y/b", "ä/b", "a/ü", "a/b?x=1", "a/b#c", "a\0/b", "#3",
    "a/" + String(repeating: "n", count: 101),
  ])
  func `rejects names that could become another path`(_ text: String) {
    #expect(RepositoryName(text) == nil)
  }

  @Test func `ignores the case of names`() throws {
    let lower = try #require(RepositoryName("swiftlang/swift"))
    let mixed = try #require(RepositoryName("SwiftLang/Swift"))

    #expect(lower == mixed)
    #expect(Set([lower, mixed]).count == 1)
  }
}

@Suite struct RepositoryReferenceTests {
  @Test(arguments: [
    "swiftlang/swift",
    "swiftlang/swift.git",
    "https://github.com/swiftlang/swift",
    "https://github.com/swiftlang/swift.git",
    "https://github.com/swiftlang/swift/",
    "https://github.com/swiftlang/swift/tree/main/docs?plain=1#top",
    "https://github.com/swiftlang/swift?tab=readme",
    "https://www.github.com/swiftlang/swift",
    "HTTPS://GitHub.com/swiftlang/swift",
    "github.com/swiftlang/swift",
    "git@github.com:swiftlang/swift.git",
    "ssh://git@github.com/swiftlang/swift.git",
  ])
  func `reads names and addresses`(_ text: String) {
    #expect(RepositoryName(reference: text)?.fullName == "swiftlang/swift")
  }

  @Test(arguments: [
    "", "swift", "https://github.com/", "https://github.com/swiftlang", "https://github.com//x",
    "https://gitlab.com/a/b", "https://github.com.evil.test/a/b",
    "https://github.com@evil.test/a/b",
    "https://github.com:444/a/b", "https://user@github.com/a/b", "ftp://github.com/a/b",
    "https://github.com/../user", "https://github.com/a/..", "https://github.com/a%2fb/c",
    "a/b/c", "a/.git", "#3", "-",
  ])
  func `rejects text that is not a repository on this host`(_ text: String) {
    #expect(RepositoryName(reference: text) == nil)
  }

  @Test func `reads only an enterprise host's addresses, if there is one`() {
    let host = "git.example.com"

    let own = RepositoryName(reference: "https://git.example.com/a/b", webHost: host)
    let other = RepositoryName(reference: "https://github.com/a/b", webHost: host)

    #expect(own?.fullName == "a/b")
    #expect(other == nil)
  }

  @Test(arguments: [
    ("https://github.com/a/b", "a/b"), ("https://github.com/a/b/", "a/b"),
    ("https://www.github.com/a/b.git", "a/b"), ("https://github.com/a/b#readme", "a/b"),
    ("https://github.com/a/b?tab=readme-ov-file#use", "a/b"),
    ("https://github.com/a/b/issues", nil),
    ("https://github.com/a", nil), ("https://github.com/sponsors/a", nil),
    ("https://github.com/topics/swift", nil), ("https://example.com/a/b", nil), ("a/b", nil),
  ])
  func `the address of a repository's own page names it, and no other page does`(
    address: String,
    name: String?
  ) {
    #expect(RepositoryName(page: address, webHost: "github.com")?.fullName == name)
  }
}
