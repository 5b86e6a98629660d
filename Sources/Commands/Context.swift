package import GitHubAPI
package import HTTPTransport
package import SearchModel
package import SearchUI

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// All that a command reaches of the world around it; tests hand in their own.
package struct Context: Sendable {
  package var environment: [String: String]
  /// The host that `--hostname` names; it goes before what the environment says.
  package var hostname: String?
  package var workingDirectory: String
  package var output: any TextSink
  package var errors: any TextSink
  /// Reads standard input to its end.
  package var readInput: @Sendable () throws(CommandFailure) -> String
  /// The lines of standard input, one at a time.
  package var lines: any LineReading
  /// Whether standard input is a terminal.
  package var hasInputTerminal: Bool
  /// Whether a screen may be drawn on this process's terminal.
  package var mayTakeTerminal: Bool
  /// The texts that were searched for; nil where they cannot be kept.
  package var history: (any QueryHistory)?
  /// Names the terminal session that the process belongs to.
  package var session: String
  /// The terminal behind standard output; nil when it is none.
  package var terminal: TerminalSize?
  /// The terminal behind standard error; nil when it is none.
  package var errorTerminal: TerminalSize?
  package var now: @Sendable () -> Date
  package var transport: any HTTPTransport
  package var budget: any RequestBudgetKeeping
  package var clock: RequestClock
  package var retries: RetryPolicy
  /// Runs a program with one argument, in the foreground; the program's exit status.
  package var launch: @Sendable (_ program: [String]) throws(CommandFailure) -> Int32
  /// Runs a program that shows a text, in the foreground, with variables added to its environment;
  /// the program's exit status.
  package var show:
    @Sendable (_ text: String, _ program: [String], _ variables: [String])
      throws(CommandFailure) -> Int32

  package init(
    environment: [String: String],
    workingDirectory: String,
    output: any TextSink,
    errors: any TextSink,
    readInput: @escaping @Sendable () throws(CommandFailure) -> String,
    lines: any LineReading,
    hasInputTerminal: Bool,
    mayTakeTerminal: Bool,
    history: (any QueryHistory)?,
    session: String,
    terminal: TerminalSize?,
    errorTerminal: TerminalSize?,
    now: @escaping @Sendable () -> Date,
    transport: any HTTPTransport,
    budget: any RequestBudgetKeeping,
    clock: RequestClock,
    retries: RetryPolicy,
    launch: @escaping @Sendable (_ program: [String]) throws(CommandFailure) -> Int32,
    show:
      @escaping @Sendable (_ text: String, _ program: [String], _ variables: [String])
      throws(CommandFailure) -> Int32
  ) {
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.output = output
    self.errors = errors
    self.readInput = readInput
    self.lines = lines
    self.hasInputTerminal = hasInputTerminal
    self.mayTakeTerminal = mayTakeTerminal
    self.history = history
    self.session = session
    self.terminal = terminal
    self.errorTerminal = errorTerminal
    self.now = now
    self.transport = transport
    self.budget = budget
    self.clock = clock
    self.retries = retries
    self.launch = launch
    self.show = show
  }
}

/// Columns and rows of a terminal.
package struct TerminalSize: Sendable, Equatable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

extension Context {
  /// Writes data, and turns what cannot be written into the command's failure.
  func print(_ text: String) throws(CommandFailure) {
    guard !text.isEmpty else { return }
    do throws(OutputError) {
      try output.write(text)
    } catch {
      throw CommandFailure(.output, "write the output", SystemError.text(error.errno))
    }
  }

  /// Says something beside the data; where nobody can be told, nothing is lost.
  func note(_ text: String) {
    try? errors.write(text + "\n")
  }
}
