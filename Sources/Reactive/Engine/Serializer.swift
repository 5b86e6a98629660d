public import Synchronization

/// A door that lets one thread in and takes messages from everyone else.
///
/// Serial delivery without holding a lock: a thread that finds the serializer free owns it and
/// may touch the state behind it; one that finds it taken leaves an event and goes on. The owner
/// handles what was left before it leaves, in the order in which it arrived. An owner that comes
/// back to its own serializer (a subscriber that sends from inside `receive`) leaves an event as
/// well, so nothing recurses and nothing overtakes.
///
/// ```
///        tryEnter            post
/// free ───────────▶ taken ─────────▶ taken, mail waiting
///   ▲                 │ leave           │ leave: returns the mail
///   └─────────────────┘◀────────────────┘
/// ```
///
/// Free of charge it is not: one compare-and-swap to enter, one to leave. No allocation.
@usableFromInline struct Serializer<Event>: ~Copyable, @unchecked Sendable {
  // @unchecked Sendable because the word is atomic and the mail is locked; an event is handed over.
  @usableFromInline let word = Atomic<UInt8>(Serializer.free)
  @usableFromInline let mail = Locked<[Event]>([])

  @inlinable static var free: UInt8 { 0 }
  @inlinable static var taken: UInt8 { 1 }
  @inlinable static var takenWithMail: UInt8 { 2 }

  @inlinable init() {}

  /// Takes the serializer if it is free.
  @inlinable borrowing func tryEnter() -> Bool {
    word.compareExchange(expected: Serializer.free, desired: Serializer.taken, ordering: .acquiring)
      .exchanged
  }

  /// Leaves an event for the owner; `true` means that there was none and the caller now is.
  @inlinable borrowing func post(_ event: Event) -> Bool {
    mail.withLock { mail in
      mail.append(event)
      return flag()
    }
  }

  /// Marks that mail is waiting.
  ///
  /// To be called with the mail locked.
  @inlinable borrowing func flag() -> Bool {
    while true {
      if tryEnter() {
        word.store(Serializer.takenWithMail, ordering: .relaxed)
        return true
      }
      let marked = word.compareExchange(
        expected: Serializer.taken,
        desired: Serializer.takenWithMail,
        ordering: .relaxed
      )
      if marked.exchanged || marked.original == Serializer.takenWithMail { return false }
    }
  }

  /// Gives the serializer back, or returns the events that were left and keeps it.
  @inlinable borrowing func leave() -> [Event]? {
    let left = word.compareExchange(
      expected: Serializer.taken,
      desired: Serializer.free,
      ordering: .releasing
    )
    return left.exchanged ? nil : collect()
  }

  @usableFromInline borrowing func collect() -> [Event] {
    mail.withLock { mail in
      word.store(Serializer.taken, ordering: .relaxed)
      return exchange(&mail, with: [])
    }
  }
}
