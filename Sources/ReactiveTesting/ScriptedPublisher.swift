package import Reactive
private import System

/// A publisher that does what a test says, including what publishers must not do.
///
/// It keeps its subscriber and sends it anything at any time, requested or not, before the
/// subscription or after the end, and it records the requests it gets.
package final class ScriptedPublisher<Output: Sendable, Failure: Error>: Publisher, Sendable {
  /// A request to the publisher.
  package enum Request: Equatable, Sendable {
    /// Values were requested.
    case demand(Subscribers.Demand)

    /// The subscription was canceled.
    case cancel
  }

  private struct State: Sendable {
    var subscribers: [AnySubscriber<Output, Failure>] = []
    var requests: [Request] = []
  }

  private let state = Guarded(State())
  private let sendsSubscription: Bool
  private let onRequest: @Sendable (Request) -> Void

  /// Creates a publisher.
  ///
  /// - Parameters:
  ///   - sendsSubscription: Whether a subscriber gets its subscription immediately, as it should,
  ///   or only when the test sends it.
  ///   - onRequest: Called after a request has been recorded.
  package init(
    sendsSubscription: Bool = true,
    onRequest: @escaping @Sendable (Request) -> Void = { _ in }
  ) {
    self.sendsSubscription = sendsSubscription
    self.onRequest = onRequest
  }

  /// The demand of all subscribers so far.
  package var requests: [Request] { state.withLock { $0.requests } }

  /// The number of subscribers so far.
  package var subscriberCount: Int { state.withLock { $0.subscribers.count } }

  package func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    state.withLock { $0.subscribers.append(AnySubscriber(subscriber)) }
    if sendsSubscription { sendSubscription() }
  }

  /// Sends another subscription to the last subscriber.
  package func sendSubscription() {
    last?.receive(subscription: ScriptedSubscription { [weak self] request in self?.note(request) })
  }

  /// Sends a value to the last subscriber and returns the demand that it answers with.
  @discardableResult
  package func send(_ value: Output) -> Subscribers.Demand {
    last?.receive(value) ?? .none
  }

  /// Sends an end to the last subscriber.
  package func send(completion: Subscribers.Completion<Failure>) {
    last?.receive(completion: completion)
  }

  /// Releases all subscribers.
  package func forgetSubscribers() {
    // Released outside the lock.
    _ = state.withLock { state in
      defer { state.subscribers = [] }
      return state.subscribers
    }
  }

  private var last: AnySubscriber<Output, Failure>? { state.withLock { $0.subscribers.last } }

  private func note(_ request: Request) {
    state.withLock { $0.requests.append(request) }
    onRequest(request)
  }

  private final class ScriptedSubscription: Subscription {
    private let note: @Sendable (Request) -> Void

    init(_ note: @escaping @Sendable (Request) -> Void) {
      self.note = note
    }

    func request(_ demand: Subscribers.Demand) {
      note(.demand(demand))
    }

    func cancel() {
      note(.cancel)
    }
  }
}
