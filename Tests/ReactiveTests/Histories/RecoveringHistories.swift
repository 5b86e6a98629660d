import Reactive
import ReactiveTesting
import Testing

@Suite struct RecoveringHistories {
  /// Fails a given number of times, then sends a value.
  private func unreliable(failures: Int, attempts: Box<Int>) -> Ints {
    Deferred { () -> Ints in
      attempts.count() <= failures
        ? failing(after: attempts.value).eraseToAnyPublisher()
        : Just(0).setFailureType(to: Problem.self).eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }

  @Test func `catch continues with another stream`() {
    #expect(
      history(failing(after: 1).catch { _ in [8, 9].publisher })
        == [.subscription, .value(1), .value(8), .value(9), .finished]
    )
    #expect(
      history([1].publisher.setFailureType(to: Problem.self).catch { _ in Just(9) })
        == [.subscription, .value(1), .finished]
    )
  }

  @Test func `catch requests the remaining demand from the other stream`() {
    let other = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(failing(after: 1).catch { _ in other }, demand: .max(3))

    #expect(other.requests == [.demand(.max(2))])
    recorder.cancel()
    #expect(other.requests.last == .cancel)
  }

  @Test func `catch forwards the failure of the other stream`() {
    #expect(
      history(failing(after: 1).catch { _ in failing(after: 2) })
        == [.subscription, .value(1), .value(2), .failure(.broken)]
    )
  }

  @Test(arguments: [(0, 1), (1, 2), (2, 3), (5, 6)])
  func `retry subscribes once and then up to the number of retries`(_ retries: Int, _ expected: Int)
  {
    let attempts = Box(0)

    let recorder = Recorder(unreliable(failures: .max, attempts: attempts).retry(retries))

    #expect(attempts.value == expected)
    #expect(recorder.values == Array(1...expected))
    #expect(recorder.events.last == .failure(.broken))
    #expect(mistakes(in: recorder) == [])
  }

  @Test func `retry stops at the first success`() {
    let attempts = Box(0)

    let recorder = Recorder(unreliable(failures: 2, attempts: attempts).retry(9))

    #expect(attempts.value == 3)
    #expect(recorder.events == [.subscription, .value(1), .value(2), .value(0), .finished])
  }

  @Test func `retry requests the remaining demand from the next attempt`() {
    let upstream = ScriptedPublisher<Int, Problem>()
    let recorder = Recorder(upstream.retry(1), demand: .max(3))

    upstream.send(1)
    upstream.send(completion: .failure(.broken))

    #expect(upstream.requests == [.demand(.max(3)), .demand(.max(2))])
    #expect(upstream.subscriberCount == 2)
    #expect(recorder.values == [1])
  }

  @Test func `many attempts in a row do not grow the stack`() {
    let attempts = Box(0)

    let recorder = Recorder(
      unreliable(failures: 100_000, attempts: attempts).retry(100_000).filter { $0 == 0 }
    )

    #expect(recorder.events == [.subscription, .value(0), .finished])
  }

  @Test func `retry requests once what is requested while a second attempt starts`() {
    for _ in 0..<3_000 {
      let attempts = (0..<2).map { _ in PassthroughSubject<Int, Problem>() }
      let demands = Box<[Subscribers.Demand]>([])
      let upstream = Deferred {
        let index = demands.change { demands in
          demands.append(.none)
          return demands.count - 1
        }
        return Watched(
          upstream: attempts[index],
          onRequest: { more in demands.change { $0[index] += more } }
        )
      }
      let recorder = Recorder(upstream.retry(1), demand: .none)

      race(threads: 2) { thread in
        if thread == 0 {
          attempts[0].send(completion: .failure(.broken))
        } else {
          for _ in 0..<40 { recorder.request(.max(1)) }
        }
      }

      #expect(demands.value.last == .max(40))
    }
  }
}
