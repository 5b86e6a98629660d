public import Synchronization

/// How a conduit tells its hub of a request or of its cancellation.
@usableFromInline
typealias ConduitControl = (AnyObject, ConduitEvent) -> Void

@usableFromInline
enum ConduitEvent: Sendable {
  case demanded
  case cancelled
}

/// One subscriber's place at a ``Hub``, and its subscription.
///
/// It reaches the subscriber through closures, not through a generic subclass: a closure made where
/// the chain is put together is compiled for that chain, while a method that is found through a
/// class's table is the general one, which looks up types for every value.
@usableFromInline
final class Conduit<Output, Failure: Error>: Subscription, CustomStringConvertible,
  @unchecked Sendable
{
  // @unchecked Sendable because `target` is owned by the hub's gate, and the rest that can change is
  // atomic or locked.

  /// The way to the subscriber.
  ///
  /// An object of its own, so that a value is delivered without copying
  /// closures.
  @usableFromInline
  final class Target: Sendable {
    @usableFromInline let value: @Sendable (Output) -> Subscribers.Demand
    @usableFromInline let completion: @Sendable (Subscribers.Completion<Failure>) -> Void

    @inlinable
    init(
      value: @escaping @Sendable (Output) -> Subscribers.Demand,
      completion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void
    ) {
      self.value = value
      self.completion = completion
    }
  }

  /// Whether the subscriber is being handed its subscription, and by whom.
  @usableFromInline
  enum Admission: UInt8, Sendable {
    case none
    case byOwner
    case byOutsider
  }

  @usableFromInline let demand = DemandCounter()
  @usableFromInline let control: Locked<ConduitControl?>
  @usableFromInline let name: StaticString
  @usableFromInline let tracksCurrent: Bool
  @usableFromInline let seen = Atomic<Bool>(false)

  /// Which version of the value was replayed last; zero for none.
  @usableFromInline let replayed = Atomic<UInt64>(0)
  @usableFromInline let admission = Atomic<UInt8>(Admission.none.rawValue)
  @exclusivity(unchecked) @usableFromInline var target: Target?

  @inlinable
  init<S: Subscriber>(hub: Hub<Output, Failure>, downstream: S, name: StaticString)
  where S.Input == Output, S.Failure == Failure {
    // Typed without the stream's types, which would be looked up at every use.
    control = Locked { hub.control(unsafeDowncast($0, to: Conduit.self), $1) }
    self.name = name
    tracksCurrent = hub.keeping != .nothing
    target = Target(
      value: { downstream.receive($0) },
      completion: { downstream.receive(completion: $0) }
    )
  }

  @usableFromInline var description: String { "\(name)" }

  /// Whether the current value has been delivered since it changed.
  @inlinable var hasCurrent: Bool { seen.load(ordering: .sequentiallyConsistent) }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    guard self.demand.add(demand) else { return }
    control.withLock { $0 }?(self, .demanded)
  }

  @usableFromInline
  func cancel() {
    guard demand.close() else { return }
    takeControl()?(self, .cancelled)
  }

  @usableFromInline
  func takeControl() -> ConduitControl? {
    control.withLock { control in
      let last = control
      control = nil
      return last
    }
  }

  /// Hands out the subscription.
  ///
  /// A request from inside gets the current value at once.
  @inlinable
  func admit(_ admission: Admission, _ body: () -> Void) {
    self.admission.store(admission.rawValue, ordering: .relaxed)
    body()
    self.admission.store(Admission.none.rawValue, ordering: .relaxed)
  }
}

// MARK: - For the gate's owner

extension Conduit {
  /// Delivers a value if it was asked for.
  @inlinable
  func offer(_ value: Output) {
    guard spend(), let target else { return }
    // The gate's owner alone lets go of the target, so it outlives the call unretained.
    let more = Unmanaged.passUnretained(target)._withUnsafeGuaranteedRef { $0.value(value) }
    if more != .none { demand.add(more) }
  }

  /// Delivers the current value if it was asked for and has not been seen.
  @inlinable
  func offerCurrent(_ value: Output, version: UInt64) {
    if hasCurrent { return }
    replayed.store(version, ordering: .relaxed)
    offer(value)
  }

  /// Delivers the current value if what was replayed before is an older one.
  @inlinable
  func catchUp(to value: Output, version: UInt64) {
    let seen = replayed.load(ordering: .relaxed)
    if seen != 0, seen != version { offer(value) }
  }

  @usableFromInline
  func finish(_ completion: Subscribers.Completion<Failure>) {
    guard demand.close() else { return }
    let last = target
    target = nil
    _ = takeControl()
    last?.completion(completion)
  }

  @usableFromInline
  func release() {
    target = nil
  }

  /// Takes one from the demand, and remembers whether the value of the moment gets through.
  @inlinable
  func spend() -> Bool {
    guard tracksCurrent else { return demand.spend() }
    if demand.spend() {
      if !seen.load(ordering: .relaxed) { seen.store(true, ordering: .sequentiallyConsistent) }
      return true
    }
    seen.store(false, ordering: .sequentiallyConsistent)
    // A request may have slipped in just before the store and seen no need for a replay.
    guard demand.spend() else { return false }
    seen.store(true, ordering: .sequentiallyConsistent)
    return true
  }
}
