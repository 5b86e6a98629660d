import Essentials
import GitHubAPI
import GitHubModel
import Markdown

extension Session {
  /// The rows of a whole list as ``RowCompletion`` completes them, and whether nothing that was asked for is missing.
  ///
  /// `asksStars` reads the star states from GitHub, and `asksReleases` the latest releases although no field names them.
  func complete<Row>(
    _ rows: [RepositoryRow],
    for format: RowFormat<Row>,
    asksStars: Bool = false,
    asksReleases: Bool = false,
    readme: ReadmeSelection = ReadmeSelection()
  ) async -> (rows: [RepositoryRow], isComplete: Bool) {
    var completion = RowCompletion(self, format, asksStars, asksReleases, readme)
    return (await completion.complete(rows), completion.isComplete)
  }
}

/// Completes rows with what the format shows of them beyond a list, the one place that does.
///
/// Values that are there already are not read again. One warning says why values of a kind are not known, in however
/// many pages the rows come.
struct RowCompletion<Row: Sendable> {
  /// Whether nothing is missing that the user has asked for.
  private(set) var isComplete = true
  private var rows: [RepositoryRow] = []
  private let session: Session
  private let client: GitHubAPIClient
  private let format: RowFormat<Row>
  private let asksStars: Bool
  private let asksReleases: Bool
  private let selection: ReadmeSelection
  /// Why reading star states from GitHub failed; it is not tried again.
  private var starFailure: GitHubError?
  /// The subjects of the warnings so far.
  private var warned: Set<String> = []

  init(
    _ session: Session,
    _ format: RowFormat<Row>,
    _ asksStars: Bool,
    _ asksReleases: Bool = false,
    _ selection: ReadmeSelection = ReadmeSelection()
  ) {
    (self.session, self.format, self.selection) = (session, format, selection)
    (self.asksStars, self.asksReleases) = (asksStars, asksReleases)
    client = session.revalidatingClient(acceptingAge: nil)
  }

  mutating func complete(_ rows: [RepositoryRow]) async -> [RepositoryRow] {
    self.rows = rows
    let unknown = asksStars ? rows.map(\.repository).filter { $0.isStarred == nil } : []
    async let states = session.starStates(of: unknown, after: starFailure)
    if format.showsOwnDetails { await readOwnData() }
    await readParts()
    if asksReleases || format.includes("latestRelease") { await readReleases() }
    take(await states)
    return self.rows
  }

  private mutating func readOwnData() async {
    let undated = rows.filter { $0.starredAt == nil }.map(\.repository.id)
    guard let own = await session.ownData(datesOf: undated) else { return }
    for index in rows.indices {
      let id = rows[index].repository.id
      rows[index].own = own.details(of: id)
      rows[index].starredAt = rows[index].starredAt ?? own.dates[id]
    }
  }

  private mutating func take(_ states: StarStates) {
    let known = Dictionary(states.rows.map { ($0.id, $0.isStarred) }) { $1 }
    for index in rows.indices where rows[index].repository.isStarred == nil {
      rows[index].repository.isStarred = known[rows[index].repository.id] ?? nil
    }
    starFailure = states.failure
    let unknown = states.rows.filter { $0.isStarred == nil }
    guard !unknown.isEmpty else { return }
    let failure = states.failure ?? StarStates.missing("some are not in the response")
    switch failure.kind {
    // An unreadable token has already been reported, and an interruption needs no warning.
    case .localFile, .cancelled: return
    // Without a token, or on a server without node IDs, star states are not expected.
    case .tokenMissing where !format.requestsStars: return
    case .tokenMissing: break
    default:
      guard format.requestsStars || unknown.contains(where: { $0.nodeID != nil }) else { return }
      if format.fields != nil { isComplete = false }
    }
    warn("star states", CommandFailure(failure, in: session.context))
  }

  /// A value that takes a request for each row.
  private enum Part: Sendable {
    case growth(days: Int)
    case readme, languages
  }

  /// Reads all parts of all rows, several at a time; a failure that every other call would meet ends it.
  private mutating func readParts() async {
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
      warn("some stars gained", StarHistories.failure(growthFailure, session))
    }
    if let textFailure {
      let texts = [readme.map { _ in "READMEs" }, languages.map { _ in "languages" }]
      warn("some " + texts.compactMap(\.self).joined(separator: " or "), textFailure)
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
  private mutating func readReleases() async {
    let places = Dictionary(grouping: rows.indices) { rows[$0].repository.nodeID }
    var batches = NodeBatches(of: places.keys.compactMap(\.self).sorted(), query: Endpoint.facts)
    do throws(GitHubError) {
      while let results = try await batches.next(from: session.client) {
        for case (let node, .found(let facts)) in results {
          for place in places[node] ?? [] { rows[place].latestRelease = facts.latestRelease }
        }
      }
    } catch {
      warn("some latest releases", error)
    }
  }

  private mutating func warn(_ what: String, _ error: GitHubError) {
    isComplete = false
    guard error.kind != .cancelled else { return }
    warn(what, CommandFailure(error, in: session.context))
  }

  private mutating func warn(_ what: String, _ failure: CommandFailure) {
    guard warned.insert(what).inserted else { return }
    session.context.warn("\(what) are unknown", failure.why, advice: failure.advice)
  }
}
