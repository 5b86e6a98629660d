import Terminal

/// Tab-separated values for `cut`, `awk` and `sort`: one line a record, nothing quoted.
enum TSV {
  static func record(_ values: [String?]) -> String {
    values.map { $0.map(field) ?? "" }.joined(separator: "\t") + "\n"
  }

  /// The same, in colour for a pager where it is wanted; then no value keeps anything that acts.
  static func record(_ columns: [(style: Style?, value: String?)], isColored: Bool) -> String {
    guard isColored else { return record(columns.map(\.value)) }
    return record(
      columns.map { style, value in
        value.map { SafeText($0).description }.map { style?($0) ?? $0 }
      }
    )
  }

  /// What would break the line or the column becomes a space.
  private static func field(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 9 || $0 == 10 || $0 == 13 }) else { return text }
    return String(text.map { $0 == "\t" || $0.isNewline ? " " : $0 })
  }
}
