/// The subscriptions that feed a subject, cancelled when it goes away.
@usableFromInline
final class Feeds: Sendable {
  struct State: Sendable {
    var subscriptions: [any Subscription] = []
    var isDemanded: Bool
  }

  let state: Locked<State>

  @usableFromInline
  init(isDemanded: Bool) {
    state = Locked(State(isDemanded: isDemanded))
  }

  deinit {
    for subscription in state.withLock({ $0.subscriptions }) { subscription.cancel() }
  }

  /// Takes a subscription, and requests from it once anyone wants values.
  func add(_ subscription: any Subscription) {
    let isDemanded = state.withLock { state in
      state.subscriptions.append(subscription)
      return state.isDemanded
    }
    if isDemanded { subscription.request(.unlimited) }
  }

  /// Requests from all subscriptions, those of now and later.
  @usableFromInline
  func start() {
    let waiting = state.withLock { state -> [any Subscription] in
      guard !state.isDemanded else { return [] }
      state.isDemanded = true
      return state.subscriptions
    }
    for subscription in waiting { subscription.request(.unlimited) }
  }
}
