import CurlTransport
import Essentials
import GitHubAPI
import GitHubModel
import HTTPTransport
import System
import Terminal

/// The console of a command: its streams, the terminal, and programs that it runs, with the world that its
/// operations stand on.
///
/// ``live(now:)`` makes the real one; tests make their own.
struct Context: Sendable {
  var world: World
  /// The words of the command, as in `stars list`, with which its failures begin.
  var operation = ""
  /// Whether the arguments say that they are a search, or name another command; otherwise the first word
  /// may be a command with a typing mistake.
  var namesCommand = false
  /// Whether output that is longer than the screen is paged.
  var usesPager = true
  var arguments: [String] = []
  var messageFormat = MessageFormat.text
  /// Shows progress; nil if standard error is neither a terminal nor for programs.
  var statusLine: StatusLine?
  /// The rows of a REPL; nil for commands that are not lines of one.
  var shownRows: ShownRows?
  var output: any TextSink
  var errors: any TextSink
  var readInput: @Sendable () throws(CommandFailure) -> String
  /// Makes a reader of standard input, one line at a time.
  var lines: @Sendable (LineRules) -> any LineReading
  /// Writes a question and ``answerKeys`` to the process's terminal, even if its streams are redirected, and
  /// reads the line typed there; nil without a terminal.
  var ask: @Sendable (_ question: String) async -> LineRead?
  var hasInputTerminal: Bool
  /// Whether standard input is a pipe, which another program may write to.
  var hasInputPipe = false
  /// Whether a screen may be drawn on this process's terminal.
  var mayTakeTerminal: Bool
  /// The name of the terminal session that the process belongs to; empty if it is not known.
  var session: String
  /// The size of the terminal on standard output; nil if it is not a terminal.
  var terminal: TerminalSize?
  /// The size of the terminal on standard error; nil if it is not a terminal.
  var errorTerminal: TerminalSize?
  /// Runs a program in the foreground, or starts it detached, and returns its exit status; 0 for a
  /// detached program that is still running.
  var launch:
    @Sendable (_ program: [String], _ isDetached: Bool) async throws(CommandFailure) -> Int32
  /// Shows a text with a command, in the foreground, with variables added to its environment.
  var show:
    @Sendable (_ text: String, _ command: UserCommand, _ variables: [String])
      async throws(CommandFailure) -> Void
}

struct TerminalSize: Sendable, Equatable {
  let columns: Int
  let rows: Int
}

extension Context {
  /// Prints text on standard output.
  ///
  /// - Throws: ``CommandFailure`` with ``ExitStatus/output``.
  func print(_ text: String) throws(CommandFailure) {
    guard !text.isEmpty else { return }
    do throws(SystemError) {
      try output.write(text)
    } catch {
      throw CommandFailure(.output, "write the output", error.description)
    }
  }
}

extension Context {
  /// The same context with standard error in place of standard output, which is for the results.
  func printingOnErrors() -> Self {
    var context = self
    (context.output, context.terminal) = (errors, errorTerminal)
    context.usesPager = false
    return context
  }
}

/// An output that reports when text could not be written in full.
protocol TextSink: Sendable {
  /// Writes all of the text before it returns.
  ///
  /// - Throws: ``SystemError`` if a byte could not be written.
  func write(_ text: String) throws(SystemError)
}

/// A file descriptor that the sink does not close, such as a standard stream.
struct DescriptorSink: TextSink {
  let descriptor: Int32

  func write(_ text: String) throws(SystemError) {
    try FileDescriptor.write(text, to: descriptor)
  }
}

/// Collects output, for example while another program uses the terminal.
final class BufferedSink: TextSink {
  private let buffer = Guarded("")

  var text: String { buffer.withLock(\.self) }

  func write(_ text: String) { buffer.withLock { $0 += text } }

  /// Writes the output held back so far; ignores a failure.
  func flush(to sink: any TextSink) {
    let text = buffer.withLock { text in
      defer { text = "" }
      return text
    }
    if !text.isEmpty { try? sink.write(text) }
  }
}
