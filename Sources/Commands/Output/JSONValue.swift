/// A JSON value with its members in a given order, written as RFC 8259 has it.
///
/// Foundation's encoder either sorts the members or shuffles them; the order that a user named the
/// fields in is worth keeping.
indirect enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(Int64)
  case string(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Sendable, Equatable {
    let name: String
    let value: JSONValue

    init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  static func number(_ value: Int?) -> JSONValue { value.map { .number(Int64($0)) } ?? .null }
  static func string(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
  static func bool(_ value: Bool?) -> JSONValue { value.map { .bool($0) } ?? .null }

  /// On one line, without spaces.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  func write(to stream: inout some TextOutputStream) {
    switch self {
    case .null: stream.write("null")
    case .bool(let value): stream.write(value ? "true" : "false")
    case .number(let value): stream.write(String(value))
    case .string(let value): Self.writeQuoted(value, to: &stream)
    case .array(let values):
      stream.write("[")
      for (index, value) in values.enumerated() {
        if index > 0 { stream.write(",") }
        value.write(to: &stream)
      }
      stream.write("]")
    case .object(let members):
      stream.write("{")
      for (index, member) in members.enumerated() {
        if index > 0 { stream.write(",") }
        Self.writeQuoted(member.name, to: &stream)
        stream.write(":")
        member.value.write(to: &stream)
      }
      stream.write("}")
    }
  }

  /// Escapes what must be, and what a terminal could act on: the value is the same to every reader.
  private static func writeQuoted(_ value: String, to stream: inout some TextOutputStream) {
    stream.write("\"")
    let isPlain = value.utf8.allSatisfy { 0x20..<0x7F ~= $0 && $0 != 0x22 && $0 != 0x5C }
    if isPlain { stream.write(value) } else { stream.write(value, replacing: escape) }
    stream.write("\"")
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200B}"..."\u{200F}",
      "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}":
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return nil
    }
  }
}
