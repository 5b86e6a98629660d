/// How a REPL ended.
///
/// For scripts: 0 when ``failures`` is empty; otherwise 10, some done and some not, or the code of
/// the failure when nothing at all was answered. On a terminal always 0: the user saw it.
package struct REPLOutcome: Sendable, Equatable {
  package enum Ending: Sendable, Equatable {
    case endOfInput
    /// `:quit`.
    case quit
    /// The output could not be written.
    case outputLost
    /// The terminal went away.
    case terminalLost
  }

  /// Nil while it goes on.
  package internal(set) var ending: Ending?
  /// Lines that were answered; blank ones do not count.
  package internal(set) var answeredCount = 0
  package internal(set) var failures: [REPLFailure] = []

  package init() {}

  mutating func add(_ turn: REPLTurn) {
    switch turn {
    case .nothing, .cancelled: break
    case .answered: answeredCount += 1
    case .failed(let failure): if failures.count < Self.mostFailures { failures.append(failure) }
    case .quit: ending = .quit
    case .outputLost: ending = .outputLost
    }
  }

  /// Nobody looks at more.
  private static let mostFailures = 100
}

/// What became of a line.
enum REPLTurn: Sendable, Equatable {
  case nothing
  case answered
  case failed(REPLFailure)
  /// Given up with ^C.
  case cancelled
  case quit
  case outputLost
}

/// Why a line is answered no further.
enum REPLStop: Error {
  case failed(REPLFailure)
  case cancelled
  case outputLost
}
