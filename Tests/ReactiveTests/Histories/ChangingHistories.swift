import Reactive
import ReactiveTesting
import Testing

@Suite struct ChangingHistories {
  @Test func `map changes every value`() {
    #expect(
      history([1, 2].publisher.map { $0 * 10 })
        == [.subscription, .value(10), .value(20), .finished]
    )
    #expect(
      history(failing(after: 1).map { $0 * 10 })
        == [.subscription, .value(10), .failure(.broken)]
    )
  }

  @Test func `maps in a row are one after another`() {
    let chain = [1, 2].publisher.map { $0 + 1 }.map { $0 * 10 }.map { "\($0)" }

    #expect(history(chain) == [.subscription, .value("20"), .value("30"), .finished])
  }

  @Test func `compactMap leaves out what becomes nil`() {
    let chain = ["1", "two", "3"].publisher.compactMap { Int($0) }

    #expect(history(chain) == [.subscription, .value(1), .value(3), .finished])
  }

  @Test func `compactMap asks for another in place of one left out`() {
    let upstream = ScriptedPublisher<String, Never>()
    let recorder = Recorder(upstream.compactMap { Int($0) }, demand: .max(1))

    #expect(upstream.send("two") == .max(1))
    #expect(upstream.send("3") == .none)
    #expect(recorder.values == [3])
  }

  @Test func `scan sends every result on the way`() {
    #expect(
      history([1, 2, 3].publisher.scan(10, +))
        == [.subscription, .value(11), .value(13), .value(16), .finished]
    )
    #expect(history(Empty<Int, Never>().scan(10, +)) == [.subscription, .finished])
  }

  @Test func `a scan starts anew for every subscriber`() {
    let scan = [1, 2].publisher.scan(0, +)

    #expect(Recorder(scan).values == [1, 3])
    #expect(Recorder(scan).values == [1, 3])
  }

  @Test func `replaceNil puts a value in place of nil`() {
    let chain = [1, nil, 3].publisher.replaceNil(with: 0)

    #expect(history(chain) == [.subscription, .value(1), .value(0), .value(3), .finished])
  }

  @Test func `mapError changes the error and nothing else`() {
    #expect(
      history(failing(after: 1).mapError { _ in Problem.custom })
        == [.subscription, .value(1), .failure(.custom)]
    )
    #expect(
      history([1].publisher.setFailureType(to: Problem.self).mapError { _ in Problem.custom })
        == [.subscription, .value(1), .finished]
    )
  }
}
