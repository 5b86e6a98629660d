import GitHubModel
import Testing

@testable import TokenStore

@Suite struct TokenFileTests {
  @Test func `holds a token, and the API that it is for`() throws {
    let bare = try #require(TokenFile("ghp_x\n"))
    let bound = try #require(TokenFile("ghp_x\r\nfor https://api.github.com\r\n"))

    #expect(bare.token.reveal() == "ghp_x")
    #expect(bare.origin == nil)
    #expect(bound.origin == APIBase.github.origin)
  }

  @Test(arguments: [
    "", "\n", "a b", "x\ny", "x\nfor", "x\nfor nowhere", "x\nX: y", "x\nfor https://h\nz",
  ])
  func `holds nothing else`(_ text: String) {
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
  func `finds the token right below a host`(_ host: String, _ token: String?) {
    #expect(GHHosts(text).token(for: host)?.reveal() == token)
  }

  @Test(arguments: [
    "", "{}", "github.com: {oauth_token: x}", "    oauth_token: x", "a:\n  oauth_token: x y",
  ])
  func `finds nothing in what gh does not write`(_ text: String) {
    #expect(GHHosts(text).token(for: "github.com") == nil)
    #expect(GHHosts(text).token(for: "a") == nil)
  }
}
