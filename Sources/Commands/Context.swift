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

// MARK: The real one

extension Context {
  /// The context of this process: the one place that chooses the implementations.
  ///
  /// `now` is the time of day.
  static func live(now: @escaping @Sendable () -> Date = { Date() }) -> Self {
    let environment = ProcessInfo.processInfo.environment
    let output = DescriptorSink(descriptor: FileDescriptor.standardOutput)
    let clock = RequestClock.live(date: now)
    let transport = CurlTransport(CurlConfiguration(trust: { .system(environment: environment) }))
    let world = World(
      environment: environment,
      workingDirectory: CurrentProcess.workingDirectory(),
      now: now,
      transport: transport,
      rateLimits: RateLimitStore(
        directory: UserDirectories(environment).state.map { "\($0)/ghsearch" },
        boot: SystemClock.boot(),
        lockRetryDelay: clock.lockRetryDelay
      ),
      clock: clock,
      retries: .default
    )
    return Self(
      world: world,
      output: output,
      errors: DescriptorSink(descriptor: FileDescriptor.standardError),
      readInput: StandardInput.read,
      lines: { DescriptorLines(FileDescriptor.standardInput, $0) },
      ask: { await answer(to: $0) },
      hasInputTerminal: FileDescriptor.isTerminal(FileDescriptor.standardInput),
      hasInputPipe: FileStatus(of: FileDescriptor.standardInput).isPipe,
      mayTakeTerminal: true,
      session: CurrentProcess.session(),
      terminal: terminalSize(of: FileDescriptor.standardOutput),
      errorTerminal: terminalSize(of: FileDescriptor.standardError),
      launch: { words, isDetached throws(CommandFailure) in
        isDetached ? try await UserProgram.runDetached(words) : try await UserProgram.run(words)
      },
      show: { text, command, variables throws(CommandFailure) in
        try await UserProgram.show(text, with: command, adding: variables)
      }
    )
  }

  /// The same context, on a terminal whose window the user may have resized since.
  func resized() -> Self {
    var context = self
    context.terminal = Self.terminalSize(of: FileDescriptor.standardOutput)
    if errorTerminal != nil {
      context.errorTerminal = Self.terminalSize(of: FileDescriptor.standardError)
    }
    return context
  }

  /// The answers to a question, of which the one in capitals is the default.
  static let answerKeys = "[y/N]"

  /// Asks the user at the terminal, also when standard input is a pipe.
  private static func answer(to question: String) async -> LineRead? {
    guard let terminal = try? TTY(),
      (try? FileDescriptor.write("\(question) \(answerKeys) ", to: terminal.output)) != nil
    else { return nil }
    let answer = await DescriptorLines(terminal.input).next()
    // Without this use, the optimizer could close the terminal earlier.
    _ = consume terminal
    return answer
  }

  private static func terminalSize(of descriptor: Int32) -> TerminalSize? {
    guard FileDescriptor.isTerminal(descriptor) else { return nil }
    return TTY.reportedSize(of: descriptor).map { TerminalSize(columns: $0.columns, rows: $0.rows) }
  }
}

extension RequestClock {
  /// The system's clock, which counts from boot and includes the time asleep.
  static func live(date: @escaping @Sendable () -> Date) -> Self {
    Self(
      now: { Moment(milliseconds: SystemClock.milliseconds()) },
      sleep: { try await Task.sleep(for: $0, tolerance: .zero, clock: .continuous) },
      date: date
    )
  }
}

/// Standard input, which may hold names or a token.
enum StandardInput {
  /// In bytes: some 200,000 names.
  private static let maxBytes = 8 * 1024 * 1024

  static func read() throws(CommandFailure) -> String {
    guard var bytes = try readBytes() else {
      throw CommandFailure(.usage, "read standard input", "larger than \(maxBytes) bytes")
    }
    // The text may be a token.
    defer { bytes.wipe() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.usage, "read standard input", "not UTF-8 text")
    }
    return text
  }

  /// Nil if there are too many.
  private static func readBytes() throws(CommandFailure) -> [UInt8]? {
    do throws(SystemError) {
      return try FileDescriptor.readAll(from: FileDescriptor.standardInput, atMost: maxBytes)
    } catch {
      throw CommandFailure(.localFile, "read standard input", error.description)
    }
  }
}
