import ArgumentParser
import Core
import Essentials
import GitHubModel
import Output
import RepositoryStore
import Stars

struct StarsChangesCommand: RowCommand {
  static let configuration = CommandConfiguration(
    commandName: "changes",
    abstract: "List what has changed in your starred repositories.",
    usage: "ghsearch stars changes [flags]",
    discussion: """
      Shows the changes noticed by `ghsearch stars sync` and other commands, newest first. A \
      repository is gone if it was deleted, blocked or made private.

      EXAMPLES:
        ghsearch stars changes --since 2w
        ghsearch stars changes --kind archived,renamed --json date,fullName,to
      """
  )

  @Option(
    help: ArgumentHelp("Only changes this recent. (default: 7d)", valueName: "duration"),
    transform: TimeSpan.reading
  )
  var since: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "Kinds of changes: \(StarEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "kinds"
    ),
    completion: .list(StarEvent.Kind.allCases.map(\.rawValue)),
    transform: StarEvent.Kind.commaList
  )
  var kind: Set<StarEvent.Kind> = Set(StarEvent.Kind.allCases)

  @OptionGroup var limit: RowLimit
  @OptionGroup(title: "Output") var output: RowOptions<StarEvent>
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(
    _ session: Session,
    _ context: Context,
    as format: RowFormat<StarEvent>
  ) async throws(OperationFailure) -> ExitStatus {
    let account = try await StarCopy(session).account()
    let date = (since ?? .week).before(context.world.now())
    let events = try await session.library.perform {
      try $0.starEvents(of: account, since: date)
    }
    try await context.printList(
      events.filter { kind.contains($0.kind) },
      as: format,
      limit: limit.limit,
      name: \.name,
      ifEmpty: "nothing has changed"
    )
    return .success
  }
}

struct StarsReleasesCommand: RowCommand {
  static let configuration = CommandConfiguration(
    commandName: "releases",
    abstract: "List the newest releases of your starred repositories.",
    usage: "ghsearch stars releases [<repo>] [flags]",
    discussion: """
      Shows the newest release of each repository as of the last `ghsearch stars sync`, without \
      prereleases, newest first.

      EXAMPLES:
        ghsearch stars releases --since 2w
        ghsearch stars releases 3 --web
      """
  )

  @Argument(help: "Only the release of this repository.")
  var repo: String?

  @Option(
    help: ArgumentHelp("Only releases this recent. (default: 30d)", valueName: "duration"),
    transform: TimeSpan.reading
  )
  var since: TimeSpan?

  @Flag(name: [.long, .customShort("w")], help: "Open the newest release in the browser.")
  var web = false

  @OptionGroup var limit: RowLimit
  @OptionGroup(title: "Output") var output: RowOptions<StarRelease>
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws { try output.validate(web: web) }

  func run(
    _ session: Session,
    _ context: Context,
    as format: RowFormat<StarRelease>
  ) async throws(OperationFailure) -> ExitStatus {
    let releases = try await releases(session, context)
    if web, let newest = releases.first {
      let page = try await WebPage.release(newest, session)
      return try await Browser.open(page, context)
    }
    try await context.printList(
      releases,
      as: format,
      limit: limit.limit,
      name: \.repository.name,
      ifEmpty: "no releases"
    )
    return .success
  }

  private func releases(
    _ session: Session,
    _ context: Context
  ) async throws(OperationFailure) -> [StarRelease] {
    let account = try await StarCopy(session).account()
    var name: RepositoryName?
    if let repo { name = try RepositoryArgument.name(repo, session, context) }
    let date =
      name == nil || since != nil
      ? (since ?? .month).before(context.world.now()) : .distantPast
    let found = try await session.library.perform {
      try $0.starReleases(of: account, since: date)
    }
    guard let name else { return found }
    let isStar = try await session.library.perform { try $0.isStarred(name, by: account) }
    guard isStar else {
      throw OperationFailure(
        .notFound,
        "\(name) is not in the local copy of your stars",
        advice: "run `ghsearch stars sync` if you have starred it"
      )
    }
    return found.filter { $0.repository.name == name }
  }
}

extension WebPage {
  /// The page of a release.
  ///
  /// - Throws: ``OperationFailure`` with ``ExitStatus/usage`` if the URL is unknown.
  fileprivate static func release(
    _ row: StarRelease,
    _ session: Session
  ) async throws(OperationFailure) -> String {
    let tag = row.release.tagName.split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0).percentEncoded }.joined(separator: "/")
    return "\(try await repository(row.repository.name, session))/releases/tag/\(tag)"
  }
}
