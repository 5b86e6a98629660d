import GitHubModel
import Testing

/// Repository names in any text.
@Suite struct RepositoryMentionTests {
  @Test(arguments: [
    "https://github.com/o/n", "http://github.com/o/n", "https://www.github.com/o/n",
    "HTTPS://GitHub.com/o/n", "see https://github.com/o/n.", "(https://github.com/o/n)",
    "[n](https://github.com/o/n) is", "<https://github.com/o/n>", "`https://github.com/o/n`,",
    "https://github.com/o/n.git", "https://github.com/o/n/tree/main/a",
    "https://github.com/o/n?a=b",
    "https://github.com/o/n#readme", "git+https://github.com/o/n.git#1.0",
    "https://github.com/o/n…",
    "git@github.com:o/n.git", "ssh://git@github.com/o/n", "git://github.com/o/n",
    "[![CI](https://raw.githubusercontent.com/o/n/main/a.svg)]",
    "https://api.github.com/repos/o/n/releases", "\tgithub.com/o/n/v2 v2.1.0 // indirect",
    "github.com/o/n", "inputs.x.url = \"github:o/n/branch\";", "\"x\": \"github:o/n#v1\"",
    "gem 'n', github: 'o/n'", "gem \"n\", :github => \"o/n\"", "  - uses: o/n@v4",
    "    uses: o/n/path/to@main # pinned", "uses: 'o/n@v1'", "github: github.com/o/n", "o/n",
    "  o/n  ", "o/n\t12\tSwift",
    "o/n\r",
    "\"owner\": \"o\", \"repo\": \"n\"", "\"owner\": \"o\",\n\"repo\": \"n\",",
  ])
  func `recognizes mentions of repositories`(_ text: String) {
    #expect(RepositoryMention.all(in: text).map(\.name.fullName) == ["o/n"])
  }

  @Test(arguments: [
    "https://github.com/features/actions", "https://github.com/orgs/o/people",
    "https://github.com/sponsors/o", "https://github.com/topics/swift", "https://github.com/o",
    "https://docs.github.com/o/n", "https://gist.github.com/o/n", "https://notgithub.com/o/n",
    "https://gitlab.com/o/n", "https://github.com.evil.test/o/n", "https://github.com/o/..",
    "git+https://github.com/rust-lang/crates.io-index", "uses: ./.github/actions/o", "uses: o/n",
    "uses: docker://o/n@v1", "/usr/bin", "a/b/c", "one/two three",
    "\"owner\": \"o\"\n\n\"repo\": \"n\"",
    "\"repo\": \"n\"", "mygithub: o/n", "the github of o/n", "", "/", "o/", "/n",
    "https://github.com//n",
  ])
  func `ignores everything else`(_ text: String) {
    #expect(RepositoryMention.all(in: text) == [])
  }

  @Test func `lists each repository once, at its first line, ignoring case`() throws {
    let text = "# a\nhttps://github.com/O/N and https://github.com/p/q\no/n\nr/s"

    let mentions = RepositoryMention.all(in: text)

    #expect(mentions.map(\.name.fullName) == ["O/N", "p/q", "r/s"])
    #expect(mentions.map(\.line) == [2, 2, 4])
  }

  @Test func `another web host has its own addresses`() {
    let text = """
      https://git.example.com/o/n
      https://git.example.com/api/v3/repos/p/q
      https://github.com/r/s
      """

    let names = RepositoryMention.all(in: text, webHost: "git.example.com").map(\.name.fullName)

    #expect(names == ["o/n", "p/q"])
  }
}
