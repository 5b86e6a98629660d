import ArgumentParser
import Core
import Discovery
import Essentials
import GitHubModel
import Output
import SearchUI
import Terminal

struct CompareCommand: RowCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.compare.rawValue,
    abstract: "Compare repositories by their growth and facts.",
    usage: "ghsearch compare <repo> <repo> ... [flags]",
    discussion: """
      Takes two to eight repositories. Stars gained are counted by GitHub's days, excluding today. \
      The chart shows weekly gains over the past year. The latest release needs a token.

      When piped, a line per repository: full_name, stargazers_count, the stars gained in 7, 30 and \
      365 days, the growth of 30 days in percent, forks_count, open_issues_count, pushed_at, the \
      latest release, license, language, created_at, archived.

      EXAMPLES:
        ghsearch compare vapor/vapor hummingbird-project/hummingbird
        ghsearch compare 1 2 3 --json fullName,gained30d,pushedAt

      \(HelpText.fields)
      """
  )

  @OptionGroup var repositories: RepositoryList
  @OptionGroup(title: "Cache") var cache: HistoryCacheOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws { try output.refuseMaxDescription() }

  func run(_ session: Session, _ context: Context, as format: OutputFormat)
    async throws(CommandFailure) -> ExitStatus
  {
    let names = try RepositoryArgument.names(repositories.names, session, context)
    guard Self.counts.contains(names.count) else {
      throw CommandFailure(.usage, "name two to eight repositories")
    }
    let rows = try await rows(names, session)
    var listed = rows.map(\.repository).rows()
    for (index, row) in rows.enumerated() { listed[index].growth = row.growth }
    let shown = RowNeeds(release: session.hasToken ? .shown : .none)
    let status: ExitStatus
    (listed, status) = await session.complete(
      listed,
      with: format.fields == nil ? shown : format.needs()
    )
    if Task.isCancelled { throw CommandFailure(.cancelled, "canceled") }
    let compared = listed.map { ComparedRepository(row: $0) }
    switch format {
    case .json, .jsonLines, .csv, .template:
      try await RowPrinter.print(listed, as: format, in: context)
    case .tsv(let isColored, _):
      let records = compared.map { $0.columns(now: context.world.now()) }
      try context.printRecords(records, isColored: isColored)
    case .table(let display):
      let table = ComparisonTable(compared, now: display.now)
      let chart = GrowthRow.chart(rows)?.text(display) ?? ""
      let text = table.text(display) + "\n" + chart + "\n" + display.meaning(.week)
      try await Pager.print(text, in: context)
      RowList(in: context).replace(with: listed.map(\.repository.name))
    }
    return status
  }

  private static let counts = 2...8

  private func rows(
    _ names: [RepositoryName],
    _ session: Session
  ) async throws(CommandFailure) -> [GrowthRow] {
    let reader = GrowthReader(
      session,
      acceptingAge: cache.cache.cache,
      maxAge: cache.maxAge
    )
    let since = TimeSpan.year.before(session.world.now())
    let results = await ConcurrentCalls.results(
      names,
      ends: { (_: CommandFailure) in true },
      call: { name async throws(CommandFailure) in
        try await reader.row(of: name, since: since, by: .week)
      }
    )
    var rows: [GrowthRow] = []
    for (_, result) in results { rows.append(try result.get()) }
    return rows
  }
}

private struct ComparedRepository {
  let row: RepositoryRow

  private var repository: Repository { row.repository }
  private var gained: StarGrowth? { row.growth }

  /// The stars gained in 30 days by those before, in tenths of a percent; nil if there were none.
  private var growth: Int? {
    guard let gained = gained?.month, let stars = repository.counts.stars, stars > gained else {
      return nil
    }
    return Int((Double(gained) / Double(stars - gained) * 1000).rounded())
  }

  private var percent: String? { growth.map { "\($0 / 10).\($0 % 10)" } }

  /// Each fact with its label, for programs and for people; nil for what is not known.
  private func facts(now: Date) -> [(label: String, plain: String?, shown: String?)] {
    func number(_ label: String, _ count: Int?, sign: String = "") -> (String, String?, String?) {
      (label, count.map(String.init), count.map { sign + CompactNumber.grouped($0) })
    }
    func text(_ label: String, _ text: String?) -> (String, String?, String?) {
      (label, text, text)
    }
    let (counts, dates) = (repository.counts, repository.dates)
    return [
      number("Stars", counts.stars), number("In 7 days", gained?.week, sign: "+"),
      number("In 30 days", gained?.month, sign: "+"),
      number("In a year", gained?.year, sign: "+"),
      ("30-day growth", percent, percent.map { $0 + "%" }), number("Forks", counts.forks),
      number("Open issues", counts.openIssues),
      (
        "Last push", dates.pushed.map(Timestamp.text),
        dates.pushed.map { RelativeDate.text($0, now: now) }
      ),
      text("Release", row.latestRelease?.tagName),
      text("License", repository.license?.shortName),
      text("Language", repository.language),
      (
        "Age", dates.created.map(Timestamp.text),
        dates.created.map { RelativeDate.age(of: $0, now: now) }
      ),
      text("Archived", repository.flags.isArchived.map { $0 ? "yes" : "no" }),
    ]
  }

  func columns(now: Date) -> [(style: CellStyle?, value: String?)] {
    [(.bold, repository.name.fullName)] + facts(now: now).map { (nil, $0.plain) }
  }

  /// For people, each with its label; `-` for what is not known.
  func cells(now: Date) -> [(label: String, text: String)] {
    facts(now: now).map { label, _, shown in
      (label, shown.map { SafeText($0, longest: 100).description } ?? "-")
    }
  }
}

/// Repositories as the columns of a table; those that do not fit beside the others follow below them.
private struct ComparisonTable {
  private let names: [String]
  private let cells: [[(label: String, text: String)]]

  init(_ repositories: [ComparedRepository], now: Date) {
    names = repositories.enumerated().map { index, repository in
      "\(Chart.letter(index)) \(repository.row.repository.name)"
    }
    cells = repositories.map { $0.cells(now: now) }
  }

  func text(_ display: Display) -> String {
    let labels = (cells.first ?? []).map(\.label)
    let margin = labels.map(\.count).max() ?? 0
    let room = max(display.width - margin, Self.minColumn + Self.gap)
    let perTable = min(max(room / (Self.minColumn + Self.gap), 1), names.count)
    return stride(from: 0, to: names.count, by: perTable).map { first in
      let shown = first..<min(first + perTable, names.count)
      let widths = shown.map { index in
        let widest = ([names[index]] + cells[index].map(\.text)).map(\.displayWidth).max() ?? 0
        return min(widest, room / shown.count - Self.gap)
      }
      let head = zip(shown, widths).map { index, width in
        let name = names[index].truncated(toWidth: width).rightAligned(toWidth: width)
        return display.colored(name, index)
      }
      let rows = labels.indices.map { row in
        display.styled(Theme.dim, labels[row].padded(toWidth: margin))
          + line(
            zip(shown, widths).map { index, width in
              cells[index][row].text.truncated(toWidth: width).rightAligned(toWidth: width)
            }
          )
      }
      return ([String(repeating: " ", count: margin) + line(head)] + rows)
        .map { $0 + "\n" }.joined()
    }.joined(separator: "\n")
  }

  private func line(_ cells: [String]) -> String {
    cells.map { String(repeating: " ", count: Self.gap) + $0 }.joined()
  }

  private static let gap = 2
  /// In columns; names and dates are hard to tell apart in fewer.
  private static let minColumn = 8
}
