import ArgumentParser
import GitHubAPI
import GitHubModel
import SearchModel
import SearchUI
import Terminal

/// `ghsearch repl`: search line by line.
struct REPLCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.repl.rawValue,
    abstract: "Search line by line, without a full screen.",
    usage: "ghsearch repl [flags]",
    discussion: """
      Each line is a query, or a command that starts with a colon; `:help` lists the commands. \
      The exit status is that of the first line that failed.

      EXAMPLES:
        ghsearch repl
        printf 'swift cli\\n:star 1\\n' | ghsearch repl
      """
  )

  @Option(
    name: [.long, .customShort("L")],
    help: "Number of rows to show at a time, 1 to 1000. (default: 30)",
    transform: WholeNumber.reading(1...SearchRequest.maxReachable)
  )
  var limit = ListOptions.defaultLimit

  @Option(help: "When to use color.")
  var color: ColorChoice = .auto

  @OptionGroup var wait: WaitOptions
  @OptionGroup var options: InteractiveOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    var search = REPLRunner(keepsHistory: !options.noHistory, context: context)
    search.limit = limit
    search.color = color
    search.wait = wait.wait
    return try await search.run()
  }
}

/// The REPL over the client: on the terminal with editing, else over the lines of standard input.
struct REPLRunner {
  let keepsHistory: Bool
  let context: Context
  var limit = ListOptions.defaultLimit
  var color = ColorChoice.auto
  /// As ``WaitOptions/wait``.
  var wait: Bool?

  init(keepsHistory: Bool, context: Context) {
    self.keepsHistory = keepsHistory
    self.context = context
  }

  func run() async throws(CommandFailure) -> ExitStatus {
    // The REPL itself shows progress.
    let session = try Session(context, waitLimit: .upTo(.zero), showsProgress: false)
    let search = SearchViewModel(session, keepsHistory: keepsHistory)
    let capabilities = TerminalCapabilities(environment: context.environment)
    guard context.hasInputTerminal, context.terminal != nil, capabilities.isUsable,
      context.mayTakeTerminal, let tty = try? TTY()
    else {
      return try status(of: await repl(search).run(reading: context.lines(.typed)))
    }
    context.note("Type a query, or :help for the commands; Ctrl-D quits.")
    do throws(TerminalError) {
      _ = try await repl(search).run(on: tty, capabilities: capabilities)
      // The user has seen what failed.
      return .success
    } catch {
      throw CommandFailure(.localFile, "use the terminal", "\(error)")
    }
  }

  private func repl(_ search: SearchViewModel) -> REPL {
    let colored = color.isColored(context)
    let options = REPL.Options(
      limit: limit,
      style: REPLStyle(
        width: context.terminal?.columns,
        hasColor: colored,
        hasHyperlinks: colored && Hyperlink.isSupported(environment: context.environment)
      ),
      waitLimit: wait.map { $0 ? .infinity : 0 } ?? 60,
      prompt: context.hasInputTerminal && context.terminal != nil ? "> " : nil
    )
    return REPL(search: search, options: options, ports: ports)
  }

  private var ports: REPL.Ports {
    let context = context
    return REPL.Ports(
      print: { text in
        do throws(CommandFailure) {
          try context.print(text)
          return true
        } catch {
          return false
        }
      },
      note: { line in context.note(String(line.dropLast())) },
      openPage: { url in await Browser.openQuietly(url, context) },
      now: context.now,
      clock: { LocalTime.clock($0, now: context.now()) }
    )
  }

  private func status(of outcome: REPLOutcome) throws(CommandFailure) -> ExitStatus {
    if outcome.ending == .outputLost {
      throw CommandFailure(.output, "write the output", "the reader has closed it")
    }
    return outcome.failures.first.map { ExitStatus($0.kind) } ?? .success
  }
}
