/// A publisher of one value.
package struct Just<Output: Sendable>: Publisher {
  package typealias Failure = Never

  private let output: Output

  package init(_ output: Output) { self.output = output }

  package func receive<S: Subscriber<Output, Never>>(subscriber: S) {
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
  var activities: [(any Cancellable)?] { [] }
}
