import ArgumentParser
import Core
import Essentials
import GitHubModel
import Output
import Stars

struct StarsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.stars.rawValue,
    abstract: "List, search, export and prune your own stars, offline.",
    usage: "ghsearch stars [<command>] [flags]",
    discussion: """
      Your stars are stored in a local copy, which the first command fetches.

      EXAMPLES:
        ghsearch stars --language swift --sort stars
        ghsearch stars search parser
        ghsearch stars prune --archived
      """,
    subcommands: [
      StarsListCommand.self, StarsSyncCommand.self, StarsSearchCommand.self,
      StarsExportCommand.self, StarsImportCommand.self, StarsStatsCommand.self,
      StarsChangesCommand.self, StarsReleasesCommand.self, StarsPruneCommand.self,
      StarsUndoCommand.self,
    ],
    defaultSubcommand: StarsListCommand.self
  )
}

struct StarsListCommand: RowCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List your stars.",
    usage: "ghsearch stars [list] [flags]",
    discussion: """
      Reads the local copy; `ghsearch stars sync` updates it. The stars of another user are read from \
      GitHub and cached for a day.

      EXAMPLES:
        ghsearch stars --limit 20
        ghsearch stars --user octocat --language swift
        ghsearch stars --topic cli --sort pushed
        ghsearch stars --language rust --json fullName,url

      \(CommandHelp.fields)
      """
  )

  @Option(help: "Sort order: latest or largest first, names from A to Z.")
  var sort: StarOrder = .starred

  @OptionGroup var range: RowRange

  @Flag(help: "Only repositories that were deleted, blocked or made private.")
  var gone = false

  @Flag(name: [.long, .customShort("w")], help: "Open the stars in the browser.")
  var web = false

  @OptionGroup var user: OtherUserOptions
  @OptionGroup var filter: StarFilter
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    try output.validate(web: web)
    try user.validate(filter)
    if gone { try user.refuse("--gone") }
    if web, gone { throw ValidationError("--web and --gone cannot be used together") }
  }

  func run(_ session: Session, _ context: Context, as format: OutputFormat)
    async throws(OperationFailure) -> ExitStatus
  {
    if web {
      guard try filter.isEmpty(in: session) else {
        throw OperationFailure(
          .usage,
          "--web opens all stars",
          advice: "remove the flags that select some of them"
        )
      }
      let page = try WebPage.stars(of: user.user).address(on: session.base)
      return try await Browser.open(page, context)
    }
    let copy = try await user.copy(session)
    let stars = try await copy.all()
    let listing = StarListing(sort, range, filter, session, context)
    return try await listing.print(
      gone ? stars.filter { $0.goneAt != nil } : stars,
      of: copy,
      as: format,
      ifNone: gone && !stars.isEmpty
        ? "none of your stars are gone"
        : user.user.map { "\($0) has no public stars" } ?? "no stars yet"
    )
  }
}
