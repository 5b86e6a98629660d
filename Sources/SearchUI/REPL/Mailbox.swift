import System

/// The contents of a ``Mailbox``, which can be empty.
protocol MailboxContents: Sendable {
  init()
  var isEmpty: Bool { get }
}

/// Messages from other threads to the thread of the terminal.
///
/// While that thread is at work, it reads its mailbox anyway and is not woken, so that a message caused by
/// its own key costs no turn of the event loop.
final class Mailbox<Contents: MailboxContents>: Sendable {
  private struct State: Sendable {
    var contents = Contents()
    var isReaderAtWork = false
  }

  private let state = Guarded(State())
  private let wake: @Sendable () -> Void

  /// - Parameter wake: makes the thread of the terminal look here.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  func post(_ change: @Sendable (inout Contents) -> Void) {
    let mustWake = state.withLock { state in
      change(&state.contents)
      return !state.isReaderAtWork
    }
    if mustWake { wake() }
  }

  /// Called when the reader starts to work: posts do not wake it then.
  func open() {
    state.withLock { $0.isReaderAtWork = true }
  }

  /// The messages since the last call.
  func take() -> Contents {
    state.withLock { state in
      defer { state.contents = Contents() }
      return state.contents
    }
  }

  /// Called before the reader sleeps; false when there are messages, and the reader goes on.
  func close() -> Bool {
    state.withLock { state in
      state.isReaderAtWork = !state.contents.isEmpty
      return state.contents.isEmpty
    }
  }
}
