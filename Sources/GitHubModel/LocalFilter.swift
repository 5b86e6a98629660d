package import Essentials

/// Whether a known repository matches a query, without considering its README, note and lists.
///
/// Words match anywhere in the name, description, topics or language in any case; excluded words
/// match whole words there. Qualifiers that the repository itself can answer are applied, and
/// others ignored: the result is a preview, and marked as one.
package struct LocalFilter: Sendable {
  /// Whether a repository with these texts matches; nil if only GitHub or the store knows.
  private typealias Condition = @Sendable (Repository, [UInt8]) -> Bool?

  private let condition: Condition

  /// Creates a filter; words for times, such as `today`, are relative to `now`.
  package init(_ text: String, at now: Date) {
    condition = Self.all(LocalQuery(QueryWords.withRangesForGitHub(text, at: now)).nodes)
  }

  /// Whether a repository matches the filter, or may match it by its README, note or lists.
  ///
  /// `texts` caches the repository's text for the next filter.
  package func matches(_ repository: Repository, _ texts: inout SearchableTexts) -> Bool {
    condition(repository, texts.text(of: repository)) ?? true
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
}

// Comparing bytes is much faster than comparing characters.

extension LocalFilter {
  /// Whether a text contains a word; a whole word has no adjacent letters or digits.
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

  /// Whether a byte of lowercase text belongs to a letter or digit; non-ASCII letters have several
  /// bytes.
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte >= 128 || 48...57 ~= byte || 97...122 ~= byte
  }
}

/// The lowercase texts of repositories for a ``LocalFilter``, shared by many filters.
package struct SearchableTexts: Sendable {
  private struct Parts: Sendable, Equatable {
    let owner, name: String
    let topics: [String]?
    let language, description: String?
  }

  private var texts: [Repository.ID: (parts: Parts, text: [UInt8])] = [:]
  /// The maximum number of texts, more than a screen filters; beyond it, all are discarded.
  private static let maxCount = 4_000
  /// The maximum number of bytes: a description may have 65,000, but its start says what it is
  /// about.
  private static let maxPartLength = 1_000

  package init() {}

  mutating func text(of repository: Repository) -> [UInt8] {
    let parts = Parts(
      owner: repository.name.owner,
      name: repository.name.name,
      topics: repository.topics,
      language: repository.language,
      description: repository.description
    )
    if let last = texts[repository.id], last.parts == parts { return last.text }
    if texts.count >= Self.maxCount { texts.removeAll() }
    let text = Self.text(parts)
    texts[repository.id] = (parts, text)
    return text
  }

  private static func text(_ parts: Parts) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(256)
    append(parts.owner, to: &text)
    append("/", to: &text)
    append(parts.name, to: &text)
    for part in (parts.topics ?? []) + [parts.language, parts.description] {
      text.append(UInt8(ascii: "\n"))
      append(part ?? "", to: &text)
    }
    return text
  }

  /// Appends lowercase text; nearly all of it is ASCII, which needs no Unicode tables.
  private static func append(_ part: String, to text: inout [UInt8]) {
    let bytes = part.utf8.prefix(maxPartLength)
    if bytes.allSatisfy({ $0 < 128 }) {
      for byte in bytes { text.append((65...90).contains(byte) ? byte | 32 : byte) }
    } else {
      text.append(contentsOf: part.lowercased().utf8.prefix(maxPartLength))
    }
  }
}
