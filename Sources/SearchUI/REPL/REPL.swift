package import SearchModel
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
  /// What the user and the surroundings decide.
  package struct Options: Sendable {
    /// How many rows an answer shows, 1 to 1,000; `:limit` changes it.
    package var limit: Int
    package var look: REPLLook
    /// How long a line waits for the budget at most, in seconds: 0 for `--no-wait`, infinity for
    /// `--wait`.
    package var longestWait: TimeInterval
    /// What stands before the lines that are typed; nil when nobody types them.
    package var prompt: String?

    package init(
      limit: Int = 30,
      look: REPLLook = REPLLook(),
      longestWait: TimeInterval = 60,
      prompt: String? = nil
    ) {
      self.limit = min(max(limit, 1), SearchRequest.mostReachable)
      self.look = look
      self.longestWait = longestWait
      self.prompt = prompt
    }
  }

  /// Who does what the REPL cannot do itself.
  package struct Ports: Sendable {
    /// Writes answers, whole lines; false when they cannot be written, which ends the REPL.
    package var print: @Sendable (String) -> Bool
    /// Writes what is said beside the answers, whole lines.
    package var note: @Sendable (String) -> Void
    /// The one line `ghsearch: WHAT: WHY; WHAT TO DO` of a failure, made safe, not ended.
    package var failureLine: @Sendable (REPLFailure) -> String
    /// Opens a page in the browser; what went wrong, or nil.
    package var openPage: @Sendable (String) async -> String?
    /// The time of day, which ages and waits are told from.
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
      self.print = print
      self.note = note
      self.failureLine = failureLine
      self.openPage = openPage
      self.now = now
      self.clock = clock
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
  /// Nothing written has an escape sequence in it, unless the look has colours or links.
  package func run(reading lines: some LineReading) async -> REPLOutcome {
    var conversation = Conversation(search: search, options: options, ports: ports)
    var outcome = REPLOutcome()
    while outcome.ending == nil {
      guard ask() else {
        outcome.ending = .outputLost
        break
      }
      switch await lines.next() {
      case .line(let line): outcome.add(await conversation.answer(line))
      case .unreadable(let why): outcome.add(conversation.refuse(why))
      case .end: outcome.ending = .endOfInput
      }
    }
    if outcome.ending == .endOfInput, options.prompt != nil { _ = ports.print("\n") }
    await conversation.finish()
    return outcome
  }

  /// False when nobody can be asked.
  private func ask() -> Bool {
    options.prompt.map(ports.print) ?? true
  }

  /// Takes the terminal until the user leaves; keys are read on a thread of their own.
  ///
  /// What the ports would print goes to the terminal instead, so both standard streams should be
  /// that terminal.
  ///
  /// - Parameters:
  ///   - tty: the terminal's device.
  ///   - capabilities: what it can do.
  ///   - idleSignal: gets a byte whenever everything that came is done; for tests.
  /// - Returns: how it went.
  /// - Throws: when there is no terminal that could be used, before anything is written.
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
      loop.run { batch in driver.step(batch.events) }
      return driver.outcome
    }
    await Conversation(search: search, options: options, ports: ports).finish()
    return outcome
  }
}
