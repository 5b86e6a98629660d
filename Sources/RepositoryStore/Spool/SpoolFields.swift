/// The fields of a line: separated by tabs, `\N` for nothing, in the escapes of PostgreSQL's `COPY`
/// text format, so that no field has a tab or a line break.
struct SpoolFields {
  private var rest: [Substring.UTF8View]

  init(_ line: Substring.UTF8View) {
    rest = line.split(separator: 9, omittingEmptySubsequences: false).reversed()
  }

  /// How many are left.
  var count: Int { rest.count }

  /// Nil for nothing, and behind the last one.
  mutating func next() -> String? {
    guard let field = rest.popLast() else { return nil }
    guard field.contains(UInt8(ascii: "\\")) else { return String(Substring(field)) }
    return field.elementsEqual("\\N".utf8) ? nil : Self.unescaped(field)
  }

  /// The line, ended.
  static func text(_ fields: [String?]) -> String {
    fields.map { $0.map(escaped) ?? "\\N" }.joined(separator: "\t") + "\n"
  }

  private static let escapes: [(scalar: UInt8, letter: UInt8)] = [
    (UInt8(ascii: "\\"), UInt8(ascii: "\\")), (9, UInt8(ascii: "t")), (10, UInt8(ascii: "n")),
    (13, UInt8(ascii: "r")),
  ]

  private static func escaped(_ field: String) -> String {
    var field = field
    let isPlain = field.withUTF8 { !$0.contains { $0 < 14 || $0 == UInt8(ascii: "\\") } }
    if isPlain { return field }
    var bytes: [UInt8] = []
    for byte in field.utf8 {
      let letter = escapes.first { $0.scalar == byte }?.letter
      bytes += letter.map { [UInt8(ascii: "\\"), $0] } ?? [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unescaped(_ field: Substring.UTF8View) -> String {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in field {
      if isEscaped {
        bytes.append(escapes.first { $0.letter == byte }?.scalar ?? byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
