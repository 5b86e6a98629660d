/// Work for when the lock is free.
typealias Effect = @Sendable () -> Void

/// The demand, the delivery state and the pending effects of one subscriber.
///
/// A value can be delivered inside its upstream's own call. Demand for that upstream is then the
/// result of that call, the *answer*, in place of a request:
///
/// ```
/// upstream ── receive(value) ──▶ beginDelivery(for: 1) ── receive(value) ──▶ subscriber
///     ▲                                                                         │ more
///     └──────── answer ──────── endDelivery() ◀── request(…, from: 1) ◀─────────┘
/// ```
///
/// It is apart from ``OutgoingQueue`` because unspecialized generic code looks up metadata.
struct Ledger: Sendable {
  /// The demand that is not met yet.
  var demand: Subscribers.Demand

  /// Whether a caller delivers; true from the start, so that nothing overtakes the subscription.
  var isBusy = true

  /// How many values wait, and whether a completion does.
  var count = 0
  var isEnding = false

  private var effects: [Effect] = []

  /// The upstream inside whose call its own value is being delivered, and the answer to it so far.
  private var sender: Int?
  private var answer = Subscribers.Demand.none

  init(demand: Subscribers.Demand) { self.demand = demand }

  var isEmpty: Bool { count == 0 && !isEnding }

  /// Whether the caller that holds the lock is to deliver.
  var isDue: Bool { !isBusy && !isEmpty }

  /// Whether a value can be delivered at once, without waiting in the queue.
  var isReady: Bool { !isBusy && isEmpty && demand != .none }

  /// - Parameter source: The upstream inside whose call this is; nil for any other caller.
  mutating func beginDelivery(for source: Int?) {
    isBusy = true
    demand -= 1
    sender = source
  }

  /// Returns the answer to the upstream that has sent the value.
  mutating func endDelivery() -> Subscribers.Demand {
    (isBusy, sender) = (false, nil)
    return exchange(&answer, with: .none)
  }

  /// Requests values; the upstream whose value is being delivered gets the demand as the answer.
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
