import ArgumentParser
import Core
import Essentials
import GitHubModel
import JSON
import Output
import RepositoryStore
import Stars

struct StarsExportCommand: SessionCommand, DescribedCommand {
  static var schema: JSONValue { RepositoryRow.schema }

  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export your stars with all fields and dates.",
    usage: "ghsearch stars export --csv|--json|--jsonl|--markdown [flags]",
    discussion: """
      Reads the local copy. Includes starredAt, your notes and all fields of a search. With --jsonl and \
      without filters, repositories that are not starred follow if you have written a note about them or \
      added them to your favorites; `ghsearch stars import` reads them on another machine.

      EXAMPLES:
        ghsearch stars export --markdown > stars.md
        ghsearch stars export --csv --language swift > stars.csv
        ghsearch stars export --jsonl > stars.jsonl
      """
  )

  @Flag(help: "Output format.")
  var format: StarExportFormat

  @Flag(help: "With --markdown, group by star list instead of language.")
  var byList = false

  @OptionGroup var filter: StarFilter
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    if byList, format != .markdown { throw ValidationError("--by-list needs --markdown") }
  }

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    let copy = StarCopy(session)
    let stars = try await filter.selected(try await copy.all(), copy, context)
    guard format != .markdown else {
      // Exporting without the notes would lose them; a warning says why they cannot be read.
      guard let own = await session.ownData() else { return .localFile }
      var headings: [StarListContents]?
      if byList {
        // The last section contains repositories in no list.
        let all = try await StarListCopy(session).completeContents()
        headings = try filter.lists(among: all, context)
      }
      try context.print(MarkdownExport(own: own, lists: headings).text(stars))
      return .success
    }
    let isWhole = try filter.isEmpty(in: session)
    let others =
      format == .jsonl && isWhole
      ? try await session.library.perform { store in
        try store.notedRepositories() + store.favorites().map(\.repository)
      } : []
    var written = Set(stars.map(\.repository.id))
    let unstarred = others.filter { written.insert($0.id).inserted }.map(Star.init(unstarred:))
    let (rows, status) = await session.complete(
      (stars + unstarred).rows(),
      with: format.rows.needsOfCopy
    )
    guard rows.allSatisfy({ $0.own != nil }) else { return .localFile }
    try await RowPrinter.print(rows, as: format.rows, in: context)
    return status
  }
}

enum StarExportFormat: String, CaseIterable {
  case csv, json, jsonl, markdown

  fileprivate var rows: OutputFormat {
    switch self {
    case .csv: .csv(RepositoryRow.all)
    case .json: .json(RepositoryRow.all)
    case .jsonl, .markdown: .jsonLines(RepositoryRow.all)
    }
  }
}

extension StarExportFormat: EnumerableFlag {
  static func help(for value: Self) -> ArgumentHelp? {
    switch value {
    case .csv: "Print comma-separated values with a header."
    case .json: "Print a JSON array."
    case .jsonl: "Print one JSON object per line, for `ghsearch stars import`."
    case .markdown: "Print a list of links, grouped by language."
    }
  }
}
