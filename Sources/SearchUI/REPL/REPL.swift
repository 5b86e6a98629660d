import GitHubModel
package import SearchModel
import System
package import Terminal

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

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
    /// How long a line waits for the budget at most, in seconds: 0 for `--no-wait`, infinity for
    /// `--wait`.
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
    /// The one line `ghsearch: WHAT: WHY; WHAT TO DO` of a failure, made safe, not ended.
    package var failureLine: @Sendable (REPLFailure) -> String
    /// Opens a page in the browser; what went wrong, or nil.
    package var openPage: @Sendable (String) async -> String?
    /// The time of day, which ages and waits are computed from.
    package var now: @Sendable () -> Date
    /// A time as the user's clock shows it.
    package var clock: @Sendable (Date) -> String

    package init(
      print: @escaping @Sendable (String) -> Bool,
      note: @escaping @Sendable (String) -> Void,
      failureLine: @escaping @Sendable (REPLFailure) -> String,
      openPage: @escaping @Sendable (String) async -> String?,
      now: @escaping @Sendable () -> Date,
      clock: @escaping @Sendable (Date) -> String
    ) {
      (self.print, self.note, self.failureLine) = (print, note, failureLine)
      (self.openPage, self.now, self.clock) = (openPage, now, clock)
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
      case .unreadable(let why): outcome.add(session.refuse(why))
      case .end: outcome.ending = .endOfInput
      }
    }
    if outcome.ending == .endOfInput, options.prompt != nil { _ = ports.print("\n") }
    await session.finish()
    return outcome
  }

  /// Takes the terminal until the user leaves; keys are read on a thread of their own.
  ///
  /// What the ports would print goes to the terminal instead, so both standard streams should be
  /// that terminal.
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

  /// Failures that are recorded at most.
  private static let maxFailures = 100
}

/// The result of a line; thrown where the answer ends early.
enum REPLResult: Error, Equatable {
  case answered
  case failed(REPLFailure)
  /// Canceled with ^C.
  case cancelled
  case quit, outputLost
}

/// Why a line could not be answered, in the parts of `ghsearch: WHAT: WHY; WHAT TO DO`.
package struct REPLFailure: Error, Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// The line is wrong: an unknown command, a row that is not there, a query no one can search for.
    case usage
    /// The rate limit is used up for longer than a line may wait.
    case rateLimited
    case browser
    case service(SearchFailure)
  }

  package var kind: Kind
  package var what: String
  package var why: String
  /// Empty where there is nothing to say.
  package var advice: String

  init(_ kind: Kind, _ what: String, _ why: String, advice: String = "") {
    (self.kind, self.what, self.why, self.advice) = (kind, what, why, advice)
  }
}

extension REPLFailure {
  init(_ failure: SearchFailure, operation: String) {
    self.init(
      .service(failure),
      operation,
      BannerText.cause(failure).description,
      advice: BannerText.advice(failure)?.description ?? Self.advice(failure)
    )
  }

  private static func advice(_ failure: SearchFailure) -> String {
    switch failure {
    case .offline: "check the network and try again"
    case .badResponse: "try again later"
    case .rateLimited(nil): "try again in a minute"
    case .rateLimited, .validation, .tokenMissing, .notSynced, .tokenRejected, .forbidden,
      .notFound,
      .localStore, .cancelled:
      ""
    }
  }

  init(_ reason: InvalidQuery) {
    self.init(
      .usage,
      "search",
      EmptyList.title(reason).description,
      advice: EmptyList.advice(reason).map(\.description).joined(separator: " ")
    )
  }

  init(unknown name: String) {
    let nearest = LineCommand.nearest(to: name).map { "did you mean :\($0.name)? " } ?? ""
    self.init(.usage, ":\(name)", "unknown command", advice: "\(nearest):help lists the commands")
  }
}
