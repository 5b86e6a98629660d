import Reactive
import ReactiveTesting
import Testing

@Suite struct KeepingHistories {
  @Test func `filter keeps what passes, and asks for another in place of what does not`() {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(upstream.filter { $0 > 1 }, demand: .max(1))

    #expect(upstream.send(1) == .max(1))
    #expect(upstream.send(2) == .none)
    upstream.send(completion: .finished)

    #expect(recorder.events == [.subscription, .value(2), .finished])
  }

  @Test func `removeDuplicates keeps the first of each run`() {
    #expect(
      history([1, 1, 2, 2, 2, 1].publisher.removeDuplicates())
        == [.subscription, .value(1), .value(2), .value(1), .finished]
    )
    #expect(
      history([1, 2, 11, 12].publisher.removeDuplicates { $0 / 10 == $1 / 10 })
        == [.subscription, .value(1), .value(11), .finished]
    )
  }

  @Test func `first(where:) ends with the first that passes, and cancels upstream`() {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(upstream.first { $0 > 1 })

    for value in 1...3 { upstream.send(value) }

    #expect(recorder.events == [.subscription, .value(2), .finished])
    #expect(upstream.requests.last == .cancel)
  }

  @Test func `first(where:) finishes without a value if none passes`() {
    #expect(history([1, 2].publisher.first { $0 > 2 }) == [.subscription, .finished])
    #expect(
      history(failing(after: 1).first { $0 > 2 }) == [.subscription, .failure(.broken)]
    )
  }

  @Test func `drop(while:) lets everything through once one passes`() {
    #expect(
      history([1, 2, 3, 1].publisher.drop { $0 < 3 })
        == [.subscription, .value(3), .value(1), .finished]
    )
  }

  @Test func `prefix(while:) ends at the first that does not pass, and cancels upstream`() {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(upstream.prefix { $0 < 3 })

    for value in [1, 2, 3, 1] { upstream.send(value) }

    #expect(recorder.events == [.subscription, .value(1), .value(2), .finished])
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
  }

  @Test func `ignoreOutput hears only the end`() {
    #expect(history([1, 2].publisher.ignoreOutput()) == [.subscription, .finished])
    #expect(
      history(failing(after: 1).ignoreOutput()) == [.subscription, .failure(.broken)]
    )
  }
}
