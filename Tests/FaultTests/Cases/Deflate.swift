/// Compressed bodies that no honest server sends (RFC 1951, RFC 1952).
enum Deflate {
  /// Compresses `count` spaces into a gzip file with about a 160th as many bytes.
  ///
  /// Each code after the first repeats the last byte 258 times: 8 bits for the length, 5 for the
  /// distance. The checksum at the end is wrong, but no reader should get that far.
  static func bomb(_ count: Int) -> [UInt8] {
    var bits = BitWriter(header)
    bits.write(0b011, 3)
    bits.writeCode(0x30 + 0x20, 8)
    for _ in 0..<16 {
      bits.writeCode(0b1100_0101, 8)
      bits.writeCode(0, 5)
    }
    // Eight codes fill 13 bytes exactly, so these repeat; the last byte so far is incomplete.
    let open = bits.bytes.removeLast()
    let period = bits.bytes.suffix(13)
    for _ in 2..<count / 258 / 8 { bits.bytes += period }
    bits.bytes.append(open)
    bits.writeCode(0, 7)
    return bits.bytes + [UInt8](repeating: 0, count: 8)
  }

  /// Stores the text uncompressed in a gzip file, optionally truncated.
  static func stored(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    let count = [UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8)]
    let sum = checksum(bytes)
    let end = [sum, UInt32(bytes.count)].flatMap { number in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    return header + [1] + count + count.map { ~$0 } + bytes + end
  }

  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }

  private struct BitWriter {
    var bytes: [UInt8]
    var room = 0

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    /// Writes the lowest bit first, as for numbers.
    mutating func write(_ number: Int, _ count: Int) {
      for index in 0..<count {
        if room == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= UInt8(number >> index & 1) << room
        room = (room + 1) % 8
      }
    }

    /// Writes the highest bit first, as for codes.
    mutating func writeCode(_ code: Int, _ count: Int) {
      for index in (0..<count).reversed() { write(code >> index & 1, 1) }
    }
  }
}
