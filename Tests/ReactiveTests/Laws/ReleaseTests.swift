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

extension ReleaseTests {
  /// A value whose end is a stranger's code.
  private final class Last: Sendable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) {
      self.action = action
    }

    deinit {
      action()
    }
  }

  private typealias Lasts = AnyPublisher<Last, Problem>

  /// Operators that keep a value, each over a stream of values that call back when they are let go.
  private static let keeping:
    [(name: String, make: @Sendable (Lasts, VirtualTimeScheduler) -> Lasts)] =
      [
        ("debounce", { $0.debounce(for: 1, scheduler: $1).eraseToAnyPublisher() }),
        ("debounce of none", { $0.debounce(for: { _ in 0 }, scheduler: $1).eraseToAnyPublisher() }),
        ("throttle", { $0.throttle(for: 1, scheduler: $1, latest: true).eraseToAnyPublisher() }),
        (
          "throttle first",
          { $0.throttle(for: 1, scheduler: $1, latest: false).eraseToAnyPublisher() }
        ),
        ("delay", { $0.delay(for: 1, scheduler: $1).eraseToAnyPublisher() }),
        ("receive(on:)", { $0.receive(on: $1).eraseToAnyPublisher() }),
        ("timeout", { $0.timeout(1, scheduler: $1).eraseToAnyPublisher() }),
        (
          "combineLatest",
          { upstream, _ in
            upstream.combineLatest(Just(0).setFailureType(to: Problem.self)) { value, _ in value }
              .eraseToAnyPublisher()
          }
        ),
        (
          "zip",
          { upstream, _ in
            upstream.zip(Empty<Int, Problem>(completeImmediately: false)) { value, _ in value }
              .eraseToAnyPublisher()
          }
        ),
        (
          "buffer",
          { upstream, _ in
            upstream.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)
              .eraseToAnyPublisher()
          }
        ),
        ("flatMap", { upstream, _ in upstream.flatMap { Just($0) }.eraseToAnyPublisher() }),
        (
          "switchToLatest",
          { upstream, _ in
            upstream.map { Just($0).setFailureType(to: Problem.self) }.switchToLatest()
              .eraseToAnyPublisher()
          }
        ),
        (
          "removeDuplicates",
          { upstream, _ in upstream.removeDuplicates { $0 === $1 }.eraseToAnyPublisher() }
        ),
        ("last", { upstream, _ in upstream.last().eraseToAnyPublisher() }),
        ("share", { upstream, _ in upstream.share().eraseToAnyPublisher() }),
      ]

  @Test(arguments: keeping.indices, [Subscribers.Demand.none, .max(1), .unlimited])
  func `no value is let go under a lock`(_ index: Int, _ demand: Subscribers.Demand) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Last, Problem>()
    let calls = Box(0)
    let subscription = Box<(any Subscription)?>(nil)
    let stream = Self.keeping[index].make(subject.eraseToAnyPublisher(), clock)
    let subscriber = AnySubscriber<Last, Problem>(
      receiveSubscription: { new in
        subscription.value = new
        if demand != .none { new.request(demand) }
      }
    )
    stream.subscribe(subscriber)
    let last: @Sendable () -> Last = {
      Last {
        _ = calls.count()
        subscription.value?.request(.max(1))
        subject.send(completion: .failure(.broken))
        subscription.value?.cancel()
      }
    }

    for _ in 1...3 {
      subject.send(last())
      subject.send(last())
      clock.tick()
    }
    subscription.value?.cancel()
    clock.advance(by: .seconds(10))

    // Taken out first, so that what it still holds is not let go under the box's lock.
    _ = subscription.change { $0.take() }

    #expect(calls.value >= 1)
  }

  @Test func `a current value is let go outside the lock`() {
    let calls = Box(0)
    let kept = Box<CurrentValueSubject<Last?, Problem>?>(nil)
    let subject = CurrentValueSubject<Last?, Problem>(nil)
    kept.value = subject
    let make: @Sendable () -> Last = {
      Last {
        calls.count()
        kept.value?.send(nil)
        _ = kept.value?.value
      }
    }

    subject.send(make())
    subject.value = make()
    subject.send(nil)
    _ = kept.change { $0.take() }

    #expect(calls.value == 2)
  }

  /// Operators that keep one value, in place of which they take a newer one.
  private static let replacing:
    [(name: String, make: @Sendable (Lasts, VirtualTimeScheduler) -> Lasts)] =
      [
        ("debounce", { $0.debounce(for: 1, scheduler: $1).eraseToAnyPublisher() }),
        (
          "debounce without moving timers",
          {
            $0.debounce(for: 1, scheduler: OneByOneScheduler(clock: $1)).eraseToAnyPublisher()
          }
        ),
        ("throttle", { $0.throttle(for: 1, scheduler: $1, latest: true).eraseToAnyPublisher() }),
        (
          "combineLatest",
          { upstream, _ in
            upstream.combineLatest(Empty<Int, Problem>(completeImmediately: false)) { value, _ in
              value
            }
            .eraseToAnyPublisher()
          }
        ),
        ("last", { upstream, _ in upstream.last().eraseToAnyPublisher() }),
        (
          "removeDuplicates",
          { upstream, _ in upstream.removeDuplicates { $0 === $1 }.eraseToAnyPublisher() }
        ),
        ("scan", { upstream, _ in upstream.scan(Last {}) { $1 }.eraseToAnyPublisher() }),
      ]

  @Test(arguments: replacing.indices)
  func `a value is let go as soon as a newer one has taken its place`(_ index: Int) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Last, Problem>()
    let released = Box(0)
    let stream = Self.replacing[index].make(subject.eraseToAnyPublisher(), clock)
    let sink = stream.sink(receiveCompletion: { _ in }, receiveValue: { _ in })

    for number in 0..<5 {
      subject.send(Last { released.count() })

      #expect(released.value == number, "\(Self.replacing[index].name)")
    }
    sink.cancel()
  }

  /// Publishers of one value, which keep it until it is asked for.
  private static let single: [(name: String, make: @Sendable (Last) -> Lasts)] = [
    ("Just", { Just($0).setFailureType(to: Problem.self).eraseToAnyPublisher() }),
    (
      "Optional",
      { Optional($0).publisher.setFailureType(to: Problem.self).eraseToAnyPublisher() }
    ),
    ("Result", { Result<Last, Problem>.success($0).publisher.eraseToAnyPublisher() }),
  ]

  @Test(arguments: single.indices)
  func `a value that was not asked for is let go outside the lock`(_ index: Int) {
    let calls = Box(0)
    let subscription = Box<(any Subscription)?>(nil)
    let last = {
      Last {
        calls.count()
        subscription.value?.request(.max(1))
        subscription.value?.cancel()
      }
    }
    Self.single[index].make(last())
      .subscribe(AnySubscriber(receiveSubscription: { subscription.value = $0 }))
    #expect(calls.value == 0)

    subscription.value?.cancel()

    #expect(calls.value == 1)
  }

  /// Why a value that waits in `debounce` is let go.
  private enum Reason: CaseIterable {
    case newerValue, newerValueInsideDelivery, cancel, end
  }

  @Test(arguments: Reason.allCases.indices, [false, true])
  func `debounce lets go of what waits outside its lock`(_ index: Int, _ hasMovingTimers: Bool) {
    let reason = Reason.allCases[index]
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Last, Problem>()
    let (sent, calls, isFirst) = (Box(0), Box(0), Box(true))
    let subscription = Box<(any Subscription)?>(nil)
    let send: @Sendable () -> Void = {
      sent.count()
      subject.send(
        Last {
          calls.count()
          subscription.value?.request(.max(1))
          subscription.value?.cancel()
        }
      )
    }
    let subscriber = AnySubscriber<Last, Problem>(
      receiveSubscription: { new in
        subscription.value = new
        new.request(.unlimited)
      },
      receiveValue: { _ in
        let isOuter = isFirst.value
        isFirst.value = false
        guard isOuter, reason == .newerValueInsideDelivery else { return .none }
        for _ in 1...2 {
          send()
          clock.advance(by: 1)
        }
        return .none
      }
    )
    if hasMovingTimers {
      subject.debounce(for: 1, scheduler: clock).subscribe(subscriber)
    } else {
      subject.debounce(for: 1, scheduler: OneByOneScheduler(clock: clock)).subscribe(subscriber)
    }

    send()
    switch reason {
    case .newerValue: send()
    case .newerValueInsideDelivery: clock.advance(by: 1)
    case .cancel: subscription.value?.cancel()
    case .end: subject.send(completion: .finished)
    }
    subscription.value?.cancel()
    clock.advance(by: 1)
    _ = subscription.change { $0.take() }

    #expect(calls.value == sent.value)
  }
}
