import Reactive
import ReactiveTesting
import Testing

/// Law 5: canceling is silent, counts once, and propagates upstream; so does releasing an
/// `AnyCancellable`.
@Suite(.timeLimit(.minutes(20))) struct CancelTests {
  private static let three = Record<Int, Problem>(output: [1, 2, 3], completion: .finished)

  @Test(arguments: OperatorCase.all)
  func `delivers nothing after cancel returns`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    let recorder = Recorder(make(subject, .init(clock: clock)))
    clock.tick()
    subject.send(1)

    recorder.cancel()
    let history = recorder.events
    subject.send(2)
    clock.settle()
    subject.send(completion: .finished)
    clock.settle()

    #expect(recorder.events == history)
  }

  @Test(arguments: OperatorCase.all)
  func `canceling inside a value ends the stream`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let meddler = Meddler(onValue: { recorder, _ in recorder.cancel() })

    make(Self.three, .init(clock: clock)).subscribe(meddler)
    clock.settle()

    #expect(meddler.recorder.values.count <= 1)
    #expect(meddler.recorder.values.isEmpty || meddler.recorder.events.last?.isEnd == false)
  }

  @Test(arguments: OperatorCase.all(without: [.plain, .ignoresCancelInClosure]))
  func `delivers nothing after an operator's closure cancels`(_ make: OperatorCase) {
    for call in 1...4 {
      let clock = VirtualTimeScheduler()
      let subject = PassthroughSubject<Int, Problem>()
      let (recorder, calls) = (Recorder<Int, Problem>(), Box(0))
      let touch: @Sendable () -> Void = { if calls.count() == call { recorder.cancel() } }
      make(subject, .init(clock: clock, touch: touch)).subscribe(recorder)

      for value in 1...4 {
        clock.tick()
        subject.send(value)
      }
      clock.tick()
      subject.send(completion: .failure(.broken))
      clock.settle()

      #expect(mistakes(in: recorder) == [], "call \(call)")
    }
  }

  @Test(arguments: OperatorCase.all(without: .plain))
  func `a sink receives nothing after any closure cancels`(_ make: OperatorCase) {
    for call in 1...4 {
      let clock = VirtualTimeScheduler()
      let subject = PassthroughSubject<Int, Problem>()
      let (calls, late) = (Box(0), Box(0))
      let sink = Box<AnyCancellable?>(nil)
      let touch: @Sendable () -> Void = {
        // Not before there is a sink to cancel.
        if let sink = sink.value, calls.count() == call { sink.cancel() }
      }
      let hear: @Sendable () -> Void = { if calls.value >= call { late.count() } }
      sink.value = make(subject, .init(clock: clock, touch: touch))
        .sink(receiveCompletion: { _ in hear() }, receiveValue: { _ in hear() })

      for value in 1...4 {
        clock.tick()
        subject.send(value)
      }
      clock.tick()
      subject.send(completion: .failure(.broken))
      clock.settle()

      #expect(late.value == 0, "call \(call)")
    }
  }

  @Test(arguments: OperatorCase.all(without: .passesSubscription), [1, 2, 3])
  func `a canceled operator drops values in flight`(
    _ make: OperatorCase,
    _ place: Int
  ) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    let recorder = Recorder<Int, Problem>()
    let upstream = Watched(
      upstream: subject.map { value -> Int in
        if value == place { recorder.cancel() }
        return value
      },
      onCompletion: { recorder.cancel() }
    )
    make(upstream, .init(clock: clock)).subscribe(recorder)

    for value in 1...2 {
      clock.tick()
      subject.send(value)
    }
    clock.tick()
    subject.send(completion: .failure(.broken))
    clock.settle()

    #expect(mistakes(in: recorder) == [])
  }

  @Test(arguments: OperatorCase.all)
  func `canceling inside the subscription ends the stream`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let recorder = Recorder<Int, Problem>()

    make(Self.three, .init(clock: clock)).subscribe(
      AnySubscriber(
        receiveSubscription: { subscription in
          subscription.cancel()
          recorder.receive(subscription: subscription)
        },
        receiveValue: { recorder.receive($0) },
        receiveCompletion: { recorder.receive(completion: $0) }
      )
    )
    clock.settle()

    #expect(recorder.events == [.subscription])
  }

  @Test(arguments: OperatorCase.all)
  func `forwards only one cancel upstream`(_ make: OperatorCase) throws {
    let clock = VirtualTimeScheduler()
    let upstream = ScriptedPublisher<Int, Problem>()
    let recorder = Recorder(make(upstream, .init(clock: clock)))
    clock.tick()

    let subscription = try #require(recorder.subscription)
    for _ in 1...(make.has(.passesSubscription) ? 1 : 3) { subscription.cancel() }
    clock.tick()

    #expect(upstream.requests.count { $0 == .cancel } == 1)
    #expect(upstream.requests.last == .cancel)
  }

  @Test(arguments: OperatorCase.all(without: .passesSubscription))
  func `two concurrent cancels count once`(_ make: OperatorCase) throws {
    for _ in 0..<20 {
      let clock = VirtualTimeScheduler()
      let upstream = ScriptedPublisher<Int, Problem>()
      let recorder = Recorder(make(upstream, .init(clock: clock)))
      clock.tick()
      let subscription = try #require(recorder.subscription)

      race(threads: 2) { _ in subscription.cancel() }
      clock.tick()

      #expect(upstream.requests.count { $0 == .cancel } == 1)
    }
  }

  @Test(arguments: OperatorCase.all(without: .passesSubscription))
  func `does not forward a cancel after the end`(_ make: OperatorCase) throws {
    let clock = VirtualTimeScheduler()
    let upstream = ScriptedPublisher<Int, Problem>()
    let recorder = Recorder(make(upstream, .init(clock: clock)))
    clock.tick()
    let subscription = try #require(recorder.subscription)

    upstream.send(completion: .finished)
    clock.tick()
    subscription.cancel()
    clock.tick()

    #expect(!upstream.requests.contains(.cancel))
    #expect(mistakes(in: recorder) == [])
  }

  @Test(arguments: OperatorCase.all)
  func `releasing the AnyCancellable cancels`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let upstream = ScriptedPublisher<Int, Problem>()
    var sink: AnyCancellable? = make(upstream, .init(clock: clock))
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    clock.tick()
    #expect(sink != nil && !upstream.requests.contains(.cancel))

    sink = nil
    clock.tick()

    #expect(upstream.requests.last == .cancel)
  }

  @Test func `a subscriber canceled before its subscription arrives receives nothing`() {
    let upstream = ScriptedPublisher<Int, Never>(sendsSubscription: false)
    let values = Box(0)

    upstream.sink { _ in values.count() }.cancel()
    upstream.sendSubscription()
    upstream.send(1)

    #expect(values.value == 0)
    #expect(upstream.requests == [.cancel])
  }

  @Test func `an AnyCancellable calls its closure once`() {
    let calls = Box(0)
    let cancellable = AnyCancellable { calls.count() }

    cancellable.cancel()
    cancellable.cancel()

    #expect(calls.value == 1)
  }

  @Test func `emptying a set of cancellables cancels them`() {
    let subject = PassthroughSubject<Int, Never>()
    let sum = Box(0)
    var cancellables: Set<AnyCancellable> = []

    subject.sink { value in sum.change { $0 += value } }.store(in: &cancellables)
    subject.send(1)
    cancellables = []
    subject.send(2)

    #expect(sum.value == 1)
  }
}
