package import Core
import Essentials
import GitHubAPI
import GitHubModel
import Markdown

/// Adds requested values that a list response lacks.
///
/// Existing values are not read again. One notice explains why values of a kind are unknown, for
/// all pages.
package struct RowCompletion {
  /// Whether a value requested by the user is missing.
  package private(set) var isPartial = false
  private var rows: [RepositoryRow] = []
  private let session: Session
  private let client: GitHubAPIClient
  private let needs: RowNeeds
  private let readmePart: @Sendable (String) throws(OperationFailure) -> String
  /// Why star states could not be read from GitHub; they are not requested again.
  private var starFailure: GitHubError?
  /// The values reported missing so far.
  private var reported: Set<MissingValues> = []

  /// `readmePart` reads the requested part of a README.
  package init(
    _ session: Session,
    _ needs: RowNeeds,
    readmePart: @escaping @Sendable (String) throws(OperationFailure) -> String = { $0 }
  ) {
    (self.session, self.needs, self.readmePart) = (session, needs, readmePart)
    client = session.revalidatingClient(acceptingAge: nil)
  }

  package mutating func complete(_ rows: [RepositoryRow]) async -> [RepositoryRow] {
    self.rows = rows
    let unknown =
      needs.stars == .none ? [] : rows.map(\.repository).filter { $0.isStarred == nil }
    async let states = session.starStates(of: unknown, after: starFailure)
    if needs.ownData { await readOwnData() }
    await readParts()
    if needs.release != .none { await readReleases() }
    if needs.activity != .none { await readActivity() }
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
    case .canceled: break
    // Star states are not expected without a token, with an unreadable one, which has been
    // reported, or on a server without node IDs.
    case .tokenMissing, .localFile: guard needs.stars == .named else { return }
    default:
      let canBeAsked = states.rows.contains { $0.nodeID != nil }
      guard needs.stars == .named || canBeAsked else { return }
    }
    if isComplete {
      report(.currentStarStates, OperationFailure(failure, in: session.world))
    } else {
      miss(.starStates, failure, needs.stars)
    }
  }

  /// A value that takes one request per row.
  private enum Part: Sendable {
    case growth(days: Int)
    case readme, languages
  }

  /// Reads all parts of all rows concurrently; stops at a failure that would affect every other
  /// call.
  private mutating func readParts() async {
    let growth = needs.historyDays.map { Part.growth(days: $0) }
    let readme = needs.readme || needs.outline ? Part.readme : nil
    let languages = needs.languages ? Part.languages : nil
    let calls = rows.enumerated().flatMap { place, row in
      // Some rows already have a history, which may not cover a year.
      let known = row.growth
      let isKnown = known != nil && (known?.year != nil || needs.historyDays != 365)
      let parts = [isKnown ? nil : growth, readme, languages].compactMap(\.self)
      return parts.map { (place: place, name: row.repository.name, part: $0) }
    }
    if calls.isEmpty { return }
    let (histories, client) = (StarHistories(session), client)
    let now = session.world.now()
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
      miss(.growth, StarHistories.failure(growthFailure, session), .named)
    }
    if let textFailure {
      miss(
        .parts(readmes: readme != nil, languages: languages != nil),
        OperationFailure(textFailure, in: session.world),
        .named
      )
    }
  }

  /// Replaces the README with the requested parts.
  private mutating func selected(_ row: RepositoryRow) -> RepositoryRow {
    var row = row
    guard let readme = row.readme else { return row }
    if needs.outline { row.outline = MarkdownOutline(readme) }
    guard needs.readme else { return row }
    do throws(OperationFailure) {
      row.readme = try readmePart(readme)
    } catch {
      row.readme = nil
      session.world.notify(.readmePartMissing(row.repository.name, error))
      isPartial = true
    }
    return row
  }

  /// Reads the latest releases, 100 per request.
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
    miss(.releases, failure ?? Self.incomplete, needs.release)
  }

  /// Reads whether the repositories are active; without a token, derives it from the rows.
  private mutating func readActivity() async {
    let repositories = rows.map(\.repository)
    do throws(OperationFailure) {
      let judgments = try await ActivityReader(session)
        .judge(repositories.map(\.name), known: repositories)
      for index in rows.indices {
        let judgment = judgments[rows[index].repository.name]
        rows[index].activity = judgment?.activity
        rows[index].activityFacts = judgment?.judged?.facts
      }
      if let failure = judgments.values.compactMap(\.failure).first { throw failure }
    } catch {
      miss(.activity, error, .named)
    }
    let hasCommits = rows.allSatisfy {
      $0.activityFacts.map { $0.recentCommits != nil } ?? ($0.activity?.state == .gone)
    }
    if needs.activity == .named, !hasCommits { isPartial = true }
  }

  private static let incomplete = StarStates.missing("some are not in the response")

  private mutating func miss(
    _ values: MissingValues,
    _ error: GitHubError,
    _ demand: RowNeeds.Demand
  ) {
    miss(values, OperationFailure(error, in: session.world), demand)
  }

  /// Reports missing values; the result is partial if the user requested them.
  private mutating func miss(
    _ values: MissingValues,
    _ failure: OperationFailure,
    _ demand: RowNeeds.Demand
  ) {
    if demand == .all || demand == .named { isPartial = true }
    report(values, failure)
  }

  private mutating func report(_ values: MissingValues, _ failure: OperationFailure) {
    guard failure.kind != .canceled, reported.insert(values).inserted else { return }
    session.world.notify(.valuesMissing(values, failure))
  }
}
