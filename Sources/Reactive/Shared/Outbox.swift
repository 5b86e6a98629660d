import System

/// Runs a closure on a scheduler.
typealias Schedule = @Sendable (@escaping @Sendable () -> Void) -> Void

/// The way to one subscriber: one call at a time, in order, and no more values than it asked for.
///
/// An operator with a queue, a clock or several upstreams is an ``OutboxState`` and an outbox, which
/// is the subscription that its subscriber gets. Any thread may call any method, and so may the
/// subscriber. The state changes with the lock held; whichever caller then finds the outbox idle
/// delivers for everybody. Under the lock, no code of others runs and nothing is released.
final class Outbox<Downstream: Subscriber, State: OutboxState>: Subscription,
  CustomStringConvertible
where State.Value == Downstream.Input, State.Failure == Downstream.Failure {
  private struct Turn {
    var errands: [Errand] = []
    var next = Mail<State.Value, State.Failure>.Next.nothing
    /// What the state was when the stream ended.
    var last: State?
    var answer = Subscribers.Demand.none
  }

  let description: String
  private let downstream: Downstream
  /// Nil once the stream has ended or was canceled.
  private let state: Guarded<State?>

  init(_ name: String, _ downstream: Downstream, _ state: State) {
    description = name
    self.downstream = downstream
    self.state = Guarded(state)
  }

  var isOver: Bool { state.withLock { $0 == nil } }

  /// Hands over the subscription, then whatever has come in the meantime.
  ///
  /// - Parameter schedule: Runs a closure where an operator with a scheduler delivers.
  func begin(on schedule: Schedule? = nil) {
    downstream.receive(subscription: self)
    guard let schedule else {
      _ = change { $0.mail.isBusy = false }
      return
    }
    let isDue = state.withLock { state in
      let isDue = state?.mail.isEmpty == false
      state?.mail.isBusy = isDue
      return isDue
    }
    if isDue { schedule { self.change { $0.mail.isBusy = false } } }
  }

  /// Changes the state, unless all is over, and does what follows.
  ///
  /// - Parameters:
  ///   - source: The upstream that has sent a value, if its `receive` is to return demand.
  ///   - body: The change, made with the lock held.
  /// - Returns: What was asked of that upstream while its value was delivered.
  @discardableResult
  func change(from source: Int? = nil, _ body: (inout State) -> Void) -> Subscribers.Demand {
    perform(state.withLock { Self.turn(&$0, for: source, body) })
  }

  /// Changes the state as `change` does, and returns a result; nil if all is over.
  func ask<Result>(_ body: (inout State) -> Result?) -> Result? {
    var result: Result?
    change { result = body(&$0) }
    return result
  }

  /// The first half of `change`, for a caller that holds a lock of its own: it adds to the mail only.
  func prepare(_ body: (inout Mail<State.Value, State.Failure>) -> Void) {
    state.withLock { $0?.apply { body(&$0.mail) } }
  }

  func end(_ completion: Subscribers.Completion<State.Failure>) {
    change { $0.mail.end(completion) }
  }

  func request(_ demand: Subscribers.Demand) { change { $0.requested(demand) } }

  func cancel() {
    let last = state.withLock { $0.take() }
    for activity in last?.activities ?? [] { activity.cancel() }
  }

  private func perform(_ first: Turn) -> Subscribers.Demand {
    var turn = first
    var answer = Subscribers.Demand.none
    while true {
      for errand in turn.errands { errand.run() }
      switch turn.next {
      case .deliver(let letter):
        turn = delivered(letter.source, downstream.receive(letter.value))
        answer += turn.answer
      case .end(let completion):
        for activity in turn.last?.activities ?? [] { activity.cancel() }
        downstream.receive(completion: completion)
        return answer
      case .nothing:
        return answer
      }
    }
  }

  private func delivered(_ source: Int?, _ more: Subscribers.Demand) -> Turn {
    state.withLock { state in
      state?.delivered(more, from: source)
      let answer = state?.mail.endDelivery() ?? .none
      var turn = Self.turn(&state) { _ in }
      turn.answer = answer
      return turn
    }
  }

  private static func turn(
    _ state: inout State?,
    for source: Int? = nil,
    _ body: (inout State) -> Void
  ) -> Turn {
    state?.apply(body)
    guard let next = state?.mail.next(for: source) else { return Turn() }
    let errands = state?.mail.takeErrands() ?? []
    if case .end = next { return Turn(errands: errands, next: next, last: state.take()) }
    return Turn(errands: errands, next: next)
  }
}

extension Outbox where State: SingleUpstream {
  /// Keeps upstream's first subscription, hands over its own, and asks for values; cancels others.
  func connect(
    _ subscription: any Subscription,
    request demand: Subscribers.Demand = .none,
    on schedule: Schedule? = nil
  ) {
    guard ask({ $0.begin(with: subscription) }) == true else { return subscription.cancel() }
    begin(on: schedule)
    if demand != .none { change { $0.mail.request($0.upstream, demand) } }
  }
}

/// What an operator remembers from one call to the next, guarded by the lock of its ``Outbox``.
///
/// A state calls no one: it tells its ``Mail`` what is to be done when the lock is free.
protocol OutboxState: Sendable {
  associatedtype Value: Sendable
  associatedtype Failure: Error

  var mail: Mail<Value, Failure> { get set }

  /// What the end of the stream, or a cancel, stops: upstreams and timers.
  var activities: [any Cancellable] { get }

  /// Takes a request of the subscriber.
  mutating func requested(_ demand: Subscribers.Demand)

  /// Takes the subscriber's answer to a value that came from an upstream.
  mutating func delivered(_ answer: Subscribers.Demand, from source: Int?)
}

extension OutboxState {
  mutating func requested(_ demand: Subscribers.Demand) {
    demand.assertNonZero()
    mail.demand += demand
  }

  mutating func delivered(_ answer: Subscribers.Demand, from source: Int?) { mail.demand += answer }

  /// The activities that there are.
  func living(_ activities: (any Cancellable)?...) -> [any Cancellable] {
    activities.compactMap(\.self)
  }

  fileprivate mutating func apply(_ body: (inout Self) -> Void) { body(&self) }
}

/// The state of an operator with one upstream, nil before its subscription and after its end.
protocol SingleUpstream: OutboxState {
  var upstream: (any Subscription)? { get set }
}

extension SingleUpstream {
  var activities: [any Cancellable] { upstream.map { [$0] } ?? [] }

  fileprivate mutating func begin(with subscription: any Subscription) -> Bool {
    guard !mail.hasBegun else { return false }
    mail.hasBegun = true
    upstream = subscription
    return true
  }

  /// Releases an upstream that has ended; `false` if there is none.
  mutating func releaseUpstream() -> Bool {
    guard let last = upstream.take() else { return false }
    mail.release(last)
    return true
  }
}

/// The state of an operator that asks upstream for exactly what the subscriber asks for.
protocol ForwardingState: SingleUpstream {}

extension ForwardingState {
  mutating func requested(_ demand: Subscribers.Demand) { mail.request(upstream, demand) }

  mutating func delivered(_ answer: Subscribers.Demand, from source: Int?) {
    if answer != .none { mail.request(upstream, answer) }
  }
}

/// The subscriber of an operator with one upstream and an outbox.
struct Inlet<Input: Sendable, Failure: Error, Downstream: Subscriber, State: SingleUpstream>:
  Subscriber
where State.Value == Downstream.Input, State.Failure == Downstream.Failure {
  let combineIdentifier = CombineIdentifier()
  let outbox: Outbox<Downstream, State>
  var request = Subscribers.Demand.none
  var schedule: Schedule?
  var connected: @Sendable () -> Void = {}
  let received: @Sendable (Input) -> Subscribers.Demand
  let ended: @Sendable (Subscribers.Completion<Failure>) -> Void

  func receive(subscription: any Subscription) {
    outbox.connect(subscription, request: request, on: schedule)
    connected()
  }

  func receive(_ input: Input) -> Subscribers.Demand { received(input) }
  func receive(completion: Subscribers.Completion<Failure>) { ended(completion) }
}
