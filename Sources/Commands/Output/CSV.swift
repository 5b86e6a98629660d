/// Comma-separated values as RFC 4180 has them: CRLF at the end of each record.
enum CSV {
  static func record(_ values: [String]) -> String {
    var text = ""
    write(values, to: &text)
    return text
  }

  static func write(_ values: [String], to stream: inout some TextOutputStream) {
    for (index, value) in values.enumerated() {
      if index > 0 { stream.write(",") }
      write(value, to: &stream)
    }
    stream.write("\r\n")
  }

  /// A value as a spreadsheet takes it: an owner by login, a license by its identifier, lists with
  /// spaces between.
  static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .bool, .number: value.text
    case .string(let text): text
    case .array(let values): values.map(text).joined(separator: " ")
    case .object(let members):
      members.first { keys.contains($0.name) && $0.value != .null }
        .map { text($0.value) } ?? ""
    }
  }

  /// The members that stand for a whole object.
  private static let keys: Set<String> = ["login", "key"]

  private static func write(_ text: String, to stream: inout some TextOutputStream) {
    guard text.utf8.contains(where: { ",\"\n\r".utf8.contains($0) }) else {
      return stream.write(text)
    }
    stream.write("\"")
    stream.write(text) { $0 == "\"" ? "\"\"" : nil }
    stream.write("\"")
  }
}
