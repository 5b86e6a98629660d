import GitHubAPI
import HTTPTransport
import SearchUI
import System

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The world outside the program: environment, streams, terminal, clock, network and processes.
///
/// `Wiring.swift` makes the real one; tests make their own. What a command makes of it for one API is
/// its ``Session``.
struct Context: Sendable {
  var environment: [String: String]
  /// The host that `--hostname` names, which takes precedence over the environment.
  var hostname: String?
  var workingDirectory: String
  var output: any TextSink
  var errors: any TextSink
  /// Reads standard input to its end.
  var readInput: @Sendable () throws(CommandFailure) -> String
  /// Makes a reader of standard input, one line at a time.
  var lines: @Sendable () -> any LineReading
  /// Whether standard input is a terminal.
  var hasInputTerminal: Bool
  /// Whether a screen may be drawn on this process's terminal.
  var mayTakeTerminal: Bool
  /// The history of search texts; nil if the environment names no folder for it.
  var history: HistoryFile?
  /// The name of the terminal session that the process belongs to; empty if it is not known.
  var session: String
  /// The size of the terminal that standard output is; nil if it is not a terminal.
  var terminal: TerminalSize?
  /// The size of the terminal that standard error is; nil if it is not a terminal.
  var errorTerminal: TerminalSize?
  var now: @Sendable () -> Date
  var transport: any HTTPTransport
  var rateLimits: RateLimitStore
  var clock: RequestClock
  var retries: RetryPolicy
  /// Runs a program in the foreground, or starts it detached, and returns its exit status; 0 for a
  /// detached program that is still running.
  var launch:
    @Sendable (_ program: [String], _ isDetached: Bool) async throws(CommandFailure) -> Int32
  /// Runs a program that shows a text, in the foreground, with variables added to its environment, and
  /// returns its exit status.
  var show:
    @Sendable (_ text: String, _ program: [String], _ variables: [String])
      async throws(CommandFailure) -> Int32
}

/// Columns and rows of a terminal.
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

  /// Prints a line on standard error; a failure is ignored.
  func note(_ text: String) {
    try? errors.write(text + "\n")
  }
}

/// An output that reports when text could not be written in full.
protocol TextSink: Sendable {
  /// Writes all of the text before it returns.
  ///
  /// - Throws: ``SystemError`` when a byte could not be written.
  func write(_ text: String) throws(SystemError)
}

/// A file descriptor that the sink does not close, such as a standard stream.
struct DescriptorSink: TextSink {
  let descriptor: Int32

  func write(_ text: String) throws(SystemError) {
    try FileDescriptor.write(text, to: descriptor)
  }
}

/// Keeps what is written, while something else uses the terminal.
final class HeldSink: TextSink {
  private let held = Guarded("")

  func write(_ text: String) { held.withLock { $0 += text } }

  /// Writes what was kept so far; a failure is ignored.
  func release(to sink: any TextSink) {
    let text = held.withLock { text in
      defer { text = "" }
      return text
    }
    if !text.isEmpty { try? sink.write(text) }
  }
}
