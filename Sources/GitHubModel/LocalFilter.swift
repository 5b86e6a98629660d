/// Whether a known repository matches a query, as far as that is known without its README, note and lists.
///
/// Words occur anywhere in the name, the description, the topics or the language, whatever their case.
/// Qualifiers that the repository itself can answer are applied, others ignored: what passes is a
/// preview, and is marked as one.
package struct LocalFilter: Sendable {
  /// Whether a repository with these texts matches; nil if only GitHub or the store knows.
  private typealias Condition = @Sendable (Repository, [UInt8]) -> Bool?

  private let condition: Condition

  package init(_ text: String) { condition = Self.all(LocalQuery(text).nodes) }

  /// Whether a repository passes the filter, or may pass it for its README, note or lists.
  package func matches(_ repository: Repository) -> Bool {
    condition(repository, Self.searchable(repository)) ?? true
  }

  private static func condition(_ node: LocalQuery.Node) -> Condition {
    switch node {
    case .term(let term) where term.field == .readme || term.field == .note: return { _, _ in nil }
    case .term(let term):
      let (word, isInName) = (Array(term.text.lowercased().utf8), term.field == .name)
      return { _, text in
        contains(word, in: isInName ? text.prefix { $0 != UInt8(ascii: "\n") } : text[...])
      }
    case .qualifiers(let qualifiers):
      let filter = RepositoryFilter(qualifiers)
      return { repository, _ in filter.accepts(repository) }
    case .list: return { _, _ in nil }
    case .all(let nodes): return all(nodes)
    case .any(let nodes):
      let none = all(nodes.map { .not($0) })
      return { none($0, $1).map { !$0 } }
    case .not(let node):
      let condition = condition(node)
      return { condition($0, $1).map { !$0 } }
    }
  }

  private static func all(_ nodes: [LocalQuery.Node]) -> Condition {
    let conditions = nodes.map(condition)
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

  private static func contains(_ word: [UInt8], in text: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first else { return true }
    return text.indices.contains { text[$0] == first && text[$0...].starts(with: word) }
  }
}
