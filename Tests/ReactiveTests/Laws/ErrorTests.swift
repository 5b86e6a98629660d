import Reactive
import ReactiveTesting
import Testing

/// Law 7: an error ends a stream; `catch` and `retry` handle it.
@Suite(.timeLimit(.minutes(20))) struct ErrorTests {
  @Test(arguments: OperatorCase.all(without: .recovers))
  func `forwards a failure, and nothing after it`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    let recorder = Recorder(make(subject, .init(clock: clock)))
    clock.tick()

    subject.send(completion: .failure(.broken))
    clock.tick()
    subject.send(1)
    clock.settle()

    #expect(recorder.events == [.subscription, .failure(.broken)])
  }

  @Test(arguments: OperatorCase.all(without: .recovers))
  func `a failure does not wait for demand`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    let recorder = Recorder(make(subject, .init(clock: clock)), demand: .none)
    clock.tick()

    subject.send(completion: .failure(.broken))
    clock.tick()

    #expect(recorder.events == [.subscription, .failure(.broken)])
  }

  @Test(arguments: OperatorCase.all(.recovers))
  func `operators that recover finish instead of failing`(_ make: OperatorCase) {
    let subject = PassthroughSubject<Int, Problem>()
    let recorder = Recorder(make(subject))

    subject.send(1)
    subject.send(completion: .failure(.broken))

    #expect(recorder.events == [.subscription, .value(1), .value(0), .finished])
  }

  private typealias Flatten = @Sendable (Ints, @escaping @Sendable (Int) -> Ints) -> Ints

  /// Operators that create publishers from values.
  private static let flattening: [(name: String, flatten: Flatten)] = [
    ("flatMap", { $0.flatMap($1).eraseToAnyPublisher() }),
    ("flatMap(1)", { $0.flatMap(maxPublishers: .max(1), $1).eraseToAnyPublisher() }),
    ("flatMap(2)", { $0.flatMap(maxPublishers: .max(2), $1).eraseToAnyPublisher() }),
    ("switchToLatest", { $0.map($1).switchToLatest().eraseToAnyPublisher() }),
  ]

  /// A publisher such as `Future` may start when it is created.
  @Test(arguments: flattening.indices)
  func `creates no publisher after one has failed, even if upstream has more`(_ index: Int) {
    let made = Box(0)
    let children = PassthroughSubject<Int, Problem>()
    let outer: Ints =
      (1...9).publisher.setFailureType(to: Problem.self).eraseToAnyPublisher()
    let recorder = Recorder(
      Self.flattening[index].flatten(outer) { _ in
        made.count()
        return children.eraseToAnyPublisher()
      }
    )
    let count = made.value

    children.send(completion: .failure(.broken))

    #expect(recorder.events == [.subscription, .failure(.broken)])
    #expect(made.value == count, "\(Self.flattening[index].name)")
  }
}
