import Reactive
import ReactiveTesting
import Testing

/// Law 4: sending, requesting and canceling inside a call is allowed and keeps the order; no lock
/// is held while client code runs, or these would never return.
@Suite(.timeLimit(.minutes(20))) struct ReentrancyTests {
  @Test(arguments: OperatorCase.all)
  func `a value sent inside a value comes after it`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    let sent = Box(1)
    let meddler = Meddler(onValue: { _, _ in if sent.value < 3 { subject.send(sent.count()) } })
    make(subject, .init(clock: clock)).subscribe(meddler)
    clock.tick()

    subject.send(1)
    for _ in 1...4 { clock.tick() }

    #expect(meddler.recorder.overlaps == 0)
    #expect(!make.has(.keepsAll) || meddler.recorder.values == [1, 2, 3])
  }

  @Test(arguments: OperatorCase.all)
  func `an end sent inside a value comes after it`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    let meddler = Meddler(onValue: { _, _ in subject.send(completion: .finished) })
    make(subject, .init(clock: clock)).subscribe(meddler)
    clock.tick()

    subject.send(1)
    for _ in 1...4 { clock.tick() }

    #expect(mistakes(in: meddler.recorder) == [])
    #expect(
      !make.has(.keepsAll)
        || meddler.recorder.events == [.subscription, .value(1), .finished]
    )
  }

  @Test(arguments: OperatorCase.all)
  func `handles requests from inside one by one`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let source = Record<Int, Problem>(output: [1, 2, 3, 4, 5], completion: .finished)
    let meddler = Meddler(
      demand: .max(1),
      onValue: { recorder, _ in recorder.request(.max(1)) }
    )

    make(source, .init(clock: clock)).subscribe(meddler)
    for _ in 1...8 { clock.tick() }

    #expect(mistakes(in: meddler.recorder) == [])
    #expect(
      !make.has(.keepsAll) || make.has(.drops)
        || meddler.recorder.values == [1, 2, 3, 4, 5]
    )
    #expect(make.has(.drops) || meddler.recorder.events.last == .finished)
  }

  @Test(arguments: OperatorCase.all(without: .plain))
  func `an operator's closure may send, request and cancel`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    let recorder = Recorder<Int, Problem>()
    let touches = Box(0)
    let touch: @Sendable () -> Void = {
      switch touches.count() {
      case 1: subject.send(2)
      case 2: recorder.request(.max(1))
      case 3: recorder.cancel()
      default: break
      }
    }

    make(subject, .init(clock: clock, touch: touch)).subscribe(recorder)
    for value in [1, 5, 6] {
      clock.tick()
      subject.send(value)
    }
    subject.send(completion: .finished)
    clock.settle()

    #expect(recorder.overlaps == 0)
    #expect(mistakes(in: recorder.events) == [])
    #expect(recorder.eventsAfterCancel == [] || make.has(.ignoresCancelInClosure))
  }

  @Test(arguments: OperatorCase.all)
  func `canceling inside the end changes nothing`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    let kept = Box<(any Subscription)?>(nil)
    let meddler = Meddler(
      onEnd: { _ in
        kept.value?.request(.max(1))
        kept.value?.cancel()
        subject.send(4)
      }
    )
    make(subject, .init(clock: clock)).subscribe(meddler)
    clock.tick()
    kept.value = meddler.recorder.subscription
    #expect(kept.value != nil)

    subject.send(1)
    subject.send(completion: .finished)
    clock.settle()

    #expect(mistakes(in: meddler.recorder) == [])
    #expect(meddler.recorder.events.last?.isEnd == true)
  }
}
