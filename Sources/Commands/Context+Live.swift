import Core
import CurlTransport
import Essentials
import GitHubAPI
import GitHubModel
import HTTPTransport
import Output
import System
import Terminal

extension Context {
  /// The context of this process, which chooses all implementations.
  ///
  /// `now` returns the current date.
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
      launch: { words, isDetached throws(OperationFailure) in
        isDetached ? try await UserProgram.runDetached(words) : try await UserProgram.run(words)
      },
      show: { text, command, variables throws(OperationFailure) in
        try await UserProgram.show(text, with: command, adding: variables)
      }
    )
  }

  /// The same context with the current size of the terminal.
  func resized() -> Self {
    var context = self
    context.terminal = Self.terminalSize(of: FileDescriptor.standardOutput)
    if errorTerminal != nil {
      context.errorTerminal = Self.terminalSize(of: FileDescriptor.standardError)
    }
    return context
  }

  /// The answers to a question; the capital letter is the default.
  static let answerKeys = "[y/N]"

  /// Asks the user at the terminal, even when standard input is a pipe.
  private static func answer(to question: String) async -> LineRead? {
    guard let terminal = try? TTY(),
      (try? FileDescriptor.write("\(question) \(answerKeys) ", to: terminal.output)) != nil
    else { return nil }
    let answer = await DescriptorLines(terminal.input).next()
    // Without this use, the optimizer could close the terminal early.
    _ = consume terminal
    return answer
  }

  private static func terminalSize(of descriptor: Int32) -> TerminalSize? {
    guard FileDescriptor.isTerminal(descriptor) else { return nil }
    return TTY.reportedSize(of: descriptor).map { TerminalSize(columns: $0.columns, rows: $0.rows) }
  }
}

extension RequestClock {
  /// The system clock, which counts from boot and includes sleep.
  static func live(date: @escaping @Sendable () -> Date) -> Self {
    Self(
      now: { Moment(milliseconds: SystemClock.milliseconds()) },
      sleep: { try await Task.sleep(for: $0, tolerance: .zero, clock: .continuous) },
      date: date
    )
  }
}

/// Standard input, which may contain names or a token.
enum StandardInput {
  /// The maximum size in bytes: about 200,000 names.
  private static let maxBytes = 8 * 1024 * 1024

  static func read() throws(OperationFailure) -> String {
    guard var bytes = try readBytes() else {
      throw OperationFailure(.usage, "read standard input", "larger than \(maxBytes) bytes")
    }
    // The text may be a token.
    defer { bytes.wipe() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw OperationFailure(.usage, "read standard input", "not UTF-8 text")
    }
    return text
  }

  /// Reads all bytes; nil if there are too many.
  private static func readBytes() throws(OperationFailure) -> [UInt8]? {
    do throws(SystemError) {
      return try FileDescriptor.readAll(from: FileDescriptor.standardInput, atMost: maxBytes)
    } catch {
      throw OperationFailure(.localFile, "read standard input", error.description)
    }
  }
}
