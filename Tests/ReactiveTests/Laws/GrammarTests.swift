import Reactive
import ReactiveTesting
import Testing

/// Law 1: the subscription once, then values, then at most one end, then nothing.
@Suite struct GrammarTests {
  static let endings: [Record<Int, Problem>] = [
    Record(output: [], completion: .finished),
    Record(output: [1], completion: .finished),
    Record(output: [1, 2, 3, 4, 5], completion: .finished),
  ]

  @Test(arguments: OperatorCase.all, endings)
  func `delivers a finished stream in order and completely`(
    _ make: OperatorCase,
    _ source: Record<Int, Problem>
  ) {
    let clock = VirtualTimeScheduler()

    let recorder = Recorder(make(source, .init(clock: clock)))
    clock.settle()

    #expect(mistakes(in: recorder) == [])
    #expect(recorder.events.last == .finished)
    #expect(recorder.overlaps == 0)
  }

  @Test(arguments: OperatorCase.all(.keepsAll))
  func `operators that keep all values keep their order`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let source = Record<Int, Problem>(output: [1, 2, 3, 3], completion: .finished)

    let recorder = Recorder(make(source, .init(clock: clock)))
    clock.settle()

    #expect(
      recorder.events
        == [.subscription, .value(1), .value(2), .value(3), .value(3), .finished]
    )
  }

  @Test(arguments: OperatorCase.all)
  func `delivers a failed stream in order and completely`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let source = Record<Int, Problem>(output: [1], completion: .failure(.broken))

    let recorder = Recorder(make(source, .init(clock: clock)))
    clock.settle()

    #expect(mistakes(in: recorder) == [])
    #expect(recorder.events.last?.isEnd == true)
  }

  @Test(arguments: OperatorCase.all)
  func `an open stream has no end`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()

    let recorder = Recorder(make(subject, .init(clock: clock)))
    clock.advance()
    subject.send(1)
    clock.advance(by: .milliseconds(10))

    #expect(mistakes(in: recorder) == [])
    #expect(recorder.events.first == .subscription)
    #expect(make.has(.endsEarly) || recorder.events.last?.isEnd == false)
  }

  @Test(arguments: OperatorCase.all(without: .trusts))
  func `ignores values from an upstream after its end`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let upstream = ScriptedPublisher<Int, Problem>()
    let recorder = Recorder(make(upstream, .init(clock: clock)))
    clock.advance()

    upstream.send(1)
    upstream.send(completion: .finished)
    clock.settle()
    let history = recorder.events
    upstream.send(2)
    upstream.send(completion: .finished)
    upstream.send(completion: .failure(.broken))
    clock.settle()

    #expect(mistakes(in: history) == [])
    #expect(recorder.events == history)
  }

  @Test(arguments: OperatorCase.all(without: .passesSubscription))
  func `refuses a second subscription`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let upstream = ScriptedPublisher<Int, Problem>()
    let recorder = Recorder(make(upstream, .init(clock: clock)))
    clock.advance()

    upstream.sendSubscription()
    clock.advance()

    #expect(recorder.events == [.subscription])
    #expect(upstream.requests.count { $0 == .cancel } == 1, "the second is canceled")
  }

  @Test(arguments: OperatorCase.all(without: .trusts))
  func `ignores values from an upstream before its subscription`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let upstream = ScriptedPublisher<Int, Problem>(sendsSubscription: false)
    let recorder = Recorder(make(upstream, .init(clock: clock)))
    clock.advance()

    upstream.send(1)
    clock.settle()

    #expect(mistakes(in: recorder) == [])
  }
}
