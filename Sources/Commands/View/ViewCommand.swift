import ArgumentParser
import Core
import Discovery
import GitHubAPI
import GitHubModel
import Markdown
import Output
import Presentation
import RepositoryStore
import ScreenClient
import Terminal

struct ViewCommand: RowCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.view.rawValue,
    abstract:
      "Show a repository's details and README.",
    usage: "ghsearch view <repo> ... [flags]",
    discussion: """
      Output longer than the screen is shown in $GHSEARCH_PAGER, $PAGER or less.

      When piped: one tab-separated name and value per line. With --readme, two dashes on a line \
      and the README's source follow. --readme=only, --section and --outline print nothing else. \
      Several repositories are printed as one row each, as in a search.

      EXAMPLES:
        ghsearch view vapor/vapor
        ghsearch view 2 --web
        ghsearch view vapor/vapor --section install --plain
        ghsearch view vapor/vapor --json license,subscribersCount
        ghsearch view 1 2 3 --jsonl fullName,outline

      \(CommandHelp.fields)
      """
  )

  @OptionGroup var repositories: RepositoryList

  @OptionGroup(title: "README") var readme: ReadmeOptions

  @Flag(name: [.long, .customShort("w")], help: "Open its page in the browser.")
  var web = false

  @OptionGroup(title: "Cache") var cache: CacheOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    try output.validate(web: web)
    if let format = output.formatFlag {
      guard let flag = readme.given.first, ["--readme", "--outline"].contains(flag) else { return }
      throw ValidationError(
        "\(flag) and \(format) cannot be used together; use the field, as in --json fullName,\(flag.dropFirst(2))"
      )
    }
    if web, let flag = readme.given.first ?? (readme.noReadme ? "--no-readme" : nil) {
      throw ValidationError("--web and \(flag) cannot be used together")
    }
    guard !isSingle else { return }
    if web { throw ValidationError("--web takes one repository") }
    if let flag = readme.given.first {
      throw ValidationError(
        "\(flag) takes one repository; for several use --jsonl fullName,\(readme.outline ? "outline" : "readme")"
      )
    }
  }

  /// Whether there is one repository; standard input may name several.
  private var isSingle: Bool { repositories.names.count == 1 && repositories.names[0] != "-" }

  func run(_ session: Session, _ context: Context, as format: OutputFormat)
    async throws(OperationFailure) -> ExitStatus
  {
    if let flag = readme.given.first, output.isGiven, !format.includes("readme") {
      throw OperationFailure(
        .usage,
        flag,
        "the field readme is missing",
        advice: "add it, as in --json fullName,readme"
      )
    }
    let names = try RepositoryArgument.names(repositories.names, session, context)
    let view = RepositoryView(
      session: session,
      context: context,
      details: RepositoryDetails(session, acceptingAge: cache.cache),
      color: output.color,
      readme: readme.selection
    )
    guard isSingle, let name = names.first else {
      return try await view.printRows(of: names, as: format)
    }
    if web {
      return try await Browser.open(try await WebPage.repository(name, session), context)
    }
    if !output.isGiven, readme.isAlone {
      return try await view.printReadme(of: name, outline: readme.outline)
    }
    switch format {
    case .json, .jsonLines, .csv, .template: return try await view.print(name, as: format)
    case .tsv(_, let maxDescription):
      return try await view.printTabSeparated(
        name,
        readme: readme.isShown,
        maxDescription: maxDescription
      )
    case .table(let display): return try await view.show(name, on: display, readme: readme.isShown)
    }
  }
}

/// Prints the details of a repository in one of several formats.
///
/// Without the facts, the command fails. One warning names the missing extras; if a flag requests
/// one of them, the command ends with ``ExitStatus/partial``.
struct RepositoryView {
  let session: Session
  let context: Context
  let details: RepositoryDetails
  let color: ColorChoice
  /// The part of the README shown, and its format.
  let readme: ReadmeSelection

  /// Prints one row, or an object as JSON.
  func print(
    _ name: RepositoryName,
    as format: OutputFormat
  ) async throws(OperationFailure) -> ExitStatus {
    let facts = try await details.facts(of: name)
    let (rows, status) = try await completed([facts], for: format)
    var format = format
    if case .json(let fields) = format { format = .jsonLines(fields) }
    try await RowPrinter.print(rows, as: format, in: context)
    return status
  }

  private func completed(
    _ repositories: [Repository],
    for format: OutputFormat
  ) async throws(OperationFailure) -> (rows: [RepositoryRow], status: ExitStatus) {
    let completion = await session.complete(
      repositories.rows(),
      with: format.needs(inTable: RowNeeds(ownData: true, stars: .shown)),
      readme: readme
    )
    if Task.isCancelled { throw OperationFailure(.canceled, "interrupted") }
    return completion
  }

  private func print(_ records: [FactRecord]) throws(OperationFailure) {
    let columns: [Column<FactRecord>] = [
      Column("name", .dim) { $0.key }, Column("value") { $0.value },
    ]
    try context.printRecords(records, columns, isColored: color.isColored(context))
  }

  func printTabSeparated(
    _ name: RepositoryName,
    readme: Bool?,
    maxDescription: Int?
  ) async throws(OperationFailure) -> ExitStatus {
    let facts = try await details.facts(of: name)
    var shown = facts
    if let maxDescription { shown.description = shown.description?.cut(to: maxDescription) }
    try print(FactRecords.facts(of: shown))
    async let star = details.starState(of: facts)
    async let source = readme == true ? details.readmeText(of: facts) : nil
    let own = await session.ownData()?.details(of: facts.id)
    let lists = own?.lists ?? []
    let records: [FactRecord] = [
      ("lists", lists.isEmpty ? nil : lists.joined(separator: ", ")), ("note", own?.note?.text),
    ]
    let (isStarred, text) = await (star, source)
    try print([FactRecords.starState(isStarred.value)] + records.filter { $0.value != nil })
    if let text = text?.value {
      try context.print("--\n" + ReadmeSelection.withLineEnd(try self.readme.text(of: text ?? "")))
    }
    try warn(of: [isStarred.missing, text?.missing ?? nil])
    return text?.missing == nil ? .success : .partial
  }

  /// Prints the details on a terminal, through the pager if they do not fit on the screen.
  func show(
    _ name: RepositoryName,
    on display: Display,
    readme: Bool?
  ) async throws(OperationFailure) -> ExitStatus {
    let facts = try await details.facts(of: name)
    async let askedStar = details.starState(of: facts)
    async let askedLanguages = details.languages(of: facts)
    async let askedSource =
      readme == false ? nil : details.readme(of: facts, isRequired: readme == true)
    async let askedActivity = details.activity(of: facts)
    async let askedGrowth = details.growth(of: facts)
    async let askedPicture = picture(of: facts.owner, on: display)
    let (star, languages, source) = await (askedStar, askedLanguages, askedSource)
    let (activity, growth, picture) = await (askedActivity, askedGrowth, askedPicture)
    let own = await session.ownData()?.details(of: facts.id)
    let screen = ViewText(display: display, own: own)
    let text = try (source?.value ?? nil).map { file throws(OperationFailure) in
      ViewText.readme(
        try self.readme.text(of: file.text),
        of: file,
        page: facts.url,
        isPlain: self.readme.isPlain,
        on: display
      )
    }
    let rest = screen.rest(of: facts, languages: languages.value ?? [], readme: text ?? "")
    var repository = facts
    repository.isStarred = star.value
    let trends = (activity.value ?? nil, growth)
    let all = screen.facts(of: repository, trends) + rest
    if Pager.needed(for: all, in: context) != nil {
      try await Pager.print(all, in: context)
    } else {
      try context.print(screen.facts(of: repository, trends, picture: picture) + rest)
    }
    try warn(of: [star.missing, languages.missing, activity.missing, source?.missing ?? nil])
    return readme == true && source?.missing != nil ? .partial : .success
  }
}

// MARK: - Parts of the README

extension RepositoryView {
  /// Prints only the selected part of the README, or its outline.
  ///
  /// - Throws: ``OperationFailure`` with ``ExitStatus/notFound`` if there is no README.
  func printReadme(
    of name: RepositoryName,
    outline: Bool
  ) async throws(OperationFailure) -> ExitStatus {
    let file: ReadmeSource?
    do throws(GitHubError) {
      file = try await details.client.readme(of: name, longest: .max)
    } catch {
      throw OperationFailure(error, in: context.world)
    }
    guard let file else {
      // The response is the same if the repository does not exist.
      _ = try await details.facts(of: name)
      throw OperationFailure(.notFound, "view \(name)", "it has no README")
    }
    if outline {
      try await printOutline(MarkdownOutline(file.text))
    } else {
      try await printText(try readme.text(of: file.text), of: file, name)
    }
    return .success
  }

  private func printOutline(_ outline: MarkdownOutline) async throws(OperationFailure) {
    guard context.terminal != nil else {
      return try context.printRecords(
        outline.sections,
        [
          Column("title") { $0.title }, Column("level") { "\($0.level)" },
          Column("line") { "\($0.line)" }, Column("size") { "\($0.size)" },
        ]
      )
    }
    let isColored = color.isColored(context)
    let lines = outline.sections.map { section in
      let title = SafeText(section.title).description
      let size = "  " + CompactNumber.grouped(section.size)
      let indent = String(repeating: "  ", count: section.level - 1)
      return indent + title + (isColored ? Theme.dim(size) : size) + "\n"
    }
    try await Pager.print(lines.joined(), in: context)
  }

  private func printText(
    _ text: String,
    of file: ReadmeSource,
    _ name: RepositoryName
  ) async throws(OperationFailure) {
    guard let terminal = context.terminal else {
      return try context.print(ReadmeSelection.withLineEnd(text))
    }
    let page = WebPage.repository(name, on: session.base)
    let display = Display(terminal, color, in: context)
    let shown = ViewText.readme(text, of: file, page: page, isPlain: readme.isPlain, on: display)
    try await Pager.print(shown, in: context)
  }
}

// MARK: - Several repositories

extension RepositoryView {
  /// Prints a row for each repository, in order, and one line for each failure.
  func printRows(
    of names: [RepositoryName],
    as format: OutputFormat
  ) async throws(OperationFailure) -> ExitStatus {
    var outcome = BatchOutcome()
    let repositories = try await facts(of: names, &outcome)
    guard !repositories.isEmpty else {
      try await RowPrinter.print([], as: format, in: context)
      return outcome.status
    }
    let (rows, status) = try await completed(repositories, for: format)
    outcome.add(status)
    var summary = ListSummary(shown: rows.count, of: rows.count)
    summary.isIncomplete = rows.count < names.count
    try await context.printList(
      rows,
      as: format,
      name: \.repository.name,
      summary: summary,
      footer: Counted.text(rows.count, "repository"),
      ifEmpty: ""
    )
    return outcome.status
  }

  /// The facts of each readable repository; stops at a failure that every request would have.
  private func facts(
    of names: [RepositoryName],
    _ outcome: inout BatchOutcome
  ) async throws(OperationFailure) -> [Repository] {
    let isOneOwner = names.allSatisfy { $0.owner == names.first?.owner }
    let progress = BatchProgress(of: names.count, in: session.world)
    let results = await ConcurrentCalls.results(
      names,
      ends: { (failure: OperationFailure) in failure.endsBatch(ofOneOwner: isOneOwner) },
      received: { progress.show($0, item: $1.fullName) },
      call: { name async throws(OperationFailure) in try await details.facts(of: name) }
    )
    progress.end()
    var repositories: [Repository] = []
    for (_, result) in results {
      do throws(OperationFailure) {
        repositories.append(try result.get())
        outcome.add(.success)
      } catch {
        if error.kind == .canceled { throw error }
        let left = error.endsBatch(ofOneOwner: isOneOwner) ? names.count - results.count : 0
        context.report(error.notingUnattempted(left))
        outcome.add(error.status)
      }
    }
    return repositories
  }
}

// MARK: - Extras

extension RepositoryView {
  /// Prints a warning such as `ghsearch: languages and README not shown: GitHub returned 502 (…);
  /// try again later`.
  ///
  /// - Throws: ``OperationFailure`` if the user has interrupted any of the requests.
  private func warn(of extras: [RepositoryDetails.Missing?]) throws(OperationFailure) {
    let missing = extras.compactMap(\.self)
    if let end = missing.first(where: { $0.failure.kind == .canceled }) { throw end.failure }
    guard let first = missing.first, let last = missing.last else { return }
    let others = missing.dropLast().map(\.part.name).joined(separator: ", ")
    let names = others.isEmpty ? last.part.name : "\(others) and \(last.part.name)"
    context.warn("\(names) not shown", first.failure.why, advice: first.failure.advice)
  }

  /// Fetches the owner's avatar; nil if there is none, or the terminal cannot show it.
  private func picture(of owner: Owner, on display: Display) async -> Picture? {
    guard display.pictures != nil else { return nil }
    return await AvatarSource(session).picture(of: owner, within: Self.pictureTimeout)
  }

  /// A short timeout, because the facts wait for the avatar.
  private static let pictureTimeout = Duration.seconds(2)
}
