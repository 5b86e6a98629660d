/// The connection between a publisher and one subscriber.
///
/// `request(_:)` and `cancel()` may be called from any thread and from inside `receive`.
@preconcurrency
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Tells the publisher that it may send that many values more.
  ///
  /// Demand adds up. A demand of zero is a mistake and traps at most publishers. Values may come
  /// before the call returns.
  func request(_ demand: Subscribers.Demand)
}

/// Subscriptions that need no publisher.
public enum Subscriptions {}

extension Subscriptions {
  /// A subscription that does nothing.
  public static let empty: any Subscription = EmptySubscription()
}

private struct EmptySubscription: Subscription, CustomStringConvertible {
  let combineIdentifier = CombineIdentifier()
  var description: String { "Empty" }

  func request(_ demand: Subscribers.Demand) {}
  func cancel() {}
}
