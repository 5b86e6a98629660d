/// An example's expected output.
///
/// A line `…` stands for one or more lines; elsewhere `…` stands for any text within a line.
struct ExpectedOutput {
  private let lines: [Substring]

  init(_ text: String) {
    lines = Self.lines(text)
  }

  /// Whether it checks anything.
  var saysSomething: Bool { lines.isEmpty || lines.contains { $0 != "…" } }

  func matches(_ output: String) -> Bool {
    Self.matches(lines[...], Self.lines(output)[...])
  }

  private static func lines(_ text: String) -> [Substring] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.last == "" ? lines.dropLast() : lines
  }

  private static func matches(_ expected: ArraySlice<Substring>, _ lines: ArraySlice<Substring>)
    -> Bool
  {
    guard let first = expected.first else { return lines.isEmpty }
    guard let line = lines.first else { return false }
    if first == "…" {
      return matches(expected.dropFirst(), lines.dropFirst())
        || matches(expected, lines.dropFirst())
    }
    return matches(first, line) && matches(expected.dropFirst(), lines.dropFirst())
  }

  /// Matches the parts between ellipses in order; the last must be at the end.
  private static func matches(_ expected: Substring, _ line: Substring) -> Bool {
    var pieces = expected.split(separator: "…", omittingEmptySubsequences: false)
    let last = pieces.removeLast()
    guard let first = pieces.first else { return last == line }
    guard line.hasPrefix(first) else { return false }
    var rest = line.dropFirst(first.count)
    for piece in pieces.dropFirst() where !piece.isEmpty {
      guard let place = rest.firstRange(of: piece) else { return false }
      rest = rest[place.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
