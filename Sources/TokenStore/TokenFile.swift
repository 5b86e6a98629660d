package import GitHubModel

/// The token file's content: one token for each API, named on the line below it.
///
/// ```
/// ghp_…
/// for https://api.github.com
/// ghp_…
/// for https://github.example
/// ```
/// A single token without a second line is for the API that is configured, whichever that is.
package struct TokenFile: Sendable {
  struct Entry: Sendable {
    let token: AccessToken
    /// Nil for whichever API is configured.
    let origin: Origin?
  }

  private(set) var entries: [Entry]

  /// Of nothing yet.
  init() {
    entries = []
  }

  /// Nil for anything else, further lines included.
  package init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
    if lines.count == 1, let token = AccessToken(String(lines[0])) {
      entries = [Entry(token: token, origin: nil)]
      return
    }
    guard !lines.isEmpty, lines.count.isMultiple(of: 2) else { return nil }
    let pairs = stride(from: 0, to: lines.count, by: 2)
    entries = pairs.compactMap { Self.entry(lines[$0], lines[$0 + 1]) }
    guard entries.count == lines.count / 2 else { return nil }
  }

  private static func entry(_ first: Substring, _ second: Substring) -> Entry? {
    let words = second.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, words[0] == "for", let origin = Origin(words[1]) else { return nil }
    return AccessToken(String(first)).map { Entry(token: $0, origin: origin) }
  }

  /// The first token that is meant for an API there.
  package func token(for origin: Origin) -> AccessToken? {
    entries.first { $0.isMeant(for: origin) }?.token
  }

  /// Puts the token in the place of whatever was meant for that API.
  mutating func set(_ token: AccessToken, for origin: Origin) {
    remove(for: origin)
    entries.append(Entry(token: token, origin: origin))
  }

  /// Takes out whatever is meant for that API.
  mutating func remove(for origin: Origin) {
    entries.removeAll { $0.isMeant(for: origin) }
  }

  /// As it is read.
  var text: String {
    entries.map { "\($0.token.reveal())\n" + ($0.origin.map { "for \($0)\n" } ?? "") }.joined()
  }
}

extension TokenFile.Entry {
  func isMeant(for origin: Origin) -> Bool { self.origin == nil || self.origin == origin }
}
