/// A JSON value whose objects keep the order of their members, written as RFC 8259 specifies.
///
/// Foundation's encoder either sorts or shuffles members. Here members keep the order in which
/// users name fields and GitHub sends them, and equal values have equal bytes.
package indirect enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(Int64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Sendable, Equatable {
    /// The name, without quotes or escapes.
    package let name: String
    package let value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  package static func number(_ value: Int?) -> Self { value.map { .number(Int64($0)) } ?? .null }
  package static func string(_ value: String?) -> Self { value.map { .string($0) } ?? .null }
  package static func bool(_ value: Bool?) -> Self { value.map { .bool($0) } ?? .null }

  /// Creates an object with its members in this order.
  package static func object(_ members: [(String, JSONValue)]) -> Self {
    .object(members.map { Member($0.0, $0.1) })
  }

  /// Returns the object with more members at its end; any other value is unchanged.
  package func adding(_ more: [(String, JSONValue)]) -> Self {
    guard case .object(let members) = self else { return self }
    return .object(members + more.map { Member($0.0, $0.1) })
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral
{
  package init(integerLiteral value: Int64) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
}

// MARK: Reading

/// The names are those of ``JSONElement``, for values that are made or changed here; each is nil for any other value.
extension JSONValue {
  /// The first member of an object with that name.
  package subscript(name: String) -> JSONValue? { members?.first { $0.name == name }?.value }

  /// The text of a string.
  package var string: String? { if case .string(let text) = self { text } else { nil } }

  /// A whole number that fits.
  package var integer: Int? {
    if case .number(let number) = self { Int(exactly: number) } else { nil }
  }

  /// The members of an object in their order.
  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// The elements of an array.
  package var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}

// MARK: Writing

extension JSONValue {
  /// The value on one line, without white space.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  package var bytes: [UInt8] { Array(text.utf8) }

  /// Appends the value on one line, without white space.
  ///
  /// A number that JSON cannot express, such as NaN, is written as null.
  package func write(to stream: inout some TextOutputStream) {
    switch self {
    case .null: stream.write("null")
    case .bool(let value): stream.write(value ? "true" : "false")
    case .number(let value): stream.write(String(value))
    case .double(let value): stream.write(value.isFinite ? String(value) : "null")
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

  private static func writeQuoted(_ value: String, to stream: inout some TextOutputStream) {
    stream.write("\"")
    if value.utf8.allSatisfy(isPlain) {
      stream.write(value)
    } else {
      writeRuns(of: value, to: &stream)
    }
    stream.write("\"")
  }

  /// Copies plain text in bulk, and examines each other character.
  private static func writeRuns(of value: String, to stream: inout some TextOutputStream) {
    var rest = value[...]
    while !rest.isEmpty {
      let plain = Substring(rest.utf8.prefix(while: isPlain))
      stream.write(String(plain))
      rest = rest[plain.endIndex...]
      let others = Substring(rest.utf8.prefix { !isPlain($0) })
      stream.write(String(others), replacing: escape)
      rest = rest[others.endIndex...]
    }
  }

  /// Whether the byte is a character that needs no escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    0x20..<0x7F ~= byte && byte != 0x22 && byte != 0x5C
  }

  /// The escape for characters that JSON does not allow in a string, and for those that could
  /// control a terminal; readers get the same value either way.
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

extension TextOutputStream {
  /// Writes text with some scalars replaced, in chunks of 4 KiB, since a text can be megabytes.
  package mutating func write(_ text: String, replacing: (Unicode.Scalar) -> String?) {
    var piece = ""
    for scalar in text.unicodeScalars {
      if let replacement = replacing(scalar) {
        piece += replacement
      } else {
        piece.unicodeScalars.append(scalar)
      }
      guard piece.utf8.count >= 4096 else { continue }
      write(piece)
      piece = ""
    }
    write(piece)
  }
}
