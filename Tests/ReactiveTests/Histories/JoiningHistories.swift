import Reactive
import ReactiveTesting
import Testing

@Suite struct AppendAndPrependHistories {
  @Test func `append goes on after the end, prepend comes before`() {
    #expect(Recorder([1].publisher.append(2, 3)).values == [1, 2, 3])
    #expect(Recorder([1].publisher.append([2, 3])).values == [1, 2, 3])
    #expect(Recorder([1].publisher.append([2].publisher)).values == [1, 2])
    #expect(Recorder([1].publisher.prepend(2, 3)).values == [2, 3, 1])
    #expect(Recorder([1].publisher.prepend([2, 3])).values == [2, 3, 1])
    #expect(Recorder([1].publisher.prepend([2].publisher)).values == [2, 1])
  }

  @Test func `a failure of the first is the end of both`() {
    #expect(history(failing(after: 1).append(2)) == [.subscription, .value(1), .failure(.broken)])
  }

  @Test func `what is left of the demand goes to the second`() {
    let second = ScriptedPublisher<Int, Never>()
    let recorder = Recorder([1, 2].publisher.append(second), demand: .max(5))

    #expect(second.requests == [.demand(.max(3))])
    recorder.cancel()
    #expect(second.requests.last == .cancel)
  }

  @Test func `the second is not subscribed to before the first ends`() {
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

  /// Every merge there is, over as many subjects.
  static let all: [@Sendable ([Numbers]) -> Ints] = [
    { $0[0].merge(with: $0[1]).eraseToAnyPublisher() },
    { $0[0].merge(with: $0[1], $0[2]).eraseToAnyPublisher() },
  ]

  private func subjects(_ index: Int) -> [Numbers] {
    (0..<index + 2).map { _ in Numbers() }
  }

  @Test(arguments: all.indices)
  func `values come as they are sent, the end with the last`(_ index: Int) {
    let subjects = subjects(index)
    let recorder = Recorder(Self.all[index](subjects))

    for (value, subject) in subjects.enumerated() { subject.send(value) }
    for subject in subjects {
      #expect(recorder.events.last?.isEnd == false)
      subject.send(completion: .finished)
    }

    #expect(recorder.values == Array(subjects.indices))
    #expect(recorder.events.last == .finished)
  }

  @Test(arguments: all.indices)
  func `the first failure is the end`(_ index: Int) {
    let subjects = subjects(index)
    let recorder = Recorder(Self.all[index](subjects))

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

  @Test func `what cannot be delivered waits for demand, and holds its sender up`() {
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

@Suite struct ZipHistories {
  @Test func `zip pairs the first with the first, and ends when one can go no further`() {
    let chain = [1, 2, 3].publisher.zip(["a", "b"].publisher).map { "\($0)\($1)" }

    #expect(history(chain) == [.subscription, .value("1a"), .value("2b"), .finished])
  }

  @Test func `three are zipped as well`() {
    let (one, two) = ([1, 2].publisher, [3, 4].publisher)

    #expect(Recorder(one.zip(two, one).map { [$0, $1, $2] }).values == [[1, 3, 1], [2, 4, 2]])
  }

  @Test func `what is left over is still paired after the end of the other`() {
    let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let recorder = Recorder(left.zip(right).map { $0 * 10 + $1 })

    left.send(1)
    left.send(2)
    left.send(completion: .finished)
    right.send(3)
    #expect(recorder.events == [.subscription, .value(13)])
    right.send(4)

    #expect(recorder.events == [.subscription, .value(13), .value(24), .finished])
  }

  @Test func `an early end or failure comes after the subscription`() {
    let subject = PassthroughSubject<Int, Problem>()

    #expect(
      history(Empty<Int, Problem>().zip(subject).map { $0 + $1 }) == [.subscription, .finished]
    )
    #expect(
      history(failing().zip(subject).map { $0 + $1 }) == [.subscription, .failure(.broken)]
    )
  }

  @Test func `a failure cancels the other`() {
    let other = ScriptedPublisher<Int, Problem>()
    let subject = PassthroughSubject<Int, Problem>()
    let recorder = Recorder(other.zip(subject).map { $0 + $1 })

    subject.send(completion: .failure(.broken))

    #expect(recorder.events == [.subscription, .failure(.broken)])
    #expect(other.requests.last == .cancel)
  }

  @Test func `every upstream is asked for as many as are wanted`() {
    let (left, right) = (ScriptedPublisher<Int, Never>(), ScriptedPublisher<Int, Never>())
    let recorder = Recorder(left.zip(right).map { $0 + $1 }, demand: .max(2)) { _ in .max(1) }

    #expect(left.requests == [.demand(.max(2))])
    #expect(right.requests == [.demand(.max(2))])
    left.send(1)
    #expect(right.send(2) == .max(1))

    #expect(left.requests == [.demand(.max(2)), .demand(.max(1))])
    #expect(recorder.values == [3])
  }

  @Test func `a pair completed while another is delivered asks both upstreams for more`() {
    let (left, right) = (ScriptedPublisher<Int, Never>(), ScriptedPublisher<Int, Never>())
    let recorder = Recorder(left.zip(right).map { $0 * 10 + $1 }, demand: .max(2)) { pair in
      if pair == 11 { right.send(2) }
      return .max(1)
    }

    left.send(1)
    left.send(2)
    right.send(1)

    #expect(recorder.values == [11, 22])
    #expect(recorder.overlaps == 0)
    #expect(left.requests == [.demand(.max(2)), .demand(.max(1)), .demand(.max(1))])
    #expect(right.requests == [.demand(.max(2)), .demand(.max(1))], "one answered, one asked")
  }
}

@Suite struct CombineLatestHistories {
  @Test func `nothing until all have a value, then every change`() {
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

  @Test func `three are combined as well`() {
    let (a, b) = (Just(1), Just(2))

    #expect(Recorder(a.combineLatest(b, a).map { [$0, $1, $2] }).values == [[1, 2, 1]])
  }

  @Test func `one that ends without a value is the end of all`() {
    let other = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(other.combineLatest(Empty<Int, Never>()).map { $0 + $1 })

    #expect(recorder.events == [.subscription, .finished])
    #expect(other.requests.last == .cancel)
  }

  @Test func `the first failure is the end, early or late`() {
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

  @Test func `a subscriber that asks late gets the newest pair`() {
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
