package import Essentials
import GitHubModel
package import SearchModel
import System
package import Terminal

/// The search line by line: a line is a query, or a command that begins with a colon.
///
/// The lines come from a pipe, a file or a simple terminal by ``run(reading:)``, and from a terminal
/// with editing, history and completion by ``run(on:capabilities:)``. Each line is answered
/// completely before the next is read.
///
/// ```swift
/// let repl = REPL(search: viewModel, options: options, ports: ports)
/// let outcome = await repl.run(reading: DescriptorLines(STDIN_FILENO))
/// ```
package struct REPL: Sendable {
  /// The choices of the user and the environment.
  package struct Options: Sendable {
    /// How many rows an answer shows, 1 to 1,000; `:limit` changes it.
    package var limit: Int
    package var style: REPLStyle
    /// The longest wait of a line for the budget, in seconds: 0 for `--no-wait`, infinity for `--wait`.
    package var waitLimit: TimeInterval
    /// Printed before each line is read; nil when lines are not typed.
    package var prompt: String?

    package init(
      limit: Int = 30,
      style: REPLStyle = REPLStyle(),
      waitLimit: TimeInterval = 60,
      prompt: String? = nil
    ) {
      self.limit = min(max(limit, 1), SearchRequest.maxReachable)
      (self.style, self.waitLimit, self.prompt) = (style, waitLimit, prompt)
    }
  }

  /// The functions that the REPL needs from the program.
  package struct Ports: Sendable {
    /// Writes answers, whole lines; false when they cannot be written, which ends the REPL.
    package var print: @Sendable (String) -> Bool
    /// Writes messages to standard error, as whole lines.
    package var note: @Sendable (String) -> Void
    /// Opens a page in the browser; what went wrong, or nil.
    package var openPage: @Sendable (String) async -> String?
    /// The time of day, which ages and waits are computed from.
    package var now: @Sendable () -> Date
    /// A time as the user's clock shows it.
    package var clock: @Sendable (Date) -> String

    package init(
      print: @escaping @Sendable (String) -> Bool,
      note: @escaping @Sendable (String) -> Void,
      openPage: @escaping @Sendable (String) async -> String?,
      now: @escaping @Sendable () -> Date,
      clock: @escaping @Sendable (Date) -> String
    ) {
      (self.print, self.note, self.openPage) = (print, note, openPage)
      (self.now, self.clock) = (now, clock)
    }
  }

  private let search: SearchViewModel
  private let options: Options
  private let ports: Ports

  package init(search: SearchViewModel, options: Options, ports: Ports) {
    (self.search, self.options, self.ports) = (search, options, ports)
  }

  /// Answers lines until they end or one says `:quit`.
  ///
  /// Nothing written has an escape sequence in it, unless the style has colors or links.
  package func run(reading lines: some LineReading) async -> REPLOutcome {
    var session = REPLSession(search: search, options: options, ports: ports)
    var outcome = REPLOutcome()
    while outcome.ending == nil {
      guard options.prompt.map(ports.print) ?? true else {
        outcome.ending = .outputLost
        break
      }
      switch await lines.next() {
      case .line(let line): outcome.add(await session.answer(line))
      case .unreadable(let why), .overlong(let why): outcome.add(session.refuse(why))
      case .end: outcome.ending = .endOfInput
      }
    }
    if outcome.ending == .endOfInput, options.prompt != nil { _ = ports.print("\n") }
    await session.finish()
    return outcome
  }

  /// Takes the terminal until the user leaves; keys are read on a thread of their own.
  ///
  /// Output of the ports goes to the terminal instead, so both standard streams should be that terminal.
  ///
  /// The descriptor `idleSignal` gets a byte whenever all events are handled; for tests.
  ///
  /// - Returns: how it went.
  /// - Throws: when no terminal can be used, before anything is written.
  package func run(
    on tty: consuming TTY,
    capabilities: TerminalCapabilities,
    idleSignal: Int32? = nil
  ) async throws(TerminalError) -> REPLOutcome {
    let modes = TerminalModes([.bracketedPaste])
    let session = try TerminalSession(on: tty, capabilities: capabilities, modes: modes)
    let outcome = await DedicatedThread.run { [search, options, ports] in
      defer { session.end() }
      let driver = PromptDriver(search, options, ports, device: session, size: session.size)
      var loop = EventLoop(session, idleSignal: idleSignal)
      loop.run { events, _ in driver.step(events) }
      return driver.outcome
    }
    await REPLSession(search: search, options: options, ports: ports).finish()
    return outcome
  }
}

/// How a REPL ended.
///
/// For scripts: 0 when ``failures`` is empty; otherwise the code of the first. On a terminal always 0:
/// the user saw it.
package struct REPLOutcome: Sendable, Equatable {
  package enum Ending: Sendable, Equatable {
    case endOfInput
    case quit
    case outputLost
    case terminalLost
  }

  package internal(set) var ending: Ending?
  package internal(set) var failures: [REPLFailure] = []

  package init() {}

  mutating func add(_ result: REPLResult) {
    switch result {
    case .answered, .cancelled: break
    case .failed(let failure): if failures.count < Self.maxFailures { failures.append(failure) }
    case .quit: ending = .quit
    case .outputLost: ending = .outputLost
    }
  }

  /// The maximum number of recorded failures.
  private static let maxFailures = 100
}

/// The result of a line; thrown if the answer ends early.
enum REPLResult: Error, Equatable {
  case answered
  case failed(REPLFailure)
  /// Canceled with ^C.
  case cancelled
  case quit, outputLost
}
