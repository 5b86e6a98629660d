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
    stride(from: 0, to: bytes.count, by: 3).flatMap { start in
      quartet(bytes[start..<min(start + 3, bytes.count)])
    }
  }

  /// Four letters for three bytes; `=` for what is missing.
  private static func quartet(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let value = bytes.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - bytes.count))
    let all = [18, 12, 6, 0].map { letters[value >> $0 & 0x3F] }
    return all.prefix(bytes.count + 1) + Array(repeating: UInt8(ascii: "="), count: 3 - bytes.count)
  }
}
