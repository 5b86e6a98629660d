/// A Personal Access Token, which cannot be printed.
///
/// Neither `description`, `debugDescription`, `dump` nor a mirror shows any part of it. Its text is
/// reached through ``reveal()`` alone, so that a search for that word finds every use.
package struct AccessToken: Sendable, Equatable {
  private let text: String

  /// Accepts 1 to 255 ASCII letters, digits and underscores, with white space around them.
  ///
  /// Anything else could carry a second header line, or is not a token at all.
  package init?(_ text: String) {
    let trimmed = text.utf8.drop(while: Self.isWhitespace).reversed().drop(while: Self.isWhitespace)
    guard (1...255).contains(trimmed.count), trimmed.allSatisfy(Self.isTokenByte) else {
      return nil
    }
    self.text = String(decoding: trimmed.reversed(), as: UTF8.self)
  }

  /// The token itself, for the `Authorization` field and the token file.
  package func reveal() -> String { text }

  private static func isWhitespace(_ byte: UInt8) -> Bool {
    " \t\r\n".utf8.contains(byte)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "AccessToken(hidden)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
