import GitHubAPI
import GitHubModel
import Markdown

/// What fields need of a repository beyond what lists have, read with requests of its own.
struct RowExtras: Sendable {
  var growth: StarGrowth?
  var readme: String?
  var outline: MarkdownOutline?
  var languages: [LanguageShare]?
  var latestRelease: Release?

  /// The extras of rows, and whether all that the format's fields need could be read.
  struct Table: Sendable {
    fileprivate(set) var rows: [Repository.ID: RowExtras] = [:]
    fileprivate(set) var isComplete = true

    subscript(id: Repository.ID) -> RowExtras { rows[id] ?? RowExtras() }
  }

  /// Reads what the format's fields need; a warning says why some of it is not known.
  ///
  /// `growth` is what is known already.
  static func read(
    of repositories: [Repository],
    for format: OutputFormat,
    _ session: Session,
    readme: ReadmeSelection = ReadmeSelection(),
    growth: [Repository.ID: StarGrowth]? = nil
  ) async -> Table {
    var reader = ExtrasReader(session, format, readme)
    reader.table.rows = (growth ?? [:]).mapValues { RowExtras(growth: $0) }
    if growth == nil {
      for (id, growth) in await StarHistories.growth(of: repositories, for: format, session) {
        reader.table.rows[id, default: RowExtras()].growth = growth
      }
    }
    await reader.readTexts(of: repositories)
    await reader.readReleases(of: repositories)
    return reader.table
  }
}

/// Reads the extras of rows.
private struct ExtrasReader {
  private let session: Session
  private let client: GitHubAPIClient
  private let format: OutputFormat
  private let selection: ReadmeSelection
  var table = RowExtras.Table()

  init(_ session: Session, _ format: OutputFormat, _ selection: ReadmeSelection) {
    (self.session, self.format, self.selection) = (session, format, selection)
    client = session.revalidatingClient(acceptingAge: nil)
  }

  /// The README and the languages of one row; nil for what was not asked for.
  private typealias Texts = (readme: String??, languages: [LanguageShare]?)

  mutating func readTexts(of repositories: [Repository]) async {
    let needsReadme = format.names(.readme) || format.names(.outline)
    let needsLanguages = format.names(.languages)
    guard needsReadme || needsLanguages else { return }
    var failure: GitHubError?
    await ConcurrentCalls.run(repositories) { [client] repository in
      do throws(GitHubError) {
        let name = repository.name
        let readme: String?? =
          needsReadme ? try await client.send(.readme(name, longest: .max)).value : nil
        let languages = needsLanguages ? try await client.send(.languages(name)).value : nil
        return Result<Texts, GitHubError>.success((readme, languages))
      } catch {
        return .failure(error)
      }
    } receive: { repository, result in
      switch result {
      case .success(let texts): take(texts, repository)
      case .failure(let error): failure = failure ?? error
      }
      return failure?.endsBatch != true
    }
    if let failure {
      warn(needsReadme ? needsLanguages ? "READMEs or languages" : "READMEs" : "languages", failure)
    }
  }

  private mutating func take(_ texts: Texts, _ repository: Repository) {
    var extras = table[repository.id]
    extras.languages = texts.languages
    if let readme = texts.readme ?? nil {
      if format.names(.outline) { extras.outline = MarkdownOutline(readme) }
      do throws(CommandFailure) {
        if format.names(.readme) { extras.readme = try selection.text(of: readme) }
      } catch {
        session.context.report(error.with(what: "\(repository.name): \(error.what)"))
        table.isComplete = false
      }
    }
    table.rows[repository.id] = extras
  }

  mutating func readReleases(of repositories: [Repository]) async {
    guard format.names(.latestRelease) else { return }
    do throws(GitHubError) {
      let releases = try await LatestReleases.read(of: repositories, session.client)
      for repository in repositories {
        table.rows[repository.id, default: RowExtras()].latestRelease = releases[repository.id]
      }
    } catch {
      warn("latest releases", error)
    }
  }

  private mutating func warn(_ what: String, _ error: GitHubError) {
    table.isComplete = false
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
