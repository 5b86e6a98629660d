import ArgumentParser
import Essentials
import GitHubModel
import JSON
import RepositoryStore
import SearchUI
import Terminal

/// `ghsearch stars changes`.
struct StarsChangesCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "changes",
    abstract: "List what has changed in your starred repositories.",
    usage: "ghsearch stars changes [flags]",
    discussion: """
      Shows what `ghsearch stars sync` and other commands have noticed, the newest change first. A \
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
  @OptionGroup(title: "Output") var output: RowOptions<StarEventField>
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    try await output.deliver(in: context) { context, format throws(CommandFailure) in
      let operation = "list what has changed"
      let session = try Session(context)
      let account = try await StarCopy(for: operation, session).account()
      let date = (since ?? .week).before(context.now())
      let events = try await session.library.perform(operation) {
        try $0.starEvents(of: account, since: date)
      }
      let rows = RepositoryRows<StarEventField>(
        rows: events.filter { kind.contains($0.kind) },
        name: \.name,
        columns: StarEventField.columns
      )
      try await rows.write(format, context, limit: limit, ifEmpty: "nothing has changed")
      return .success
    }
  }
}

/// `ghsearch stars releases`.
struct StarsReleasesCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "releases",
    abstract: "List the newest releases of your starred repositories.",
    usage: "ghsearch stars releases [<repo>] [flags]",
    discussion: """
      Shows the newest release of each repository as of the last `ghsearch stars sync`, without \
      prereleases, the newest first.

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

  @Flag(name: [.long, .customShort("w")], help: "Open the newest of them in the browser.")
  var web = false

  @OptionGroup var limit: RowLimit
  @OptionGroup(title: "Output") var output: RowOptions<StarReleaseField>
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws { try output.validate(web: web) }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    try await output.deliver(in: context) { context, format throws(CommandFailure) in
      let session = try Session(context)
      let releases = try await releases(session)
      if web, let newest = releases.first {
        return try await Browser.open(try await WebPage.release(newest, session), context)
      }
      let rows = RepositoryRows<StarReleaseField>(
        rows: releases,
        name: \.repository.name,
        columns: StarReleaseField.columns
      )
      try await rows.write(format, context, limit: limit, ifEmpty: "no releases")
      return .success
    }
  }

  private func releases(_ session: Session) async throws(CommandFailure) -> [StarRelease] {
    let operation = "list the newest releases"
    let account = try await StarCopy(for: operation, session).account()
    var name: RepositoryName?
    if let repo { name = try RepositoryArgument.name(repo, for: operation, session) }
    let date =
      name == nil || since != nil
      ? (since ?? .month).before(session.context.now()) : .distantPast
    let found = try await session.library.perform(operation) {
      try $0.starReleases(of: account, since: date)
    }
    return name.map { name in found.filter { $0.repository.name == name } } ?? found
  }
}

// MARK: - Output

/// The fields of a change that `--json`, `--jsonl` and `--csv` can write.
enum StarEventField: String, OutputField {
  static let templateExample = "{{fullName}}: {{kind}}"

  static let synonyms: [String: Self] = ["name": .fullName]

  case date, fullName, kind, from, to

  var about: FieldDescription {
    switch self {
    case .date: .init(.date, "time when a sync noticed it", .local)
    case .fullName: .init(.string, "owner and name, as in owner/name", .local)
    case .kind: .init(.string, "kind of change", .local)
    case .from: .init(.string, "what it was before", .local)
    case .to: .init(.string, "what it is now", .local)
    }
  }

  func value(of event: StarEvent) -> JSONValue {
    switch self {
    case .date: .string(Timestamp.text(event.noticedAt))
    case .fullName: .string(event.name.fullName)
    case .kind: .string(event.kind.rawValue)
    case .from: .string(event.from)
    case .to: .string(event.to)
    }
  }

  static func columns(_ event: StarEvent) -> [RepositoryRows<Self>.Column] {
    [
      (.dim, Timestamp.text(event.noticedAt)), (.bold, event.name.fullName),
      (Theme.star, event.kind.rawValue), (.dim, event.from), (nil, event.to),
    ]
  }
}

/// The fields of a release that `--json`, `--jsonl` and `--csv` can write.
enum StarReleaseField: String, OutputField {
  static let templateExample = "{{fullName}} {{tagName}}"

  static let synonyms: [String: Self] = ["date": .publishedAt, "tag": .tagName]

  case publishedAt, fullName, tagName, name, url

  var about: FieldDescription {
    switch self {
    case .publishedAt: .init(.date, "time of publication", .local)
    case .fullName: .init(.string, "owner and name, as in owner/name", .local)
    case .tagName: .init(.string, "tag", .local)
    case .name: .init(.string, "title", .local)
    case .url: .init(.string, "address of its page", .local)
    }
  }

  func value(of row: StarRelease) -> JSONValue {
    switch self {
    case .publishedAt: .string(Timestamp.text(row.release.publishedAt))
    case .fullName: .string(row.repository.name.fullName)
    case .tagName: .string(row.release.tagName)
    case .name: .string(row.release.name)
    case .url: .string(row.release.url)
    }
  }

  static func columns(_ row: StarRelease) -> [RepositoryRows<Self>.Column] {
    let release = row.release
    return [
      (.dim, Timestamp.text(release.publishedAt)), (.bold, row.repository.name.fullName),
      (Theme.star, release.tagName), (nil, release.name), (.dim, release.url),
    ]
  }
}

/// Rows about repositories.
struct RepositoryRows<Field: OutputField> {
  typealias Column = (style: CellStyle?, value: String?)

  let rows: [Field.Row]
  let name: (Field.Row) -> RepositoryName
  let columns: (Field.Row) -> [Column]
  /// Whether the first column is a time, of which a table shows the day.
  var isDated = true

  /// Writes the rows, whose numbers on a terminal stand for their repositories.
  func write(
    _ format: RowFormat<Field>,
    _ context: Context,
    limit: RowLimit? = nil,
    ifEmpty nothing: String
  ) async throws(CommandFailure) {
    let shown = limit?.first(rows) ?? rows
    try await RowWriter.print(
      shown,
      as: format,
      columns: columns,
      table: { table(shown, $0) },
      in: context
    )
    RowList(in: context).replace(with: shown.map(name))
    let summary = ListSummary(shown: shown.count, of: rows.count)
    context.summarize(summary, rows.isEmpty ? "ghsearch: \(nothing)" : nil)
  }

  /// All columns in their own width, as far as the terminal is wide.
  private func table(_ rows: [Field.Row], _ options: Table.Options) -> String {
    let cells = rows.map { row in
      columns(row).enumerated().map { index, column in
        let text = SafeText(column.value ?? "").description
        return (style: column.style, text: isDated && index == 0 ? String(text.prefix(10)) : text)
      }
    }
    let widths = (cells.first ?? []).indices.map { index in
      cells.map { $0[index].text.displayWidth }.max() ?? 0
    }
    let digits = String(rows.count).count
    return cells.enumerated().map { number, cells in
      var left = options.width - digits
      var line = Self.styled(.dim, String(number + 1).rightAligned(toWidth: digits), options)
      for (cell, width) in zip(cells, widths) where width > 0 && left > Self.gap.count {
        left -= Self.gap.count
        let text = SafeText(cell.text).truncated(toWidth: min(width, left)).description
        left -= min(width, left)
        line += Self.gap + Self.styled(cell.style, text.padded(toWidth: width), options)
      }
      return line.trimmingTrailingSpaces + "\n"
    }.joined()
  }

  private static func styled(
    _ style: CellStyle?,
    _ text: String,
    _ options: Table.Options
  ) -> String {
    options.hasColor ? style?(text) ?? text : text
  }

  private static var gap: String { "  " }
}

extension WebPage {
  /// The page of a release.
  ///
  /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` where the address is not known.
  fileprivate static func release(
    _ row: StarRelease,
    _ session: Session
  ) async throws(CommandFailure) -> String {
    let tag = row.release.tagName.split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0).percentEncoded }.joined(separator: "/")
    return "\(try await repository(row.repository.name, session))/releases/tag/\(tag)"
  }
}
