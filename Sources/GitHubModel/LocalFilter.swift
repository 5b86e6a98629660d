/// Whether a known repository matches a query, as far as that is known without its README, note and lists.
///
/// Words occur anywhere in the name, the description, the topics or the language, whatever their case.
/// Qualifiers that the repository itself can answer are applied, others ignored: what passes is a
/// preview, and is marked as one.
package struct LocalFilter: Sendable {
  private indirect enum Condition: Sendable {
    case word([UInt8], in: LocalQuery.Field?)
    case filter(RepositoryFilter)
    /// Only GitHub or the store knows.
    case unknown
    case all([Condition])
    case any([Condition])
    case not(Condition)

    init(_ node: LocalQuery.Node) {
      self =
        switch node {
        case .term(let term) where term.field == .readme || term.field == .note: .unknown
        case .term(let term): .word(Array(term.text.lowercased().utf8), in: term.field)
        case .qualifiers(let qualifiers): .filter(RepositoryFilter(qualifiers))
        case .list: .unknown
        case .all(let nodes): .all(nodes.map(Self.init))
        case .any(let nodes): .any(nodes.map(Self.init))
        case .not(let node): .not(Self(node))
        }
    }
  }

  private let condition: Condition

  package init(_ text: String) { self.init(LocalQuery(text)) }

  package init(_ query: LocalQuery) { condition = .all(query.nodes.map(Condition.init)) }

  /// Whether a repository passes the filter; `unknown` if only its README, note or lists decide that.
  package func matches(_ repository: Repository, unknown: Bool = true) -> Bool {
    matches(condition, repository, Self.searchable(repository)) ?? unknown
  }

  /// Nil if that is not known.
  private func matches(
    _ condition: Condition,
    _ repository: Repository,
    _ text: [UInt8]
  ) -> Bool? {
    switch condition {
    case .word(let word, nil): return Self.contains(word, in: text)
    case .word(let word, .some):
      let name = text.prefix { $0 != UInt8(ascii: "\n") }
      return Self.contains(word, in: Array(name))
    case .filter(let filter): return filter.accepts(repository)
    case .unknown: return nil
    case .all(let conditions):
      let known = conditions.map { matches($0, repository, text) }
      return known.contains(false) ? false : known.contains(nil) ? nil : true
    case .any(let conditions):
      let known = conditions.map { matches($0, repository, text) }
      return known.contains(true) ? true : known.contains(nil) ? nil : false
    case .not(let condition): return matches(condition, repository, text).map { !$0 }
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

  private static func contains(_ word: [UInt8], in text: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    var start = 0
    while start + word.count <= text.count {
      if text[start] == first, matches(word, at: start, in: text) { return true }
      start += 1
    }
    return false
  }

  private static func matches(_ word: [UInt8], at start: Int, in text: [UInt8]) -> Bool {
    var offset = 1
    while offset < word.count, text[start + offset] == word[offset] { offset += 1 }
    return offset == word.count
  }
}
