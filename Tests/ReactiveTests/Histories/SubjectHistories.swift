import Reactive
import ReactiveTesting
import Testing

@Suite struct PassthroughSubjectHistories {
  private let subject = PassthroughSubject<Int, Problem>()

  @Test func `every subscriber gets the values sent while it is subscribed`() {
    subject.send(1)
    let first = Recorder(subject)
    subject.send(2)
    let second = Recorder(subject)
    subject.send(3)
    subject.send(completion: .finished)

    #expect(first.events == [.subscription, .value(2), .value(3), .finished])
    #expect(second.events == [.subscription, .value(3), .finished])
  }

  @Test func `a subscriber that joins after the end gets only the end`() {
    subject.send(completion: .failure(.broken))
    subject.send(completion: .finished)
    subject.send(1)

    #expect(history(subject) == [.subscription, .failure(.broken)])
  }

  @Test func `a subscriber without demand misses a value`() {
    let recorder = Recorder(subject, demand: .max(1))

    for value in 1...2 { subject.send(value) }
    recorder.request(.max(1))
    subject.send(3)

    #expect(recorder.values == [1, 3])
  }

  @Test func `a subscriber that joins during a delivery gets the values sent after it`() {
    let late = Recorder<Int, Problem>()
    let meddler = Meddler(
      onValue: { [subject] _, value in
        guard value == 1 else { return }
        subject.subscribe(late)
        subject.send(2)
      }
    )
    subject.subscribe(meddler)

    subject.send(1)

    #expect(meddler.recorder.values == [1, 2])
    #expect(late.events == [.subscription, .value(2)])
  }

  @Test func `canceling another subscriber during a delivery stops its next value`() {
    let victim = Box<Recorder<Int, Problem>?>(nil)
    let meddler = Meddler(onValue: { _, _ in victim.value?.cancel() })
    subject.subscribe(meddler)
    let recorder = Recorder(subject)
    victim.value = recorder

    subject.send(1)
    subject.send(2)

    #expect(recorder.values == [])
    #expect(meddler.recorder.values == [1, 2])
  }

  @Test func `a subject of Void sends without an argument`() {
    let signal = PassthroughSubject<Void, Never>()
    let count = Box(0)
    let sink = signal.sink { count.count() }

    signal.send()

    #expect(count.value == 1)
    withExtendedLifetime(sink) {}
  }
}

@Suite struct CurrentValueSubjectHistories {
  private let subject = CurrentValueSubject<Int, Problem>(0)

  @Test func `a new subscriber gets the current value, then every change`() {
    subject.send(1)
    let recorder = Recorder(subject)
    subject.value = 2
    subject.send(completion: .finished)

    #expect(recorder.events == [.subscription, .value(1), .value(2), .finished])
    #expect(subject.value == 2)
  }

  @Test func `a slow subscriber skips values, and gets the latest on demand`() {
    let recorder = Recorder(subject, demand: .max(1))

    for value in 1...3 { subject.send(value) }
    #expect(recorder.values == [0])
    recorder.request(.max(1))

    #expect(recorder.values == [0, 3])
  }

  @Test func `a value is not sent twice`() {
    let recorder = Recorder(subject, demand: .max(2))

    subject.send(1)
    recorder.request(.max(1))

    #expect(recorder.values == [0, 1])
  }

  @Test func `values sent during a delivery keep their order, also for readers`() {
    let read = Box<[Int]>([])
    let meddler = Meddler(
      onValue: { [subject] _, value in
        if value < 3 { subject.send(value + 1) }
        read.change { $0.append(subject.value) }
      }
    )

    subject.subscribe(meddler)

    #expect(meddler.recorder.values == [0, 1, 2, 3])
    #expect(read.value == [1, 2, 3, 3])
  }

  @Test func `a subscriber that joins during a delivery and sends gets the newest value`() {
    let late = Recorder<Int, Problem> { [subject] value in
      if value == 1 { subject.send(2) }
      return .none
    }
    let meddler = Meddler(
      onValue: { [subject] _, value in if value == 1 { subject.subscribe(late) } }
    )
    subject.subscribe(meddler)

    subject.send(1)

    #expect(meddler.recorder.values == [0, 1, 2])
    #expect(late.values == [1, 2])
    #expect(late.overlaps == 0)
  }

  @Test func `a slow subscriber that joins during a delivery gets the latest value on demand`() {
    let late = Recorder<Int, Problem>(demand: .max(1)) { [subject] value in
      if value == 1 { subject.send(2) }
      return .none
    }
    let meddler = Meddler(
      onValue: { [subject] _, value in if value == 1 { subject.subscribe(late) } }
    )
    subject.subscribe(meddler)

    subject.send(1)
    #expect(late.values == [1])
    late.request(.max(1))

    #expect(late.values == [1, 2])
  }
}
