/// A publisher of one value.
public struct Just<Output: Sendable>: Publisher {
  /// The kind of error; there is none.
  public typealias Failure = Never

  private let output: Output

  /// Creates a publisher of a value.
  public init(_ output: Output) { self.output = output }

  /// Attaches a subscriber.
  public func receive<S: Subscriber<Output, Never>>(subscriber: S) {
    let outbox = Outbox("Just", subscriber, Single<Output, Never>())
    outbox.prepare { mail in
      mail.send(output)
      mail.end(.finished)
    }
    outbox.begin()
  }
}

/// The state of a publisher of one value.
private struct Single<Value: Sendable, Failure: Error>: OutboxState {
  var mail = Mail<Value, Failure>()
  var activities: [any Cancellable] { [] }
}
