import Reactive
import ReactiveTesting
import Testing

/// Law 3: calls to one subscriber never overlap, whichever threads values, requests and cancels
/// come from.
@Suite(.timeLimit(.minutes(20))) struct SerialTests {
  private static let perThread = 100

  @Test(arguments: OperatorCase.all)
  func `values from eight threads neither overlap nor get lost`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    let recorder = Recorder(make(subject, .init(clock: clock)), answer: dawdle)
    clock.tick()

    race(threads: 8) { thread in
      for index in 0..<Self.perThread { subject.send(thread * 1_000 + index) }
    }
    clock.tick()

    #expect(mistakes(in: recorder) == [])
    guard make.has(.keepsAll) else { return }
    #expect(recorder.values.count == 8 * Self.perThread)
    for thread in 0..<8 {
      let own = recorder.values.filter { $0 / 1_000 == thread }
      #expect(own == own.sorted(), "each thread's values stay in order")
    }
  }

  @Test(arguments: OperatorCase.all)
  func `values, requests and an end from many threads keep the grammar`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    let recorder = Recorder(make(subject, .init(clock: clock)), demand: .max(1), answer: dawdle)
    clock.tick()

    race(threads: 8) { thread in
      for index in 0..<Self.perThread {
        switch thread {
        case 0..<4: subject.send(index)
        case 4..<6: recorder.request(.max(1))
        case 6: clock.advance()
        default: if index == Self.perThread / 2 { subject.send(completion: .finished) }
        }
      }
    }
    clock.settle()

    #expect(mistakes(in: recorder) == [])
    #expect(recorder.values.count <= 2 * Self.perThread + 1)
  }

  @Test(arguments: OperatorCase.all)
  func `canceling during concurrent sends is silent and safe`(_ make: OperatorCase) {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Problem>()
    let recorder = Recorder(make(subject, .init(clock: clock)), answer: dawdle)
    clock.tick()

    race(threads: 4) { thread in
      for index in 0..<Self.perThread {
        if thread > 0 { subject.send(index) }
        if thread == 0, index == Self.perThread / 2 { recorder.cancel() }
      }
    }
    clock.settle()
    let history = recorder.events
    subject.send(1)
    clock.settle()

    #expect(recorder.overlaps == 0)
    #expect(mistakes(in: history) == [])
    #expect(recorder.events == history)
  }

  @Test(arguments: OperatorCase.all)
  func `delivers nothing from another thread during subscription`(
    _ make: OperatorCase
  ) {
    for isBusy in [false, true] {
      let clock = VirtualTimeScheduler()
      let subject = CurrentValueSubject<Int, Problem>(0)
      let recorder = Recorder<Int, Problem>(
        demand: .none,
        answer: dawdle,
        onSubscription: { subscription in
          race(threads: 3) { thread in
            for value in 1...10 {
              if thread == 0 { subject.send(value) } else { subscription.request(.max(1)) }
            }
          }
        }
      )
      let subscribe: @Sendable () -> Void = {
        make(subject, .init(clock: clock)).subscribe(recorder)
      }

      // A busy subject adds a subscriber on a different path than an idle one.
      let first = Recorder<Int, Problem>(answer: { value in
        if isBusy, value == -1 { race(threads: 1) { _ in subscribe() } }
        return .none
      })
      subject.subscribe(first)
      if isBusy { subject.send(-1) } else { subscribe() }
      clock.settle()

      #expect(mistakes(in: recorder) == [])
      #expect(recorder.values.count <= 20)
    }
  }
}
