import GitHubModel
import Testing

@testable import TokenStore

@Suite struct TokenFileTests {
  private let github = APIBase.github.origin

  private func origin(_ text: String) throws -> Origin { try #require(Origin(text)) }

  @Test func `has a token and its API`() throws {
    let bare = try #require(TokenFile("ghp_x\n"))
    let bound = try #require(TokenFile("ghp_x\r\nfor https://api.github.com\r\n"))
    let other = try origin("https://github.example")

    #expect(bare.token(for: github)?.reveal() == "ghp_x")
    #expect(bare.token(for: other) == nil)
    #expect(bound.token(for: github)?.reveal() == "ghp_x")
    #expect(bound.token(for: other) == nil)
  }

  @Test func `has a token for each API`() throws {
    let other = try origin("https://github.example")
    var file = try #require(TokenFile("a\nfor https://api.github.com\nb\nfor \(other)\n"))

    file.set(try #require(AccessToken("c")), for: github)
    #expect(file.text == "b\nfor https://github.example\nc\nfor https://api.github.com\n")

    file.remove(for: other)
    #expect(file.text == "c\nfor https://api.github.com\n")
  }

  @Test func `a token without an API is only for github.com, and stays so`() throws {
    let other = try origin("https://github.example")
    var file = try #require(TokenFile("bare\n"))

    file.set(try #require(AccessToken("c")), for: other)
    #expect(file.text == "bare\nfor https://api.github.com\nc\nfor https://github.example\n")

    file.set(try #require(AccessToken("d")), for: github)
    #expect(file.text == "c\nfor https://github.example\nd\nfor https://api.github.com\n")
  }

  @Test(arguments: [
    "", "\n", "a b", "x\ny", "x\nfor", "x\nfor nowhere", "x\nX: y", "x\nfor https://h\nz",
  ])
  func `rejects any other content`(_ text: String) {
    #expect(TokenFile(text) == nil)
  }
}

@Suite struct GHHostsTests {
  private let text = """
    github.com:
        user: octocat
        oauth_token: gho_one
        users:
            octocat:
                oauth_token: gho_inner
    # a comment
    git.example:
      oauth_token: "gho_two"
    keyring.example:
        users:
            octocat:
                oauth_token: gho_hidden
    """

  @Test(arguments: [
    ("github.com", "gho_one"), ("git.example", "gho_two"), ("keyring.example", nil), ("x", nil),
  ])
  func `finds the token of a host`(_ host: String, _ token: String?) {
    #expect(GHHosts(text).token(for: host)?.reveal() == token)
  }

  @Test(arguments: [
    "", "{}", "github.com: {oauth_token: x}", "    oauth_token: x", "a:\n  oauth_token: x y",
  ])
  func `ignores anything that gh does not write`(_ text: String) {
    #expect(GHHosts(text).token(for: "github.com") == nil)
    #expect(GHHosts(text).token(for: "a") == nil)
  }
}
