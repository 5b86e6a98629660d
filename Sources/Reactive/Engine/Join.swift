/// How a join makes its values from what its upstreams send.
@usableFromInline
protocol JoinRule {
  associatedtype Output

  /// The bare name of the operator, which is its subscription's description.
  static var name: StaticString { get }

  /// Whether every upstream is asked for everything at once, and values wait here for demand.
  static var takesEverything: Bool { get }

  /// The value that is complete now, if one is.
  mutating func next() -> Output?

  /// Whether no further value can come, given which upstreams have finished.
  func isExhausted(finished: [Bool]) -> Bool
}

/// Several upstreams of different kinds, seen by the subscriber as one: the engine of `zip` and
/// `combineLatest`.
///
/// ```
/// a ─▶ JoinInlet ─┐
/// b ─▶ JoinInlet ─┼─▶ Join ─▶ subscriber
/// c ─▶ JoinInlet ─┘  (lock: Machine, with the rule inside)
/// ```
@usableFromInline
final class Join<Downstream: Subscriber, Rule: JoinRule>: Subscription, CustomStringConvertible,
  @unchecked Sendable
where Rule.Output == Downstream.Input {
  // @unchecked Sendable because the machine is locked; values are handed over through it.
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Ending = Subscribers.Completion<Failure>

  @usableFromInline let downstream: Downstream
  @usableFromInline let machine: Locked<Machine>

  @inlinable
  init(_ downstream: Downstream, rule: Rule, count: Int) {
    self.downstream = downstream
    machine = Locked(Machine(rule: rule, count: count))
  }

  @inlinable var description: String { "\(Rule.name)" }

  @inlinable
  func attach<P: Publisher>(
    _ publisher: P,
    at index: Int,
    store: @escaping @Sendable (inout Rule, P.Output) -> Void
  ) where P.Failure == Failure {
    publisher.subscribe(JoinInlet(join: self, index: index, store: store))
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    let (others, action) = machine.withLock { $0.request(demand) }
    for other in others { other.request(demand) }
    perform(action)
  }

  @inlinable
  func cancel() {
    let last = machine.withLock { $0.cancel() }
    for upstream in last.upstreams { upstream.cancel() }
  }

  @inlinable
  func connect(_ subscription: any Subscription, _ index: Int) {
    switch machine.withLock({ $0.connect(subscription, index) }) {
    case .refuse:
      subscription.cancel()
    case .wait:
      break
    case .begin(let upstreams):
      downstream.receive(subscription: self)
      perform(machine.withLock { $0.begun() })
      if Rule.takesEverything { for upstream in upstreams { upstream.request(.unlimited) } }
    }
  }

  @inlinable
  func receive(_ index: Int, _ store: (inout Rule) -> Void) -> Subscribers.Demand {
    let action = machine.withLock { $0.receive(index, store) }
    return perform(action)
  }

  @inlinable
  func receive(_ completion: Ending, _ index: Int) {
    perform(machine.withLock { $0.finish(completion, index) })
  }

  /// Delivers what is due; answers what the upstream that is sending may send more.
  @discardableResult
  @inlinable
  func perform(_ first: Action) -> Subscribers.Demand {
    var action = first
    var answer = Subscribers.Demand.none
    while true {
      switch action {
      case .deliver(let value, let sender):
        let more = downstream.receive(value)
        let (others, next, asked) = machine.withLock { $0.delivered(more, by: sender) }
        for other in others { other.request(more) }
        if sender != nil { answer = more + asked }
        action = next
      case .end(let completion, let upstreams, _):
        for upstream in upstreams { upstream.cancel() }
        downstream.receive(completion: completion)
        return answer
      case .nothing:
        return answer
      }
    }
  }
}

extension Join {
  @usableFromInline
  enum Action {
    /// `sender`: The upstream whose value completed this one and which takes the answer to it;
    ///   `nil` if that one has been answered already.
    case deliver(Downstream.Input, sender: Int?)
    /// With what to cancel, and the values to let go, outside the lock.
    case end(Ending, cancel: [any Subscription], dropping: [Downstream.Input?])
    case nothing
  }

  @usableFromInline
  enum Connection {
    case refuse
    case wait
    case begin([any Subscription])
  }

  @usableFromInline
  @frozen
  struct Machine {
    @usableFromInline var rule: Rule
    @usableFromInline var upstreams: [(any Subscription)?]
    @usableFromInline var isConnected: [Bool]
    @usableFromInline var isFinished: [Bool]
    @usableFromInline var outlet: OutletMachine<Downstream.Input, Failure>
    @usableFromInline var sending: Int?
    @usableFromInline var asked = Subscribers.Demand.none

    @inlinable
    init(rule: Rule, count: Int) {
      self.rule = rule
      upstreams = Array(repeating: nil, count: count)
      isConnected = Array(repeating: false, count: count)
      isFinished = Array(repeating: false, count: count)
      outlet = OutletMachine(demand: Rule.takesEverything ? .none : .unlimited)
      // Until the subscriber has its subscription, whatever comes waits, the end included.
      outlet.isDelivering = true
    }

    @inlinable
    mutating func connect(_ subscription: any Subscription, _ index: Int) -> Connection {
      guard !outlet.isOver, !isConnected[index] else { return .refuse }
      isConnected[index] = true
      upstreams[index] = subscription
      return isConnected.allSatisfy { $0 } ? .begin(live) : .wait
    }

    /// The subscriber has its subscription.
    @inlinable
    mutating func begun() -> Action {
      lift(outlet.delivered(.none))
    }

    @inlinable
    mutating func receive(_ index: Int, _ store: (inout Rule) -> Void) -> Action {
      guard !outlet.isOver else { return .nothing }
      store(&rule)
      guard let value = rule.next() else { return endIfExhausted() }
      let action = lift(outlet.send(value), sender: index)
      guard case .nothing = action else { return action }
      return endIfExhausted()
    }

    @inlinable
    mutating func delivered(
      _ more: Subscribers.Demand,
      by sender: Int?
    ) -> ([any Subscription], Action, asked: Subscribers.Demand) {
      defer { asked = .none }
      sending = nil
      var action = lift(outlet.delivered(Rule.takesEverything ? more : .none))
      if case .nothing = action { action = endIfExhausted() }
      return (more == .none ? [] : others(than: sender), action, asked)
    }

    @inlinable
    mutating func request(_ demand: Subscribers.Demand) -> ([any Subscription], Action) {
      guard !outlet.isOver else { return ([], .nothing) }
      if Rule.takesEverything { return ([], lift(outlet.request(demand))) }
      // The one that is sending is told by the answer to its value.
      if sending != nil { asked += demand }
      return (others(than: sending), .nothing)
    }

    @inlinable
    mutating func finish(_ completion: Ending, _ index: Int) -> Action {
      guard !isFinished[index] else { return .nothing }
      isFinished[index] = true
      if case .failure = completion { return lift(outlet.end(completion)) }
      upstreams[index] = nil
      return endIfExhausted()
    }

    @inlinable
    mutating func cancel() -> (upstreams: [any Subscription], dropped: [Downstream.Input?]) {
      let dropped = outlet.cancel()
      return (takeLive(), dropped)
    }

    @inlinable var live: [any Subscription] { upstreams.compactMap { $0 } }

    @inlinable
    func others(than sender: Int?) -> [any Subscription] {
      guard !Rule.takesEverything else { return [] }
      return upstreams.indices.compactMap { $0 == sender ? nil : upstreams[$0] }
    }

    @inlinable
    mutating func takeLive() -> [any Subscription] {
      let last = live
      for index in upstreams.indices { upstreams[index] = nil }
      return last
    }

    @inlinable
    mutating func endIfExhausted() -> Action {
      rule.isExhausted(finished: isFinished) ? lift(outlet.end(.finished)) : .nothing
    }

    @inlinable
    mutating func lift(
      _ action: OutletMachine<Downstream.Input, Failure>.Action,
      sender: Int? = nil
    ) -> Action {
      switch action {
      case .deliver(let value):
        sending = sender
        return .deliver(value, sender: sender)
      case .end(let completion, let dropped):
        return .end(completion, cancel: takeLive(), dropping: dropped)
      case .nothing:
        return .nothing
      }
    }
  }
}

@usableFromInline
@frozen
struct JoinInlet<Downstream: Subscriber, Rule: JoinRule, Input>: Subscriber,
  CustomStringConvertible
where Rule.Output == Downstream.Input {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let join: Join<Downstream, Rule>
  @usableFromInline let index: Int
  @usableFromInline let store: @Sendable (inout Rule, Input) -> Void
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable
  init(
    join: Join<Downstream, Rule>,
    index: Int,
    store: @escaping @Sendable (inout Rule, Input) -> Void
  ) {
    self.join = join
    self.index = index
    self.store = store
  }

  @inlinable var description: String { join.description }

  @inlinable
  func receive(subscription: any Subscription) {
    join.connect(subscription, index)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    join.receive(index) { store(&$0, input) }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    join.receive(completion, index)
  }
}
