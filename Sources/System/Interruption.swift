import CLibrary

/// Handles the signals that end the program.
///
/// The task is canceled, and then the signal ends the process, so that a shell sees the signal.
package enum Interruption {
  /// Blocks SIGINT, SIGTERM and SIGHUP, except those that the parent ignores, and unblocks all
  /// others.
  ///
  /// Called before there is a second thread, so that only the waiting thread gets the signals.
  package static func block() {
    var set = handled()
    unsafe pthread_sigmask(SIG_SETMASK, &set, nil)
  }

  /// Runs the body in a task while the calling thread waits for signals, and then ends the process.
  ///
  /// Must be called on the main thread, since libdispatch would unblock every signal there.
  package static func run(_ body: @escaping @Sendable () async -> Int32) -> Never {
    let arrival = Guarded<Int32?>(nil)
    let task = Task.detached {
      let status = await body()
      if let number = arrival.withLock({ $0 }) { end(by: number) }
      // A shell ends a loop if its command ends this way.
      if status == interrupted, foreground.withLock(\.wasInterrupted) { end(by: SIGINT) }
      // Not `exit`, whose handlers clean up OpenSSL while libcurl's thread may still be using it.
      // All output is written, since none of our streams is buffered.
      _exit(status)
    }
    var number = nextSignal()
    while number == SIGINT, foreground.withLock(\.count) > 0 || cancelLine() {
      number = nextSignal()
    }
    arrival.withLock { $0 = number }
    task.cancel()
    // The body may be stuck in an uncancelable call, such as reading standard input.
    usleep(grace)
    end(by: number)
  }

  /// From now on, Ctrl-C cancels only the body of ``cancelable(_:)``.
  ///
  /// A second Ctrl-C before it ends ends the process.
  package static func leaveKeysToLines() { line.withLock { $0 = .idle } }

  /// Runs a line's body, which Ctrl-C cancels.
  package static func cancelable<Value: Sendable>(
    _ body: @escaping @Sendable () async -> Value
  ) async -> Value {
    let task = Task { await body() }
    line.withLock { $0 = .running { task.cancel() } }
    defer { line.withLock { $0 = .idle } }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Cancels the current line; returns false if Ctrl-C should end the process.
  private static func cancelLine() -> Bool {
    let current = line.withLock { line in
      defer { if case .running = line { line = .canceled } }
      return line
    }
    switch current {
    case .idle: return true
    case .running(let cancel):
      cancel()
      return true
    case .canceled, nil: return false
    }
  }

  private enum Line {
    case idle, canceled
    case running(@Sendable () -> Void)
  }

  /// The current line; nil unless the process answers lines.
  private static let line = Guarded<Line?>(nil)

  /// Runs a program that uses the terminal, and leaves Ctrl-C and Ctrl-\ to it.
  ///
  /// The terminal sends these signals to both; this process ignores them in the meantime, like
  /// system(3). SIGTERM and SIGHUP still cancel the task.
  ///
  /// - Parameter body: Starts the program and waits for its end.
  /// - Returns: The result of the body: how the program ended, as in ``ChildProcess/wait()``.
  /// - Throws: The body's errors.
  package static func leavingKeys(
    to body: () async throws(SystemError) -> Int32?
  ) async throws(SystemError) -> Int32? {
    leaveKeys()
    let result: Result<Int32?, SystemError>
    do throws(SystemError) {
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
    takeKeysBack()
    if result == .success(interrupted) { foreground.withLock { $0.wasInterrupted = true } }
    return try result.get()
  }

  /// The same for a caller whose thread may block; interrupting the program does not end this
  /// process.
  package static func leavingKeysOnThisThread(
    to body: () throws(SystemError) -> Int32?
  ) throws(SystemError) -> Int32? {
    leaveKeys()
    defer { takeKeysBack() }
    return try body()
  }

  private static func leaveKeys() {
    foreground.withLock { foreground in
      if foreground.count == 0, SignalAction(of: SIGQUIT).isDefault { signal(SIGQUIT, SIG_IGN) }
      foreground.count += 1
    }
  }

  private static func takeKeysBack() {
    foreground.withLock { foreground in
      foreground.count -= 1
      if foreground.count == 0 { resetKeys() }
    }
  }

  private static func resetKeys() {
    if SignalAction(of: SIGQUIT).isIgnored { signal(SIGQUIT, SIG_DFL) }
    // A SIGINT not yet received by the main thread was also meant for the program. Ignoring a
    // signal discards it, even if it is blocked (sigaction(2) of POSIX).
    let action = SignalAction(of: SIGINT)
    signal(SIGINT, SIG_IGN)
    action.install(for: SIGINT)
  }

  /// The programs that are using the terminal.
  private static let foreground = Guarded(Foreground())

  private struct Foreground {
    var count = 0
    /// Whether SIGINT has ended one of these programs.
    var wasInterrupted = false
  }

  /// The status of a program ended by SIGINT.
  private static let interrupted: Int32 = 128 + SIGINT

  /// The time in microseconds that a canceled task has to finish its output.
  private static let grace: useconds_t = 300_000

  private static func nextSignal() -> Int32 {
    var set = handled()
    var number: Int32 = 0
    while unsafe sigwait(&set, &number) != 0 {}
    return number
  }

  private static func end(by number: Int32) -> Never {
    // The action is not reset, because a handler may still have to restore the terminal.
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    // To this thread, because the main thread may be waiting for signals and would receive one sent
    // to the process.
    raise(number)
    _exit(128 + number)
  }

  private static func handled() -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    // Some may be ignored, as after `nohup` or in a script's background.
    for number in [SIGINT, SIGTERM, SIGHUP] where !SignalAction(of: number).isIgnored {
      unsafe sigaddset(&set, number)
    }
    return set
  }
}

/// The action of a signal (sigaction(2)).
package struct SignalAction: @unchecked Sendable {
  // @unchecked Sendable because its function pointer is only passed to sigaction(2).
  private var value = sigaction()

  /// The current action of a signal.
  package init(of number: Int32) {
    unsafe sigaction(number, nil, &value)
  }

  /// An action that runs a handler with all other signals blocked.
  package init(_ handler: @escaping @convention(c) (Int32) -> Void) {
    unsafe sigfillset(&value.sa_mask)
    value.sa_flags = Int32(SA_RESTART)
    #if canImport(Darwin)
      unsafe value.__sigaction_u.__sa_handler = handler
    #elseif canImport(Musl)
      unsafe value.__sa_handler.sa_handler = handler
    #else
      unsafe value.__sigaction_handler.sa_handler = handler
    #endif
  }

  /// Sets the action of a signal.
  package func install(for number: Int32) {
    var value = value
    unsafe sigaction(number, &value, nil)
  }

  /// Whether the signal is ignored.
  package var isIgnored: Bool { isHandled(by: SIG_IGN) }

  /// Whether the signal has its default action.
  var isDefault: Bool { isHandled(by: SIG_DFL) }

  private func isHandled(by other: (@convention(c) (Int32) -> Void)?) -> Bool {
    #if canImport(Darwin)
      let handler = unsafe value.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = unsafe value.__sa_handler.sa_handler
    #else
      let handler = unsafe value.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(other, to: Int.self)
  }
}
