import Synchronization

/// The connection between a publisher and one subscriber.
///
/// `request(_:)` and `cancel()` may be called from any thread and from inside `receive`.
package protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Requests this many more values.
  ///
  /// Demand adds up. Most publishers trap on a demand of zero. Values may arrive before the call
  /// returns.
  func request(_ demand: Subscribers.Demand)
}

/// Subscriptions that need no publisher.
package enum Subscriptions {
  /// A subscription that does nothing.
  package static let empty: any Subscription = EmptySubscription()
}

private struct EmptySubscription: Subscription {
  let combineIdentifier = CombineIdentifier()

  func request(_ demand: Subscribers.Demand) {}
  func cancel() {}
}

/// An identifier that distinguishes stream participants.
package struct CombineIdentifier: Hashable, Sendable {
  private static let next = Atomic<UInt64>(0)

  private let rawValue: UInt64

  /// Creates a unique identifier.
  package init() { rawValue = Self.next.wrappingAdd(1, ordering: .relaxed).oldValue }

  package init(_ object: AnyObject) {
    rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
  }
}

/// A type that has a ``CombineIdentifier``.
package protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  package var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
