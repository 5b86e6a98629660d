import Dispatch
import Reactive
import ReactiveTesting
import Testing

@Suite struct OperatorSampleTests {
  private struct Offline: Error, Equatable {}

  @Test func `transforming`() {
    let titles = ["7", "x", "8"].publisher
      .compactMap { Int($0) }
      .scan(0, +)
      .map { "total \($0)" }

    #expect(Recorder(titles).values == ["total 7", "total 15"])
  }

  @Test func `filtering`() {
    let changes = ["a", "a", "b", "b", "a"].publisher
      .removeDuplicates()
      .prefix(2)

    #expect(Recorder(changes).values == ["a", "b"])
  }

  @Test func `timing`() {
    let words = PassthroughSubject<String, Never>()

    let quiet = words.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
    let paced = words.throttle(for: .seconds(1), scheduler: DispatchQueue.main, latest: true)

    #expect(Recorder(quiet).events == [.subscription])
    #expect(Recorder(paced).events == [.subscription])
  }

  @Test func `an interval for each value`() {
    let typed = PassthroughSubject<String, Never>()
    let clock = VirtualTimeScheduler()

    let texts =
      typed.debounce(for: { $0.isEmpty ? .zero : .milliseconds(300) }, scheduler: clock)

    let recorder = Recorder(texts)
    typed.send("swift")
    typed.send("")
    #expect(recorder.values == [""])
  }

  @Test func `combining`() {
    let numbers = [1, 2].publisher
    let moreNumbers = [3].publisher
    let letters = ["a", "b"].publisher

    let both = numbers.zip(letters) { "\($0)\($1)" }
    let either = numbers.merge(with: moreNumbers)

    #expect(Recorder(both).values == ["1a", "2b"])
    #expect(Recorder(either).values == [1, 2, 3])
  }

  @Test func `an error of one answer is a value of the whole`() {
    let texts = ["a", "b"].publisher
    let fetch: @Sendable (String) -> Result<String, Offline>.Publisher = { text in
      text == "a" ? .init(Offline()) : .init(text)
    }

    let answers = texts.map { text in
      fetch(text)
        .retry(1)
        .map { Result<String, Offline>.success($0) }
        .catch { Just(.failure($0)) }
    }
    .switchToLatest()

    #expect(Recorder(answers).values == [.failure(Offline()), .success("b")])
  }

  @Test func `reducing`() {
    let total = [1, 2, 3].publisher.reduce(0, +)
    let hasTwo = [1, 2, 3].publisher.contains(2)

    #expect(Recorder(total).values == [6])
    #expect(Recorder(hasTwo).values == [true])
  }

  @Test func `sharing`() {
    let request: @Sendable () -> Int = { 7 }

    let answer = Deferred { Just(request()) }.share()

    #expect(Recorder(answer).values == [7])
  }

  @Test func `watching`() {
    let words = PassthroughSubject<String, Never>()
    let stopped = Recorder<Int, Never>()
    let stop: @Sendable () -> Void = { _ = stopped.receive(1) }

    let watched = words.print("words").handleEvents(receiveCancel: { stop() })

    Recorder(watched).cancel()
    #expect(stopped.values == [1])
  }
}
