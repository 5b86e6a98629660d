/// A query's condition on a repository.
indirect enum SearchExpression {
  case term(SearchTerm)
  case qualifier(SearchQualifier)
  case not(SearchExpression)
  case all([SearchExpression])
  case any([SearchExpression])

  /// The sum of the matching words' scores; nil if the repository does not match.
  func relevance(of entry: SearchEntry, stars: Int, fields: SearchTerm.Fields) -> Int? {
    switch self {
    case .term(let term): return term.relevance(in: entry, fields: fields)
    case .qualifier(let qualifier): return qualifier.matches(entry, stars: stars) ? 0 : nil
    case .not(let inner):
      return inner.relevance(of: entry, stars: stars, fields: fields) == nil ? 0 : nil
    case .all(let parts):
      var sum = 0
      for part in parts {
        guard let score = part.relevance(of: entry, stars: stars, fields: fields) else {
          return nil
        }
        sum += score
      }
      return sum
    case .any(let parts):
      return parts.compactMap { $0.relevance(of: entry, stars: stars, fields: fields) }.max()
    }
  }
}

/// A free word or a quoted phrase of a query.
struct SearchTerm {
  /// The fields to search for words: those of `in:`, or else name, description and topics.
  struct Fields: OptionSet {
    let rawValue: Int

    static let name = Self(rawValue: 1)
    static let description = Self(rawValue: 2)
    static let topics = Self(rawValue: 4)
    static let readme = Self(rawValue: 8)
    static let `default`: Self = [.name, .description, .topics]

    /// Parses the value of `in:`, separated by commas; nil if it has no known field.
    init?(_ list: String) {
      self = list.lowercased().split(separator: ",").reduce(into: []) { fields, name in
        switch name {
        case "name": fields.insert(.name)
        case "description": fields.insert(.description)
        case "topics", "topic": fields.insert(.topics)
        case "readme": fields.insert(.readme)
        default: break
        }
      }
      guard !isEmpty else { return nil }
    }

    init(rawValue: Int) { self.rawValue = rawValue }
  }

  let text: String
  let folded: FoldedText

  init(_ text: String) {
    self.text = text
    folded = FoldedText(text)
  }

  /// The score of the best matching field among `fields`; nil if none matches.
  ///
  /// The generated README contains the name and the description, so the search reads those instead.
  func relevance(in entry: SearchEntry, fields: Fields) -> Int? {
    if fields.contains(.name) || fields.contains(.readme), let score = nameScore(entry) {
      return score
    }
    if fields.contains(.topics), matchesTopic(of: entry.repository) { return 150 }
    if fields.contains(.description) || fields.contains(.readme),
      entry.description.containsWord(beginningWith: folded)
    {
      return 50
    }
    return nil
  }

  private func nameScore(_ entry: SearchEntry) -> Int? {
    if entry.name == folded { return 1_000 }
    if entry.name.hasPrefix(folded) { return 400 }
    if entry.name.contains(folded) { return 200 }
    let isFullName = text.contains("/")
    return isFullName && FoldedText(entry.repository.fullName).contains(folded) ? 1_000 : nil
  }

  private func matchesTopic(of repository: SandboxRepository) -> Bool {
    let wanted = text.lowercased()
    return repository.topics.contains { topic in
      topic == wanted || topic.split(separator: "-").contains { $0 == wanted[...] }
    }
  }
}
