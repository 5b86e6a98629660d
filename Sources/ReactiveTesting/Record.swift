package import Reactive

/// A publisher that sends values on demand, and then a completion.
package struct Record<Output: Sendable, Failure: Error>: Publisher {
  private let output: [Output]
  private let completion: Subscribers.Completion<Failure>

  /// Creates a publisher of values and a completion.
  package init(output: [Output], completion: Subscribers.Completion<Failure>) {
    self.output = output
    self.completion = completion
  }

  package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    let values = Publishers.Sequence<[Output], Failure>(sequence: output)
    switch completion {
    case .finished: values.subscribe(subscriber)
    case .failure(let error): values.append(Fail(error: error)).subscribe(subscriber)
    }
  }
}
