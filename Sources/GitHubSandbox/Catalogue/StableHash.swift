/// The 64-bit FNV-1a hash: the same in every process, unlike `Hasher`.
///
/// Ids, shas and ETags are made from it. It protects against nothing.
func stableHash(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
}

/// Forty hexadecimal digits that look like a git object's name and follow from `text`.
func madeUpSha(of text: String) -> String {
  var generator = SplitMix64(seed: stableHash(text.utf8))
  return (0..<5).map { _ in hexadecimal(generator.next() >> 32, digits: 8) }.joined()
}

/// `number` in lower-case hexadecimal, padded with zeros on the left.
func hexadecimal(_ number: UInt64, digits: Int) -> String {
  let text = String(number, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
