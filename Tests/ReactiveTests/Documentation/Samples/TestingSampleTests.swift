import Reactive
import ReactiveTesting
import Testing

@Suite struct TestingSampleTests {
  @Test func `a history on a virtual clock`() {
    let clock = VirtualTimeScheduler()
    let subject = PassthroughSubject<String, Never>()
    let recorder = Recorder(subject.debounce(for: .milliseconds(300), scheduler: clock))

    subject.send("s")
    clock.advance(by: .milliseconds(200))
    subject.send("swift")
    clock.advance(by: .milliseconds(300))
    subject.send(completion: .finished)
    clock.advance()

    #expect(recorder.events == [.subscription, .value("swift"), .finished])
  }

  @Test func `a typist on a virtual clock`() {
    let clock = VirtualTimeScheduler()
    let typed = PassthroughSubject<String, Never>()
    let recorder = Recorder(
      typed.debounce(for: .milliseconds(300), scheduler: clock).removeDuplicates()
    )

    for text in ["s", "sw", "swift"] {
      typed.send(text)
      clock.advance(by: .milliseconds(100))
    }
    #expect(recorder.events == [.subscription])

    clock.advance(by: .milliseconds(300))
    #expect(recorder.events == [.subscription, .value("swift")])

    typed.send("swift")
    clock.advance(by: .milliseconds(300))
    typed.send(completion: .finished)
    clock.advance()
    #expect(recorder.events == [.subscription, .value("swift"), .finished])
  }

  @Test func `a recorder that asks slowly`() {
    let recorder = Recorder((1...3).publisher, demand: .max(1))
    #expect(recorder.events == [.subscription, .value(1)])

    recorder.request(.max(2))
    #expect(recorder.events == [.subscription, .value(1), .value(2), .value(3), .finished])
  }

  @Test func `a script, and what was asked of it`() {
    let script = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(script.prefix(1))

    script.send(7)

    #expect(recorder.values == [7])
    #expect(script.requests == [.demand(.unlimited), .cancel])
  }

  @Test func `a race`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = Recorder(subject)

    race(threads: 8) { thread in
      for _ in 0..<100 { subject.send(thread) }
    }

    #expect(recorder.values.count == 800)
    #expect(recorder.overlaps == 0)
  }

  @Test func `a recorder's history`() {
    let numbers = [1, 2].publisher
    let recorder = Recorder(numbers.map { $0 * 2 })
    #expect(recorder.events == [.subscription, .value(2), .value(4), .finished])
  }

  @Test func `a burst on a virtual clock`() {
    let subject = PassthroughSubject<String, Never>()
    let clock = VirtualTimeScheduler()
    let recorder = Recorder(subject.debounce(for: .milliseconds(300), scheduler: clock))
    subject.send("a")
    clock.advance(by: .milliseconds(300))
    #expect(recorder.events == [.subscription, .value("a")])
  }
}
