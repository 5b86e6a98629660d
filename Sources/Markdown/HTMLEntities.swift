/// The names that HTML has for characters, as far as READMEs use them.
enum HTMLEntities {
  static func decode(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var decoded = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      decoded += rest[..<start]
      rest = rest[start...]
      if let (scalar, end) = entity(rest) {
        decoded.unicodeScalars.append(scalar)
        rest = rest[end...]
      } else {
        decoded += "&"
        rest = rest.dropFirst()
      }
    }
    return decoded + rest
  }

  /// The maxLength is `&#x10FFFF;`.
  private static let maxLength = 10

  private static func entity(_ text: Substring) -> (Unicode.Scalar, Substring.Index)? {
    let window = text.prefix(maxLength)
    guard let end = window.firstIndex(of: ";") else { return nil }
    let name = window[..<end].dropFirst()
    guard let scalar = names[String(name)] ?? number(name) else { return nil }
    return (scalar, text.index(after: end))
  }

  private static func number(_ name: Substring) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init)
  }

  private static let names: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ensp": " ",
    "emsp": " ", "thinsp": " ", "copy": "©", "reg": "®", "trade": "™", "mdash": "—", "ndash": "–",
    "hellip": "…", "middot": "·", "bull": "•", "times": "×", "rarr": "→", "larr": "←",
    "uarr": "↑", "darr": "↓", "laquo": "«", "raquo": "»", "ldquo": "“", "rdquo": "”",
    "lsquo": "‘", "rsquo": "’", "star": "☆", "check": "✓", "hearts": "♥", "deg": "°",
  ]
}
