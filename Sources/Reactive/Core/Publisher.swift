/// A type that sends values over time to subscribers that request them.
///
/// A publisher answers `receive(subscriber:)` with exactly one `receive(subscription:)`, then sends
/// no more values than requested, then at most one completion. Calls to one subscriber never
/// overlap, whichever threads the values come from.
///
/// Unless documented otherwise, an operator forwards demand, completion and errors on the thread
/// they arrive on; when canceled, it cancels upstream and releases everything.
package protocol Publisher<Output, Failure>: Sendable {
  /// The kind of values sent.
  associatedtype Output: Sendable

  /// The kind of error that can end the stream; `Never` if none can.
  associatedtype Failure: Error

  /// Attaches a subscriber. Operators implement this; callers use `subscribe(_:)`.
  func receive<S: Subscriber<Output, Failure>>(subscriber: S)
}

extension Publisher {
  package func subscribe<S: Subscriber<Output, Failure>>(_ subscriber: S) {
    receive(subscriber: subscriber)
  }
}

/// The types that operators return, documented at the functions that return them.
package enum Publishers {}

/// A publisher that gets its values from another one.
package protocol Operator<Upstream>: Publisher {
  /// The kind of publisher that provides the values.
  associatedtype Upstream: Publisher

  /// The kind of values sent; the upstream's by default.
  associatedtype Output = Upstream.Output

  /// The kind of error that can end the stream; the upstream's by default.
  associatedtype Failure = Upstream.Failure
}
