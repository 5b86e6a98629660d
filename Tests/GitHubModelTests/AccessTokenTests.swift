import Foundation
import Testing

@testable import GitHubModel

@Suite struct AccessTokenTests {
  private let secret = "ghp_c4n4ryC4n4ry"

  @Test func `hides itself in every way that Swift prints values`() throws {
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

  @Test(arguments: [
    "x", "ghp_x", "  ghp_x\r\n", "\tghp_x ", "ghs_123456_eyJ0eXAi.eyJpc3Mi-x.c2lnbmF0dXJl_-",
    "a.b", "a-b", "a~b", "a+b", "a/b", "YQ==", String(repeating: "a", count: 4096),
  ])
  func `accepts any bearer token, and trims white space`(_ text: String) {
    #expect(AccessToken(text)?.reveal() == text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test(arguments: [
    "", " ", "Bearer ghp_x", "ghp_x\r\nX-Evil: 1", "ghp x", "ghp_x\0", "\"ghp_x\"", "a,b", "a:b",
    "ghp_ü", "=", "a=b", "GH_TOKEN=a", String(repeating: "a", count: 4097),
  ])
  func `rejects anything but a token`(_ text: String) {
    #expect(AccessToken(text) == nil)
  }
}
