import Reactive
import ReactiveTesting
import Testing

/// Timed operators on a clock that the test advances.
@Suite struct VirtualTimeHistories {
  @Test func `advancing never reverts time that a closure has advanced`() {
    let clock = VirtualTimeScheduler()
    clock.schedule(after: clock.now.advanced(by: .seconds(1))) { clock.advance(by: .seconds(10)) }

    clock.advance(by: .seconds(5))
    #expect(clock.now.nanoseconds == 11_000_000_000)
    clock.advance(by: .seconds(-3))

    #expect(clock.now.nanoseconds == 11_000_000_000)
  }
}

@Suite struct TimingHistories {
  typealias Numbers = PassthroughSubject<Int, Problem>

  private let clock = VirtualTimeScheduler()
  private let subject = Numbers()

  private func send(_ values: Int...) {
    for value in values { subject.send(value) }
  }

  // MARK: delay

  @Test func `delay delivers everything later and in order, including the end`() {
    let recorder = Recorder(subject.delay(for: .seconds(1), scheduler: clock))

    send(1, 2)
    clock.advance(by: .milliseconds(500))
    subject.send(completion: .finished)
    #expect(recorder.events == [.subscription])
    clock.advance(by: .milliseconds(500))
    #expect(recorder.events == [.subscription, .value(1), .value(2)])
    clock.advance(by: .milliseconds(500))

    #expect(recorder.events == [.subscription, .value(1), .value(2), .finished])
  }

  @Test func `delay delays a failure too`() {
    let recorder = Recorder(subject.delay(for: .seconds(1), scheduler: clock))

    subject.send(completion: .failure(.broken))
    #expect(recorder.events == [.subscription])
    clock.advance(by: .seconds(1))

    #expect(recorder.events == [.subscription, .failure(.broken)])
  }

  @Test func `delay cancels its timers on cancel`() {
    let recorder = Recorder(subject.delay(for: .seconds(1), scheduler: clock))

    send(1, 2)
    #expect(clock.pendingCount == 2)
    recorder.cancel()

    #expect(clock.pendingCount == 0)
  }

  // MARK: debounce

  @Test func `debounce sends the last value of every burst`() {
    let recorder = Recorder(subject.debounce(for: .milliseconds(100), scheduler: clock))

    for burst in [[1, 2, 3], [4, 5]] {
      for value in burst {
        send(value)
        clock.advance(by: .milliseconds(99))
      }
      clock.advance(by: .milliseconds(100))
    }

    #expect(recorder.events == [.subscription, .value(3), .value(5)])
  }

  @Test func `debounce drops the pending value when the stream ends`() {
    let recorder = Recorder(subject.debounce(for: .milliseconds(100), scheduler: clock))

    send(1)
    subject.send(completion: .finished)
    clock.advance(by: .seconds(1))

    #expect(recorder.events == [.subscription, .finished])
  }

  @Test func `debounce cancels its timer on cancel`() {
    let scheduler = OneByOneScheduler(clock: clock)
    let recorder = Recorder(subject.debounce(for: .milliseconds(100), scheduler: scheduler))

    send(1)
    recorder.cancel()

    #expect(clock.pendingCount == 0)
  }

  @Test func `debounce waits for each value's own interval`() {
    let recorder = Recorder(subject.debounce(for: { .milliseconds($0) }, scheduler: clock))

    send(300)
    clock.advance(by: .milliseconds(200))
    send(10)
    clock.advance(by: .milliseconds(10))
    #expect(recorder.values == [10])
    send(20)
    clock.advance(by: .milliseconds(10))
    send(500)
    clock.advance(by: .milliseconds(499))
    #expect(recorder.values == [10])
    clock.advance(by: .milliseconds(1))

    #expect(recorder.events == [.subscription, .value(10), .value(500)])
    #expect(clock.pendingCount == 0)
  }

  @Test func `debounce sends a value with a zero interval immediately, replacing the pending one`()
  {
    let recorder = Recorder(subject.debounce(for: { .milliseconds($0) }, scheduler: clock))

    send(0)
    #expect(recorder.values == [0])
    send(100)
    send(0)
    #expect(recorder.values == [0, 0])
    #expect(clock.pendingCount == 0)
    clock.advance(by: .seconds(1))

    #expect(recorder.events == [.subscription, .value(0), .value(0)])
  }

  @Test func `a value without an interval sent during a delivery follows it`() {
    let meddler = Meddler(onValue: { [subject] _, value in
      if value > -3 { subject.send(value - 1) }
    })
    subject.debounce(for: { .milliseconds($0) }, scheduler: clock).subscribe(meddler)

    send(0)

    #expect(meddler.recorder.values == [0, -1, -2, -3])
    #expect(meddler.recorder.overlaps == 0)
  }

  @Test func `a value that arrives while the previous timer fires waits for its own`() {
    let recorder = Recorder(
      subject.debounce(for: .milliseconds(100), scheduler: HastyScheduler(clock: clock))
    )

    send(1, 2)
    clock.advance(by: .milliseconds(99))
    #expect(recorder.events == [.subscription])
    clock.advance(by: .milliseconds(1))

    #expect(recorder.events == [.subscription, .value(2)])
    #expect(clock.pendingCount == 0)
  }

  @Test func `an end due inside a debounced value comes after it`() {
    let meddler = Meddler(onValue: { [subject, clock] _, _ in
      subject.send(completion: .finished)
      clock.advance()
    })
    subject.debounce(for: .milliseconds(100), scheduler: clock).subscribe(meddler)

    send(1)
    clock.advance(by: .milliseconds(100))

    #expect(meddler.recorder.events == [.subscription, .value(1), .finished])
    #expect(meddler.recorder.overlaps == 0)
  }

  @Test func `debounce uses one timer for a whole burst`() {
    let timers = Box(0)
    let scheduler = OneByOneScheduler(clock: clock) { timers.count() }
    let recorder = Recorder(subject.debounce(for: .milliseconds(100), scheduler: scheduler))

    send(1, 2, 3)
    #expect(timers.value == 1)
    clock.advance(by: .milliseconds(60))
    send(4)
    clock.advance(by: .milliseconds(99))
    #expect(recorder.values == [])
    clock.advance(by: .milliseconds(1))

    #expect(recorder.values == [4])
    #expect(timers.value == 2)
  }

  @Test func `debounce drops values without demand`() {
    let recorder = Recorder(
      subject.debounce(for: .milliseconds(100), scheduler: clock),
      demand: .max(1)
    )

    for value in 1...3 {
      send(value)
      clock.advance(by: .milliseconds(100))
    }

    #expect(recorder.values == [1])
  }

  // MARK: throttle

  @Test func `throttle sends the first value immediately and then the newest of every interval`() {
    let recorder = Recorder(
      subject.throttle(for: .milliseconds(100), scheduler: clock, latest: true)
    )

    send(1)
    clock.advance()
    #expect(recorder.values == [1])
    send(2, 3)
    clock.advance(by: .milliseconds(99))
    #expect(recorder.values == [1])
    clock.advance(by: .milliseconds(1))
    #expect(recorder.values == [1, 3])
    clock.advance(by: .seconds(1))
    send(4)
    clock.advance()

    #expect(recorder.values == [1, 3, 4])
  }

  @Test func `throttle sends the oldest value of every interval on request`() {
    let recorder = Recorder(
      subject.throttle(for: .milliseconds(100), scheduler: clock, latest: false)
    )

    send(1)
    clock.advance()
    send(2, 3)
    clock.advance(by: .milliseconds(100))

    #expect(recorder.values == [1, 2])
  }

  @Test func `throttle sends the pending value with the end`() {
    let recorder = Recorder(
      subject.throttle(for: .milliseconds(100), scheduler: clock, latest: true)
    )

    send(1)
    clock.advance()
    send(2)
    subject.send(completion: .finished)
    clock.advance(by: .milliseconds(100))

    #expect(recorder.events == [.subscription, .value(1), .value(2), .finished])
  }

  @Test func `throttle sends the pending value to a subscriber that keeps no subscription`() {
    let log = Box<[String]>([])
    Just(1).throttle(for: .milliseconds(100), scheduler: clock, latest: true).subscribe(
      AnySubscriber(
        receiveSubscription: { $0.request(.unlimited) },
        receiveValue: { value in
          log.change { $0.append("\(value)") }
          return .none
        },
        receiveCompletion: { end in log.change { $0.append("\(end)") } }
      )
    )
    clock.advance()

    #expect(log.value == ["1", "finished"])
  }

  @Test func `a cancel inside throttle's last value prevents the end`() {
    let meddler = Meddler(onValue: { recorder, _ in recorder.cancel() })
    subject.throttle(for: .milliseconds(100), scheduler: clock, latest: true).subscribe(meddler)

    send(1)
    subject.send(completion: .finished)
    clock.advance()

    #expect(meddler.recorder.events == [.subscription, .value(1)])
  }

  @Test func `throttle sends the subscription first on any scheduler`() {
    let now = Just(1).throttle(for: 1, scheduler: ImmediateScheduler.shared, latest: true)

    #expect(history(now) == [.subscription, .value(1), .finished])
    #expect(history(now.removeDuplicates()) == [.subscription, .value(1), .finished])
  }

  // MARK: timeout

  @Test func `timeout finishes a stream that is silent for too long, and cancels upstream`() {
    let upstream = ScriptedPublisher<Int, Problem>()
    let recorder = Recorder(upstream.timeout(.seconds(1), scheduler: clock))

    clock.advance(by: .milliseconds(900))
    upstream.send(1)
    clock.advance(by: .milliseconds(900))
    #expect(recorder.events == [.subscription, .value(1)])
    clock.advance(by: .milliseconds(100))

    #expect(recorder.events == [.subscription, .value(1), .finished])
    #expect(upstream.requests.last == .cancel)
  }

  @Test func `timeout fails with a custom error`() {
    let recorder = Recorder(
      subject.timeout(.seconds(1), scheduler: clock, customError: { .custom })
    )

    clock.advance(by: .seconds(1))
    send(1)

    #expect(recorder.events == [.subscription, .failure(.custom)])
  }

  @Test func `timeout does not affect a finished stream`() {
    let recorder = Recorder(
      subject.timeout(.seconds(1), scheduler: clock, customError: { .custom })
    )

    subject.send(completion: .finished)
    clock.advance(by: .seconds(5))

    #expect(recorder.events == [.subscription, .finished])
    #expect(clock.pendingCount == 0)
  }

  @Test func `timeout and debounce leave no timer if canceled while they schedule it`() {
    let kept = Box<Recorder<Int, Problem>?>(nil)
    let scheduler = OneByOneScheduler(clock: clock) { kept.value?.cancel() }
    let streams: [Ints] = [
      subject.timeout(.seconds(1), scheduler: scheduler).eraseToAnyPublisher(),
      subject.debounce(for: .seconds(1), scheduler: scheduler).eraseToAnyPublisher(),
    ]

    for stream in streams {
      let recorder = Recorder(stream)
      kept.value = recorder
      send(1)
      kept.value = nil
    }
    clock.advance()

    #expect(clock.pendingCount == 0)
  }

  // MARK: receive(on:)

  @Test func `receive(on:) forwards everything through its scheduler, including the end`() {
    let recorder = Recorder(subject.receive(on: clock))

    send(1)
    subject.send(completion: .finished)
    #expect(recorder.events == [.subscription])
    clock.advance()

    #expect(recorder.events == [.subscription, .value(1), .finished])
  }

  @Test func `the immediate scheduler delivers synchronously`() {
    let chain = [1, 2].publisher.receive(on: ImmediateScheduler.shared)

    #expect(history(chain) == [.subscription, .value(1), .value(2), .finished])
  }
}

/// A clock whose timers fire at the moment in which they are canceled.
private struct HastyScheduler: ClockScheduler {
  let clock: VirtualTimeScheduler

  func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    let timer = clock.schedule(after: date, interval: interval, action)
    return AnyCancellable {
      timer.cancel()
      action()
    }
  }
}
