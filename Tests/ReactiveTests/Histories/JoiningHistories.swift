import Reactive
import ReactiveTesting
import Testing

@Suite struct AppendAndPrependHistories {
  @Test func `append continues after the end, and prepend comes first`() {
    #expect(Recorder([1].publisher.append(2, 3)).values == [1, 2, 3])
    #expect(Recorder([1].publisher.append([2].publisher)).values == [1, 2])
    #expect(Recorder([1].publisher.prepend(2, 3)).values == [2, 3, 1])
    #expect(Recorder([1].publisher.prepend([2].publisher)).values == [2, 1])
  }

  @Test func `a failure of the first ends both`() {
    #expect(history(failing(after: 1).append(2)) == [.subscription, .value(1), .failure(.broken)])
  }

  @Test func `the remaining demand goes to the second`() {
    let second = ScriptedPublisher<Int, Never>()
    let recorder = Recorder([1, 2].publisher.append(second), demand: .max(5))

    #expect(second.requests == [.demand(.max(3))])
    recorder.cancel()
    #expect(second.requests.last == .cancel)
  }

  @Test func `does not subscribe to the second before the first finishes`() {
    let (first, second) = (ScriptedPublisher<Int, Never>(), ScriptedPublisher<Int, Never>())
    let recorder = Recorder(first.append(second))

    #expect(second.subscriberCount == 0)
    first.send(completion: .finished)
    #expect(second.subscriberCount == 1)
    withExtendedLifetime(recorder) {}
  }
}

@Suite struct MergeHistories {
  typealias Numbers = PassthroughSubject<Int, Problem>

  @Test func `forwards values as they are sent, and finishes with the last stream`() {
    let subjects = [Numbers(), Numbers()]
    let recorder = Recorder(subjects[0].merge(with: subjects[1]))

    for (value, subject) in subjects.enumerated() { subject.send(value) }
    for subject in subjects {
      #expect(recorder.events.last?.isEnd == false)
      subject.send(completion: .finished)
    }

    #expect(recorder.values == [0, 1])
    #expect(recorder.events.last == .finished)
  }

  @Test func `the first failure ends the stream`() {
    let subjects = [Numbers(), Numbers()]
    let recorder = Recorder(subjects[0].merge(with: subjects[1]))

    subjects[1].send(completion: .failure(.broken))
    subjects[0].send(1)

    #expect(recorder.events == [.subscription, .failure(.broken)])
  }

  @Test func `a failure cancels the others`() {
    let other = ScriptedPublisher<Int, Problem>()
    let recorder = Recorder(other.merge(with: failing(after: 1)))

    #expect(recorder.events == [.subscription, .value(1), .failure(.broken)])
    #expect(other.requests.last == .cancel)
  }

  @Test func `undelivered values wait for demand, and their sender is not asked for more`() {
    let (first, second) = (ScriptedPublisher<Int, Never>(), ScriptedPublisher<Int, Never>())
    let recorder = Recorder(first.merge(with: second), demand: .max(1))
    #expect(first.requests == [.demand(.max(1))])

    #expect(first.send(1) == .max(1))
    #expect(second.send(2) == .none)
    #expect(recorder.values == [1])
    recorder.request(.max(1))

    #expect(recorder.values == [1, 2])
    #expect(second.requests == [.demand(.max(1)), .demand(.max(1))])
  }
}

@Suite struct CombineLatestHistories {
  @Test func `sends nothing until all have a value, and then every change`() {
    let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let recorder = Recorder(left.combineLatest(right).map { $0 * 10 + $1 })

    left.send(1)
    left.send(2)
    #expect(recorder.events == [.subscription])
    right.send(3)
    left.send(4)
    left.send(completion: .finished)
    right.send(5)
    right.send(completion: .finished)

    #expect(
      recorder.events == [.subscription, .value(23), .value(43), .value(45), .finished]
    )
  }

  @Test func `finishes if one finishes without a value`() {
    let other = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(other.combineLatest(Empty<Int, Never>()).map { $0 + $1 })

    #expect(recorder.events == [.subscription, .finished])
    #expect(other.requests.last == .cancel)
  }

  @Test func `the first failure ends the stream, early or late`() {
    let subject = PassthroughSubject<Int, Problem>()

    #expect(
      history(failing().combineLatest(subject).map { $0 + $1 })
        == [.subscription, .failure(.broken)]
    )
    #expect(
      history(subject.combineLatest(failing(after: 1)).map { $0 + $1 })
        == [.subscription, .failure(.broken)]
    )
  }

  @Test func `a subscriber that requests late gets the newest combination`() {
    let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let recorder = Recorder(left.combineLatest(right).map { $0 * 10 + $1 }, demand: .max(1))

    left.send(1)
    right.send(1)
    right.send(2)
    right.send(3)
    #expect(recorder.values == [11])
    recorder.request(.max(1))

    #expect(recorder.values == [11, 13])
  }
}
