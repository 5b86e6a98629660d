/// Comma-separated values as RFC 4180 has them: CRLF at the end of each record.
enum CSV {
  static func record(_ values: [String]) -> String {
    values.map(field).joined(separator: ",") + "\r\n"
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

  private static func field(_ text: String) -> String {
    let needsQuotes = text.unicodeScalars.contains {
      $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r"
    }
    guard needsQuotes else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
