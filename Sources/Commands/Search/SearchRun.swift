import Core
import Discovery
import GitHubAPI
import GitHubModel
import Output
import Terminal

/// One search from the first page to the last, its rows written as they arrive.
struct SearchRun {
  /// The number of matches to fetch.
  enum Scope {
    /// This many rows, after those that are skipped.
    case rows(Int, skip: Int)
    case everything

    /// The rank of the first row.
    var firstRank: Int {
      switch self {
      case .rows(_, let skip): skip + 1
      case .everything: 1
      }
    }

    var limit: Int {
      switch self {
      case .rows(let limit, _): limit
      case .everything: .max
      }
    }
  }

  private var query: SearchQuery
  /// The words of the query as typed.
  private let words: [String]
  private let scope: Scope
  private let filter: Bool?
  private let format: OutputFormat
  private let session: Session
  private let context: Context
  private var completion: RowCompletion
  /// Whether to search for other texts if nothing is found; nil for the default of the format.
  private let relaxes: Bool?
  /// The texts to try next; nil until a search has found nothing.
  private var ladder: [String]?
  /// The text that would be tried next if enough requests were left.
  private var unaffordable: String?
  private var relaxed: RelaxedSearch?
  /// The names that row numbers stand for afterwards.
  private var names: [RepositoryName] = []

  /// Creates a search, with the words of its query as typed.
  ///
  /// `filter` is true for starred rows only, false for the others only, nil
  /// for all. `relaxes` says whether other texts are searched for if nothing is found; nil for the default: in a table
  /// on a terminal, and in a REPL.
  init(
    _ query: SearchQuery,
    words: [String],
    _ scope: Scope,
    filter: Bool? = nil,
    relaxes: Bool? = nil,
    format: OutputFormat,
    _ session: Session,
    _ context: Context
  ) {
    (self.query, self.scope, self.filter, self.format) = (query, scope, filter, format)
    (self.words, self.relaxes) = (words, relaxes)
    (self.session, self.context) = (session, context)
    completion = RowCompletion(
      session,
      format.needs(inTable: RowNeeds(ownData: true, stars: .shown))
    )
  }

  mutating func execute(_ client: GitHubAPIClient) async throws(OperationFailure) -> ExitStatus {
    var isComplete = false
    // A search that fails before its first row leaves the numbers as they were.
    defer {
      if isComplete || !names.isEmpty {
        RowList(in: context).replace(with: names, from: scope.firstRank)
      }
    }
    let typed = query
    var status: ExitStatus?
    while status == nil {
      switch scope {
      case .rows(let limit, let skip):
        // With a filter, the number of results to look at is not known in advance.
        let results = filter == nil ? limit : SearchPages.reachable
        let pages = client.search(query, limit: results, skip: skip)
        status = try await write(pages, typed)
      case .everything: status = try await write(client.searchAll(query), typed)
      }
    }
    isComplete = true
    return status ?? .success
  }

  /// Whether to search for the next text of the ladder, since a page has nothing.
  private mutating func relax(after page: APIResponse<RepositoryPage>) async -> Bool {
    let hasNothing =
      page.value.repositories.isEmpty && page.value.totalCount ?? 0 == 0
      && page.value.skippedCount == 0 && !page.value.isIncomplete
    guard hasNothing, relaxes ?? relaxesByDefault else { return false }
    if ladder == nil {
      let texts = await otherTexts()
      let isAffordable = texts.count <= page.rateLimit?.remaining ?? .max
      ladder = isAffordable ? texts : []
      unaffordable = isAffordable ? nil : texts.first
    }
    guard let text = ladder?.first else { return false }
    ladder?.removeFirst()
    relaxed = RelaxedSearch(words: words, to: text)
    query = query.with(text: text)
    return true
  }

  private var relaxesByDefault: Bool {
    if context.shownRows != nil { return true }
    if case .table = format { return context.terminal != nil }
    return false
  }

  /// The texts to search for if the query finds nothing; none for what looks like a command.
  private func otherTexts() async -> [String] {
    guard !hint.isCommand, let ladder = QueryLadder(query.text, beside: query.qualifiers) else {
      return []
    }
    return ladder.texts(await session.library.counts(of: ladder.subject))
  }

  private var hint: SearchHint {
    SearchHint(query: query, base: session.base, isSearchNamed: context.namesCommand)
  }

  /// Writes the rows of a search; nil if it has found nothing, and ``query`` is another one to try.
  private mutating func write<Pages: AsyncSequence>(
    _ pages: Pages,
    _ typed: SearchQuery
  ) async throws(OperationFailure) -> ExitStatus?
  where Pages.Element == APIResponse<RepositoryPage>, Pages.Failure == GitHubError {
    var printer = RowPrinter(format, in: context)
    var rank = scope.firstRank
    var summary = SearchSummary(scope, filter: filter)
    var pages = pages.makeAsyncIterator()
    while true {
      let page: APIResponse<RepositoryPage>?
      var chosen: [Repository] = []
      do throws(GitHubError) {
        page = try await pages.next(isolation: nil)
        if let page { chosen = try await rows(of: page.value.repositories, &summary) }
      } catch {
        throw try await failure(error, printer, summary)
      }
      guard let page else { break }
      if !summary.hasPages {
        if await relax(after: page) { return nil }
        if page.value.repositories.isEmpty, relaxed != nil { (query, relaxed) = (typed, nil) }
        if let relaxed { say("showing", relaxed.to, insteadOf: typed) }
        if summary.isEverything, let cost = SearchSummary.forecast(page) { context.note(cost) }
        try printer.begin()
      }
      var listed = await completion.complete(chosen.rows(from: rank))
      for index in listed.indices { listed[index].query = query.text }
      rank += listed.count
      try printer.write(listed)
      if names.count < Self.maxNames { names += chosen.map(\.name) }
      session.library.keep(page)
      summary.add(page, written: chosen.count)
      guard summary.writtenCount < scope.limit else {
        summary.unreadCount =
          page.value.repositories.reversed()
          .prefix { $0.id != chosen.last?.id }.count
        break
      }
    }
    try await printer.end()
    return await report(summary)
  }

  /// Row numbers beyond this are not supported.
  private static let maxNames = 1000

  /// The rows of a page to write.
  ///
  /// - Throws: ``GitHubError`` if rows are filtered by star states that cannot be read.
  private func rows(
    of page: [Repository],
    _ summary: inout SearchSummary
  ) async throws(GitHubError) -> [Repository] {
    var rows = page
    if let filter {
      let annotated = try await session.requiredStates(of: page)
      rows = annotated.filter { $0.isStarred == filter }
      summary.unknownCount += annotated.count { $0.isStarred == nil }
    }
    return Array(rows.prefix(scope.limit - summary.writtenCount))
  }

  /// Completes the output written before a failure, such as a JSON array.
  private func failure(
    _ error: GitHubError,
    _ printer: RowPrinter<RepositoryRow>,
    _ summary: SearchSummary
  ) async throws(OperationFailure) -> OperationFailure {
    let failure = OperationFailure(error, in: context.world)
    guard summary.hasPages else { return failure }
    try await printer.end(isPaged: false)
    var list = summary.list
    list.isIncomplete = true
    list.relaxed = relaxed
    context.summarize(list, nil)
    let isCanceled = error.kind == .canceled
    guard summary.rowCount > 0, !isCanceled || summary.isEverything else { return failure }
    let written = CompactNumber.grouped(summary.writtenCount)
    let rows =
      summary.wantedCount.map { "\(written) of \(CompactNumber.grouped($0)) rows" }
      ?? Counted.text(summary.writtenCount, "row")
    let stopped = failure.with(
      summary.writtenCount > 0 && !isCanceled ? .partial : nil,
      why: isCanceled ? "canceled after \(rows)" : "stopped after \(rows): \(failure.why)",
      advice: [failure.advice, summary.resumption(error)]
    )
    // Users know why it ends, but not how to continue a search that takes minutes.
    if isCanceled { context.report(stopped) }
    return stopped
  }

  /// Prints the footer, warnings and hints on standard error; returns how the search ends.
  ///
  /// A mistyped command is not a success, so that a script stops there.
  private func report(_ summary: SearchSummary) async -> ExitStatus {
    var footer: String?
    if case .table = format, summary.rowCount > 0 { footer = summary.footer }
    let hasSummary = footer != nil || context.messageFormat == .json
    for warning in summary.warnings(query, hasFooter: hasSummary) { context.warn(warning) }
    var list = summary.list
    list.relaxed = relaxed
    context.summarize(list, footer)
    let hint = hint
    if let meant = hint.suggestedCommand, summary.isEmpty || context.errorTerminal != nil {
      context.note(meant)
    }
    guard summary.isEmpty else {
      let isPartial = summary.unreachableCount > 0 || summary.unknownCount > 0
      return isPartial ? .partial : completion.status
    }
    for sentence in hint.sentences { context.note(sentence) }
    if !hint.isCommand, let name = await session.library.nearestName(to: query.text) {
      context.note("ghsearch: did you mean \(SafeText(name, longest: 100))?")
    }
    if let unaffordable {
      say("too few searches are left this minute for", unaffordable, insteadOf: query)
    } else if relaxes == nil, !relaxesByDefault, let text = await otherTexts().first {
      say("--relax searches for", text, insteadOf: query)
    }
    return hint.isCommand ? .usage : .success
  }

  /// Writes a line such as `nothing has all 7 words; showing: photo backup`.
  private func say(_ words: String, _ text: String, insteadOf typed: SearchQuery) {
    let reason = QueryLadder(typed.text)?.sentence ?? "nothing matches"
    let text = SafeText(text, longest: 300)
    context.note("ghsearch: \(reason); \(words): \(text)")
  }
}
