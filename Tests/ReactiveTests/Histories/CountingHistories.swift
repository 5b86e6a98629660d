import Reactive
import ReactiveTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct CountingHistories {
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

  @Test func `drop(untilOutputFrom:) opens with the other's first value`() {
    let (subject, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let recorder = Recorder(subject.drop(untilOutputFrom: other))

    subject.send(1)
    other.send(0)
    subject.send(2)
    other.send(completion: .finished)
    subject.send(3)
    subject.send(completion: .finished)

    #expect(recorder.events == [.subscription, .value(2), .value(3), .finished])
  }

  @Test func `drop(untilOutputFrom:) ends with the other if that never opens it`() {
    let (subject, other) = (
      PassthroughSubject<Int, Problem>(), PassthroughSubject<Int, Problem>()
    )
    let recorder = Recorder(subject.drop(untilOutputFrom: other))

    other.send(completion: .failure(.broken))
    subject.send(1)

    #expect(recorder.events == [.subscription, .failure(.broken)])
  }

  @Test func `drop(untilOutputFrom:) lets go of the other at the end`() {
    let other = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(Empty<Int, Never>().drop(untilOutputFrom: other))

    #expect(recorder.events == [.subscription, .finished])
    #expect(other.requests == [.demand(.max(1)), .cancel])
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

  @Test func `prefix(untilOutputFrom:) ends with the other's first value`() {
    let subject = PassthroughSubject<Int, Never>()
    let other = PassthroughSubject<String, Problem>()
    let recorder = Recorder(subject.prefix(untilOutputFrom: other))

    subject.send(1)
    other.send("now")
    subject.send(2)

    #expect(recorder.events == [.subscription, .value(1), .finished])
  }

  @Test func `prefix(untilOutputFrom:) does not care how the other ends`() {
    let subject = PassthroughSubject<Int, Never>()
    let other = PassthroughSubject<String, Problem>()
    let recorder = Recorder(subject.prefix(untilOutputFrom: other))

    other.send(completion: .failure(.broken))
    subject.send(1)

    #expect(recorder.events == [.subscription, .value(1)])
  }

  @Test func `output(at:) sends the value of one position`() {
    #expect(history([1, 2, 3].publisher.output(at: 1)) == [.subscription, .value(2), .finished])
    #expect(history([1].publisher.output(at: 4)) == [.subscription, .finished])
  }

  @Test(arguments: [(0..<2, [1, 2]), (1..<3, [2, 3]), (2..<9, [3]), (1..<1, []), (5..<9, [])])
  func `output(in:) sends the values of a range of positions`(_ range: Range<Int>, _ kept: [Int]) {
    let recorder = Recorder([1, 2, 3].publisher.output(in: range))

    #expect(recorder.values == kept)
    #expect(recorder.events.last == .finished)
  }

  @Test(arguments: [
    (1, [[1], [2], [3], [4]]), (2, [[1, 2], [3, 4]]), (3, [[1, 2, 3], [4]]), (9, [[1, 2, 3, 4]]),
  ])
  func `collect(_:) makes arrays of a size, the last may be shorter`(
    _ size: Int,
    _ arrays: [[Int]]
  ) {
    let recorder = Recorder([1, 2, 3, 4].publisher.collect(size))

    #expect(recorder.values == arrays)
    #expect(recorder.events.last == .finished)
  }

  @Test func `collect(_:) asks for as many as its arrays hold`() {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(upstream.collect(3), demand: .max(2))

    #expect(upstream.requests == [.demand(.max(6))])
    withExtendedLifetime(recorder) {}
  }

  @Test func `collect(_:) forgets a half-full array when the stream fails`() {
    #expect(
      history(failing(after: 1, 2, 3).collect(2))
        == [.subscription, .value([1, 2]), .failure(.broken)]
    )
    #expect(history(Empty<Int, Never>().collect(2)) == [.subscription, .finished])
  }

  @Test func `a cancel inside the last, shorter array keeps the end away`() {
    let arrays = [1, 2, 3].publisher.collect(2).map(\.count).setFailureType(to: Problem.self)
    let meddler = Meddler(onValue: { recorder, size in if size == 1 { recorder.cancel() } })

    arrays.subscribe(meddler)

    #expect(meddler.recorder.events == [.subscription, .value(2), .value(1)])
  }

  @Test func `negative positions and counts trap`() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).prefix(-1) }
    await #expect(processExitsWith: .failure) { _ = Recorder(Just(1).dropFirst(-1)) }
  }
}
