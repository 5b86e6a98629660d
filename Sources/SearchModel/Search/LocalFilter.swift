package import GitHubModel

/// Whether a known repository matches a text, as far as that can be told without GitHub.
///
/// Words must all occur in the name, the description, the topics or the language, whatever their
/// case. Qualifiers that a repository itself answers are heeded, others passed over: what this lets
/// through is a preview and marked as such.
package struct LocalFilter: Sendable {
  private var words: [[UInt8]] = []
  private var conditions: [@Sendable (Repository) -> Bool] = []

  package init(_ text: String) {
    let terms = QueryWords(text).terms
    // What OR and NOT bind to is GitHub's to say.
    let isPlain = !terms.contains { if case .logic = $0 { true } else { false } }
    for term in terms {
      switch term {
      case .text(let word): if isPlain { words.append(Array(word.lowercased().utf8)) }
      case .qualifier(let name, let value, let isNegated):
        guard let condition = Self.condition(name, value.lowercased()) else { continue }
        conditions.append { condition($0) != isNegated }
      case .logic: break
      }
    }
  }

  package func matches(_ repository: Repository) -> Bool {
    guard conditions.allSatisfy({ $0(repository) }) else { return false }
    guard !words.isEmpty else { return true }
    let text = Self.searchable(repository)
    return words.allSatisfy { Self.contains($0, in: text) }
  }

  /// A description may have 65,000 characters; its first ones say what it is about.
  private static let longestDescription = 1_000

  private static func searchable(_ repository: Repository) -> [UInt8] {
    var text = repository.name.fullName
    for part in repository.topics ?? [] { text += "\n\(part)" }
    text += "\n\(repository.language ?? "")\n"
    text += repository.description?.prefix(longestDescription) ?? ""
    return Array(text.lowercased().utf8)
  }

  private static func contains(_ word: [UInt8], in text: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    guard text.count >= word.count else { return false }
    return (0...(text.count - word.count)).contains { start in
      text[start] == first && text[start..<(start + word.count)].elementsEqual(word)
    }
  }
}

// MARK: - Qualifiers

extension LocalFilter {
  /// What a repository must fulfil, or nil when it cannot be told from what is known of it.
  private static func condition(
    _ name: String,
    _ value: String
  ) -> (@Sendable (Repository) -> Bool)? {
    switch name {
    case "language": return { $0.language?.lowercased() == value }
    case "user", "org": return { $0.owner.login.lowercased() == value }
    case "repo": return { $0.name.fullName.lowercased() == value }
    case "topic": return { $0.topics?.contains { $0.lowercased() == value } ?? false }
    case "license": return { $0.license?.key.lowercased() == value }
    case "archived": return { $0.flags.isArchived == (value == "true") }
    case "stars": return range(value) { $0.stars }
    case "forks": return range(value) { $0.forks }
    default: return nil
    }
  }

  /// An unknown count lies in no range.
  private static func range(
    _ text: String,
    _ count: @escaping @Sendable (Repository.Counts) -> Int?
  ) -> (@Sendable (Repository) -> Bool)? {
    guard let range = NumberRange(text) else { return nil }
    return { repository in
      guard let number = count(repository.counts) else { return false }
      return range.contains(number)
    }
  }
}
