import Reactive
import ReactiveTesting
import Testing

/// Law 5 as well: cancelling and the end let go of upstream, downstream and every closure.
@Suite(.timeLimit(.minutes(4))) struct ReleaseTests {
  /// Held by the closures of an operator.
  private final class Token: Sendable {}

  private struct Trace {
    weak var token: Token?
    weak var subscriber: Recorder<Int, Problem>?
  }

  /// Builds a chain in a scope of its own, so that only the chain itself can keep it alive.
  private func chain(
    _ make: OperatorCase,
    over subject: PassthroughSubject<Int, Problem>,
    clock: VirtualTimeScheduler,
    end: (Recorder<Int, Problem>) -> Void
  ) -> Trace {
    let token = Token()
    let recorder = Recorder(
      make(subject, .init(clock: clock, touch: { withExtendedLifetime(token) {} }))
    )
    clock.tick()
    subject.send(1)
    end(recorder)
    return Trace(token: token, subscriber: recorder)
  }

  @Test(arguments: OperatorCase.all)
  func `cancelling lets go of the subscriber and of the closures`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()

    let trace = chain(make, over: subject, clock: clock) { $0.cancel() }
    if make.has(.scheduled) { clock.tick() }

    #expect(trace.subscriber == nil)
    #expect(trace.token == nil)
    withExtendedLifetime((subject, clock)) {}
  }

  @Test(arguments: OperatorCase.all)
  func `finishing lets go of the subscriber and of the closures`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()

    let trace = chain(make, over: subject, clock: clock) { _ in
      subject.send(completion: .finished)
    }
    if make.has(.scheduled) { clock.tick() }

    #expect(trace.subscriber == nil)
    #expect(trace.token == nil)
    withExtendedLifetime((subject, clock)) {}
  }

  @Test(arguments: OperatorCase.all(without: .trapsOnFailure))
  func `failing lets go of the subscriber and of the closures`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()

    let trace = chain(make, over: subject, clock: clock) { _ in
      subject.send(completion: .failure(.broken))
    }
    if make.has(.scheduled) { clock.tick() }

    #expect(trace.subscriber == nil)
    #expect(trace.token == nil)
    withExtendedLifetime((subject, clock)) {}
  }

  @Test(arguments: OperatorCase.all)
  func `cancelling lets go of upstream's subscription`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let upstream = KeepingPublisher()
    let publisher = make(upstream, .init(clock: clock))
    let recorder = Recorder(publisher)
    clock.tick()
    #expect(upstream.subscription != nil)

    recorder.cancel()
    clock.tick()

    #expect(upstream.subscription == nil)
    withExtendedLifetime(publisher) {}
  }

  @Test(arguments: OperatorCase.all)
  func `the end lets go of upstream's subscription`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let upstream = KeepingPublisher()
    let publisher = make(upstream, .init(clock: clock))
    let recorder = Recorder(publisher)
    clock.tick()

    upstream.finish()
    clock.tick()

    #expect(upstream.subscription == nil)
    #expect(recorder.events.last == .finished)
    withExtendedLifetime(publisher) {}
  }
}

/// A publisher that holds on to its subscriber for good, and not to its subscription.
private final class KeepingPublisher: Publisher, @unchecked Sendable {
  // @unchecked Sendable because each test uses it on one thread.
  typealias Output = Int
  typealias Failure = Problem

  final class Idle: Subscription {
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
  }

  private(set) weak var subscription: Idle?
  private var subscriber: AnySubscriber<Int, Problem>?

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Problem {
    let idle = Idle()
    self.subscriber = AnySubscriber(subscriber)
    subscription = idle
    subscriber.receive(subscription: idle)
  }

  func finish() {
    subscriber?.receive(completion: .finished)
  }
}
