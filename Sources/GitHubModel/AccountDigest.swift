/// Tells accounts apart in what is written down, without anything of their tokens in it.
///
/// A token has some 178 random bits, and 32 or 64 bits of a keyed hash of it are kept: nobody can
/// get from them to the token, and two accounts of one user do not meet in them. The key is random and
/// different on every machine, so the same token looks different elsewhere.
package struct AccountDigest: Sendable, Hashable, Codable {
  package let first: UInt64
  package let second: UInt64

  package init(first: UInt64, second: UInt64) {
    (self.first, self.second) = (first, second)
  }

  /// A new key.
  package init(using generator: inout some RandomNumberGenerator) {
    self.init(first: generator.next(), second: generator.next())
  }

  /// Eight digits, or `anonymous`.
  package func text(_ token: AccessToken?) -> String {
    guard let token else { return "anonymous" }
    return Self.digits(UInt64(UInt32(truncatingIfNeeded: hash(token))), count: 8)
  }

  /// Sixteen digits: for a file that only its user can read and that must never take one account
  /// for another.
  package func longText(_ token: AccessToken) -> String {
    Self.digits(hash(token), count: 16)
  }

  private func hash(_ token: AccessToken) -> UInt64 { hash(Array(token.reveal().utf8)) }

  private static func digits(_ number: UInt64, count: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: count - digits.count) + digits
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

  /// Up to eight bytes, the lowest first.
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
