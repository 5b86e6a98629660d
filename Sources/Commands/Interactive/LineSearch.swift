import GitHubAPI
import SearchModel
import SearchUI
import Terminal

/// The REPL over the client: on the terminal with editing, else over the lines of standard input.
struct LineSearch {
  let options: InteractiveOptions
  let context: Context
  var limit = ListChoice.usualLimit
  var color = ColorChoice.auto
  /// As ``WaitOptions/wait``.
  var wait: Bool?

  init(options: InteractiveOptions, context: Context) {
    self.options = options
    self.context = context
  }

  func run() async throws(CommandFailure) -> ExitStatus {
    let services = try Services(context, patience: .none)
    let search = SearchViewModel(services, keepsHistory: !options.hasNoHistory, in: context)
    let capabilities = TerminalCapabilities(environment: context.environment)
    guard context.hasInputTerminal, context.terminal != nil, capabilities.isUsable,
      context.mayTakeTerminal, let tty = try? TTY()
    else {
      return try status(of: await repl(search).run(reading: context.lines))
    }
    do throws(TerminalError) {
      _ = try await repl(search).run(on: tty, capabilities: capabilities)
      // Whoever types has seen what failed.
      return .success
    } catch {
      throw CommandFailure(.localFile, "take the terminal", "\(error)")
    }
  }

  private func repl(_ search: SearchViewModel) -> REPL {
    let colored = color.isColored(context)
    let options = REPL.Options(
      limit: limit,
      look: REPLLook(
        width: context.terminal?.columns,
        hasColor: colored,
        hasHyperlinks: colored && Hyperlink.isSupported(environment: context.environment)
      ),
      longestWait: wait.map { $0 ? .infinity : 0 } ?? 60,
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
      note: { text in try? context.errors.write(text) },
      failureLine: { CommandFailure($0).line },
      openPage: { url in Browser.openQuietly(url, context) },
      now: context.now,
      clock: { LocalTime.clock($0, now: context.now()) }
    )
  }

  private func status(of outcome: REPLOutcome) throws(CommandFailure) -> ExitStatus {
    if outcome.ending == .outputLost {
      throw CommandFailure(.output, "write the output", "nobody takes it any more")
    }
    guard let first = outcome.failures.first else { return .success }
    return outcome.answeredCount > 0 ? .partial : CommandFailure(first).status
  }
}

extension CommandFailure {
  fileprivate init(_ failure: REPLFailure) {
    self.init(ExitStatus(failure.kind), failure.what, failure.why, advice: failure.advice)
  }
}

extension ExitStatus {
  fileprivate init(_ kind: REPLFailure.Kind) {
    switch kind {
    case .usage: self = .usage
    case .rateLimited: self = .rateLimited
    case .browser: self = .localFile
    case .service(let failure): self.init(failure)
    }
  }

  private init(_ failure: SearchFailure) {
    switch failure {
    case .offline: self = .network
    case .rateLimited: self = .rateLimited
    case .validation: self = .usage
    case .tokenMissing, .tokenRefused: self = .authentication
    case .forbidden: self = .permission
    case .notFound: self = .notFound
    case .badAnswer: self = .badResponse
    case .localStore: self = .localFile
    case .cancelled: self = .interrupted
    }
  }
}
