/// A program to run, and what it is connected to.
struct ChildCommand: Sendable {
  /// Where standard input comes from.
  enum Input: Sendable {
    case nothing
    case bytes(Bytes)
    case file(String)
    case closed
    case terminal
    /// A pipe that nobody writes to and nobody closes.
    case silence
  }

  /// Where standard output or error goes.
  enum Output: Sendable, Equatable {
    case pipe
    case file(String)
    case closed
    case terminal
    /// A pipe whose reader leaves after that many bytes; 0 is before the program starts.
    case pipeCut(after: Int)
    /// A pipe that nobody reads until the program has ended.
    case pipeUnread
    /// A pipe that is read a few bytes at a time, with pauses.
    case pipeSlow

    func filled(_ places: Places) -> Self {
      guard case .file(let path) = self else { return self }
      return .file(places.fill(path))
    }
  }

  /// What the bench does when the program has come so far.
  enum Reaction: Sendable {
    case signalOnErrors(containing: String, Int32)
    case signalOnOutput(Int32)
  }

  var program: String
  var arguments: [[UInt8]] = []
  var environment: [String: String] = [:]
  var folder = "/"
  var input = Input.nothing
  var output = Output.pipe
  var errors = Output.pipe
  var columns: UInt16 = 80
  var rows: UInt16 = 24
  /// As the launcher takes them: `limit=files:16`, `ignore=13`.
  var settings: [String] = []
  var reactions: [Reaction] = []
  /// Seconds until the program is killed.
  var patience = 20.0

  var usesTerminal: Bool {
    if case .terminal = input { return true }
    return output == .terminal || errors == .terminal
  }
}

/// How a program ended, and what came out of it.
struct ChildOutcome: Sendable {
  /// As a shell shows it: 128 and the number of the signal that ended it.
  var status: Int32 = -1
  var output: [UInt8] = []
  var errors: [UInt8] = []
  var seconds = 0.0
  /// KiB.
  var peak = 0
  /// It had to be killed.
  var wasImpatient = false
}
