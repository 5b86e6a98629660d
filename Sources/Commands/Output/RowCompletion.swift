import Essentials
import GitHubAPI
import GitHubModel
import Markdown

extension Session {
  /// Completes rows with what the format shows of them beyond a list, the one place that does.
  ///
  /// Values that are there already are not read again. A warning says why some of it is not known; then the rows are not
  /// complete. `asksStars` reads the star states from GitHub; `asksReleases` and `showsOwn` read the latest releases and
  /// the user's own data for rows of columns, too.
  func complete<Row>(
    _ rows: [RepositoryRow],
    for format: RowFormat<Row>,
    asksStars: Bool = false,
    asksReleases: Bool = false,
    readme: ReadmeSelection = ReadmeSelection(),
    showsOwn: Bool = false
  ) async -> (rows: [RepositoryRow], isComplete: Bool) {
    var completion = RowCompletion(rows, format, self, readme)
    if asksStars { await completion.readStars() }
    if showsOwn || format.showsOwnDetails { await completion.readOwnData() }
    await completion.readParts()
    if asksReleases || format.includes("latestRelease") { await completion.readReleases() }
    return (completion.rows, completion.isComplete)
  }
}

private struct RowCompletion<Row: Sendable> {
  private(set) var rows: [RepositoryRow]
  private(set) var isComplete = true
  private let format: RowFormat<Row>
  private let session: Session
  private let client: GitHubAPIClient
  private let selection: ReadmeSelection

  init(
    _ rows: [RepositoryRow],
    _ format: RowFormat<Row>,
    _ session: Session,
    _ selection: ReadmeSelection
  ) {
    (self.rows, self.format, self.session, self.selection) = (rows, format, session, selection)
    client = session.revalidatingClient(acceptingAge: nil)
  }

  mutating func readOwnData() async {
    let ids = rows.filter { $0.own == nil }.map(\.repository.id)
    guard !ids.isEmpty, let own = await session.ownData(of: ids) else { return }
    for index in rows.indices where rows[index].own == nil {
      rows[index].own = own.details(of: rows[index].repository.id)
    }
  }

  mutating func readStars() async {
    var states = StarStates(session, isRequested: format.requestsStars)
    let known = await states.annotated(rows.map(\.repository))
    for index in rows.indices { rows[index].repository.isStarred = known[index].isStarred }
  }

  /// A value that takes a request for each row.
  private enum Part: Sendable {
    case growth(days: Int)
    case readme, languages
  }

  /// Reads all parts of all rows, several at a time; a failure that every other call would meet ends it.
  mutating func readParts() async {
    let growth = format.historyDays.map { Part.growth(days: $0) }
    let readme = format.includes("readme", "outline") ? Part.readme : nil
    let languages = format.includes("languages") ? Part.languages : nil
    let calls = rows.enumerated().flatMap { place, row in
      // Some rows have a history already, which may not go back a year.
      let known = row.growth
      let isKnown = known != nil && (known?.year != nil || format.historyDays != 365)
      let parts = [isKnown ? nil : growth, readme, languages].compactMap(\.self)
      return parts.map { (place: place, name: row.repository.name, part: $0) }
    }
    if calls.isEmpty { return }
    let (histories, client) = (StarHistories(session), client)
    let now = session.context.now()
    let results = await ConcurrentCalls.results(calls, ends: \.endsBatch) {
      call async throws(GitHubError) -> @Sendable (inout RepositoryRow) -> Void in
      switch call.part {
      case .growth(let days):
        let since = now.addingTimeInterval(Double(-days - 1) * 86_400)
        let growth = StarGrowth(try await histories.history(of: call.name, since: since))
        return { $0.growth = growth }
      case .readme:
        let text = try await client.send(.readme(call.name, longest: .max)).value
        return { $0.readme = text }
      case .languages:
        let languages = try await client.send(.languages(call.name)).value
        return { $0.languages = languages }
      }
    }
    var (growthFailure, textFailure) = (nil as GitHubError?, nil as GitHubError?)
    for (call, result) in results {
      switch (result, call.part) {
      case (.success(let take), _): take(&rows[call.place])
      case (.failure(let error), .growth): growthFailure = growthFailure ?? error
      case (.failure(let error), _): textFailure = textFailure ?? error
      }
    }
    for index in rows.indices { rows[index] = selected(rows[index]) }
    if let growthFailure, growthFailure.kind != .cancelled {
      let reason = StarHistories.failure(growthFailure, session)
      session.context.warn("some stars gained are unknown", reason.why, advice: reason.advice)
    }
    if let textFailure {
      let texts = [readme.map { _ in "READMEs" }, languages.map { _ in "languages" }]
      warn(texts.compactMap(\.self).joined(separator: " or "), textFailure)
    }
  }

  /// Puts the parts of the README in its place that are shown.
  private mutating func selected(_ row: RepositoryRow) -> RepositoryRow {
    var row = row
    guard let readme = row.readme else { return row }
    if format.includes("outline") { row.outline = MarkdownOutline(readme) }
    guard format.includes("readme") else { return row }
    do throws(CommandFailure) {
      row.readme = try selection.text(of: readme)
    } catch {
      row.readme = nil
      session.context.report(error.with(what: "\(row.repository.name): \(error.what)"))
      isComplete = false
    }
    return row
  }

  /// Reads the latest releases, which GitHub tells for 100 in a request.
  mutating func readReleases() async {
    let places = Dictionary(grouping: rows.indices) { rows[$0].repository.nodeID }
    var batches = NodeBatches(of: places.keys.compactMap(\.self).sorted(), query: Endpoint.facts)
    do throws(GitHubError) {
      while let results = try await batches.next(from: session.client) {
        for case (let node, .found(let facts)) in results {
          for place in places[node] ?? [] { rows[place].latestRelease = facts.latestRelease }
        }
      }
    } catch {
      warn("latest releases", error)
    }
  }

  private mutating func warn(_ what: String, _ error: GitHubError) {
    isComplete = false
    guard error.kind != .cancelled else { return }
    let failure = CommandFailure(error, in: session.context)
    session.context.warn("some \(what) are unknown", failure.why, advice: failure.advice)
  }
}
