import Terminal

/// The terminal's clipboard, which is that of the machine that the user sits at (OSC 52 of xterm).
enum Clipboard {
  /// The bytes that put text there; whether the terminal obeys, it does not say.
  static func bytes(toCopy text: String) -> [UInt8] {
    Array("\u{1B}]52;c;".utf8) + base64(Array(text.utf8)) + Array("\u{1B}\\".utf8)
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: 3).flatMap { start in
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = (group + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      return (0..<4).map { place in
        place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "=")
      }
    }
  }
}
