package import Core
import CurlTransport
import Essentials
import GitHubModel
import HTTPTransport
package import System

/// A command's console: its streams, the terminal, and programs it runs, together with the world of
/// its operations.
///
/// ``live(now:)`` creates the real one; tests create their own.
package struct Context: Sendable {
  package var world: World
  /// The words of the command, such as `stars list`, which start its failure messages.
  package var operation = ""
  /// Whether the arguments explicitly name a search or another command; otherwise the first word
  /// may be a misspelled command.
  package var namesCommand = false
  /// Whether output longer than the screen is paged.
  package var usesPager = true
  package var arguments: [String] = []
  package var messageFormat = MessageFormat.text
  /// Shows progress; nil if standard error is neither a terminal nor for programs.
  package var statusLine: StatusLine?
  /// The rows of a REPL; nil for other commands.
  package var shownRows: ShownRows?
  package var output: any TextSink
  package var errors: any TextSink
  package var readInput: @Sendable () throws(OperationFailure) -> String
  /// Creates a reader of standard input, one line at a time.
  package var lines: @Sendable (LineRules) -> any LineReading
  /// Writes a question and ``answerKeys`` to the process's terminal, even if its streams are
  /// redirected, and reads the line typed there; nil without a terminal.
  package var ask: @Sendable (_ question: String) async -> LineRead?
  package var hasInputTerminal: Bool
  /// Whether standard input is a pipe, which another program may write to.
  package var hasInputPipe = false
  /// Whether a screen may be drawn on this process's terminal.
  package var mayTakeTerminal: Bool
  /// The name of the process's terminal session; empty if unknown.
  package var session: String
  /// The size of the terminal on standard output; nil if it is not a terminal.
  package var terminal: TerminalSize?
  /// The size of the terminal on standard error; nil if it is not a terminal.
  package var errorTerminal: TerminalSize?
  /// Runs a program in the foreground, or starts it detached, and returns its exit status; 0 for a
  /// detached program that is still running.
  package var launch:
    @Sendable (_ program: [String], _ isDetached: Bool) async throws(OperationFailure) -> Int32
  /// Shows a text with a command in the foreground, with additional environment variables.
  package var show:
    @Sendable (_ text: String, _ command: UserCommand, _ variables: [String])
      async throws(OperationFailure) -> Void

  package init(
    world: World,
    output: any TextSink,
    errors: any TextSink,
    readInput: @escaping @Sendable () throws(OperationFailure) -> String,
    lines: @escaping @Sendable (LineRules) -> any LineReading,
    ask: @escaping @Sendable (_ question: String) async -> LineRead?,
    hasInputTerminal: Bool,
    hasInputPipe: Bool,
    mayTakeTerminal: Bool,
    session: String,
    terminal: TerminalSize?,
    errorTerminal: TerminalSize?,
    launch:
      @escaping @Sendable (_ program: [String], _ isDetached: Bool) async throws(OperationFailure)
      ->
      Int32,
    show:
      @escaping @Sendable (_ text: String, _ command: UserCommand, _ variables: [String])
      async throws(OperationFailure) -> Void
  ) {
    (self.world, self.output, self.errors) = (world, output, errors)
    (self.readInput, self.lines, self.ask) = (readInput, lines, ask)
    (self.hasInputTerminal, self.hasInputPipe) = (hasInputTerminal, hasInputPipe)
    (self.mayTakeTerminal, self.session) = (mayTakeTerminal, session)
    (self.terminal, self.errorTerminal) = (terminal, errorTerminal)
    (self.launch, self.show) = (launch, show)
  }
}

package struct TerminalSize: Sendable, Equatable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
  }
}

extension Context {
  /// Prints text on standard output.
  ///
  /// - Throws: ``OperationFailure`` with ``ExitStatus/output``.
  package func print(_ text: String) throws(OperationFailure) {
    guard !text.isEmpty else { return }
    do throws(SystemError) {
      try output.write(text)
    } catch {
      throw OperationFailure(.output, "write the output", error.description)
    }
  }
}

extension Context {
  /// A copy of the context that prints on standard error instead of standard output, which is for
  /// the results.
  package func printingOnErrors() -> Self {
    var context = self
    (context.output, context.terminal) = (errors, errorTerminal)
    context.usesPager = false
    return context
  }
}

/// An output that reports when text could not be written completely.
package protocol TextSink: Sendable {
  /// Writes all of the text before returning.
  ///
  /// - Throws: ``SystemError`` if a byte could not be written.
  func write(_ text: String) throws(SystemError)
}

/// A file descriptor that the sink does not close, such as a standard stream.
package struct DescriptorSink: TextSink {
  package let descriptor: Int32

  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  package func write(_ text: String) throws(SystemError) {
    try FileDescriptor.write(text, to: descriptor)
  }
}

/// Collects output, for example while another program uses the terminal.
package final class BufferedSink: TextSink {
  private let buffer = Guarded("")

  package init() {}

  package var text: String { buffer.withLock(\.self) }

  package func write(_ text: String) { buffer.withLock { $0 += text } }

  /// Writes the output collected so far, ignoring failures.
  package func flush(to sink: any TextSink) {
    let text = buffer.withLock { text in
      defer { text = "" }
      return text
    }
    if !text.isEmpty { try? sink.write(text) }
  }
}
