import Essentials
import GitHubAPI
import GitHubModel
import Markdown

extension Context {
  /// The rows of a whole list as ``RowCompletion`` completes them, and the exit status that this leads to.
  func complete(
    _ rows: [RepositoryRow],
    with needs: RowNeeds,
    _ session: Session,
    readme: ReadmeSelection = ReadmeSelection()
  ) async -> (rows: [RepositoryRow], status: ExitStatus) {
    var completion = RowCompletion(session, self, needs, readme)
    return (await completion.complete(rows), completion.status)
  }
}

/// Adds the values that the output format needs and a list response lacks.
///
/// Values that are there already are not read again. One warning says why values of a kind are not known, in however
/// many pages the rows come.
struct RowCompletion {
  /// ``ExitStatus/partial`` once a value is missing that the user has asked for.
  private(set) var status = ExitStatus.success
  private var rows: [RepositoryRow] = []
  private let session: Session
  private let context: Context
  private let client: GitHubAPIClient
  private let needs: RowNeeds
  private let selection: ReadmeSelection
  /// Why reading star states from GitHub failed; it is not tried again.
  private var starFailure: GitHubError?
  /// The warnings so far.
  private var warned: Set<String> = []

  init(
    _ session: Session,
    _ context: Context,
    _ needs: RowNeeds,
    _ selection: ReadmeSelection = ReadmeSelection()
  ) {
    (self.session, self.context, self.needs, self.selection) = (session, context, needs, selection)
    client = session.revalidatingClient(acceptingAge: nil)
  }

  mutating func complete(_ rows: [RepositoryRow]) async -> [RepositoryRow] {
    self.rows = rows
    let unknown =
      needs.stars == .none ? [] : rows.map(\.repository).filter { $0.isStarred == nil }
    async let states = session.starStates(of: unknown, after: starFailure)
    if needs.ownData { await readOwnData() }
    await readParts()
    if needs.release != .none { await readReleases() }
    add(await states)
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

  private mutating func add(_ states: StarStates) {
    let known = Dictionary(states.rows.map { ($0.id, $0.isStarred) }) { $1 }
    for index in rows.indices where rows[index].repository.isStarred == nil {
      rows[index].repository.isStarred = known[rows[index].repository.id] ?? nil
    }
    starFailure = states.failure
    let isComplete = states.rows.allSatisfy { $0.isStarred != nil }
    guard !states.rows.isEmpty, states.failure != nil || !isComplete else { return }
    let failure = states.failure ?? Self.incomplete
    switch failure.kind {
    case .cancelled: break
    // Without a token, with one that cannot be read, which has been reported, and on a server without node IDs,
    // star states are not expected.
    case .tokenMissing, .localFile: guard needs.stars == .named else { return }
    default:
      let canBeAsked = states.rows.contains { $0.nodeID != nil }
      guard needs.stars == .named || canBeAsked else { return }
    }
    if isComplete {
      let advice = "run `ghsearch stars sync` to update it"
      warn(
        "star states are from the local copy",
        CommandFailure(failure, in: context.world),
        advice
      )
    } else {
      miss("star states", failure, needs.stars)
    }
  }

  /// A value that takes a request for each row.
  private enum Part: Sendable {
    case growth(days: Int)
    case readme, languages
  }

  /// Reads all parts of all rows, several at a time; a failure that every other call would meet ends it.
  private mutating func readParts() async {
    let growth = needs.historyDays.map { Part.growth(days: $0) }
    let readme = needs.readme || needs.outline ? Part.readme : nil
    let languages = needs.languages ? Part.languages : nil
    let calls = rows.enumerated().flatMap { place, row in
      // Some rows have a history already, which may not go back a year.
      let known = row.growth
      let isKnown = known != nil && (known?.year != nil || needs.historyDays != 365)
      let parts = [isKnown ? nil : growth, readme, languages].compactMap(\.self)
      return parts.map { (place: place, name: row.repository.name, part: $0) }
    }
    if calls.isEmpty { return }
    let (histories, client) = (StarHistories(session), client)
    let now = context.world.now()
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
      case (.success(let add), _): add(&rows[call.place])
      case (.failure(let error), .growth): growthFailure = growthFailure ?? error
      case (.failure(let error), _): textFailure = textFailure ?? error
      }
    }
    for index in rows.indices { rows[index] = selected(rows[index]) }
    if let growthFailure {
      miss("some stars gained", StarHistories.failure(growthFailure, session), .named)
    }
    if let textFailure {
      let texts = [readme.map { _ in "READMEs" }, languages.map { _ in "languages" }]
      miss("some " + texts.compactMap(\.self).joined(separator: " or "), textFailure, .named)
    }
  }

  /// Puts the parts of the README in its place that are shown.
  private mutating func selected(_ row: RepositoryRow) -> RepositoryRow {
    var row = row
    guard let readme = row.readme else { return row }
    if needs.outline { row.outline = MarkdownOutline(readme) }
    guard needs.readme else { return row }
    do throws(CommandFailure) {
      row.readme = try selection.text(of: readme)
    } catch {
      row.readme = nil
      context.report(error.with(what: "\(row.repository.name): \(error.what)"))
      status = .partial
    }
    return row
  }

  /// Reads the latest releases, 100 in a request.
  private mutating func readReleases() async {
    let places = Dictionary(grouping: rows.indices) { rows[$0].repository.nodeID }
    var batches = NodeBatches(of: places.keys.compactMap(\.self).sorted(), query: Endpoint.facts)
    var (readCount, failure) = (0, nil as GitHubError?)
    do throws(GitHubError) {
      while let results = try await batches.next(from: session.client) {
        for (node, result) in results {
          let places = places[node] ?? []
          switch result {
          case .found(let facts):
            readCount += places.count
            for place in places { rows[place].latestRelease = facts.latestRelease }
          case .failed(let error): failure = failure ?? error
          case .gone: break
          }
        }
      }
    } catch {
      failure = error
    }
    guard readCount < rows.count else { return }
    miss("some latest releases", failure ?? Self.incomplete, needs.release)
  }

  private static let incomplete = StarStates.missing("some are not in the response")

  private mutating func miss(_ what: String, _ error: GitHubError, _ demand: RowNeeds.Demand) {
    miss(what, CommandFailure(error, in: context.world), demand)
  }

  /// Warns about values that are missing, which decides the exit status if the user asked for them.
  private mutating func miss(_ what: String, _ failure: CommandFailure, _ demand: RowNeeds.Demand) {
    if demand == .all || demand == .named { status = .partial }
    warn("\(what) are unknown", failure, failure.advice)
  }

  private mutating func warn(_ what: String, _ failure: CommandFailure, _ advice: String) {
    guard failure.kind != .cancelled, warned.insert(what).inserted else { return }
    context.warn(what, failure.why, advice: advice)
  }
}
