import Reactive
import ReactiveTesting
import Testing

/// Also law 5: a cancel and a completion release upstream, downstream and every closure.
@Suite(.timeLimit(.minutes(20))) struct ReleaseTests {
  /// An object captured by an operator's closures.
  private final class Token: Sendable {}

  @Test(arguments: OperatorCase.all)
  func `canceling releases the upstream subscription`(_ make: OperatorCase) {
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
  func `the end releases the upstream subscription`(_ make: OperatorCase) {
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

/// A publisher that keeps its subscriber forever, but not its subscription.
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
  /// A value that runs client code when released.
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

  /// Operators that keep a value, each over a stream of values that call back when released.
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
            upstream.combineLatest(Just(0).setFailureType(to: Problem.self)).map(\.0)
              .eraseToAnyPublisher()
          }
        ),
        (
          "flatMap",
          { upstream, _ in
            upstream.flatMap { Just($0).setFailureType(to: Problem.self) }.eraseToAnyPublisher()
          }
        ),
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
        ("share", { upstream, _ in upstream.share().eraseToAnyPublisher() }),
      ]

  @Test(arguments: keeping.indices, [Subscribers.Demand.none, .max(1), .unlimited])
  func `no value is released under a lock`(_ index: Int, _ demand: Subscribers.Demand) {
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

    // Removed first, so that its content is not released under the box's lock.
    _ = subscription.change { $0.take() }

    #expect(calls.value >= 1)
  }

  @Test func `releases a current value outside the lock`() {
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

  /// Operators that keep one value until they replace it with a newer one.
  private static let replacing:
    [(name: String, make: @Sendable (Lasts, VirtualTimeScheduler) -> Lasts)] =
      [
        ("debounce", { $0.debounce(for: 1, scheduler: $1).eraseToAnyPublisher() }),
        ("throttle", { $0.throttle(for: 1, scheduler: $1, latest: true).eraseToAnyPublisher() }),
        (
          "combineLatest",
          { upstream, _ in
            upstream.combineLatest(Empty<Int, Problem>(completeImmediately: false)).map(\.0)
              .eraseToAnyPublisher()
          }
        ),
        (
          "removeDuplicates",
          { upstream, _ in upstream.removeDuplicates { $0 === $1 }.eraseToAnyPublisher() }
        ),
        ("scan", { upstream, _ in upstream.scan(Last {}) { $1 }.eraseToAnyPublisher() }),
      ]

  @Test(arguments: replacing.indices)
  func `releases a value as soon as a newer one replaces it`(_ index: Int) {
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

  /// Publishers of one value, which they keep until it is requested.
  private static let single: [(name: String, make: @Sendable (Last) -> Lasts)] = [
    ("Just", { Just($0).setFailureType(to: Problem.self).eraseToAnyPublisher() })
  ]

  @Test(arguments: single.indices)
  func `releases a value without demand outside the lock`(_ index: Int) {
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

  /// A reason why a pending value in `debounce` is released.
  private enum Reason: CaseIterable {
    case newerValue, newerValueInsideDelivery, cancel, end
  }

  @Test(arguments: Reason.allCases.indices)
  func `debounce releases the pending value outside its lock`(_ index: Int) {
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
    subject.debounce(for: 1, scheduler: clock).subscribe(subscriber)

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

// MARK: - Subscriptions

/// A publisher that gives its subscription away, and observes its release.
private final class ReleasedPublisher: Publisher, Sendable {
  typealias Output = Int
  typealias Failure = Problem

  private final class Idle: Subscription {
    let onRelease: @Sendable () -> Void

    init(_ onRelease: @escaping @Sendable () -> Void) {
      self.onRelease = onRelease
    }

    deinit {
      onRelease()
    }

    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
  }

  let handedOver = Box(0)
  private let subscriber = Box<AnySubscriber<Int, Problem>?>(nil)
  private let onRelease: @Sendable () -> Void

  init(_ onRelease: @escaping @Sendable () -> Void) {
    self.onRelease = onRelease
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Problem {
    handedOver.count()
    self.subscriber.value = AnySubscriber(subscriber)
    subscriber.receive(subscription: Idle(onRelease))
  }

  func send(_ value: Int) {
    _ = subscriber.value?.receive(value)
  }

  /// Releases the subscriber, like a publisher that is released.
  func forgetSubscriber() {
    _ = subscriber.change { $0.take() }
  }

  func send(completion: Subscribers.Completion<Problem>) {
    subscriber.change { $0.take() }?.receive(completion: completion)
  }
}

extension ReleaseTests {
  /// Operators that hold several subscriptions, concurrently or in sequence.
  private static let joining: [(name: String, make: @Sendable (Ints, Ints) -> Ints)] = [
    ("merge", { $0.merge(with: $1).eraseToAnyPublisher() }),
    ("combineLatest", { $0.combineLatest($1).map { $0 + $1 }.eraseToAnyPublisher() }),
    ("flatMap", { outer, inner in outer.flatMap { _ in inner }.eraseToAnyPublisher() }),
    (
      "flatMap(maxPublishers:)",
      { outer, inner in outer.flatMap(maxPublishers: .max(1)) { _ in inner }.eraseToAnyPublisher() }
    ),
    (
      "switchToLatest",
      { outer, inner in outer.map { _ in inner }.switchToLatest().eraseToAnyPublisher() }
    ),
    ("append", { $0.append($1).eraseToAnyPublisher() }),
    ("prepend", { $1.prepend($0).eraseToAnyPublisher() }),
    ("catch", { first, second in first.catch { _ in second }.eraseToAnyPublisher() }),
    ("retry", { first, _ in first.retry(2).eraseToAnyPublisher() }),
    ("share", { first, _ in first.share().eraseToAnyPublisher() }),
  ]

  /// An event from one of two upstreams.
  private enum Act: CaseIterable {
    case value, finish, fail

    func callAsFunction(_ upstream: ReleasedPublisher) {
      switch self {
      case .value: upstream.send(1)
      case .finish: upstream.send(completion: .finished)
      case .fail: upstream.send(completion: .failure(.broken))
      }
    }
  }

  /// Every pair of events from the upstreams, and then a cancel.
  @Test(arguments: joining.indices, Act.allCases.indices)
  func `releases none of several subscriptions under a lock`(_ index: Int, _ first: Int) {
    for second in Act.allCases {
      for places in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let released = Box(0)
        let subscription = Box<(any Subscription)?>(nil)
        let callBack: @Sendable () -> Void = {
          released.count()
          subscription.value?.request(.max(1))
          subscription.value?.cancel()
        }
        let upstreams = [ReleasedPublisher(callBack), ReleasedPublisher(callBack)]
        let stream = Self.joining[index].make(
          upstreams[0].eraseToAnyPublisher(),
          upstreams[1].eraseToAnyPublisher()
        )
        stream.subscribe(
          AnySubscriber(receiveSubscription: { new in
            subscription.value = new
            new.request(.unlimited)
          })
        )

        upstreams[0].send(1)
        Act.allCases[first](upstreams[places.0])
        second(upstreams[places.1])
        subscription.value?.cancel()
        _ = subscription.change { $0.take() }
        // The upstream of a `flatMap` outlives an error of its inner publishers.
        for upstream in upstreams { upstream.forgetSubscriber() }

        let handedOver = upstreams.reduce(0) { $0 + $1.handedOver.value }
        #expect(released.value == handedOver, "\(second) \(places)")
      }
    }
  }

  @Test(arguments: OperatorCase.all, [0, 1, 2])
  func `does not release the upstream subscription under a lock`(_ make: OperatorCase, _ end: Int) {
    let clock = VirtualTimeScheduler()
    let released = Box(0)
    let subscription = Box<(any Subscription)?>(nil)
    let upstream = ReleasedPublisher {
      released.count()
      subscription.value?.request(.max(1))
      subscription.value?.cancel()
    }
    let stream = make(upstream, .init(clock: clock))
    stream.subscribe(
      AnySubscriber(receiveSubscription: { new in
        subscription.value = new
        new.request(.unlimited)
      })
    )

    clock.tick()
    upstream.send(1)
    clock.tick()
    switch end {
    case 0: upstream.send(completion: .finished)
    case 1: upstream.send(completion: .failure(.broken))
    default: subscription.value?.cancel()
    }
    clock.tick()
    _ = subscription.change { $0.take() }

    #expect(released.value == upstream.handedOver.value)
    withExtendedLifetime(stream) {}
  }

  /// A subject retained only by its subscribers still exists for weak references.
  @Test(arguments: [false, true])
  func `a subject and its subscribers retain each other until the end or a cancel`(_ ends: Bool) {
    let token = Box<(any Subscription)?>(nil)
    weak var keptToken: Token?
    weak var kept: PassthroughSubject<Int, Problem>?
    do {
      let subject = PassthroughSubject<Int, Problem>()
      let new = Token()
      (kept, keptToken) = (subject, new)
      subject.subscribe(
        AnySubscriber(
          receiveSubscription: { token.value = $0 },
          receiveValue: { _ in withExtendedLifetime(new) { .none } }
        )
      )
    }
    #expect(kept != nil)
    #expect(keptToken != nil)

    if ends { kept?.send(completion: .finished) } else { token.value?.cancel() }

    #expect(kept == nil)
    #expect(keptToken == nil)
    withExtendedLifetime(token) {}
  }

  /// A subscriber that keeps its subscription forever, as most handwritten ones do.
  private final class Keeper: Subscriber {
    let subscription = Box<(any Subscription)?>(nil)

    func receive(subscription new: any Subscription) {
      subscription.value = new
      new.request(.unlimited)
    }

    func receive(_ input: Int) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<Problem>) {}
  }

  @Test(arguments: OperatorCase.all, [0, 1, 2])
  func `a subscriber that keeps its subscription is released after the end`(
    _ make: OperatorCase,
    _ end: Int
  ) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    weak var keeper: Keeper?
    do {
      let new = Keeper()
      keeper = new
      make(subject, .init(clock: clock)).subscribe(new)
    }
    clock.tick()
    subject.send(1)
    clock.tick()

    switch end {
    case 0: subject.send(completion: .finished)
    case 1: subject.send(completion: .failure(.broken))
    default: keeper?.subscription.value?.cancel()
    }
    clock.tick()

    #expect(keeper == nil)
    withExtendedLifetime(subject) {}
  }

  @Test func `a source's subscriber is released after the end`() {
    let sources: [Ints] = [
      [1, 2].publisher.setFailureType(to: Problem.self).eraseToAnyPublisher(),
      Just(1).setFailureType(to: Problem.self).eraseToAnyPublisher(),
      Future { $0(.success(1)) }.eraseToAnyPublisher(),
    ]
    for source in sources {
      weak var keeper: Keeper?
      do {
        let new = Keeper()
        keeper = new
        source.subscribe(new)
      }

      #expect(keeper == nil)
    }
  }
}
