import ArgumentParser
import GitHubAPI
import SearchModel
import SearchUI
import Terminal

/// `ghsearch interactive`, and `ghsearch` alone: the search as you type on the whole screen.
struct InteractiveCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "interactive",
    abstract: "Search as you type, on the whole screen.",
    discussion: """
      Enter shows the repository; F1 lists the keys. When standard output is no terminal, Enter \
      prints the names of the chosen repositories and leaves: `x=$(ghsearch interactive)`.

      Keys can be changed in ghsearch/keys.toml below the config folder. Without a terminal that \
      can be drawn on, this is `ghsearch repl`.
      """
  )

  @Argument(help: ArgumentHelp("What to begin with.", valueName: "query"))
  var query: [String] = []

  @Flag(help: "Tell changes line by line, without another screen.")
  var accessible = false

  @Flag(name: .customLong("no-mouse"), help: "Leave the mouse to the terminal.")
  var hasNoMouse = false

  @OptionGroup var options: InteractiveOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let capabilities = TerminalCapabilities(environment: context.environment)
    guard capabilities.isUsable, context.mayTakeTerminal, let tty = try? TTY() else {
      return try await LineSearch(options: options, context: context).run()
    }
    let configuration = try configuration(context)
    let services = try Services(context, patience: .none)
    let search = SearchViewModel(services, keepsHistory: !options.hasNoHistory, in: context)
    services.library.holdWarnings()
    defer { services.library.releaseWarnings() }
    return try status(of: await run(search, configuration, on: tty, capabilities), context)
  }

  private func run(
    _ search: SearchViewModel,
    _ configuration: InteractiveSearch.Configuration,
    on tty: consuming TTY,
    _ capabilities: TerminalCapabilities
  ) async throws(CommandFailure) -> Outcome {
    do throws(TerminalError) {
      return try await InteractiveSearch(configuration, search: search)
        .run(on: tty, capabilities: capabilities)
    } catch {
      throw CommandFailure(
        .localFile,
        "take the terminal",
        "\(error)",
        advice: "try `ghsearch repl`"
      )
    }
  }

  private func configuration(
    _ context: Context
  ) throws(CommandFailure) -> InteractiveSearch.Configuration {
    InteractiveSearch.Configuration(
      options: ScreenOptions(
        keymap: try KeymapSource.load(context.environment),
        isPicker: context.terminal == nil,
        hasMouse: !hasNoMouse
      ),
      initialText: query.joined(separator: " "),
      isAccessible: accessible,
      now: context.now,
      openPage: { url in Browser.openQuietly(url, context) }
    )
  }
}

// MARK: - How it ended

extension InteractiveCommand {
  private func status(
    of outcome: Outcome,
    _ context: Context
  ) throws(CommandFailure) -> ExitStatus {
    for name in outcome.unacknowledgedStars {
      context.note(Self.unacknowledged("\(name)").line)
    }
    if case .chose(let names) = outcome.ending {
      try context.print(names.map { "\($0)\n" }.joined())
    }
    if let failure = outcome.failure {
      context.note("ghsearch: \(BannerText.text(failure, keymap: Keymap()))")
    }
    if !outcome.unacknowledgedStars.isEmpty || outcome.failure != nil { return .partial }
    switch outcome.ending {
    case .left, .chose: return .success
    case .interrupted: return .interrupted
    case .ended: throw CommandFailure(.output, "interactive", "the terminal is gone")
    }
  }

  private static func unacknowledged(_ name: String) -> CommandFailure {
    CommandFailure(
      .partial,
      "change the star of \(name)",
      "GitHub had not answered yet",
      advice: "see `ghsearch starred \(name)`"
    )
  }
}
