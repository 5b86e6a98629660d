import GitHubModel
import SearchModel

/// Qualifiers and their values, as far as this program knows them.
enum QualifierWords {
  /// What a word of a query can become.
  static func candidates(_ word: String, _ state: SearchState) -> [String] {
    guard let colon = word.firstIndex(of: ":") else {
      let mark = word.hasPrefix("-") ? "-" : ""
      return Qualifier.names.sorted().map { "\(mark)\($0):" }
    }
    let head = word[...colon]
    let name = head.dropLast().drop { $0 == "-" }
    return values(of: String(name), state).map { head + quoted($0) }
  }

  private static func values(of name: String, _ state: SearchState) -> [String] {
    let favourites = state.rows.map(\.repository).filter { state.favourites.contains($0.id) }
    switch name {
    case "language": return LanguageNames.usual
    case "sort": return SearchQuery.Sort.allCases.map(\.rawValue)
    case "repo": return unique(favourites.map(\.name.fullName))
    case "user", "org":
      return unique((favourites.isEmpty ? rows(state) : favourites).map(\.owner.login))
    case "topic": return unique(rows(state).flatMap { $0.topics ?? [] })
    default: return fixed[name] ?? []
    }
  }

  private static func rows(_ state: SearchState) -> [Repository] {
    state.rows.map(\.repository)
  }

  private static func unique(_ values: [String]) -> [String] {
    Set(values).sorted().filter { !$0.isEmpty && $0.unicodeScalars.allSatisfy(isPlain) }
  }

  /// Names and topics are letters, digits and a few signs; whatever else is not for a line to edit.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    0x21...0x7E ~= scalar.value && scalar != "\""
  }

  private static func quoted(_ value: String) -> String {
    value.contains(" ") ? "\"\(value)\"" : value
  }

  /// From GitHub's documentation on searching for repositories.
  private static let fixed: [String: [String]] = [
    "archived": ["true", "false"], "fork": ["true", "only"], "mirror": ["true", "false"],
    "template": ["true", "false"], "in": ["description", "name", "readme", "topics"],
    "is": ["private", "public", "sponsorable"], "has": ["funding-file"],
    "license": [
      "agpl-3.0", "apache-2.0", "bsd-2-clause", "bsd-3-clause", "cc0-1.0", "gpl-2.0", "gpl-3.0",
      "isc", "lgpl-2.1", "lgpl-3.0", "mit", "mpl-2.0", "unlicense",
    ],
  ]
}
