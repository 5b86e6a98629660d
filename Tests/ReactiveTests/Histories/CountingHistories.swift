import Reactive
import ReactiveTesting
import Testing

@Suite struct CountingHistories {
  @Test func `first ends with the first value`() {
    #expect(history([1, 2].publisher.first()) == [.subscription, .value(1), .finished])
    #expect(history(Empty<Int, Never>().first()) == [.subscription, .finished])
    #expect(history(failing().first()) == [.subscription, .failure(.broken)])
  }

  @Test(arguments: [(0, [1, 2, 3]), (1, [2, 3]), (3, []), (9, [])])
  func `dropFirst leaves out as many as said`(_ count: Int, _ kept: [Int]) {
    let recorder = Recorder([1, 2, 3].publisher.dropFirst(count))

    #expect(recorder.values == kept)
    #expect(recorder.events.last == .finished)
  }

  @Test func `dropFirst asks for what it leaves out on top of the demand`() {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(upstream.dropFirst(2), demand: .max(3))

    #expect(upstream.requests == [.demand(.max(5))])
    withExtendedLifetime(recorder) {}
  }

  @Test func `prefix ends after as many as said, and cancels upstream`() {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(upstream.prefix(2))

    for value in 1...3 { upstream.send(value) }

    #expect(recorder.events == [.subscription, .value(1), .value(2), .finished])
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
  }

  @Test func `a prefix of nothing sends nothing`() {
    #expect(history([1, 2].publisher.prefix(0)) == [.subscription, .finished])
    #expect(history(Empty<Int, Never>().prefix(0)) == [.subscription, .finished])
  }

  @Test func `a prefix longer than the stream is the stream`() {
    #expect(history([1].publisher.prefix(5)) == [.subscription, .value(1), .finished])
    #expect(history(failing(after: 1).prefix(5)) == [.subscription, .value(1), .failure(.broken)])
  }
}
