import Reactive
import ReactiveTesting
import Testing

@Suite struct HistoryTests {
  private enum Problem: Error, Equatable { case broken }

  @Test func `a chain changes, drops and finishes in order`() {
    let recorder = Recorder((1...6).publisher.filter { $0.isMultiple(of: 2) }.map { $0 * 10 })

    #expect(recorder.events == [.subscription, .value(20), .value(40), .value(60), .finished])
  }

  @Test func `removeDuplicates keeps the first of a run`() {
    let recorder = Recorder([1, 1, 2, 2, 1].publisher.removeDuplicates())

    #expect(recorder.values == [1, 2, 1])
  }

  @Test func `debounce lets the last of a burst through, once it has rested`() {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<String, Never>()
    let recorder = Recorder(subject.debounce(for: .milliseconds(100), scheduler: clock))

    for text in ["s", "sw", "swift"] {
      subject.send(text)
      clock.advance(by: .milliseconds(50))
    }
    #expect(recorder.values == [])
    clock.advance(by: .milliseconds(50))

    #expect(recorder.values == ["swift"])
  }

  @Test func `switchToLatest forgets the stream before`() {
    let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
    let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let recorder = Recorder(outer.switchToLatest())

    outer.send(first)
    first.send(1)
    outer.send(second)
    first.send(2)
    second.send(3)

    #expect(recorder.values == [1, 3])
  }

  @Test func `merge and combineLatest bring two streams together`() {
    let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let merged = Recorder(left.merge(with: right))
    let combined = Recorder(left.combineLatest(right).map { $0 * 10 + $1 })

    left.send(1)
    right.send(2)
    left.send(3)

    #expect(merged.values == [1, 2, 3])
    #expect(combined.values == [12, 32])
  }

  @Test func `an error ends the stream, and catch goes on with another`() {
    let failing = Recorder(Fail<Int, Problem>(error: .broken))
    let caught = Recorder(Fail<Int, Problem>(error: .broken).catch { _ in Just(7) })

    #expect(failing.events == [.subscription, .failure(.broken)])
    #expect(caught.values == [7])
  }

  @Test func `nothing comes after cancel`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = Recorder(subject.map { $0 })

    subject.send(1)
    recorder.cancel()
    subject.send(2)
    subject.send(completion: .finished)

    #expect(recorder.values == [1])
    #expect(!recorder.events.contains(.finished))
  }

  @Test func `a current-value subject tells its value to the late`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    subject.send(2)

    let recorder = Recorder(subject)

    #expect(recorder.events == [.subscription, .value(2)])
  }
}
