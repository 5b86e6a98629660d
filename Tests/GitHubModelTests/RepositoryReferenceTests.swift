import Testing

@testable import GitHubModel

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
  func `reads what people paste`(_ text: String) {
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
  func `refuses what is no repository on this host`(_ text: String) {
    #expect(RepositoryName(reference: text) == nil)
  }

  @Test func `reads addresses of an enterprise host, and then no others`() {
    let host = "git.example.com"

    let own = RepositoryName(reference: "https://git.example.com/a/b", webHost: host)
    let other = RepositoryName(reference: "https://github.com/a/b", webHost: host)

    #expect(own?.fullName == "a/b")
    #expect(other == nil)
  }
}
