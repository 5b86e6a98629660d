/// Something to be done when the lock is free.
enum Errand: Sendable {
  case request(any Subscription, Subscribers.Demand)
  case cancel(any Cancellable)
  case release(any Sendable)

  func run() {
    switch self {
    case .request(let subscription, let demand): subscription.request(demand)
    case .cancel(let activity): activity.cancel()
    case .release: break
    }
  }
}

/// The values on their way to one subscriber, and what else is to be done when the lock is free.
struct Mail<Value: Sendable, Failure: Error>: Sendable {
  /// What becomes of values that the subscriber has not asked for.
  enum Surplus: Sendable { case waits, isDropped, lastWaits }

  struct Letter: Sendable {
    let value: Value
    let source: Int?
  }

  enum Next: Sendable {
    case deliver(Letter)
    case end(Subscribers.Completion<Failure>)
    case nothing
  }

  /// What the subscriber has asked for and not been sent.
  var demand = Subscribers.Demand.none
  var surplus = Surplus.waits

  /// Whether someone delivers; true from the start, so that nothing overtakes the subscription.
  var isBusy = true
  var hasBegun = false

  private var waiting = Queue<Letter>()
  private var ending: Subscribers.Completion<Failure>?
  private var errands: [Errand] = []

  /// The upstream inside whose call its own value is being delivered, and what was asked of it since.
  private var sender: Int?
  private var answer = Subscribers.Demand.none

  init(demand: Subscribers.Demand = .none, surplus: Surplus = .waits) {
    (self.demand, self.surplus) = (demand, surplus)
  }

  /// How many values wait.
  var count: Int { waiting.count }
  var isEmpty: Bool { waiting.isEmpty && ending == nil }

  /// Sends a value when its turn comes.
  mutating func send(_ value: Value, from source: Int? = nil) {
    if ending == nil { waiting.append(Letter(value: value, source: source)) }
  }

  /// Ends the stream: after the values that wait, a failure only after those that were asked for.
  mutating func end(_ completion: Subscribers.Completion<Failure>) {
    if ending == nil { ending = completion }
  }

  /// Asks an upstream for values; the one that is being answered gets the demand as that answer.
  mutating func request(
    _ upstream: (any Subscription)?,
    _ demand: Subscribers.Demand,
    from source: Int? = nil
  ) {
    if let source, source == sender {
      answer += demand
    } else if let upstream {
      errands.append(.request(upstream, demand))
    }
  }

  mutating func cancel(_ activity: (any Cancellable)?) {
    if let activity { errands.append(.cancel(activity)) }
  }

  /// Releases something when the lock is free.
  mutating func release(_ last: (any Sendable)?) { if let last { errands.append(.release(last)) } }

  /// Drops the value that has waited longest.
  mutating func dropFirst() { release(waiting.popFirst()) }

  /// Drops the values that wait.
  mutating func dropAll() { if !waiting.isEmpty { release(exchange(&waiting, with: Queue())) } }

  mutating func next(for source: Int?) -> Next {
    guard !isBusy else { return .nothing }
    if demand == .none { dropSurplus() }
    if demand != .none, let letter = waiting.popFirst() {
      isBusy = true
      demand -= 1
      sender = letter.source == source ? source : nil
      return .deliver(letter)
    }
    guard let ending, ending.isFailure || waiting.isEmpty else { return .nothing }
    return .end(ending)
  }

  private mutating func dropSurplus() {
    switch surplus {
    case .waits: break
    case .lastWaits where ending == nil: while waiting.count > 1 { dropFirst() }
    case .isDropped, .lastWaits: dropAll()
    }
  }

  /// Ends a delivery; returns the answer to the upstream that sent the value.
  mutating func endDelivery() -> Subscribers.Demand {
    (isBusy, sender) = (false, nil)
    return exchange(&answer, with: .none)
  }

  mutating func takeErrands() -> [Errand] { exchange(&errands, with: []) }
}
