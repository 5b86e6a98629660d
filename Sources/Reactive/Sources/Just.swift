/// A publisher of one value.
public struct Just<Output: Sendable>: Publisher {
  /// The kind of error; there is none.
  public typealias Failure = Never

  private let output: Output

  /// Creates a publisher of a value.
  public init(_ output: Output) { self.output = output }

  /// Attaches a subscriber.
  public func receive<S: Subscriber<Output, Never>>(subscriber: S) {
    let outbox = Outbox("Just", subscriber, Single())
    outbox.prepare { out in
      out.send(output)
      out.send(completion: .finished)
    }
    outbox.begin()
  }
}

/// The state of a publisher of one value.
private struct Single: OutboxState {
  var activities: [any Cancellable] { [] }
}
