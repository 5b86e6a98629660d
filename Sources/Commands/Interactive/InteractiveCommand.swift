import ArgumentParser
import Core
import GitHubAPI
import GitHubModel
import Output
import ScreenClient
import SearchModel
import SearchUI
import System
import Terminal
import TokenStore

/// `ghsearch interactive`, or `ghsearch` alone: search as you type on the full screen.
struct InteractiveCommand: RunnableCommand, QualifierArguments {
  static let configuration = CommandConfiguration(
    commandName: CommandName.interactive.rawValue,
    abstract: "Search as you type, full-screen.",
    usage: "ghsearch interactive [<query> ...] [flags]",
    discussion: """
      Enter shows details; F1 finds a command. F2 and F3 switch between the search, your stars, \
      your star lists and your favorites. When standard output is not a terminal, Enter prints the \
      chosen names and exits: `x=$(ghsearch interactive)`. Esc and Ctrl-C print nothing and exit \
      with 130.

      Keys can be changed, and programs bound to keys, in ~/.config/ghsearch/keys.toml. The screen \
      shows a countdown for rate limits. Without a terminal to draw on, this is the same as \
      `ghsearch repl`, which takes --wait and --no-wait.

      EXAMPLES:
        ghsearch interactive http server
        ghsearch interactive --tab stars --language go --sort starred
        repo=$(ghsearch interactive) && ghsearch star "$repo"
      """
  )

  @Argument(help: ArgumentHelp("Initial query.", valueName: "query"))
  var query: [String] = []

  @Option(help: "Tab to begin with.")
  var tab = Tab.search

  @Option(help: "Sort order of the first tab. (default: best-match)")
  var sort: InteractiveSort?

  @Option(help: "Direction of the sort.")
  var order = SearchQuery.Order.descending

  @Flag(help: "Report changes line by line, for screen readers.")
  var accessible = false

  @Flag(help: "Do not use the mouse.")
  var noMouse = false

  @OptionGroup var options: InteractiveOptions
  @OptionGroup(title: QualifierTitle.wanted) var wanted: WantedQualifiers
  @OptionGroup(title: QualifierTitle.unwanted) var unwanted: UnwantedQualifiers
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard let sort, sort.order(in: tab) == nil else { return }
    let others = InteractiveSort.allCases.filter { $0.order(in: tab) != nil }.map(\.rawValue)
    throw ValidationError(
      "--sort \(sort.rawValue) does not work with --tab \(tab.rawValue); use "
        + (others.isEmpty ? "another tab" : others.joined(separator: ", "))
    )
  }

  func run(in context: Context) async throws(OperationFailure) -> ExitStatus {
    let context = context.connected(connection)
    let session = try Session(context)
    let text = query + (try qualifiers(in: session)).map(\.text)
    let start = SearchStart(
      tab,
      text: text.joined(separator: " "),
      sort: sort?.order(in: tab),
      order: order
    )
    let capabilities = TerminalCapabilities(environment: context.world.environment)
    guard capabilities.isUsable, context.mayTakeTerminal, let tty = try? TTY() else {
      var repl = await REPL(context, keepsHistory: !options.noHistory)
      return try await repl.run(start, sort: sort?.rawValue)
    }
    return try await search(from: start, on: tty, capabilities, context)
  }
}

/// The values of `--sort`: the sort orders of all tabs.
enum InteractiveSort: String, ExpressibleByArgument, CaseIterable {
  case bestMatch = "best-match"
  case stars, forks
  case helpWantedIssues = "help-wanted-issues"
  case updated, pushed, starred

  /// The order in a tab; nil if the tab does not have it: GitHub sorts by updates, the local
  /// copy by pushes.
  func order(in tab: Tab) -> ListSort? {
    let order: ListSort =
      switch self {
      case .bestMatch: .bestMatch
      case .stars: .stars
      case .forks: .search(.forks)
      case .helpWantedIssues: .search(.helpWantedIssues)
      case .updated, .pushed: .search(.updated)
      case .starred: .starred
      }
    let isOfSearch = self == .updated ? tab == .search : self != .pushed || tab != .search
    return isOfSearch && tab.source.sorts.contains(order) ? order : nil
  }
}

extension Tab: ExpressibleByArgument {}

// MARK: - The screen

extension InteractiveCommand {
  private func search(
    from start: SearchStart,
    on tty: consuming TTY,
    _ capabilities: TerminalCapabilities,
    _ original: Context
  ) async throws(OperationFailure) -> ExitStatus {
    let keymap = try KeymapSource.load(original.world.environment)
    var context = original
    // Messages would garble the screen.
    let held = BufferedSink()
    context.errors = held
    // Failures must not suggest command flags, and the screen shows its own progress.
    context.world.waitLimit = .upTo(.zero)
    // The search handles rate limits itself, so the session's clients must not wait.
    let session = try Session(context.listening())
    let avatars = AvatarSource(session)
    let loop = LoopScheduler()
    let search = SearchViewModel(
      client: LiveSearch(session, keepsHistory: !options.noHistory),
      scheduler: loop,
      access: session.hasToken ? .signedIn : .anonymous,
      now: context.world.now
    )
    let programs = TerminalPrograms()
    let screen = InteractiveSearch(
      options: ScreenOptions(
        keymap: keymap,
        isPicker: context.terminal == nil,
        hasMouse: !noMouse,
        // Pictures are off if the output is piped, although the screen is drawn on the terminal.
        hasPictures: capabilities.pictures != nil && !accessible && context.terminal != nil,
        hasColor: capabilities.colors != .none,
        isASCII: Self.isASCII(context.world.environment)
      ),
      start: start,
      isAccessible: accessible,
      now: context.world.now,
      openPage: { url in await Browser.openQuietly(url, original, isDetached: true) },
      copy: { await Clipboard.copy($0, original.world.environment) },
      clone: { address, directory in await GitClone.run(address, into: directory) },
      run: { programs.failure(of: $0) },
      fetchPicture: { await avatars.picture(of: $0) }
    )
    let outcome: Outcome
    do throws(TerminalError) {
      defer { held.flush(to: original.errors) }
      outcome = try await screen.run(search, on: tty, capabilities: capabilities, loop: loop) {
        programs.end()
      }
    } catch {
      let advice = "try `ghsearch repl`"
      throw OperationFailure(.localFile, "use the terminal", "\(error)", advice: advice)
    }
    return try status(of: outcome, original)
  }

  /// Whether the locale excludes UTF-8, which leaves ASCII; a locale that is unset or names no
  /// encoding does not.
  static func isASCII(_ environment: [String: String]) -> Bool {
    UserLocale.isUTF8(in: environment) == false
  }
}

// MARK: - The outcome

extension InteractiveCommand {
  private func status(
    of outcome: Outcome,
    _ context: Context
  ) throws(OperationFailure) -> ExitStatus {
    for work in outcome.unfinished { context.warn(work.what, work.why, advice: work.advice) }
    if case .chose(let names) = outcome.ending {
      try context.print(names.map { "\($0)\n" }.joined())
    }
    if let sync = outcome.canceledSync { context.note("ghsearch: sync: \(sync)") }
    if let failure = outcome.failure { context.note("ghsearch: \(failure)") }
    if !outcome.unfinished.isEmpty || outcome.failure != nil { return .partial }
    switch outcome.ending {
    case .left, .chose: return .success
    case .interrupted: return .interrupted
    case .ended: throw OperationFailure(.output, "interactive", "the terminal was closed")
    }
  }
}

/// The flags shared by the full screen and the REPL.
struct InteractiveOptions: ParsableArguments {
  @Flag(help: "Do not read or save the search history.")
  var noHistory = false
}

/// The user's key bindings: `ghsearch/keys.toml` in the config directory.
enum KeymapSource {
  /// The key bindings; the default keys if the file does not exist.
  static func load(_ environment: [String: String]) throws(OperationFailure) -> Keymap {
    guard let directory = UserDirectories(environment).config else { return Keymap() }
    let path = "\(directory)/ghsearch/keys.toml"
    let text = try text(at: path)
    do throws(KeymapFile.Mistake) {
      return try text.map { (text) throws(KeymapFile.Mistake) in try KeymapFile.read(text) }
        ?? Keymap()
    } catch {
      throw OperationFailure(
        .localFile,
        "read \(path)",
        "line \(error.line): \(error.reason)",
        advice: "fix or remove the line"
      )
    }
  }

  private static func text(at path: String) throws(OperationFailure) -> String? {
    do throws(GuardedFile.Problem) {
      return try GuardedFile.text(at: path, policy: .sharedConfiguration)
    } catch {
      throw OperationFailure(.localFile, "read \(path)", "it \(OperationFailure.explain(error).0)")
    }
  }
}
