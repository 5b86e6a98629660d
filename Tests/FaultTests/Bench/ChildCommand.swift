/// A program to run, with its input, output and environment.
struct ChildCommand: Sendable {
  /// The source of standard input.
  enum Input: Sendable {
    case nothing
    case bytes(Bytes)
    case file(String)
    case closed
    case terminal
  }

  /// The destination of standard output or error.
  enum Output: Sendable, Equatable {
    case pipe
    case file(String)
    case closed
    case terminal
    /// A pipe whose reader closes it after this many bytes; with 0, before the program starts.
    case pipeCut(after: Int)
    /// A pipe that the bench reads only after the program has ended.
    case pipeUnread
    /// A pipe that the bench reads a few bytes at a time, with pauses.
    case pipeSlow

    func filled(_ places: Places) -> Self {
      guard case .file(let path) = self else { return self }
      return .file(places.fill(path))
    }
  }

  /// A signal that the bench sends when the program reaches a point.
  enum Reaction: Sendable {
    case signalOnErrors(containing: String, Int32)
    case signalOnOutput(Int32)
  }

  var program: String
  var arguments: [[UInt8]] = []
  var environment: [String: String] = [:]
  var directory = "/"
  var input = Input.nothing
  var output = Output.pipe
  var errors = Output.pipe
  var columns: UInt16 = 80
  var rows: UInt16 = 24
  /// Settings for the launcher, such as `limit=files:16` and `ignore=13`.
  var settings: [String] = []
  var reactions: [Reaction] = []
  /// Seconds until the bench kills the program.
  var timeout = 20.0

  var usesTerminal: Bool {
    if case .terminal = input { return true }
    return output == .terminal || errors == .terminal
  }
}

/// A program's exit status, output and peak memory.
struct ChildOutcome: Sendable {
  /// The status as a shell shows it: 128 plus the signal's number if a signal ended the program.
  var status: Int32 = -1
  var output: [UInt8] = []
  var errors: [UInt8] = []
  var seconds = 0.0
  /// The peak memory in KiB.
  var peak = 0
  /// Whether the bench killed it at the timeout.
  var timedOut = false
}
