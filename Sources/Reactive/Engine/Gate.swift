public import Synchronization

/// A door that lets one thread in and takes messages from everyone else.
///
/// Serial delivery without holding a lock: whoever finds the gate free owns it and may touch the
/// state behind it; whoever finds it taken leaves an event and goes on. The owner handles what was
/// left before it leaves, in the order in which it arrived. An owner that comes back to its own
/// gate (a subscriber that sends from inside `receive`) leaves an event as well, so nothing
/// recurses and nothing overtakes.
///
/// ```
///        tryEnter            post
/// free ───────────▶ taken ─────────▶ taken, mail waiting
///   ▲                 │ leave           │ leave: returns the mail
///   └─────────────────┘◀────────────────┘
/// ```
///
/// Free of charge it is not: one compare-and-swap to enter, one to leave. No allocation.
@usableFromInline
@frozen
struct Gate<Event>: ~Copyable, @unchecked Sendable {
  // @unchecked Sendable because the word is atomic and the mail is locked; an event is handed over.
  @usableFromInline let word = Atomic<UInt8>(Gate.free)
  @usableFromInline let mail = Locked<[Event]>([])

  @inlinable static var free: UInt8 { 0 }
  @inlinable static var taken: UInt8 { 1 }
  @inlinable static var takenWithMail: UInt8 { 2 }

  @inlinable
  init() {}

  /// Takes the gate if it is free.
  @inlinable
  borrowing func tryEnter() -> Bool {
    word.compareExchange(expected: Gate.free, desired: Gate.taken, ordering: .acquiring).exchanged
  }

  /// Leaves an event for the owner; `true` means that there was none and the caller now is.
  @inlinable
  borrowing func post(_ event: Event) -> Bool {
    mail.withLock { mail in
      mail.append(event)
      return flag()
    }
  }

  /// Marks that mail is waiting.
  ///
  /// To be called with the mail locked.
  @inlinable
  borrowing func flag() -> Bool {
    while true {
      if tryEnter() {
        word.store(Gate.takenWithMail, ordering: .relaxed)
        return true
      }
      let marked = word.compareExchange(
        expected: Gate.taken,
        desired: Gate.takenWithMail,
        ordering: .relaxed
      )
      if marked.exchanged || marked.original == Gate.takenWithMail { return false }
    }
  }

  /// Gives the gate back, or returns the events that were left and keeps it.
  @inlinable
  borrowing func leave() -> [Event]? {
    let left = word.compareExchange(
      expected: Gate.taken,
      desired: Gate.free,
      ordering: .releasing
    )
    return left.exchanged ? nil : collect()
  }

  @usableFromInline
  borrowing func collect() -> [Event] {
    mail.withLock { mail in
      word.store(Gate.taken, ordering: .relaxed)
      let waiting = mail
      mail = []
      return waiting
    }
  }
}
