private import Locking

extension TerminalSession {
  /// Longer texts are refused by terminals (xterm takes 74,994 bytes in base 64).
  private static let longestClip = 56_000

  /// Sends text to the terminal's clipboard (OSC 52); false when that is not possible.
  ///
  /// True says that it was sent, and no more: many terminals ask their user or ignore it.
  package func copy(_ text: String) -> Bool {
    guard capabilities.followsXterm, text.utf8.count <= Self.longestClip,
      state.withLock({ $0.phase == .active })
    else { return false }
    let encoded = Base64.encode(Array(text.utf8))
    return send(Array("\u{1B}]52;c;".utf8) + encoded + Array("\u{1B}\\".utf8))
  }
}

/// Base 64 (RFC 4648, section 4).
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      append(bytes[start..<min(start + 3, bytes.count)], to: &text)
    }
    return text
  }

  /// Four letters for three bytes; `=` for what is missing.
  private static func append(_ bytes: ArraySlice<UInt8>, to text: inout [UInt8]) {
    var value = 0
    for byte in bytes { value = value << 8 | Int(byte) }
    value <<= 8 * (3 - bytes.count)
    for place in 0..<4 {
      let letter = letters[value >> (18 - 6 * place) & 0x3F]
      text.append(place <= bytes.count ? letter : UInt8(ascii: "="))
    }
  }
}
