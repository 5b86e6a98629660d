import ArgumentParser
import CBuild
import Core
import Output

/// `ghsearch`: the root command, which runs a search when no other command is named.
struct GHSearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ghsearch",
    abstract: "Find, inspect and star GitHub repositories.",
    usage: """
      ghsearch
      ghsearch <query> ... [flags]
      ghsearch <command> ...
      """,
    discussion: """
      Arguments that are not a command are a search query: `ghsearch swift` is the same as \
      `ghsearch search swift`; see `ghsearch search --help` for its flags. Without arguments, \
      ghsearch searches as you type.

      Searching works without a token; starring requires one: `ghsearch auth login`.

      A repository is OWNER/NAME, a URL such as https://github.com/OWNER/NAME, or the number of a \
      row in the last list shown on this terminal.

      All lists accept --json, --jsonl, --csv, -q (jq) and -t (a template); `ghsearch fields` \
      lists their fields.

      EXAMPLES:
        ghsearch http client --language swift --sort stars
        ghsearch view 2
        ghsearch star vapor/vapor
        source <(ghsearch completion bash)

      \(CommandHelp.environment)

      \(CommandHelp.files)

      \(CommandHelp.exitStatus)
      """,
    version: Version.line,
    subcommands: CommandName.allCases.map(\.type),
    defaultSubcommand: SearchCommand.self
  )

  /// Declared for the help only: ``Arguments`` reads it, in any position.
  @Option(
    help: ArgumentHelp(
      "Messages on standard error: sentences, or one JSON object per line. All commands accept it.",
      valueName: "format"
    )
  )
  var messageFormat: MessageFormat = .text
}

/// The commands by name, in the order of the help text; any other word is part of a search.
///
/// Names are separate from commands, so that finding one does not evaluate every declaration.
enum CommandName: String, CaseIterable {
  case search, trending, view, check, forks, growth, compare, open, star, unstar, starred, stars,
    lists, favorites
  case note, undo, log, auth, interactive, repl, mcp, fields, doctor, completion
  case initialize = "init"
  case skill

  var type: any ParsableCommand.Type {
    switch self {
    case .search: SearchCommand.self
    case .trending: TrendingCommand.self
    case .view: ViewCommand.self
    case .check: CheckCommand.self
    case .forks: ForksCommand.self
    case .growth: GrowthCommand.self
    case .compare: CompareCommand.self
    case .open: OpenCommand.self
    case .star: StarCommand.self
    case .unstar: UnstarCommand.self
    case .starred: StarredCommand.self
    case .stars: StarsCommand.self
    case .lists: ListsCommand.self
    case .favorites: FavoritesCommand.self
    case .note: NoteCommand.self
    case .undo: UndoCommand.self
    case .log: LogCommand.self
    case .auth: AuthCommand.self
    case .interactive: InteractiveCommand.self
    case .repl: REPLCommand.self
    case .mcp: MCPCommand.self
    case .fields: FieldsCommand.self
    case .doctor: DoctorCommand.self
    case .completion: CompletionCommand.self
    case .initialize: InitCommand.self
    case .skill: SkillCommand.self
    }
  }
}

enum Version {
  static let current = "0.1.0"

  /// The version, such as `ghsearch 0.1.0 (1a2b3c4d5e, 2026-11-23) linux-x86_64`; without the
  /// commit and date unless the Makefile built the program.
  static var line: String {
    let build = String(cString: ghsearch_build())
    return "ghsearch \(current)\(build.isEmpty ? "" : " (\(build))") \(platform)"
  }

  #if os(macOS)
    private static let system = "macos"
  #else
    private static let system = "linux"
  #endif

  #if arch(arm64)
    private static let platform = system + "-arm64"
  #else
    private static let platform = system + "-x86_64"
  #endif
}
