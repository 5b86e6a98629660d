/// Compressed bodies that no honest server sends (RFC 1951, RFC 1952).
enum Deflate {
  /// `count` spaces in a gzip file, about a 160th of that in bytes.
  ///
  /// After the first each code says "258 more of the last byte": 8 bits for the length, 5 for the
  /// distance. The check at the end is wrong, which nobody should get to see.
  static func bomb(_ count: Int) -> [UInt8] {
    var bits = BitWriter(header)
    bits.write(0b011, 3)
    bits.writeCode(0x30 + 0x20, 8)
    for _ in 0..<16 {
      bits.writeCode(0b1100_0101, 8)
      bits.writeCode(0, 5)
    }
    // Eight codes are 13 bytes, so these come again and again; the last one is not full yet.
    let open = bits.bytes.removeLast()
    let period = bits.bytes.suffix(13)
    for _ in 2..<count / 258 / 8 { bits.bytes += period }
    bits.bytes.append(open)
    bits.writeCode(0, 7)
    return bits.bytes + [UInt8](repeating: 0, count: 8)
  }

  /// The text in a gzip file, not compressed; cut where that is wanted.
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

    /// The lowest bit first, as numbers are written.
    mutating func write(_ number: Int, _ count: Int) {
      for index in 0..<count {
        if room == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= UInt8(number >> index & 1) << room
        room = (room + 1) % 8
      }
    }

    /// The highest bit first, as codes are written.
    mutating func writeCode(_ code: Int, _ count: Int) {
      for index in (0..<count).reversed() { write(code >> index & 1, 1) }
    }
  }
}
