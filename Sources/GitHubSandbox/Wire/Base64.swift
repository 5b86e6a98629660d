/// Encodes bytes in base 64 with padding (RFC 4648, 4).
func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    var bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
    var letters: [UInt8] = []
    for _ in 0..<4 {
      letters.insert(alphabet[bits & 63], at: 0)
      bits >>= 6
    }
    text += letters.prefix(group.count + 1)
    text += Array(repeating: UInt8(ascii: "="), count: 3 - group.count)
  }
  return String(decoding: text, as: UTF8.self)
}
