/// A publisher of one value.
package struct Just<Output: Sendable>: Publisher {
  package typealias Failure = Never

  private let output: Output

  package init(_ output: Output) { self.output = output }

  package func receive<S: Subscriber<Output, Never>>(subscriber: S) {
    let outbox = Outbox(subscriber, Single())
    outbox.enqueue { out in
      out.enqueue(output)
      out.enqueue(completion: .finished)
    }
    outbox.begin()
  }
}

/// The state of a publisher of one value.
private struct Single: OutboxState {
  var activities: [(any Cancellable)?] { [] }
}
