import Reactive
import ReactiveTesting
import Testing

@Suite struct BufferHistories {
  private let upstream = ScriptedPublisher<Int, Problem>()

  private func recorder(
    size: Int,
    _ prefetch: Publishers.PrefetchStrategy,
    _ whenFull: Publishers.BufferingStrategy<Problem>,
    demand: Subscribers.Demand = .none
  ) -> Recorder<Int, Problem> {
    Recorder(upstream.buffer(size: size, prefetch: prefetch, whenFull: whenFull), demand: demand)
  }

  @Test func `keepFull asks for as many as fit, and for one more with every one that leaves`() {
    let recorder = recorder(size: 2, .keepFull, .dropNewest)
    #expect(upstream.requests == [.demand(.max(2))])

    for value in 1...2 { upstream.send(value) }
    recorder.request(.max(1))

    #expect(recorder.values == [1])
    #expect(upstream.requests == [.demand(.max(2)), .demand(.max(1))])
  }

  @Test func `byRequest asks for everything at once`() {
    let recorder = recorder(size: 2, .byRequest, .dropNewest, demand: .max(1))

    #expect(upstream.requests == [.demand(.unlimited)])
    #expect(upstream.send(1) == .none)
    #expect(recorder.values == [1])
  }

  @Test(arguments: [Publishers.PrefetchStrategy.keepFull, .byRequest])
  func `dropNewest keeps the first that came`(_ prefetch: Publishers.PrefetchStrategy) {
    let recorder = recorder(size: 2, prefetch, .dropNewest)

    for value in 1...4 { upstream.send(value) }
    upstream.send(completion: .finished)
    recorder.request(.unlimited)

    #expect(recorder.events == [.subscription, .value(1), .value(2), .finished])
  }

  @Test(arguments: [Publishers.PrefetchStrategy.keepFull, .byRequest])
  func `dropOldest keeps the last that came`(_ prefetch: Publishers.PrefetchStrategy) {
    let recorder = recorder(size: 2, prefetch, .dropOldest)

    for value in 1...4 { upstream.send(value) }
    upstream.send(completion: .finished)
    recorder.request(.unlimited)

    #expect(recorder.events == [.subscription, .value(3), .value(4), .finished])
  }

  @Test(arguments: [Publishers.PrefetchStrategy.keepFull, .byRequest])
  func `customError fails at one too many, and cancels upstream`(
    _ prefetch: Publishers.PrefetchStrategy
  ) {
    let recorder = recorder(size: 2, prefetch, .customError { .custom }, demand: .max(1))

    for value in 1...3 { upstream.send(value) }
    #expect(recorder.events == [.subscription, .value(1)])
    upstream.send(4)
    #expect(recorder.events == [.subscription, .value(1), .failure(.custom)])
    recorder.request(.unlimited)
    recorder.cancel()

    #expect(recorder.events == [.subscription, .value(1), .failure(.custom)])
    #expect(upstream.requests.count { $0 == .cancel } == 1)
  }

  @Test func `the end waits for what is kept`() {
    let recorder = recorder(size: 5, .byRequest, .dropOldest, demand: .max(1))

    for value in 1...2 { upstream.send(value) }
    upstream.send(completion: .finished)
    #expect(recorder.events == [.subscription, .value(1)])
    recorder.request(.max(1))
    recorder.request(.max(1))

    #expect(recorder.events == [.subscription, .value(1), .value(2), .finished])
  }

  @Test func `a buffer without room passes on what is asked for or drops it`() {
    let recorder = recorder(size: 0, .byRequest, .dropOldest, demand: .unlimited)

    upstream.send(1)
    upstream.send(completion: .finished)

    #expect(mistakes(in: recorder) == [])
    #expect(recorder.events.last == .finished)
  }
}
