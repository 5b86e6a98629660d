/// A token for GitHub's API, which cannot be printed.
///
/// Neither `description`, `debugDescription`, `dump` nor a mirror shows any part of it. Only
/// ``reveal()`` returns its text, so that searching for that word finds every use.
package struct AccessToken: Sendable, Equatable {
  private let text: String

  /// Accepts a bearer token (RFC 6750, section 2.1) of up to 4 KiB: ASCII letters, digits and
  /// `-._~+/`, followed by any number of `=`.
  ///
  /// Surrounding white space is ignored. Anything else is not a token, and could add a header field to a request.
  package init?(_ text: String) {
    var trimmed = text.utf8[...]
    while let byte = trimmed.first, Self.isWhitespace(byte) { trimmed.removeFirst() }
    while let byte = trimmed.last, Self.isWhitespace(byte) { trimmed.removeLast() }
    let end = trimmed.drop { $0.isASCIIAlphanumeric || "-._~+/".utf8.contains($0) }
    guard end.count < trimmed.count, trimmed.count <= 4096,
      end.allSatisfy({ $0 == UInt8(ascii: "=") })
    else { return nil }
    self.text = String(Substring(trimmed))
  }

  /// The token itself, for the `Authorization` field and the token file.
  package func reveal() -> String { text }

  /// Whether the token is fine-grained, so that it cannot star other users' repositories.
  package var isFineGrained: Bool { text.hasPrefix("github_pat_") }

  private static func isWhitespace(_ byte: UInt8) -> Bool {
    " \t\r\n".utf8.contains(byte)
  }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "AccessToken(hidden)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A keyed hash that identifies accounts in files without revealing their tokens.
///
/// A token has about 178 random bits, and the files contain 64 bits of its hash: the token cannot
/// be derived from them, and a user's accounts do not collide. The key is random and different on
/// every machine, so a token has different hashes on different machines.
package struct AccountDigest: Sendable, Hashable {
  private let first: UInt64
  private let second: UInt64

  package init(first: UInt64, second: UInt64) {
    (self.first, self.second) = (first, second)
  }

  /// Creates a digest with a new key.
  package static func random() -> Self {
    Self(first: .random(in: 0 ... .max), second: .random(in: 0 ... .max))
  }

  /// Creates a digest with the key in ``text``; nil for any other text.
  package init?(_ text: String) {
    guard text.utf8.count == 32, let first = UInt64(text.prefix(16), radix: 16),
      let second = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.init(first: first, second: second)
  }

  /// The key as 32 hexadecimal digits.
  package var text: String { Self.digits(first) + Self.digits(second) }

  /// The hash of a token as 16 hexadecimal digits.
  package func longText(_ token: AccessToken) -> String {
    Self.digits(hash(Array(token.reveal().utf8)))
  }

  private static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// SipHash-2-4 (Aumasson and Bernstein, "SipHash: a fast short-input PRF").
  package func hash(_ bytes: [UInt8]) -> UInt64 {
    var state = SipState(first, second)
    let whole = bytes.count / 8 * 8
    for start in stride(from: 0, to: whole, by: 8) {
      state.absorb(Self.word(bytes[start..<start + 8]))
    }
    state.absorb(Self.word(bytes[whole...]) | UInt64(truncatingIfNeeded: bytes.count) << 56)
    return state.finish()
  }

  /// Up to eight bytes in little-endian order.
  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

private struct SipState {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64

  init(_ first: UInt64, _ second: UInt64) {
    v0 = first ^ 0x736F_6D65_7073_6575
    v1 = second ^ 0x646F_7261_6E64_6F6D
    v2 = first ^ 0x6C79_6765_6E65_7261
    v3 = second ^ 0x7465_6462_7974_6573
  }

  mutating func absorb(_ word: UInt64) {
    v3 ^= word
    for _ in 0..<2 { round() }
    v0 ^= word
  }

  mutating func finish() -> UInt64 {
    v2 ^= 0xFF
    for _ in 0..<4 { round() }
    return v0 ^ v1 ^ v2 ^ v3
  }

  private mutating func round() {
    v0 &+= v1
    v1 = rotated(v1, 13) ^ v0
    v0 = rotated(v0, 32)
    v2 &+= v3
    v3 = rotated(v3, 16) ^ v2
    v0 &+= v3
    v3 = rotated(v3, 21) ^ v0
    v2 &+= v1
    v1 = rotated(v1, 17) ^ v2
    v2 = rotated(v2, 32)
  }

  private func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value << count | value >> (64 - count)
  }
}
