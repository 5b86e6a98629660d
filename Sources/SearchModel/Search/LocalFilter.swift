package import GitHubModel

/// Whether a known repository matches a text, as far as that can be told without GitHub.
///
/// Words must all occur in the name, the description, the topics or the language, whatever their
/// case. Qualifiers that a repository itself answers are heeded, others passed over: what this lets
/// through is a preview and marked as such.
package struct LocalFilter: Sendable {
  private var words: [[UInt8]] = []
  private let conditions: RepositoryFilter

  package init(_ text: String) {
    let terms = QueryWords(text).terms
    // What OR and NOT bind to is GitHub's to say.
    let isPlain = !terms.contains { if case .logic = $0 { true } else { false } }
    conditions = RepositoryFilter(terms.compactMap(Self.qualifier))
    for case .text(let word) in terms where isPlain { words.append(Array(word.lowercased().utf8)) }
  }

  package func matches(_ repository: Repository) -> Bool {
    guard conditions.accepts(repository) else { return false }
    guard !words.isEmpty else { return true }
    let text = Self.searchable(repository)
    return words.allSatisfy { Self.contains($0, in: text) }
  }

  private static func qualifier(_ term: QueryWords.Term) -> Qualifier? {
    guard case .qualifier(let name, let value, let isNegated) = term else { return nil }
    let known = name == "org" ? .user : Qualifier.Name(rawValue: name)
    return known.flatMap { Qualifier($0, value, isNegated: isNegated) }
  }

  private static func searchable(_ repository: Repository) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(256)
    append(repository.name.owner, to: &text)
    append("/", to: &text)
    append(repository.name.name, to: &text)
    for part in (repository.topics ?? []) + [repository.language, repository.description] {
      text.append(UInt8(ascii: "\n"))
      append(part ?? "", to: &text)
    }
    return text
  }
}

// MARK: - Bytes

extension LocalFilter {
  /// In bytes: a description may have 65,000, and its first ones say what it is about.
  private static let longestPart = 1_000

  /// In small letters; nearly all of it is ASCII, which needs no tables.
  private static func append(_ part: String, to text: inout [UInt8]) {
    let bytes = part.utf8.prefix(longestPart)
    if bytes.allSatisfy({ $0 < 128 }) {
      for byte in bytes { text.append((65...90).contains(byte) ? byte | 32 : byte) }
    } else {
      text.append(contentsOf: part.lowercased().utf8.prefix(longestPart))
    }
  }

  private static func contains(_ word: [UInt8], in text: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    var start = 0
    while start + word.count <= text.count {
      if text[start] == first, stands(word, at: start, in: text) { return true }
      start += 1
    }
    return false
  }

  private static func stands(_ word: [UInt8], at start: Int, in text: [UInt8]) -> Bool {
    var offset = 1
    while offset < word.count, text[start + offset] == word[offset] { offset += 1 }
    return offset == word.count
  }
}
