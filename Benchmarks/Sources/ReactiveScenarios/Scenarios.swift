import Dispatch
public import Scenario

#if OPENCOMBINE
  import OpenCombine
  import OpenCombineDispatch
#else
  import Reactive
#endif

// One file for both libraries: the names are the same, so the code under test is too.

private let million = 1_000_000

#if OPENCOMBINE
  private func scheduler(_ queue: DispatchQueue) -> DispatchQueue.OCombine { queue.ocombine }
#else
  private func scheduler(_ queue: DispatchQueue) -> DispatchQueue { queue }
#endif

/// The compared scenarios.
public func scenarios() -> [Scenario] {
  chains() + manySinks() + nested() + timed()
}

private func sending<S: Subject>(
  _ subject: S,
  _ count: Int,
  keeping cancellable: AnyCancellable
) -> () -> Void where S.Output == Int {
  {
    for value in 0..<count { subject.send(value) }
    withExtendedLifetime(cancellable) {}
  }
}

/// One map, on a general publisher, so that two maps do not merge into one.
private func plus<P: Publisher>(_ publisher: P, _ number: Int) -> Publishers.Map<P, Int>
where P.Output == Int {
  publisher.map { $0 &+ number }
}

private func tenMaps<P: Publisher>(_ publisher: P) -> some Publisher<Int, P.Failure>
where P.Output == Int {
  let five = plus(plus(plus(plus(plus(publisher, 1), 2), 3), 4), 5)
  return plus(plus(plus(plus(plus(five, 6), 7), 8), 9), 10)
}

private func chains() -> [Scenario] {
  [
    Scenario("subject → sink", count: million, goal: .plainChain) {
      let subject = PassthroughSubject<Int, Never>()
      let total = Total()
      let sink = subject.sink { total.add($0) }
      return sending(subject, million, keeping: sink)
    },
    Scenario("subject → map → filter → sink", count: million, goal: .plainChain) {
      let subject = PassthroughSubject<Int, Never>()
      let total = Total()
      let sink = subject.map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { total.add($0) }
      return sending(subject, million, keeping: sink)
    },
    Scenario("subject → removeDuplicates → sink", count: million, goal: .plainChain) {
      let subject = PassthroughSubject<Int, Never>()
      let total = Total()
      let sink = subject.removeDuplicates().sink { total.add($0) }
      return sending(subject, million, keeping: sink)
    },
    Scenario("subject → scan → compactMap → sink", count: million, goal: .plainChain) {
      let subject = PassthroughSubject<Int, Never>()
      let total = Total()
      let sink = subject.scan(0) { $0 &+ $1 }.compactMap { $0 & 1 == 0 ? $0 : nil }
        .sink { total.add($0) }
      return sending(subject, million, keeping: sink)
    },
    Scenario("sequence → ten maps → reduce", count: million, goal: .plainChain) {
      let total = Total()
      return {
        let sink = tenMaps((0..<million).publisher).reduce(0) { $0 &+ $1 }
          .sink { total.add($0) }
        sink.cancel()
      }
    },
    Scenario("subject → ten maps → reduce", count: million, goal: .plainChain) {
      let subject = PassthroughSubject<Int, Never>()
      let total = Total()
      let sink = tenMaps(subject).reduce(0) { $0 &+ $1 }
        .sink { total.add($0) }
      return sending(subject, million, keeping: sink)
    },
    Scenario("subscribe and cancel a sink", count: 100_000, goal: .other) {
      let subject = PassthroughSubject<Int, Never>()
      let total = Total()
      return {
        for _ in 0..<100_000 {
          let sink = subject.sink { total.add($0) }
          sink.cancel()
        }
      }
    },
  ]
}

private func manySinks() -> [Scenario] {
  [
    Scenario("subject → 100 sinks (a delivery)", count: million, goal: .other) {
      let subject = PassthroughSubject<Int, Never>()
      let total = Total()
      let sinks = (0..<100).map { _ in subject.sink { total.add($0) } }
      return {
        for value in 0..<million / 100 { subject.send(value) }
        withExtendedLifetime(sinks) {}
      }
    },
    Scenario("current value subject → 100 sinks", count: million, goal: .other) {
      let subject = CurrentValueSubject<Int, Never>(0)
      let total = Total()
      let sinks = (0..<100).map { _ in subject.sink { total.add($0) } }
      return {
        for value in 0..<million / 100 { subject.send(value) }
        withExtendedLifetime(sinks) {}
      }
    },
  ]
}

private func nested() -> [Scenario] {
  [
    Scenario("flatMap over 10 live subjects", count: million, goal: .other) {
      let subjects = (0..<10).map { _ in PassthroughSubject<Int, Never>() }
      let outer = PassthroughSubject<Int, Never>()
      let total = Total()
      let all = Subjects(subjects)
      let sink = outer.flatMap { all.subjects[$0] }.sink { total.add($0) }
      for index in 0..<10 { outer.send(index) }
      return {
        for value in 0..<million / 10 { for subject in subjects { subject.send(value) } }
        withExtendedLifetime(sink) {}
      }
    },
    Scenario("switchToLatest, 100 values each", count: million, goal: .other) {
      let all = Subjects((0..<10_000).map { _ in PassthroughSubject<Int, Never>() })
      let outer = PassthroughSubject<Int, Never>()
      let total = Total()
      let sink = outer.map { all.subjects[$0] }.switchToLatest().sink { total.add($0) }
      return {
        for index in 0..<10_000 {
          outer.send(index)
          for value in 0..<100 { all.subjects[index].send(value) }
        }
        withExtendedLifetime(sink) {}
      }
    },
    Scenario("zip of two subjects (a pair)", count: million / 4, goal: .other) {
      let left = PassthroughSubject<Int, Never>()
      let right = PassthroughSubject<Int, Never>()
      let total = Total()
      let sink = left.zip(right).sink { total.add($0.0 &+ $0.1) }
      return {
        for value in 0..<million / 4 {
          left.send(value)
          right.send(value)
        }
        withExtendedLifetime(sink) {}
      }
    },
  ]
}

/// Subjects that closures may capture.
private final class Subjects: @unchecked Sendable {
  // @unchecked Sendable because the array never changes.
  let subjects: [PassthroughSubject<Int, Never>]

  init(_ subjects: [PassthroughSubject<Int, Never>]) {
    self.subjects = subjects
  }
}

private func timed() -> [Scenario] {
  [
    Scenario("removeDuplicates → debounce of a burst", count: million / 10, goal: .other) {
      let subject = PassthroughSubject<Int, Never>()
      let total = Total()
      let queue = DispatchQueue(label: "debounce")
      let done = DispatchSemaphore(value: 0)
      let sink = subject.removeDuplicates()
        .debounce(for: .milliseconds(20), scheduler: scheduler(queue))
        .sink {
          total.add($0)
          done.signal()
        }
      return {
        for value in 0..<million / 10 { subject.send(value) }
        done.wait()
        withExtendedLifetime(sink) {}
      }
    },
    Scenario("receive(on: queue)", count: million / 10, goal: .other) {
      let subject = PassthroughSubject<Int, Never>()
      let queue = DispatchQueue(label: "receive")
      let done = DispatchSemaphore(value: 0)
      let last = million / 10 - 1
      let sink = subject.receive(on: scheduler(queue)).sink { if $0 == last { done.signal() } }
      return {
        for value in 0...last { subject.send(value) }
        done.wait()
        withExtendedLifetime(sink) {}
      }
    },
  ]
}
