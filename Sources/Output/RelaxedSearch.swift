/// A search with other words than those that found nothing.
package struct RelaxedSearch: Sendable {
  /// The words of the query as typed.
  package let words: [String]
  package let to: String

  package init(words: [String], to: String) {
    (self.words, self.to) = (words, to)
  }

  package var from: String { words.joined(separator: " ") }

  /// The command's arguments with the new text instead of the words; unchanged if the words are not
  /// found.
  package func arguments(_ typed: [String]) -> [String] {
    let end = typed.firstIndex(of: "--") ?? typed.endIndex
    let operands = typed[end...].dropFirst()
    guard words.suffix(operands.count).elementsEqual(operands),
      let flags = Self.removing(
        words.dropLast(operands.count)[...],
        from: typed[..<end],
        after: nil
      )
    else { return typed }
    return flags + ["--", to]
  }

  /// The arguments without the query's words, which may be between flags; nil if some are missing.
  ///
  /// A word after a flag is the flag's value, if all words are found elsewhere.
  private static func removing(
    _ words: ArraySlice<String>,
    from arguments: ArraySlice<String>,
    after previous: String?
  ) -> [String]? {
    guard let argument = arguments.first else { return words.isEmpty ? [] : nil }
    let isMaybeValue = previous.map { $0.hasPrefix("-") && !$0.contains("=") } ?? false
    let rest = arguments.dropFirst()
    func kept() -> [String]? {
      removing(words, from: rest, after: argument).map { [argument] + $0 }
    }
    func removed() -> [String]? {
      words.first == argument ? removing(words.dropFirst(), from: rest, after: argument) : nil
    }
    return isMaybeValue ? kept() ?? removed() : removed() ?? kept()
  }
}
