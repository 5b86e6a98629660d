import Testing

@testable import GitHubModel

@Suite struct AccessTokenTests {
  private let secret = "ghp_c4n4ryC4n4ry"

  @Test func `shows nothing of itself in any way that Swift prints values`() throws {
    let token = try #require(AccessToken(secret))
    var dumped = ""
    dump(token, to: &dumped)
    dump([token as AccessToken?], to: &dumped)

    let texts = [
      "\(token)", String(describing: token), String(reflecting: token), dumped,
      "\(Optional(token) as Any)",
      String(describing: Mirror(reflecting: token).children.map(\.value)),
    ]

    #expect(texts.allSatisfy { !$0.contains("c4n4ry") && !$0.contains("ghp") })
    #expect(Mirror(reflecting: token).children.isEmpty)
    #expect(token.reveal() == secret)
  }

  @Test(arguments: ["ghp_x", "  ghp_x\r\n", "\tghp_x ", String(repeating: "a", count: 255)])
  func `accepts letters, digits and underscores, with white space around`(_ text: String) {
    #expect(AccessToken(text) != nil)
  }

  @Test(arguments: [
    "", " ", "Bearer ghp_x", "ghp_x\r\nX-Evil: 1", "ghp x", "ghp_x\0", "\"ghp_x\"", "ghp-x",
    "ghp_ü",
    String(repeating: "a", count: 256),
  ])
  func `rejects anything but a token`(_ text: String) {
    #expect(AccessToken(text) == nil)
  }
}
