/// What other threads want of the loop: a pure state machine, kept under the loop's lock.
///
/// A request goes `reserved` → `submitted` → gone. Cancelling may come at any of the three, also
/// before the submission, since a task can be cancelled before it runs.
struct Inbox {
  /// What the loop's thread does next.
  enum Command: Sendable {
    case start(Submission)
    case cancel(Submission.ID)

    /// Nil for what is no start.
    fileprivate var submission: Submission? {
      if case .start(let submission) = self { submission } else { nil }
    }
  }

  /// What becomes of a submission.
  enum Admission: Equatable {
    case accepted
    /// It was cancelled meanwhile: the caller ends its wait.
    case cancelled
    /// There is no libcurl, and why.
    case refused(String)
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
  private var problem: String?

  mutating func reserve() -> Submission.ID {
    lastID += 1
    phases[lastID] = .reserved
    return lastID
  }

  mutating func submit(_ submission: Submission) -> Admission {
    guard case .reserved? = phases[submission.id] else {
      phases[submission.id] = nil
      return .cancelled
    }
    if let problem {
      phases[submission.id] = nil
      return .refused(problem)
    }
    phases[submission.id] = .submitted
    commands.append(.start(submission))
    return .accepted
  }

  /// Refuses what comes from now on.
  mutating func refuseAll(because problem: String) {
    self.problem = problem
  }

  /// Takes out what nobody has begun with.
  mutating func takeWaiting() -> [Submission] {
    let waiting = commands.compactMap(\.submission)
    commands.removeAll { $0.submission != nil }
    for submission in waiting { phases[submission.id] = nil }
    return waiting
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
