/// How values without demand are treated: buffered, dropped, or replaced by newer ones.
enum BackpressureStrategy: Sendable { case buffer, drop, latest, latestBeyondEnd }

/// The values and completion waiting for delivery to one subscriber.
struct OutgoingQueue<Value: Sendable, Failure: Error>: Sendable {
  private struct Item: Sendable {
    let value: Value
    let source: Int?
  }

  /// Indirect, so that ``OutgoingQueue`` has the same size for all types: see ``Ledger``.
  private indirect enum End: Sendable {
    case none
    case completion(Subscribers.Completion<Failure>)
  }

  var ledger: Ledger
  private let backpressure: BackpressureStrategy
  private var items = Queue<Item>()
  private var end = End.none

  init(demand: Subscribers.Demand = .none, backpressure: BackpressureStrategy = .buffer) {
    ledger = Ledger(demand: demand)
    self.backpressure = backpressure
  }

  /// Adds a value after the pending ones.
  mutating func enqueue(_ value: Value, from source: Int? = nil) {
    guard !ledger.isEnding else { return }
    items.append(Item(value: value, source: source))
    ledger.count += 1
  }

  /// Ends the stream after the pending values; a failure waits only for those with demand.
  mutating func enqueue(completion: Subscribers.Completion<Failure>) {
    guard !ledger.isEnding else { return }
    ledger.isEnding = true
    end = .completion(completion)
  }

  /// Drops the pending values.
  mutating func dropAll() {
    guard ledger.count > 0 else { return }
    ledger.count = 0
    ledger.release(exchange(&items, with: Queue()))
  }

  /// Begins delivering the next value; nil if none can be delivered now.
  mutating func next(for source: Int?) -> (value: Value, source: Int?)? {
    if ledger.demand == .none { dropUnrequested() }
    guard ledger.demand != .none, let item = items.popFirst() else { return nil }
    ledger.count -= 1
    ledger.beginDelivery(for: item.source == source ? source : nil)
    return (item.value, item.source)
  }

  /// The completion, if it is next.
  var dueCompletion: Subscribers.Completion<Failure>? {
    guard case .completion(let completion) = end else { return nil }
    return completion.isFailure || ledger.count == 0 ? completion : nil
  }

  private mutating func dropUnrequested() {
    switch backpressure {
    case .buffer: break
    case .latest where !ledger.isEnding, .latestBeyondEnd:
      while ledger.count > 1, let first = items.popFirst() {
        ledger.count -= 1
        ledger.release(first)
      }
    case .drop, .latest: dropAll()
    }
  }
}
