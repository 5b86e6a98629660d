import Reactive

/// A publisher that calls closures for events between a subscriber and its upstream.
struct Watched<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let upstream: Upstream
  var onSubscription: @Sendable () -> Void = {}
  var onCompletion: @Sendable () -> Void = {}
  var onRequest: @Sendable (Subscribers.Demand) -> Void = { _ in }
  var onCancel: @Sendable () -> Void = {}

  func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    upstream.subscribe(
      AnySubscriber(
        receiveSubscription: { subscription in
          onSubscription()
          let watched = WatchedSubscription(subscription, onRequest: onRequest, onCancel: onCancel)
          subscriber.receive(subscription: watched)
        },
        receiveValue: { subscriber.receive($0) },
        receiveCompletion: { completion in
          onCompletion()
          subscriber.receive(completion: completion)
        }
      )
    )
  }
}

private final class WatchedSubscription: Subscription {
  private let subscription: any Subscription
  private let onRequest: @Sendable (Subscribers.Demand) -> Void
  private let onCancel: @Sendable () -> Void

  init(
    _ subscription: any Subscription,
    onRequest: @escaping @Sendable (Subscribers.Demand) -> Void,
    onCancel: @escaping @Sendable () -> Void
  ) {
    (self.subscription, self.onRequest, self.onCancel) = (subscription, onRequest, onCancel)
  }

  func request(_ demand: Subscribers.Demand) {
    onRequest(demand)
    subscription.request(demand)
  }

  func cancel() {
    onCancel()
    subscription.cancel()
  }
}
