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

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += String(value)
    case .string(let value): Self.writeQuoted(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.writeQuoted(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// Escapes what must be, and what a terminal could act on: the value is the same to every reader.
  private static func writeQuoted(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200B}"..."\u{200F}",
        "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
