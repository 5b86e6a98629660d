import ArgumentParser
import Core
import GitHubModel
import Output
import RepositoryStore
import Stars

struct StarsSearchCommand: RowCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Search your stars.",
    usage: "ghsearch stars search <word> ... [flags]",
    discussion: """
      Finds stars with all of the words in the name, topics, language, description, note or README, \
      ranked in that order. The last word also matches as a prefix, and Chinese, Japanese and Korean words are \
      found anywhere in a text. READMEs are searched if `ghsearch stars sync --readmes` has fetched \
      them. Works offline.

      "Quoted words" match as a phrase, -word excludes, OR is between alternatives, and parentheses \
      group. name:, note: and readme: search one field, list: one of your lists, and qualifiers such as \
      language: and stars: work as in a search. Quote words that contain a minus sign or \
      parentheses.

      If no star has all of the words, misspelled words are corrected, and then those with most of the \
      words are shown, with a message. Questions work: words such as "something" do not count. Related \
      words such as k8s and kubernetes match each other.

      EXAMPLES:
        ghsearch stars search json parser
        ghsearch stars search '"language server" -vim (rust OR go)'
        ghsearch stars search web --not framework --language go

      \(CommandHelp.fields)
      """
  )

  @Argument(help: ArgumentHelp("Word to search for.", valueName: "word"))
  var words: [String] = []

  @Option(help: ArgumentHelp("Exclude a word or phrase; repeat for more.", valueName: "word"))
  var not: [String] = []

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "Fields to search: name, topics, description, note, readme.",
      valueName: "fields"
    ),
    completion: .list(StarField.allCases.map(\.rawValue)),
    transform: StarField.commaList
  )
  var fields: Set<StarField> = Set(StarField.allCases)

  @Flag(help: "Find the words as typed: no corrections, no related words.")
  var exact = false

  @Option(help: "Sort order: best, latest or largest first, names from A to Z.")
  var sort: StarOrder = .relevance

  @OptionGroup var range: RowRange

  @OptionGroup var user: OtherUserOptions
  @OptionGroup var filter: StarFilter
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    if words.isEmpty, not.isEmpty {
      throw ValidationError("Missing expected argument '<word> ...'")
    }
    try user.validate(filter)
    if fields.count < StarField.allCases.count {
      if fields.contains(.note) { try user.refuse("--in note") }
      if fields.contains(.readme) { try user.refuse("--in readme") }
    }
    if let excess = LocalQuery.excess(of: text) { throw ValidationError(excess) }
    if LocalQuery(text).nodes.contains(where: \.isAboutOwnStars) {
      try user.refuse("note:, readme: and list:")
    }
  }

  private var text: String {
    let excluded = not.map { word in
      let word = word.filter { $0 != "\"" }
      return word.contains(where: \.isWhitespace) ? "-\"\(word)\"" : "-\(word)"
    }
    return (words + excluded).joined(separator: " ")
  }

  func run(_ session: Session, _ context: Context, as format: OutputFormat)
    async throws(OperationFailure) -> ExitStatus
  {
    let expanded = QueryWords.withRangesForGitHub(text, at: context.world.now())
    if let excess = LocalQuery.excess(of: expanded) {
      throw OperationFailure(.usage, excess, advice: "use a shorter query")
    }
    let query = StarQuery(expanded, in: fields, isExact: exact)
    try StarFilter.check(query.conditions)
    let copy = try await user.copy(session)
    let isFiltered = try !filter.isEmpty(in: session)
    // Only this order puts the best matches first.
    let needsAll = sort != .relevance || range.order == .ascending || isFiltered
    let found = try await copy.matching(query, limit: needsAll ? nil : range.reach)
    let listing = StarListing(sort, range, filter, session, context)
    return try await listing.print(found.stars, foundBy: found, of: copy, as: format)
  }
}

extension CaseIterable where Self: RawRepresentable<String> & Hashable & Sendable {
  /// Reads a comma-separated list of values for an option.
  @Sendable static func commaList(_ text: String) throws -> Set<Self> {
    Set(
      try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
        guard let value = Self(rawValue: String(name.filter { $0 != " " })) else {
          throw ValidationError("use \(allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return value
      }
    )
  }
}

extension LocalQuery.Node {
  /// Whether the value is known only for the user's own stars.
  fileprivate var isAboutOwnStars: Bool {
    switch self {
    case .term(let term): term.field == .note || term.field == .readme
    case .list: true
    case .qualifiers(let qualifiers): qualifiers.contains { $0.isAboutOwnStars }
    case .all(let nodes), .any(let nodes): nodes.contains(where: \.isAboutOwnStars)
    case .not(let node): node.isAboutOwnStars
    }
  }
}

extension Qualifier {
  fileprivate var isAboutOwnStars: Bool {
    StarField.named(by: self).map { $0.contains(.note) || $0.contains(.readme) } ?? false
  }
}
