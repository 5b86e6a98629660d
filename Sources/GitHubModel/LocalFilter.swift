package import Essentials

/// Whether a known repository matches a query, as far as that is known without its README, note and lists.
///
/// Words occur anywhere in the name, the description, the topics or the language, whatever their case; excluded
/// ones are whole words there.
/// Qualifiers that the repository itself can answer are applied, others ignored: what passes is a
/// preview, and is marked as one.
package struct LocalFilter: Sendable {
  /// Whether a repository with these texts matches; nil if only GitHub or the store knows.
  private typealias Condition = @Sendable (Repository, [UInt8]) -> Bool?

  private let condition: Condition

  /// Creates a filter; words for times, such as `today`, are seen from `now`.
  package init(_ text: String, at now: Date) {
    condition = Self.all(LocalQuery(QueryWords.withRangesForGitHub(text, at: now)).nodes)
  }

  /// Whether a repository passes the filter, or may pass it for its README, note or lists.
  package func matches(_ repository: Repository) -> Bool {
    condition(repository, Self.searchable(repository)) ?? true
  }

  private static func condition(_ node: LocalQuery.Node, isWanted: Bool) -> Condition {
    switch node {
    case .term(let term) where term.field == .readme || term.field == .note: return { _, _ in nil }
    case .term(let term):
      let (word, isInName) = (Array(term.text.lowercased().utf8), term.field == .name)
      return { _, text in
        let text = isInName ? text.prefix { $0 != UInt8(ascii: "\n") } : text[...]
        return contains(word, in: text, isWhole: !isWanted)
      }
    case .qualifiers(let qualifiers):
      let filter = RepositoryFilter(qualifiers)
      return { repository, _ in filter.accepts(repository) }
    case .list: return { _, _ in nil }
    case .all(let nodes): return all(nodes, isWanted: isWanted)
    case .any(let nodes):
      let none = all(nodes.map { .not($0) }, isWanted: !isWanted)
      return { none($0, $1).map { !$0 } }
    case .not(let node):
      let condition = condition(node, isWanted: !isWanted)
      return { condition($0, $1).map { !$0 } }
    }
  }

  private static func all(_ nodes: [LocalQuery.Node], isWanted: Bool = true) -> Condition {
    let conditions = nodes.map { condition($0, isWanted: isWanted) }
    return { repository, text in
      let known = conditions.map { $0(repository, text) }
      return known.contains(false) ? false : known.contains(nil) ? nil : true
    }
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

// Comparing bytes is much faster than comparing characters.

extension LocalFilter {
  /// Bytes: a description may have 65,000, and the first ones say what it is about.
  private static let maxPartLength = 1_000

  /// In lowercase; nearly all of it is ASCII, which needs no Unicode tables.
  private static func append(_ part: String, to text: inout [UInt8]) {
    let bytes = part.utf8.prefix(maxPartLength)
    if bytes.allSatisfy({ $0 < 128 }) {
      for byte in bytes { text.append((65...90).contains(byte) ? byte | 32 : byte) }
    } else {
      text.append(contentsOf: part.lowercased().utf8.prefix(maxPartLength))
    }
  }

  /// Whether a word is in a text; a whole one has no letter or digit beside it.
  private static func contains(
    _ word: [UInt8],
    in text: ArraySlice<UInt8>,
    isWhole: Bool
  ) -> Bool {
    guard let first = word.first else { return true }
    return text.indices.contains { start in
      guard text[start] == first, text[start...].starts(with: word) else { return false }
      let neighbors = [start - 1, start + word.count].filter(text.indices.contains)
      return !isWhole || !neighbors.contains { isLetterOrDigit(text[$0]) }
    }
  }

  /// Whether it is one in lowercase; other letters than ASCII's have several bytes.
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte >= 128 || 48...57 ~= byte || 97...122 ~= byte
  }
}
