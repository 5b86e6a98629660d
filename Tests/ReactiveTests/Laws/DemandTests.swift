import Reactive
import ReactiveTesting
import Testing

/// Law 2: never more than requested; demand adds up; requesting nothing is an error.
@Suite(.timeLimit(.minutes(20))) struct DemandTests {
  private static let five = Record<Int, Problem>(output: [1, 2, 3, 4, 5], completion: .finished)

  private func history(_ make: OperatorCase) -> [Event<Int, Problem>] {
    let clock = VirtualTimeScheduler()
    let recorder = Recorder(make(Self.five, .init(clock: clock)))
    clock.tick()
    return recorder.events
  }

  @Test(arguments: OperatorCase.all)
  func `delivers nothing without demand`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()

    let recorder = Recorder(make(Self.five, .init(clock: clock)), demand: .none)
    clock.tick()

    #expect(recorder.values == [])
    #expect(recorder.events.first == .subscription)
  }

  @Test(arguments: OperatorCase.all)
  func `demand of one at a time delivers one at a time, and finally everything`(
    _ make: OperatorCase
  ) {
    let clock = VirtualTimeScheduler()
    let recorder = Recorder(make(Self.five, .init(clock: clock)), demand: .max(1))

    for asked in 1...8 {
      clock.tick()
      #expect(recorder.values.count <= asked)
      recorder.request(.max(1))
    }
    clock.tick()

    #expect(make.has(.drops) || recorder.events == history(make))
    #expect(mistakes(in: recorder) == [])
  }

  @Test(arguments: OperatorCase.all)
  func `adds the demand that a subscriber returns for a value`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()

    let recorder = Recorder(make(Self.five, .init(clock: clock)), demand: .max(1)) { _ in .max(1) }
    clock.tick()

    #expect(make.has(.drops) || recorder.events == history(make))
  }

  @Test(arguments: OperatorCase.all)
  func `demands add up`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    let recorder = Recorder(make(subject, .init(clock: clock)), demand: .max(2))
    clock.tick()

    recorder.request(.max(1))
    clock.tick()
    for value in 1...5 {
      subject.send(value)
      clock.tick()
    }

    #expect(recorder.values.count <= 3)
    #expect(!make.has(.keepsAll) || recorder.values == [1, 2, 3])
  }

  @Test(arguments: OperatorCase.all(.keepsAll))
  func `unlimited stays unlimited`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    let recorder = Recorder(make(subject, .init(clock: clock)))
    clock.tick()

    recorder.request(.max(1))
    clock.tick()
    for value in 1...5 { subject.send(value) }
    clock.tick()

    #expect(recorder.values == [1, 2, 3, 4, 5])
  }

  /// Random requests and answers: after each, everything available within the demand has been
  /// delivered.
  @Test(arguments: OperatorCase.all)
  func `delivers everything available, up to the demand`(_ make: OperatorCase) {
    let all = history(make)
    let count = all.count { !$0.isSubscription && !$0.isEnd }
    for seed in 0..<30 {
      let clock = VirtualTimeScheduler()
      let demand = MadeUpDemand(seed: seed)
      let recorder = Recorder(make(Self.five, .init(clock: clock)), demand: demand.next()) { _ in
        demand.next()
      }

      for _ in 1...8 {
        clock.tick()
        let due = demand.share(of: count)
        #expect(
          make.has(.drops) ? recorder.values.count <= due : recorder.values.count == due,
          "seed \(seed)"
        )
        let more = demand.next()
        if more != .none { recorder.request(more) }
      }
      clock.tick()

      #expect(mistakes(in: recorder) == [], "seed \(seed)")
      #expect(make.has(.drops) || all.starts(with: recorder.events), "seed \(seed)")
    }
  }

  @Test(arguments: OperatorCase.all(.keepsAll))
  func `delivers values sent during a request`(_ make: OperatorCase) {
    for seed in 0..<30 {
      let clock = VirtualTimeScheduler()
      let subject = PassthroughSubject<Int, Problem>()
      let demand = MadeUpDemand(seed: seed)
      let recorder = Recorder(make(subject, .init(clock: clock)), demand: demand.next()) { _ in
        demand.next()
      }

      clock.tick()
      for value in 1...8 {
        let more = demand.next()
        if more != .none { recorder.request(more) }
        clock.tick()
        let isAsked = demand.total > .max(recorder.values.count)
        subject.send(value)
        clock.tick()

        #expect(!isAsked || recorder.values.last == value, "seed \(seed)")
        #expect(demand.total >= .max(recorder.values.count), "seed \(seed)")
      }
      #expect(recorder.values == recorder.values.sorted(), "seed \(seed)")
    }
  }

  /// One value per upstream may be pending.
  @Test(arguments: OperatorCase.all(without: .keepsBacklog))
  func `values without demand do not accumulate`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    let recorder = Recorder(make(subject, .init(clock: clock)), demand: .max(1))

    for value in 1...100 {
      subject.send(value)
      clock.tick()
    }
    recorder.request(.unlimited)
    clock.tick()

    #expect(recorder.values.count <= 4)
  }

  /// Nothing is requested, and nothing delivered.
  @Test func `sequences, debounce and throttle ignore a request for nothing`() {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    let deaf: [Ints] = [
      Self.five.eraseToAnyPublisher(),
      [1, 2].publisher.setFailureType(to: Problem.self).eraseToAnyPublisher(),
      subject.debounce(for: 1, scheduler: clock).eraseToAnyPublisher(),
      subject.throttle(for: 1, scheduler: clock, latest: true).eraseToAnyPublisher(),
    ]

    let recorders = deaf.map { Recorder($0, demand: .none) }
    for recorder in recorders { recorder.request(.none) }
    subject.send(1)
    clock.tick()

    #expect(recorders.allSatisfy { $0.events == [.subscription] })
  }

  @Test func `demand adds like integers, and unlimited absorbs the rest`() {
    #expect(Subscribers.Demand.max(2) + .max(3) == .max(5))
    #expect(Subscribers.Demand.unlimited + .max(3) == .unlimited)
    #expect(Subscribers.Demand.unlimited - .max(3) == .unlimited)
    #expect(Subscribers.Demand.max(3) - .unlimited == .none)
    #expect(Subscribers.Demand.max(.max) + 1 == .unlimited)
    #expect(Subscribers.Demand.max(3) * 4 == .max(12))
    #expect(Subscribers.Demand.unlimited > .max(.max))
    #expect(Subscribers.Demand.none.max == 0)
    #expect(Subscribers.Demand.unlimited.max == nil)
  }

  /// Distant times become never instead of crashing.
  @Test func `intervals and virtual times saturate`() {
    let (longest, step) = (NanosecondStride.seconds(.max), NanosecondStride.nanoseconds(1))
    let end = VirtualTimeScheduler.SchedulerTimeType(nanoseconds: .max)
    let clock = VirtualTimeScheduler()
    let recorder = Recorder(Just(1).delay(for: longest, scheduler: clock))
    clock.advance(by: .seconds(1))

    #expect(longest + step == longest)
    #expect(.nanoseconds(.min) - step == .nanoseconds(.min))
    #expect(end.advanced(by: step) == end)
    #expect(end.distance(to: .init(nanoseconds: -1)) == .nanoseconds(.min))
    clock.advance(by: longest)
    #expect(recorder.events == [.subscription, .value(1), .finished])
  }
}

/// Law 2: an invalid demand ends the process.
@Suite(.timeLimit(.minutes(20))) struct DemandTrapTests {
  private static let mistakes: [@Sendable () -> Void] = [
    { _ = Subscribers.Demand.max(-1) },
    { _ = Subscribers.Demand.max(1) - .max(2) },
    { Recorder(Just(1), demand: .none).request(.none) },
    { Recorder(Future<Int, Never> { _ in }, demand: .none).request(.none) },
    { Recorder(PassthroughSubject<Int, Never>(), demand: .none).request(.none) },
    { Recorder(CurrentValueSubject<Int, Never>(1), demand: .none).request(.none) },
    { Recorder(Just(1).combineLatest(Just(1)).map { $0 + $1 }, demand: .none).request(.none) },
    { Recorder([1].publisher.flatMap { Just($0) }, demand: .none).request(.none) },
    {
      // Traps in the upstream.
      let clock = VirtualTimeScheduler()
      let stream = PassthroughSubject<Int, Never>().receive(on: clock).map { $0 }
      Recorder(stream, demand: .none).request(.none)
    },
    { _ = Just(1).prefix(-1) },
    { _ = Recorder(Just(1).dropFirst(-1)) },
  ]

  @Test(arguments: mistakes.indices)
  func `negative demands or counts and requests for nothing trap`(_ index: Int) async {
    await #expect(processExitsWith: .failure) { [index = index as Int] in
      DemandTrapTests.mistakes[index]()
    }
  }
}
