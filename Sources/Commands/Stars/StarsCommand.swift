import ArgumentParser
import Essentials
import GitHubModel
import RepositoryStore
import SearchModel
import SearchUI

/// `ghsearch stars`: the user's own stars, stored on this machine.
struct StarsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.stars.rawValue,
    abstract: "List, search, export and prune your own stars, offline.",
    usage: "ghsearch stars [<command>] [flags]",
    discussion: """
      Your stars are stored in a local copy, which the first command fetches.

      EXAMPLES:
        ghsearch stars --language swift --sort stars
        ghsearch stars search parser
        ghsearch stars prune --archived
      """,
    subcommands: [
      StarsListCommand.self, StarsSyncCommand.self, StarsSearchCommand.self,
      StarsExportCommand.self, StarsImportCommand.self, StarsStatsCommand.self,
      StarsChangesCommand.self, StarsReleasesCommand.self, StarsPruneCommand.self,
      StarsUndoCommand.self,
    ],
    defaultSubcommand: StarsListCommand.self
  )
}

/// `ghsearch stars list`, and `ghsearch stars`.
struct StarsListCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List your stars.",
    usage: "ghsearch stars [list] [flags]",
    discussion: """
      Reads the local copy; `ghsearch stars sync` updates it. The stars of another user are read from \
      GitHub and cached for a day.

      EXAMPLES:
        ghsearch stars --limit 20
        ghsearch stars --user octocat --language swift
        ghsearch stars --topic cli --sort pushed
        ghsearch stars --language rust --json fullName,url

      \(HelpText.fields)
      """
  )

  @Option(help: "Sort order: latest or largest first, names from A to Z.")
  var sort: StarOrder = .starred

  @Option(help: "Direction of the sort. (default: asc for name, otherwise desc)")
  var order: SearchQuery.Order?

  @Flag(help: "Only repositories that were deleted, blocked or made private.")
  var gone = false

  @Flag(name: [.long, .short], help: "Show your stars on the full screen.")
  var interactive = false

  @Flag(name: [.long, .customShort("w")], help: "Open the stars in the browser.")
  var web = false

  @OptionGroup var user: OtherUserOptions
  @OptionGroup var list: StarListOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    try list.output.validate(web: web)
    try user.validate(list.lists)
    if gone { try user.refuse("--gone") }
    guard interactive else { return }
    if web || gone || user.user != nil || list.limit.limit != nil || list.skip > 0
      || !list.lists.isEmpty
      || list.output.formatFlag != nil
    {
      throw ValidationError("--interactive takes only --sort, --order and qualifiers")
    }
    guard screenSort != nil else {
      throw ValidationError("--sort \(sort.rawValue) does not work with --interactive")
    }
  }

  private var screenSort: ListSort? {
    InteractiveSort(rawValue: sort.rawValue)?.order(in: .stars)
  }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    if interactive {
      let qualifiers = try list.qualifiers.list(in: Session(context))
      let start = SearchStart(
        .stars,
        text: qualifiers.map(\.text).joined(separator: " "),
        // The latest first is the own order of the tab, in which a query finds its best matches.
        sort: sort == .starred && order != .ascending ? .bestMatch : screenSort ?? .bestMatch,
        order: order ?? .descending
      )
      var screen = FullScreen(start, context)
      screen.sort = sort.rawValue
      return try await screen.run()
    }
    if web {
      let page = try WebPage.stars(of: user.user, base: Session(context).base)
      return try await Browser.open(page, context)
    }
    return try await list.show(
      user.user.map { "list the stars of \($0)" } ?? "list your stars",
      in: context,
      of: user,
      by: sort,
      order,
      ifNone: user.user.map { "\($0) has no public stars" } ?? "no stars yet"
    ) { own throws(CommandFailure) in
      let stars = try await own.all()
      return FoundStars(gone ? stars.filter { $0.goneAt != nil } : stars)
    }
  }
}

/// `ghsearch stars search`.
struct StarsSearchCommand: ConnectingCommand {
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
      language: and stars: work as in a search. Quote what has a minus or parentheses.

      If nothing matches, words are corrected or left out, and a line says so; related words such as \
      k8s and kubernetes find each other.

      EXAMPLES:
        ghsearch stars search json parser
        ghsearch stars search '"language server" -vim (rust OR go)'
        ghsearch stars search web --not framework --language go

      \(HelpText.fields)
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

  @Option(help: "Direction of the sort. (default: asc for name, otherwise desc)")
  var order: SearchQuery.Order?

  @OptionGroup var user: OtherUserOptions
  @OptionGroup var list: StarListOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    if words.isEmpty, not.isEmpty {
      throw ValidationError("Missing expected argument '<word> ...'")
    }
    try user.validate(list.lists)
    if fields.count < StarField.allCases.count {
      if fields.contains(.note) { try user.refuse("--in note") }
      if fields.contains(.readme) { try user.refuse("--in readme") }
    }
    if let excess = LocalQuery.excess(of: text) { throw ValidationError(excess) }
    if LocalQuery(text).nodes.contains(where: \.isAboutOwnStars) {
      try user.refuse("note:, readme: and list:")
    }
  }

  /// The words and exclusions as one query.
  private var text: String {
    let excluded = not.map { word in
      let word = word.filter { $0 != "\"" }
      return word.contains(where: \.isWhitespace) ? "-\"\(word)\"" : "-\(word)"
    }
    return (words + excluded).joined(separator: " ")
  }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let operation = user.user.map { "search the stars of \($0)" } ?? "search your stars"
    let query = StarQuery(
      QueryWords.inGitHubsWords(text, at: context.now()),
      in: fields,
      isExact: exact
    )
    try StarSelection.check(query.conditions, for: operation)
    return try await list.show(operation, in: context, of: user, by: sort, order) {
      own throws(CommandFailure) in
      let isFiltered = try list.isFiltered(in: own.session)
      let isComplete = sort != .relevance || isFiltered
      return try await own.matching(query, limit: isComplete ? nil : list.reach)
    }
  }
}

extension CaseIterable where Self: RawRepresentable<String> & Hashable & Sendable {
  /// Reads a comma list of values, for an option.
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
  /// Whether it asks for what is known only of the user's own stars.
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

/// The flags for the stars of another user.
struct OtherUserOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The public stars of this user, instead of yours.", valueName: "login"),
    transform: login
  )
  var user: String?

  @Flag(help: "With --user: read the stars again, even if they were read within a day.")
  var noCache = false

  @Sendable private static func login(_ text: String) throws -> String {
    guard RepositoryName.isOwner(text) else {
      throw ValidationError("use a login of letters, digits and hyphens")
    }
    return text
  }

  func validate() throws {
    if noCache, user == nil { throw ValidationError("--no-cache needs --user") }
  }

  /// Refuses flags for lists, which other users' stars are not known to be in.
  func validate(_ lists: StarListFilter) throws {
    if !lists.isEmpty { try refuse(lists.unlisted ? "--unlisted" : "--list") }
  }

  /// Refuses what is known only of the user's own stars.
  func refuse(_ what: String) throws {
    if user != nil { throw ValidationError("--user and \(what) cannot be used together") }
  }
}

/// The flags of commands that list stars, and how these commands run.
struct StarListOptions: ParsableArguments {
  @OptionGroup var limit: RowLimit

  @Option(
    help: "Skip this many of the first stars. (default: 0)",
    transform: WholeNumber.reading(0...Int.max)
  )
  var skip = 0

  /// The number of stars that may be shown or skipped; nil for all.
  var reach: Int? { limit.limit.map { min($0, .max - skip) + skip } }

  @OptionGroup var qualifiers: LocalQualifierOptions
  @OptionGroup var lists: StarListFilter
  @OptionGroup(title: "Output") var output: OutputOptions

  /// Whether some of the stars that are found may be left out.
  func isFiltered(in session: Session) throws(CommandFailure) -> Bool {
    guard lists.isEmpty else { return true }
    return try !StarSelection(qualifiers: qualifiers, session: session).isEmpty()
  }

  /// Prints those of the stars found that match the qualifiers; `operation` is as in
  /// `list your stars`.
  func show(
    _ operation: String,
    in context: Context,
    of user: OtherUserOptions? = nil,
    by sort: StarOrder = .relevance,
    _ order: SearchQuery.Order? = nil,
    counting noun: String = "star",
    _ plural: String? = nil,
    ifNone nothing: String = "no stars match",
    _ find: (StarCopy) async throws(CommandFailure) -> FoundStars
  ) async throws(CommandFailure) -> ExitStatus {
    try await output.deliver(in: context) { context, format throws(CommandFailure) in
      let session = try Session(context)
      let copy = StarCopy(for: operation, session, of: user?.user)
      try await copy.refresh(isForced: user?.noCache ?? false)
      let found = try await find(copy)
      let selected = try StarSelection(qualifiers: qualifiers, session: session)
        .selected(found.stars)
      let stars = try await lists.selected(selected, for: operation, session)
      let shown = Array(sort.sorted(stars, order).prefix(reach ?? .max).dropFirst(skip))
      var matches: [Repository.ID: TextMatch] = [:]
      if format.showsMatches, let query = found.query {
        matches = try await copy.matchedLines(query, of: shown)
      }
      let total = Counted.text(found.total, noun, plural: plural)
      let footer = shown.count == found.total ? total : "\(shown.count) of \(total)"
      var summary = ListSummary(
        shown: shown.count,
        of: found.stars.count == found.total ? stars.count : found.total,
        skipped: skip
      )
      summary.correction = found.correction
      let own = try await session.ownData(for: operation)
      let known = shown.compactMap { star in star.repository.map { ($0, star) } }
      let repositories = known.map(\.0)
      var rows =
        (user?.user == nil
        ? repositories.map(\.starred) : await LocalStars(session).annotated(repositories)).rows()
      for (index, (repository, star)) in known.enumerated() {
        var details = own.details(of: repository.id, star)
        details.match = matches[repository.id]
        rows[index].own = details
      }
      try await context.printList(
        await session.complete(rows, for: format).rows,
        as: format,
        showsStarDates: sort == .starred,
        summary: summary,
        footer: footer,
        ifEmpty: found.stars.isEmpty ? nothing : "no stars match"
      )
      return .success
    }
  }
}

extension Repository {
  /// The repository as one of the user's stars.
  var starred: Repository {
    var repository = self
    repository.isStarred = repository.isStarred ?? true
    return repository
  }
}

extension Star {
  /// When it was starred; nil if GitHub has not said so.
  var knownDate: Date? { starredAt <= .distantPast ? nil : starredAt }
}

/// The flags that select stars by the lists they are in.
struct StarListFilter: ParsableArguments {
  @Option(
    help: ArgumentHelp("Only stars in this list; repeat to match any.", valueName: "list"),
    completion: .starLists
  )
  var list: [String] = []

  @Flag(help: "Only stars that are in no list.")
  var unlisted = false

  /// Whether there is no such flag.
  var isEmpty: Bool { list.isEmpty && !unlisted }

  func validate() throws {
    if unlisted, !list.isEmpty {
      throw ValidationError("--list and --unlisted cannot be used together")
    }
  }

  /// Those of the lists that the flags name; all of them without such a flag.
  func lists(
    among all: [StarListContents],
    for operation: String,
    _ session: Session
  ) throws(CommandFailure) -> [StarListContents] {
    if list.isEmpty { return all }
    var named: Set<StarList.ID> = []
    for text in list {
      let found = try StarListArgument.list(text, among: all, for: operation, session.context)
      named.insert(found.list.id)
    }
    return all.filter { named.contains($0.list.id) }
  }

  /// The stars that are in any of the lists that the flags name, or in none of all; the lists are those of
  /// the copy unless they are given.
  func selected(
    _ stars: [Star],
    from given: [StarListContents]? = nil,
    for operation: String,
    _ session: Session
  ) async throws(CommandFailure) -> [Star] {
    if isEmpty { return stars }
    var all = given ?? []
    if given == nil {
      let copy = StarListCopy(for: operation, session)
      all = try await unlisted ? copy.completeContents() : copy.contents()
    }
    let named = try lists(among: all, for: operation, session)
    let members = Set(named.flatMap(\.members).map(\.id))
    return stars.filter { star in
      star.repository.map { members.contains($0.id) != unlisted } ?? false
    }
  }
}

/// A sort key for stars.
enum StarOrder: String, ExpressibleByArgument, CaseIterable {
  /// The order in which they were found.
  case relevance
  case starred
  case stars
  case pushed
  case updated
  case name

  /// Sorts the stars, names from A to Z and all else from the latest or largest on unless `order` is
  /// given; equal ones stay in the order of starring, or are reversed with the rest.
  func sorted(_ stars: [Star], _ order: SearchQuery.Order?) -> [Star] {
    let natural: SearchQuery.Order = self == .name ? .ascending : .descending
    return (order ?? natural) == natural ? sorted(stars) : sorted(stars).reversed()
  }

  private func sorted(_ stars: [Star]) -> [Star] {
    switch self {
    case .relevance: stars
    case .starred: descending(stars, by: \.starredAt)
    case .stars: descending(stars) { $0.repository?.counts.stars ?? -1 }
    case .pushed: descending(stars) { $0.repository?.dates.pushed ?? .distantPast }
    case .updated: descending(stars) { $0.repository?.dates.updated ?? .distantPast }
    case .name:
      stars.map { (key: $0.name.fullName.lowercased(), star: $0) }.sorted { $0.key < $1.key }
        .map(\.star)
    }
  }

  private func descending(_ stars: [Star], by key: (Star) -> some Comparable) -> [Star] {
    stars.map { (key: key($0), star: $0) }.sorted { $0.key > $1.key }.map(\.star)
  }
}

/// A selection of the user's stars by the qualifiers of a search, evaluated on this machine.
struct StarSelection {
  let qualifiers: LocalQualifierOptions
  let session: Session

  /// The stars that match all qualifiers.
  func selected(_ stars: [Star]) throws(CommandFailure) -> [Star] {
    let filter = RepositoryFilter(try qualifiers.list(in: session))
    return stars.filter { $0.repository.map(filter.accepts) ?? false }
  }

  /// Refuses typed qualifiers that no fact in the copy decides, and values that cannot be read.
  static func check(
    _ qualifiers: [Qualifier],
    for operation: String
  ) throws(CommandFailure) {
    guard let open = RepositoryFilter.unsupported(qualifiers).first else { return }
    if let mistake = QualifierFlag.rangeMistake(open.name.rawValue, open.value) {
      throw CommandFailure(.usage, mistake.what, mistake.why, advice: mistake.advice)
    }
    throw CommandFailure(
      .usage,
      operation,
      "the local copy cannot be filtered by \(open.text)",
      advice: "remove it, or use it in a search on GitHub"
    )
  }

  /// Whether there is no qualifier.
  func isEmpty() throws(CommandFailure) -> Bool { try qualifiers.list(in: session).isEmpty }
}
