import Terminal

/// Tab-separated values for `cut`, `awk` and `sort`: one line a record, nothing quoted.
enum TSV {
  static func record(_ values: [String?]) -> String {
    var text = ""
    write(values, to: &text)
    return text
  }

  static func write(_ values: [String?], to stream: inout some TextOutputStream) {
    for (index, value) in values.enumerated() {
      if index > 0 { stream.write("\t") }
      if let value { write(value, to: &stream) }
    }
    stream.write("\n")
  }

  /// The same, in colour for a pager where it is wanted; then no value keeps anything that acts.
  static func write(
    _ columns: [(style: Style?, value: String?)],
    isColored: Bool,
    to stream: inout some TextOutputStream
  ) {
    guard isColored else { return write(columns.map(\.value), to: &stream) }
    let shown = columns.map { style, value in
      value.map { SafeText($0, longest: longestShown).description }.map { style?($0) ?? $0 }
    }
    write(shown, to: &stream)
  }

  /// Scalars; whoever pages through more than this wants it without colours.
  private static let longestShown = 65_536

  /// What would break the line or the column becomes a space.
  private static func write(_ text: String, to stream: inout some TextOutputStream) {
    guard text.utf8.contains(where: { $0 == 9 || $0 == 10 || $0 == 13 }) else {
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
