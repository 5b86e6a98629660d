import ArgumentParser
import Core
import Essentials
import GitHubModel
import JSON
import Output
import RepositoryStore
import Stars
import Terminal

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

  func run(_ session: Session, _ context: Context) async throws(CommandFailure) -> ExitStatus {
    let copy = StarCopy(session)
    let stars = try await filter.selected(try await copy.all(), copy, context)
    guard format != .markdown else {
      // An export without the notes would lose them; a warning says why they cannot be read.
      guard let own = await session.ownData() else { return .localFile }
      var headings: [StarListContents]?
      if byList {
        // The last section has what is in no list.
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

private struct MarkdownExport {
  let own: OwnData
  /// The lists that are the headings; nil for languages.
  let lists: [StarListContents]?

  /// A heading for each language or list, the most stars first in each.
  func text(_ stars: [Star]) -> String {
    let repositories = StarOrder.stars.sorted(stars, .descending).map(\.repository)
    var page = "# Stars\n"
    for section in lists.map({ Self.byList(repositories, $0) }) ?? Self.byLanguage(repositories)
    where !section.repositories.isEmpty {
      page += "\n## \(Self.markdown(section.title))\n\n"
      if let text = section.text { page += "\(Self.markdown(text))\n\n" }
      for repository in section.repositories { page += item(repository) }
    }
    return page
  }

  private struct Section {
    let title: String
    var text: String?
    let repositories: [Repository]
  }

  private static func byLanguage(_ repositories: [Repository]) -> [Section] {
    Dictionary(grouping: repositories) { $0.language ?? "" }
      .sorted { order($0.key) < order($1.key) }
      .map { Section(title: $0.isEmpty ? "No language" : $0, repositories: $1) }
  }

  /// The lists in GitHub's order, and what is in none of them.
  private static func byList(
    _ repositories: [Repository],
    _ lists: [StarListContents]
  ) -> [Section] {
    var unlisted = repositories
    let sections = lists.map { contents in
      let members = Set(contents.members.map(\.id))
      unlisted.removeAll { members.contains($0.id) }
      return Section(
        title: contents.list.name,
        text: contents.list.description,
        repositories: repositories.filter { members.contains($0.id) }
      )
    }
    return sections + [Section(title: "In no list", repositories: unlisted)]
  }

  /// The sort key of a language; repositories without one come last.
  private static func order(_ language: String) -> String {
    language.isEmpty ? "\u{10FFFF}" : language.lowercased()
  }

  private func item(_ repository: Repository) -> String {
    let link = "[\(Self.markdown(repository.name.fullName))](<\(repository.url)>)"
    let stars = repository.counts.stars.map { " ★ \(CompactNumber.text($0))" } ?? ""
    let description = repository.description.map { ": \(Self.markdown($0))" } ?? ""
    let note = own.details(of: repository.id).note.map { "\n  \(Self.markdown($0.text))" } ?? ""
    return "- \(link)\(stars)\(description)\(note)\n"
  }

  /// One line with all Markdown escaped (CommonMark, backslash escapes).
  private static func markdown(_ text: String) -> String {
    var escaped = ""
    for character in SafeText(text).description {
      if "\\`*_{}[]<>#|~&".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }
}
