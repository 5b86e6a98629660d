package import GitHubModel

/// The token file's content: the token, and on a second line the API it is for.
///
/// ```
/// ghp_…
/// for https://api.github.com
/// ```
/// Without the second line the token is for the API that is configured.
package struct TokenFile: Sendable {
  package let token: AccessToken
  package let origin: Origin?

  /// Nil for anything else, further lines included.
  package init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
    guard (1...2).contains(lines.count), let token = AccessToken(String(lines[0])) else {
      return nil
    }
    self.token = token
    guard lines.count == 2 else {
      origin = nil
      return
    }
    let words = lines[1].split(whereSeparator: \.isWhitespace)
    guard words.count == 2, words[0] == "for", let origin = Origin(words[1]) else { return nil }
    self.origin = origin
  }
}
