/// Work to do after the lock is released.
typealias Effect = @Sendable () -> Void

/// The demand, the delivery state and the pending effects of one subscriber.
///
/// A value can be delivered inside its upstream's own call. New demand is then the result of that
/// call, the *answer*, instead of a request:
///
/// ```
/// upstream ── receive(value) ──▶ beginDelivery(for: 1) ── receive(value) ──▶ subscriber
///     ▲                                                                         │ more
///     └──────── answer ──────── endDelivery() ◀── request(…, from: 1) ◀─────────┘
/// ```
///
/// It is separate from ``OutgoingQueue`` because unspecialized generic code looks up metadata.
struct Ledger: Sendable {
  /// The unmet demand.
  var demand: Subscribers.Demand

  /// Whether a caller is delivering; initially true, so that nothing overtakes the subscription.
  var isBusy = true

  /// The number of pending values, and whether a completion is pending.
  var count = 0
  var isEnding = false

  private var effects: [Effect] = []

  /// The upstream whose value is being delivered inside its own call, and the answer so far.
  private var sender: Int?
  private var answer = Subscribers.Demand.none

  init(demand: Subscribers.Demand) { self.demand = demand }

  var isEmpty: Bool { count == 0 && !isEnding }

  /// Whether the caller that holds the lock must deliver.
  var isDue: Bool { !isBusy && !isEmpty }

  /// Whether a value can be delivered immediately instead of being queued.
  var isReady: Bool { !isBusy && isEmpty && demand != .none }

  /// - Parameter source: The upstream whose call this is part of; nil for any other caller.
  mutating func beginDelivery(for source: Int?) {
    isBusy = true
    demand -= 1
    sender = source
  }

  /// Returns the answer to the upstream that sent the value.
  mutating func endDelivery() -> Subscribers.Demand {
    (isBusy, sender) = (false, nil)
    return exchange(&answer, with: .none)
  }

  /// Requests values; the upstream whose value is being delivered gets the demand as its answer.
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

  /// Releases an object once the lock is free.
  mutating func release(_ last: (any Sendable)?) {
    if let last { effects.append { withExtendedLifetime(last) {} } }
  }

  mutating func takeEffects() -> [Effect] { effects.isEmpty ? [] : exchange(&effects, with: []) }
}
