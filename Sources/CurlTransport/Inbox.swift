/// What other threads want of the loop: a pure state machine, kept under the loop's lock.
///
/// A request goes `reserved` → `submitted` → gone. Cancelling may come at any of the three, also
/// before the submission, since a task can be cancelled before it runs.
struct Inbox {
  /// What the loop's thread does next.
  enum Command: Sendable {
    case start(Submission)
    case cancel(Submission.ID)
  }

  private enum Phase {
    case reserved
    case cancelledEarly
    case submitted
  }

  private var phases: [Submission.ID: Phase] = [:]
  private var commands: [Command] = []
  private var lastID: Submission.ID = 0
  private(set) var isStopped = false

  mutating func reserve() -> Submission.ID {
    lastID += 1
    phases[lastID] = .reserved
    return lastID
  }

  /// False when the request was cancelled meanwhile: the caller then ends its wait.
  mutating func submit(_ submission: Submission) -> Bool {
    guard case .reserved? = phases[submission.id] else {
      phases[submission.id] = nil
      return false
    }
    phases[submission.id] = .submitted
    commands.append(.start(submission))
    return true
  }

  /// True when the loop must be woken for it.
  mutating func cancel(_ id: Submission.ID) -> Bool {
    switch phases[id] {
    case .reserved:
      phases[id] = .cancelledEarly
      return false
    case .submitted:
      commands.append(.cancel(id))
      return true
    case .cancelledEarly, nil:
      return false
    }
  }

  mutating func finish(_ id: Submission.ID) {
    phases[id] = nil
  }

  mutating func stop() {
    isStopped = true
  }

  mutating func takeCommands() -> [Command] {
    defer { commands.removeAll(keepingCapacity: true) }
    return commands
  }
}
