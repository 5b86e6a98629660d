import Reactive
import ReactiveTesting
import Testing

@Suite struct FlatMapHistories {
  @Test func `flatMap forwards the values of all inner streams`() {
    let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
    let recorder = Recorder(outer.flatMap { $0 })

    outer.send(first)
    outer.send(second)
    first.send(1)
    second.send(2)
    first.send(3)
    outer.send(completion: .finished)
    first.send(completion: .finished)
    #expect(recorder.events.last == .value(3))
    second.send(completion: .finished)

    #expect(recorder.events == [.subscription, .value(1), .value(2), .value(3), .finished])
  }

  @Test func `an empty outer stream finishes, and a failing one fails and cancels the inner ones`()
  {
    let inner = ScriptedPublisher<Int, Problem>()
    let recorder = Recorder(failing(after: 1).flatMap { _ in inner })

    #expect(history(Empty<Int, Never>().flatMap { Just($0) }) == [.subscription, .finished])
    #expect(recorder.events == [.subscription, .failure(.broken)])
    #expect(inner.requests.last == .cancel)
  }

  @Test func `a failing inner stream ends the stream and cancels the others`() {
    let others = ScriptedPublisher<Int, Problem>()
    let outer = PassthroughSubject<Ints, Problem>()
    let recorder = Recorder(outer.flatMap { $0 })

    outer.send(others.eraseToAnyPublisher())
    outer.send(failing(after: 1).eraseToAnyPublisher())
    outer.send(Just(9).setFailureType(to: Problem.self).eraseToAnyPublisher())

    #expect(recorder.events == [.subscription, .value(1), .failure(.broken)])
    #expect(others.requests.last == .cancel)
  }

  @Test func `subscribes to no more inner streams at a time than the maximum`() {
    let inners = (0..<3).map { _ in ScriptedPublisher<Int, Never>() }
    let recorder = Recorder((0..<3).publisher.flatMap(maxPublishers: .max(2)) { inners[$0] })
    #expect(inners.map(\.subscriberCount) == [1, 1, 0])

    inners[0].send(completion: .finished)
    #expect(inners.map(\.subscriberCount) == [1, 1, 1])
    for inner in inners.dropFirst() { inner.send(completion: .finished) }

    #expect(recorder.events == [.subscription, .finished])
  }

  @Test func `requests one value from each inner stream while demand is limited`() {
    let inner = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(Just(0).flatMap { _ in inner }, demand: .max(1))

    #expect(inner.requests == [.demand(.max(1))])
    #expect(inner.send(1) == .max(1))
    #expect(inner.send(2) == .none)
    recorder.request(.max(1))

    #expect(recorder.values == [1, 2])
  }
}

@Suite struct SwitchToLatestHistories {
  typealias Numbers = PassthroughSubject<Int, Problem>

  @Test func `only the latest inner stream is delivered, and the previous one is canceled`() {
    let outer = PassthroughSubject<ScriptedPublisher<Int, Problem>, Problem>()
    let (first, second) = (ScriptedPublisher<Int, Problem>(), ScriptedPublisher<Int, Problem>())
    let recorder = Recorder(outer.switchToLatest())

    outer.send(first)
    first.send(1)
    outer.send(second)
    first.send(2)
    second.send(3)

    #expect(first.requests == [.demand(.unlimited), .cancel])
    #expect(recorder.events == [.subscription, .value(1), .value(3)])
  }

  @Test func `finishes after both the outer stream and the latest inner one`() {
    let outer = PassthroughSubject<Numbers, Problem>()
    let inner = Numbers()
    let recorder = Recorder(outer.switchToLatest())

    outer.send(inner)
    outer.send(completion: .finished)
    #expect(recorder.events == [.subscription])
    inner.send(completion: .finished)

    #expect(recorder.events == [.subscription, .finished])
  }

  @Test func `waits for the next inner stream after one finishes`() {
    let outer = PassthroughSubject<Numbers, Problem>()
    let (first, second) = (Numbers(), Numbers())
    let recorder = Recorder(outer.switchToLatest())

    outer.send(first)
    first.send(completion: .finished)
    outer.send(second)
    second.send(1)
    second.send(completion: .finished)
    outer.send(completion: .finished)

    #expect(recorder.events == [.subscription, .value(1), .finished])
  }

  @Test func `an inner stream's failure ends the stream and cancels the outer one`() {
    let outer = ScriptedPublisher<Numbers, Problem>()
    let inner = Numbers()
    let recorder = Recorder(outer.switchToLatest())

    outer.send(inner)
    inner.send(completion: .failure(.broken))

    #expect(recorder.events == [.subscription, .failure(.broken)])
    #expect(outer.requests.last == .cancel)
  }

  @Test func `the outer stream's failure ends the stream and cancels the inner one`() {
    let outer = PassthroughSubject<ScriptedPublisher<Int, Problem>, Problem>()
    let inner = ScriptedPublisher<Int, Problem>()
    let recorder = Recorder(outer.switchToLatest())

    outer.send(inner)
    outer.send(completion: .failure(.broken))

    #expect(recorder.events == [.subscription, .failure(.broken)])
    #expect(inner.requests.last == .cancel)
  }

  @Test func `requests the demand left over by one inner stream from the next`() {
    let outer = PassthroughSubject<ScriptedPublisher<Int, Problem>, Problem>()
    let (first, second) = (ScriptedPublisher<Int, Problem>(), ScriptedPublisher<Int, Problem>())
    let recorder = Recorder(outer.switchToLatest(), demand: .max(3))

    outer.send(first)
    first.send(1)
    outer.send(second)

    #expect(second.requests == [.demand(.max(2))])
    withExtendedLifetime(recorder) {}
  }

  @Test func `a value dropped in a switch does not use up demand`() {
    let outer = PassthroughSubject<ScriptedPublisher<Int, Problem>, Problem>()
    let (first, second) = (ScriptedPublisher<Int, Problem>(), ScriptedPublisher<Int, Problem>())
    let recorder = Recorder(outer.switchToLatest(), demand: .max(2)) { value in
      guard value == 1 else { return .none }
      first.send(2)
      outer.send(second)
      return .none
    }

    outer.send(first)
    first.send(1)
    second.send(3)

    #expect(recorder.values == [1, 3])
    #expect(second.requests == [.demand(.max(1))])
  }

  @Test func `demand returned for a value goes to the latest inner stream`() {
    let outer = PassthroughSubject<ScriptedPublisher<Int, Problem>, Problem>()
    let (first, second) = (ScriptedPublisher<Int, Problem>(), ScriptedPublisher<Int, Problem>())
    let recorder = Recorder(outer.switchToLatest(), demand: .max(1)) { value in
      if value == 1 { outer.send(second) }
      return .max(1)
    }

    outer.send(first)
    #expect(first.send(1) == .none)

    #expect(second.requests == [.demand(.max(1))])
    #expect(second.send(2) == .max(1))
    #expect(recorder.values == [1, 2])
  }
}
