public import Synchronization

/// A subscription that hands out the elements of a sequence as they are asked for.
///
/// The count of what is still to be sent says who sends: whoever raises it from zero does, until it
/// is zero again. A request from inside `receive` or from another thread only raises it.
@usableFromInline
final class Emission: Subscription, CustomStringConvertible, @unchecked Sendable {
  // @unchecked Sendable because the count is atomic and what it guards has one user at a time.
  @usableFromInline let pending = Atomic<Int>(0)
  @usableFromInline let name: StaticString

  // Made where the chain is put together, and so compiled for it. Owned by whoever sends.
  @exclusivity(unchecked) @usableFromInline var send: ((Emission) -> Void)?
  @usableFromInline let describe: Locked<(() -> String)?>

  @inlinable
  init(name: StaticString, describe: @escaping () -> String, send: @escaping (Emission) -> Void) {
    self.name = name
    self.describe = Locked(describe)
    self.send = send
  }

  @usableFromInline var description: String {
    guard let describe = describe.withLock({ $0 }) else { return "\(name)" }
    return describe()
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    if raise(demand) { send?(self) }
  }

  @usableFromInline
  func cancel() {
    if pending.exchange(-1, ordering: .acquiringAndReleasing) == 0 { release() }
  }

  /// Raises the count; `true` when it was zero, which makes the caller the sender.
  @inlinable
  func raise(_ demand: Subscribers.Demand) -> Bool {
    guard demand != .none else { return false }
    var current = pending.load(ordering: .relaxed)
    while current >= 0, current != .max {
      let (sum, overflow) = current.addingReportingOverflow(demand.max ?? .max)
      let result = pending.compareExchange(
        expected: current,
        desired: overflow ? .max : sum,
        ordering: .acquiringAndReleasing
      )
      if result.exchanged { return current == 0 }
      current = result.original
    }
    return false
  }

  /// What the sender does after a value.
  @usableFromInline
  enum Turn: Sendable {
    /// Sends the next one.
    case goOn

    /// Stops, and is the sender no longer.
    case stop

    /// Stops, and lets go of everything, because it was cancelled meanwhile.
    case release
  }

  /// Lowers the count by the value just sent.
  @inlinable
  func lower() -> Turn {
    var current = pending.load(ordering: .acquiring)
    while current > 0 {
      if current == .max { return .goOn }
      let result = pending.compareExchange(
        expected: current,
        desired: current - 1,
        ordering: .acquiringAndReleasing
      )
      if result.exchanged { return current > 1 ? .goOn : .stop }
      current = result.original
    }
    return .release
  }

  /// Ends the sending; `false` if it was cancelled before.
  @usableFromInline
  func end() -> Bool {
    pending.exchange(-1, ordering: .acquiringAndReleasing) >= 0
  }

  @usableFromInline
  func release() {
    let last = (
      send,
      describe.withLock { describe in
        let last = describe
        describe = nil
        return last
      }
    )
    send = nil
    _ = last
  }
}

/// What an ``Emission`` sends, and to whom.
@usableFromInline
final class Tape<Downstream: Subscriber, Elements: Sequence>
where Elements.Element == Downstream.Input {
  @usableFromInline let downstream: Downstream
  @usableFromInline let completion: Subscribers.Completion<Downstream.Failure>
  @exclusivity(unchecked) @usableFromInline var iterator: Elements.Iterator
  @exclusivity(unchecked) @usableFromInline var next: Elements.Element?

  @inlinable
  init(
    _ elements: Elements,
    then completion: Subscribers.Completion<Downstream.Failure>,
    to downstream: Downstream
  ) {
    self.completion = completion
    self.downstream = downstream
    iterator = elements.makeIterator()
    next = iterator.next()
  }

  /// Hands the subscriber a subscription that plays the tape, or the end if it is empty.
  @inlinable
  func play(as name: StaticString, _ elements: Elements) {
    guard next != nil else {
      downstream.receive(subscription: Subscriptions.empty)
      return downstream.receive(completion: completion)
    }
    downstream.receive(
      subscription: Emission(
        name: name,
        describe: { String(describing: elements) },
        send: { self.run($0) }
      )
    )
  }

  @inlinable
  func run(_ emission: Emission) {
    while let value = next {
      next = iterator.next()
      let more = downstream.receive(value)
      if next == nil { return finish(emission) }
      if more != .none { _ = emission.raise(more) }
      switch emission.lower() {
      case .goOn: continue
      case .stop: return
      case .release: return emission.release()
      }
    }
  }

  @inlinable
  func finish(_ emission: Emission) {
    let isLive = emission.end()
    emission.release()
    if isLive { downstream.receive(completion: completion) }
  }
}
