package import GitHubModel
import SearchModel

/// The qualifiers and their known values.
package enum QualifierWords {
  /// Earlier results, which complete the values of some qualifiers.
  package struct Seen {
    var repositories: [String] = []
    var owners: [String] = []
    var topics: [String] = []
    /// How often a qualifier such as `language:swift` was typed or fits a row.
    private var uses: [String: Int] = [:]

    /// Collects the names of rows shown.
    package init(_ names: [RepositoryName]) {
      (repositories, owners) = (names.map(\.fullName), names.map(\.owner))
    }

    /// Collects the rows, or only the favorites among them, if any.
    init(_ state: SearchState) {
      let rows = state.rows.map(\.repository)
      let favorites = rows.filter { state.favorites.contains($0.id) }
      repositories = favorites.map(\.name.fullName)
      owners = (favorites.isEmpty ? rows : favorites).map(\.owner.login)
      topics = rows.flatMap { $0.topics ?? [] }
      let typed = state.history.flatMap {
        $0.split(whereSeparator: \.isWhitespace).map(String.init)
      }
      let fitting =
        rows.compactMap(\.language).map { "language:\($0)" } + topics.map { "topic:\($0)" }
        + rows.map { "user:\($0.owner.login)" }
      for word in typed + fitting { uses[word.lowercased(), default: 0] += 1 }
    }

    /// The words, most used first.
    func mostUsedFirst(_ words: [String]) -> [String] {
      words.enumerated()
        .map { (uses[$1.lowercased().replacing("\"", with: "")] ?? 0, -$0, $1) }
        .sorted { ($0.0, $0.1) > ($1.0, $1.1) }
        .map(\.2)
    }
  }

  /// The completions of a word in a query.
  package static func candidates(_ word: String, _ seen: Seen) -> [String] {
    guard let colon = word.firstIndex(of: ":") else {
      let mark = word.hasPrefix("-") ? "-" : ""
      return Qualifier.names.sorted().map { "\(mark)\($0):" }
    }
    let head = word[...colon]
    let name = head.dropLast().drop { $0 == "-" }
    return values(of: String(name), seen).map { head + quoted($0) }
  }

  /// Whether a word is a qualifier with an incomplete or invalid value.
  static func isIncomplete(_ word: String) -> Bool {
    guard let colon = word.firstIndex(of: ":") else { return false }
    let name = word[..<colon].drop { $0 == "-" }.lowercased()
    let value = word[colon...].dropFirst()
    return Qualifier.names.contains(name) && !isComplete(value, of: name)
  }

  private static func isComplete(_ value: Substring, of name: String) -> Bool {
    if Qualifier.Name(rawValue: name)?.mistake(in: String(value)) != nil { return false }
    // Not all licenses are known here.
    if name != "license", let choices = fixed[name] { return choices.contains(value.lowercased()) }
    return value.contains { !"\"<>=.".contains($0) } && value.count(where: { $0 == "\"" }) % 2 == 0
  }

  private static func values(of name: String, _ seen: Seen) -> [String] {
    switch name {
    case "language":
      LanguageNames.popular + LanguageNames.common.filter { !LanguageNames.popular.contains($0) }
    case "sort": SearchQuery.Sort.allCases.map(\.rawValue)
    case "repo": unique(seen.repositories)
    case "user", "org": unique(seen.owners)
    case "topic": unique(seen.topics)
    default: fixed[name] ?? []
    }
  }

  private static func unique(_ values: [String]) -> [String] {
    Set(values).sorted().filter { !$0.isEmpty && $0.unicodeScalars.allSatisfy(isPlain) }
  }

  /// Whether a character may be inserted into a line: names and topics are printable ASCII.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    0x21...0x7E ~= scalar.value && scalar != "\""
  }

  private static func quoted(_ value: String) -> String {
    value.contains(" ") ? "\"\(value)\"" : value
  }

  /// The fixed values in GitHub's documentation of the repository search.
  private static let fixed: [String: [String]] = [
    "archived": ["true", "false"], "fork": ["true", "only"], "mirror": ["true", "false"],
    "template": ["true", "false"], "in": ["description", "name", "readme", "topics"],
    "is": ["private", "public", "sponsorable"], "has": ["funding-file"],
    "license": LicenseKeys.common,
  ]
}
