import ArgumentParser
import Core
import Discovery
import Essentials
import GitHubModel
import Output

struct CompareCommand: RowCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.compare.rawValue,
    abstract: "Compare repositories by their growth and facts.",
    usage: "ghsearch compare <repo> <repo> ... [flags]",
    discussion: """
      Takes two to eight repositories. Stars gained are counted by GitHub's days, excluding today. \
      The chart shows weekly gains over the past year. The latest release requires a token.

      When piped, a line per repository: \(ComparedRow.columnNames).

      EXAMPLES:
        ghsearch compare vapor/vapor hummingbird-project/hummingbird
        ghsearch compare 1 2 3 --json fullName,gained30d,pushedAt

      \(CommandHelp.fields)
      """
  )

  @OptionGroup var repositories: RepositoryList
  @OptionGroup(title: "Cache") var cache: HistoryCacheOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: RowOptions<ComparedRow>

  func run(
    _ session: Session,
    _ context: Context,
    as format: RowFormat<ComparedRow>
  ) async throws(OperationFailure) -> ExitStatus {
    let names = try RepositoryArgument.names(repositories.names, session, context)
    guard Self.counts.contains(names.count) else {
      throw OperationFailure(.usage, "name two to eight repositories")
    }
    let reader = GrowthReader(session, acceptingAge: cache.cache.cache, maxAge: cache.maxAge)
    let start = TimeSpan.year.before(context.world.now())
    let rows = try await reader.rows(of: names, since: start, by: .week)
    var listed = rows.map(\.repository).rows()
    for (index, row) in rows.enumerated() { listed[index].growth = row.growth }
    let shown = RowNeeds(release: session.hasToken ? .shown : .none)
    let status: ExitStatus
    (listed, status) = await session.complete(
      listed,
      with: format.fields == nil ? shown : format.needs()
    )
    if Task.isCancelled { throw OperationFailure(.canceled, "canceled") }
    let compared = zip(listed, rows).map { ComparedRow($0, $1) }
    try await RowPrinter.print(compared, as: format, in: context)
    if case .table = format { RowList(in: context).replace(with: listed.map(\.repository.name)) }
    return status
  }

  private static let counts = 2...8
}
