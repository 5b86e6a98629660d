import Reactive

extension DrawnOperator {
  static let sources = [
    Self("Just(1)") { _ in Just(1).drawn },
    Self("Empty()") { _ in Empty<Int, MarbleError>().drawn },
    Self("Empty(completeImmediately: false)") { _ in
      Empty<Int, MarbleError>(completeImmediately: false).drawn
    },
    Self("Fail(error: problem)") { _ in Fail<Int, MarbleError>(error: MarbleError()).drawn },
    Self("Deferred { Just(1) }", subscribers: 2) { _ in Deferred { Just(1) }.drawn },
    Self("Record(output: [1, 2], completion: problem)") { _ in
      Record(output: [1, 2], completion: .failure(MarbleError())).drawn
    },
    Self("[1, 2, 3].publisher") { _ in [1, 2, 3].publisher.drawn },
    Self("Optional(1).publisher") { _ in Optional(1).publisher.drawn },
    Self("Result.success(1).publisher") { _ in Result<Int, Never>.success(1).publisher.drawn },
    Self("Future(work)", subscribers: 2) { bench in
      Future { promise in
        bench["promise"].subscribe(
          Subscribers.Sink(
            receiveCompletion: { _ in },
            receiveValue: { promise(Result<String, MarbleError>.success($0)) }
          )
        )
      }
      .drawn
    },
    Self("PassthroughSubject", subscribers: 2) { bench in
      bench.fed(PassthroughSubject<String, MarbleError>(), by: "send").drawn
    },
    Self("CurrentValueSubject(0)", subscribers: 2) { bench in
      bench.fed(CurrentValueSubject<String, MarbleError>("0"), by: "send").drawn
    },
    Self("$name", subscribers: 2) { bench in
      let person = Person()
      bench["name = …"].assertNoFailure().subscribe(
        Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { person.rename($0) })
      )
      return person.names
    },
  ]
}

extension MarbleBench {
  /// Sends a line of the diagram to a subject.
  fileprivate func fed<S: Subject & Sendable>(_ subject: S, by label: String) -> S
  where S.Output == String, S.Failure == MarbleError {
    self[label].subscribe(
      Subscribers.Sink(
        receiveCompletion: { subject.send(completion: $0) },
        receiveValue: { subject.send($0) }
      )
    )
    return subject
  }
}

private final class Person: @unchecked Sendable {
  // @unchecked Sendable because a diagram is played on one thread.
  @Published private var name = "a"

  var names: Drawn { $name.drawn }

  func rename(_ name: String) {
    self.name = name
  }
}
