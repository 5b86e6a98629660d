/// Something to be done when the lock is free.
typealias Effect = @Sendable () -> Void

/// How values without demand are treated: all are kept, or none, or the newest, until the end or even then.
enum BackpressureStrategy: Sendable { case buffer, drop, latest, latestBeyondEnd }

/// How much a subscriber has asked for, whether someone delivers to it, and what is due.
///
/// Apart from the values, because code that is compiled for values of any type looks up a generic
/// type at run time whenever it calls a method of it.
struct Flow: Sendable {
  /// The demand that is not met yet.
  var demand = Subscribers.Demand.none
  let backpressure: BackpressureStrategy

  /// Whether someone delivers; true from the start, so that nothing overtakes the subscription.
  var isBusy = true

  /// Whether the stream finishes only when the subscriber asks for another value.
  let finishNeedsDemand: Bool

  /// How many values wait, and whether a completion does.
  fileprivate(set) var count = 0
  fileprivate(set) var isEnding = false

  private var effects: [Effect] = []

  /// The upstream inside whose call its own value is being delivered, and what was asked of it since.
  private var sender: Int?
  private var answer = Subscribers.Demand.none

  init(
    demand: Subscribers.Demand,
    backpressure: BackpressureStrategy,
    finishNeedsDemand: Bool
  ) {
    self.demand = demand
    self.backpressure = backpressure
    self.finishNeedsDemand = finishNeedsDemand
  }

  var isEmpty: Bool { count == 0 && !isEnding }

  /// Whether whoever holds the lock is to look for something to deliver.
  var isDue: Bool { !isBusy && !isEmpty }

  fileprivate var canFinish: Bool { count == 0 && (demand != .none || !finishNeedsDemand) }

  /// Begins the delivery of a value if there can be one now.
  mutating func claim(for source: Int?) -> Bool {
    guard !isBusy, isEmpty, demand != .none else { return false }
    beginDelivery(for: source)
    return true
  }

  mutating func beginDelivery(for source: Int?) {
    isBusy = true
    demand -= 1
    sender = source
  }

  /// Ends a delivery; returns the answer to the upstream that sent the value.
  mutating func endDelivery() -> Subscribers.Demand {
    (isBusy, sender) = (false, nil)
    return exchange(&answer, with: .none)
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
      effects.append { upstream.request(demand) }
    }
  }

  mutating func cancel(_ activity: (any Cancellable)?) {
    if let activity { effects.append { activity.cancel() } }
  }

  /// Releases something when the lock is free.
  mutating func release(_ last: (any Sendable)?) {
    if let last { effects.append { withExtendedLifetime(last) {} } }
  }

  mutating func takeEffects() -> [Effect] { effects.isEmpty ? [] : exchange(&effects, with: []) }
}

/// The values on their way to one subscriber, and the effects to run when the lock is free.
struct Outgoing<Value: Sendable, Failure: Error>: Sendable {
  private struct Item: Sendable {
    let value: Value
    let source: Int?
  }

  /// Indirect, so that the size of ``Outgoing`` is the same for all types: see ``Flow``.
  private indirect enum End: Sendable {
    case none
    case completion(Subscribers.Completion<Failure>)
  }

  var flow: Flow
  private var items = Queue<Item>()
  private var end = End.none

  init(
    demand: Subscribers.Demand = .none,
    backpressure: BackpressureStrategy = .buffer,
    finishNeedsDemand: Bool = false
  ) {
    flow = Flow(demand: demand, backpressure: backpressure, finishNeedsDemand: finishNeedsDemand)
  }

  /// Sends a value when its turn comes.
  mutating func send(_ value: Value, from source: Int? = nil) {
    guard !flow.isEnding else { return }
    items.append(Item(value: value, source: source))
    flow.count += 1
  }

  /// Ends the stream: after the values that wait, a failure only after those that were asked for.
  mutating func send(completion: Subscribers.Completion<Failure>) {
    guard !flow.isEnding else { return }
    flow.isEnding = true
    end = .completion(completion)
  }

  /// Drops the value that has waited longest.
  mutating func dropFirst() {
    guard let first = items.popFirst() else { return }
    flow.count -= 1
    flow.release(first)
  }

  /// Drops the values that wait.
  mutating func dropAll() {
    guard flow.count > 0 else { return }
    flow.count = 0
    flow.release(exchange(&items, with: Queue()))
  }

  /// Begins the delivery of the next value; nil if there is none that can be delivered now.
  mutating func next(for source: Int?) -> (value: Value, source: Int?)? {
    if flow.demand == .none { dropUnrequested() }
    guard flow.demand != .none, let item = items.popFirst() else { return nil }
    flow.count -= 1
    flow.beginDelivery(for: item.source == source ? source : nil)
    return (item.value, item.source)
  }

  /// The completion, if its turn has come.
  var dueCompletion: Subscribers.Completion<Failure>? {
    guard case .completion(let completion) = end else { return nil }
    return completion.isFailure || flow.canFinish ? completion : nil
  }

  private mutating func dropUnrequested() {
    switch flow.backpressure {
    case .buffer: break
    case .latest where !flow.isEnding, .latestBeyondEnd: while flow.count > 1 { dropFirst() }
    case .drop, .latest: dropAll()
    }
  }
}
