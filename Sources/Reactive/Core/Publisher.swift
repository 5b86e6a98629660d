/// A type that sends values over time to the subscribers that ask for them.
///
/// A publisher answers `receive(subscriber:)` with exactly one `receive(subscription:)`, then sends
/// no more values than the subscriber asked for, then at most one completion. Calls to one
/// subscriber never overlap, whichever threads the values come from.
///
/// Unless its documentation says otherwise, an operator passes demand, completion and error on, on
/// the thread they come on; when it is canceled, it cancels upstream and releases everything.
package protocol Publisher<Output, Failure>: Sendable {
  /// The kind of values sent.
  associatedtype Output: Sendable

  /// The kind of error that can end the stream; `Never` if none can.
  associatedtype Failure: Error

  /// Attaches a subscriber: operators implement this, and callers use `subscribe(_:)`.
  func receive<S: Subscriber<Output, Failure>>(subscriber: S)
}

extension Publisher {
  package func subscribe<S: Subscriber<Output, Failure>>(_ subscriber: S) {
    receive(subscriber: subscriber)
  }
}

/// The types that operators return; the functions that return them say what they do.
package enum Publishers {}

/// A publisher that gets its values from another one.
package protocol Operator<Upstream>: Publisher {
  /// The kind of publisher that values come from.
  associatedtype Upstream: Publisher

  /// The kind of values sent; upstream's by default.
  associatedtype Output = Upstream.Output

  /// The kind of error that can end the stream; upstream's by default.
  associatedtype Failure = Upstream.Failure
}
