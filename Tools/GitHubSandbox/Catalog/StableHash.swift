/// The 64-bit FNV-1a hash: the same in every process, unlike `Hasher`.
///
/// IDs, SHAs and ETags are derived from it. It is not cryptographic.
func stableHash(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
}

/// Forty hexadecimal digits, derived from `text`, that look like a git object's name.
func madeUpSha(of text: String) -> String {
  var generator = SplitMix64(seed: stableHash(text.utf8))
  return (0..<5).map { _ in hexadecimal(generator.next() >> 32, digits: 8) }.joined()
}

/// A random number generator whose seed determines the whole sequence.
///
/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014). Do not use it for secrets.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in `0..<bound`; its slight bias toward low numbers does not matter for generated
  /// data.
  mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(max(bound, 1)))
  }
}
