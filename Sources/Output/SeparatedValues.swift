package import JSON

/// Tab-separated values for `cut`, `awk` and `sort`: one record per line, without quoting.
package enum TSV {
  package static func record(_ values: [String?]) -> String {
    var text = ""
    write(values, to: &text)
    return text
  }

  package static func write(_ values: [String?], to stream: inout some TextOutputStream) {
    for (index, value) in values.enumerated() {
      if index > 0 { stream.write("\t") }
      if let value { write(value, to: &stream) }
    }
    stream.write("\n")
  }

  /// Writes a value, replacing each tab and line break with a space.
  private static func write(_ text: String, to stream: inout some TextOutputStream) {
    // The first UTF-8 byte of a tab or line break: U+0009 to U+000D, U+0085, U+2028 or U+2029.
    guard text.utf8.contains(where: { 9...13 ~= $0 || $0 == 0xC2 || $0 == 0xE2 }) else {
      return stream.write(text)
    }
    var before: Unicode.Scalar?
    stream.write(text) { scalar in
      defer { before = scalar }
      if scalar == "\n", before == "\r" { return "" }
      return scalar == "\t" || scalar.properties.isWhitespace && Character(scalar).isNewline
        ? " " : nil
    }
  }
}

/// Comma-separated values (RFC 4180), with CRLF after each record.
package enum CSV {
  package static func record(_ values: [String]) -> String {
    var text = ""
    write(values, to: &text)
    return text
  }

  package static func write(_ values: [String], to stream: inout some TextOutputStream) {
    for (index, value) in values.enumerated() {
      if index > 0 { stream.write(",") }
      write(value, to: &stream)
    }
    stream.write("\r\n")
  }

  /// A value's text: an owner's login, a license's identifier, or a list's items separated by
  /// spaces.
  package static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .bool, .number, .double: value.text
    case .string(let text): text
    case .array(let values): values.map(text).joined(separator: " ")
    case .object(let members):
      members.first { keys.contains($0.name) && $0.value != .null }
        .map { text($0.value) } ?? ""
    }
  }

  /// The members that represent a whole object.
  private static let keys: Set<String> = ["login", "key", "title", "tagName", "name"]

  private static func write(_ text: String, to stream: inout some TextOutputStream) {
    guard text.utf8.contains(where: { ",\"\n\r".utf8.contains($0) }) else {
      return stream.write(text)
    }
    stream.write("\"")
    stream.write(text) { $0 == "\"" ? "\"\"" : nil }
    stream.write("\"")
  }
}
