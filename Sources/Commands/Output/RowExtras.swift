import Essentials
import GitHubAPI
import GitHubModel
import Markdown

/// The values of a repository that lists do not have, which take further requests.
struct RowExtras: Sendable {
  var growth: StarGrowth?
  var readme: String?
  var outline: MarkdownOutline?
  var languages: [LanguageShare]?
  var latestRelease: Release?
}

extension Session {
  /// Completes rows with what the format shows of them beyond a list, the one place that does.
  ///
  /// Values that are there already are not read again. A warning says why some of it is not known; then the rows are not
  /// complete. `showsOwn` reads the user's own data for rows of columns, too.
  func complete<Row>(
    _ rows: [RepositoryRow],
    for format: RowFormat<Row>,
    readme: ReadmeSelection = ReadmeSelection(),
    showsOwn: Bool = false
  ) async -> (rows: [RepositoryRow], isComplete: Bool) {
    var completion = RowCompletion(rows, format, self, readme)
    if showsOwn || format.showsOwnDetails { await completion.readOwnData() }
    if let days = format.historyDays { await completion.readGrowth(days) }
    await completion.readTexts()
    if format.names("latestRelease") { await completion.readReleases() }
    return (completion.rows, completion.isComplete)
  }
}

/// The reading of what rows lack.
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

  mutating func readGrowth(_ days: Int) async {
    let since = session.context.now().addingTimeInterval(Double(-days - 1) * 86_400)
    let histories = StarHistories(session)
    let unknown = rows.indices.filter { rows[$0].extras.growth == nil }
    let failure = await ask(about: unknown) { name async throws(GitHubError) in
      StarGrowth(try await histories.history(of: name, since: since))
    } take: { row, growth in
      row.extras.growth = growth
    }
    guard let failure, failure.kind != .cancelled else { return }
    let reason = StarHistories.failure(failure, session)
    session.context.warn("some stars gained are unknown", reason.why, advice: reason.advice)
  }

  mutating func readTexts() async {
    let needsReadme = format.names("readme", "outline")
    let needsLanguages = format.names("languages")
    guard needsReadme || needsLanguages else { return }
    let failure = await ask(about: Array(rows.indices)) { [client] name async throws(GitHubError) in
      let readme =
        needsReadme ? try await client.send(.readme(name, longest: .max)).value : nil
      return (readme, needsLanguages ? try await client.send(.languages(name)).value : nil)
    } take: { row, texts in
      (row.extras.readme, row.extras.languages) = texts
    }
    for index in rows.indices { rows[index] = selected(rows[index]) }
    if let failure {
      warn(needsReadme ? needsLanguages ? "READMEs or languages" : "READMEs" : "languages", failure)
    }
  }

  /// Puts the parts of the README in its place that are shown.
  private mutating func selected(_ row: RepositoryRow) -> RepositoryRow {
    var row = row
    guard let readme = row.extras.readme else { return row }
    if format.names("outline") { row.extras.outline = MarkdownOutline(readme) }
    guard format.names("readme") else { return row }
    do throws(CommandFailure) {
      row.extras.readme = try selection.text(of: readme)
    } catch {
      row.extras.readme = nil
      session.context.report(error.with(what: "\(row.repository.name): \(error.what)"))
      isComplete = false
    }
    return row
  }

  mutating func readReleases() async {
    do throws(GitHubError) {
      let releases = try await LatestReleases.read(of: rows.map(\.repository), session.client)
      for index in rows.indices {
        rows[index].extras.latestRelease = releases[rows[index].repository.id]
      }
    } catch {
      warn("latest releases", error)
    }
  }

  /// Makes a call for each of the rows, several at a time, and returns the first failure.
  ///
  /// A failure that every other call would meet ends it.
  private mutating func ask<Value: Sendable>(
    about places: [Int],
    _ call: @escaping @Sendable (RepositoryName) async throws(GitHubError) -> Value,
    take: (inout RepositoryRow, Value) -> Void
  ) async -> GitHubError? {
    let names = rows.map(\.repository.name)
    let results = await ConcurrentCalls.results(places, ends: \.endsBatch) {
      place async throws(GitHubError) in
      try await call(names[place])
    }
    var failure: GitHubError?
    for (place, result) in results {
      switch result {
      case .success(let value): take(&rows[place], value)
      case .failure(let error): failure = failure ?? error
      }
    }
    return failure
  }

  private mutating func warn(_ what: String, _ error: GitHubError) {
    isComplete = false
    guard error.kind != .cancelled else { return }
    let failure = CommandFailure(error, in: session.context)
    session.context.warn("some \(what) are unknown", failure.why, advice: failure.advice)
  }
}

/// The latest releases of repositories, which GitHub tells for 100 in a request.
enum LatestReleases {
  static func read(
    of repositories: [Repository],
    _ client: GitHubAPIClient
  ) async throws(GitHubError) -> [Repository.ID: Release] {
    var releases: [Repository.ID: Release] = [:]
    let ids = Dictionary(repositories.compactMap { row in row.nodeID.map { ($0, row.id) } }) { $1 }
    var batches = NodeBatches(of: ids.keys.sorted(), query: Endpoint.facts)
    while let results = try await batches.next(from: client) {
      for case (let node, .found(let facts)) in results {
        if let id = ids[node] { releases[id] = facts.latestRelease }
      }
    }
    return releases
  }
}
