import System

/// The way to one subscriber: one call at a time, in order, and no more values than it asked for.
///
/// An operator with a queue, a clock or several upstreams is an ``OutboxState`` and an outbox, which
/// is the subscription that its subscriber gets. Any thread may call any method, and so may the
/// subscriber. The state changes with the lock held; whichever caller then finds the outbox idle
/// delivers for everybody. Under the lock, no code of others runs and nothing is released.
final class Outbox<Downstream: Subscriber, State: OutboxState>: Subscription,
  CustomStringConvertible
{
  typealias Out = Outgoing<Downstream.Input, Downstream.Failure>

  private struct Content: Sendable {
    var out = Out()
    /// Nil once the stream has ended or was canceled.
    var state: State?
  }

  private enum Next {
    case value(Downstream.Input, source: Int?)
    case completion(Subscribers.Completion<Downstream.Failure>, last: Content)
  }

  let description: String
  private let downstream: Downstream
  private let content: Guarded<Content>

  init(_ name: String, _ downstream: Downstream, _ state: State, out: Out = Out()) {
    description = name
    self.downstream = downstream
    content = Guarded(Content(out: out, state: state))
  }

  var isOver: Bool { content.withLock { $0.state == nil } }

  /// Hands over the subscription, then whatever has come in the meantime.
  ///
  /// - Parameter scheduler: Where an operator with a scheduler delivers.
  func begin(on scheduler: (any Scheduler)? = nil) {
    downstream.receive(subscription: self)
    let admit = { @Sendable [self] in _ = change { $1.flow.isBusy = false } }
    guard let scheduler else { return admit() }
    let isEmpty = content.withLock { content in
      if content.out.flow.isEmpty { content.out.flow.isBusy = false }
      return content.out.flow.isEmpty
    }
    if !isEmpty { scheduler.schedule(admit) }
  }

  /// Sends a value, unless all is over or the state refuses it; returns demand as `change` does.
  @discardableResult
  func send(
    _ value: Downstream.Input,
    from source: Int? = nil,
    if isAccepted: (inout State, inout Out) -> Bool = { _, _ in true }
  ) -> Subscribers.Demand {
    var isClaimed = false
    let answer = change(from: source) { state, out in
      guard isAccepted(&state, &out) else { return }
      isClaimed = out.flow.claim(for: source)
      if !isClaimed { out.send(value, from: source) }
    }
    return isClaimed ? deliver(value, from: source) : answer
  }

  /// Begins the delivery of a value if there can be one now; the caller then calls `deliver`.
  func claim() -> Bool { content.withLock { $0.out.flow.claim(for: nil) } }

  /// Delivers a value whose delivery has begun, and then what has come in the meantime.
  @discardableResult
  func deliver(_ value: Downstream.Input, from source: Int? = nil) -> Subscribers.Demand {
    let (answer, isDue) = delivered(downstream.receive(value), from: source)
    return isDue ? answer + drain() : answer
  }

  /// Changes the state with the lock held, unless all is over, and does what follows.
  ///
  /// Returns what was asked, while its value was delivered, of the upstream that has sent one, if
  /// that is given and its `receive` is to return demand.
  @discardableResult
  func change(
    from source: Int? = nil,
    _ body: (inout State, inout Out) -> Void
  ) -> Subscribers.Demand {
    var effects: [Effect] = []
    let isDue = content.withLock { content in
      content.state?.apply(&content.out, body)
      effects = content.out.flow.takeEffects()
      return content.out.flow.isDue
    }
    for effect in effects { effect() }
    return isDue ? drain(for: source) : .none
  }

  /// Changes the state as `change` does, and returns a result; nil if all is over.
  func ask<Result>(_ body: (inout State, inout Out) -> Result?) -> Result? {
    var result: Result?
    change { result = body(&$0, &$1) }
    return result
  }

  /// The first half of `change`, for a caller that holds another lock: it only sends.
  func prepare(_ body: (inout Out) -> Void) {
    content.withLock { if $0.state != nil { body(&$0.out) } }
  }

  func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    change { $1.send(completion: completion) }
  }

  func request(_ demand: Subscribers.Demand) { change { $0.requested(demand, &$1.flow) } }

  func cancel() {
    let last = content.withLock { exchange(&$0, with: Content()) }
    for activity in last.state?.activities ?? [] { activity?.cancel() }
  }

  /// Delivers what is due; returns what is asked of `source` if the first value is from there.
  private func drain(for source: Int? = nil) -> Subscribers.Demand {
    var (answer, source) = (Subscribers.Demand.none, source)
    while true {
      var effects: [Effect] = []
      let next = content.withLock { [source] content in
        let next = Self.next(&content, for: source)
        effects = content.out.flow.takeEffects()
        return next
      }
      for effect in effects { effect() }
      switch next {
      case .value(let value, let origin):
        let (more, isDue) = delivered(downstream.receive(value), from: origin)
        answer += more
        if !isDue { return answer }
        source = nil
      case .completion(let completion, let last):
        for activity in last.state?.activities ?? [] { activity?.cancel() }
        downstream.receive(completion: completion)
        return answer
      case nil:
        return answer
      }
    }
  }

  /// Takes the subscriber's answer to a value; returns what is asked of the value's upstream for it,
  /// and whether something else is to be delivered.
  private func delivered(
    _ more: Subscribers.Demand,
    from source: Int?
  ) -> (answer: Subscribers.Demand, isDue: Bool) {
    var effects: [Effect] = []
    let result = content.withLock { content in
      content.state?.delivered(more, from: source, &content.out.flow)
      let answer = content.out.flow.endDelivery()
      effects = content.out.flow.takeEffects()
      return (answer, content.out.flow.isDue)
    }
    for effect in effects { effect() }
    return result
  }

  private static func next(_ content: inout Content, for source: Int?) -> Next? {
    guard content.out.flow.isDue else { return nil }
    if let (value, source) = content.out.next(for: source) { return .value(value, source: source) }
    guard let completion = content.out.dueCompletion else { return nil }
    return .completion(completion, last: exchange(&content, with: Content()))
  }
}

extension Outbox where State: SingleUpstream {
  /// Releases upstream, unless it has ended before, and ends the stream.
  func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
    change { if $0.releaseUpstream(&$1.flow) { $1.send(completion: completion) } }
  }

  /// Keeps upstream's first subscription, hands over its own, and asks for values; cancels others.
  func connect(
    _ subscription: any Subscription,
    request demand: Subscribers.Demand = .none,
    on scheduler: (any Scheduler)? = nil
  ) {
    guard ask({ state, _ in state.upstream.open(subscription) }) == true else {
      return subscription.cancel()
    }
    begin(on: scheduler)
    if demand != .none { change { $1.flow.request($0.upstream.subscription, demand) } }
  }
}

/// The state of an operator between calls, guarded by the lock of its ``Outbox``.
///
/// A state calls no one: it tells ``Flow`` and ``Outgoing`` what is to be done when the lock is free.
protocol OutboxState: Sendable {
  /// Upstreams and timers, which the end of the stream or a cancel stops.
  var activities: [(any Cancellable)?] { get }

  /// Takes a request of the subscriber.
  mutating func requested(_ demand: Subscribers.Demand, _ flow: inout Flow)

  /// Takes the subscriber's answer to a value that came from an upstream.
  mutating func delivered(_ answer: Subscribers.Demand, from source: Int?, _ flow: inout Flow)
}

extension OutboxState {
  mutating func requested(_ demand: Subscribers.Demand, _ flow: inout Flow) {
    demand.assertNonZero()
    flow.demand += demand
  }

  mutating func delivered(_ answer: Subscribers.Demand, from source: Int?, _ flow: inout Flow) {
    flow.demand += answer
  }

  fileprivate mutating func apply<Value, Failure>(
    _ out: inout Outgoing<Value, Failure>,
    _ body: (inout Self, inout Outgoing<Value, Failure>) -> Void
  ) {
    body(&self, &out)
  }
}

/// The state of an operator with one upstream.
protocol SingleUpstream: OutboxState {
  var upstream: SubscriptionStatus { get set }
}

extension SingleUpstream {
  var activities: [(any Cancellable)?] { [upstream.subscription] }

  /// Releases an upstream that has ended; `false` if there is none.
  mutating func releaseUpstream(_ flow: inout Flow) -> Bool {
    guard upstream.isOpen, let last = upstream.close() else { return false }
    flow.release(last)
    return true
  }
}
