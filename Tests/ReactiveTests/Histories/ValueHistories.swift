import Reactive
import ReactiveTesting
import Testing

/// Operators over one stream whose values and end are available immediately.
@Suite struct ValueHistories {
  /// A stream and all its events.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    fileprivate let stream: Ints
    fileprivate let events: [Event<Int, Problem>]

    init(
      _ name: String,
      _ stream: some Publisher<Int, Problem> & Sendable,
      _ values: [Int],
      _ end: Event<Int, Problem> = .finished
    ) {
      testDescription = name
      self.stream = stream.eraseToAnyPublisher()
      events = [.subscription] + values.map { .value($0) } + [end]
    }
  }

  private static func sent(_ values: Int...) -> Record<Int, Problem> {
    Record(output: values, completion: .finished)
  }

  private static let rows: [Row] = [
    Row("map", sent(1, 2).map { $0 * 10 }, [10, 20]),
    Row("maps in a row", sent(1, 2).map { $0 + 1 }.map { $0 * 10 }, [20, 30]),
    Row("compactMap", sent(1, 2, 3).compactMap { $0 == 2 ? nil : $0 }, [1, 3]),
    Row("scan", sent(1, 2, 3).scan(10, +), [11, 13, 16]),
    Row("scan of nothing", sent().scan(10, +), []),
    Row("removeDuplicates", sent(1, 1, 2, 2, 2, 1).removeDuplicates(), [1, 2, 1]),
    Row("alike", sent(1, 2, 11, 12).removeDuplicates { $0 / 10 == $1 / 10 }, [1, 11]),
    Row("first", sent(1, 2).first(), [1]),
    Row("first of nothing", sent().first(), []),
    Row("first of a failure", failing().first(), [], .failure(.broken)),
    Row("first(where:) of none", sent(1, 2).first { $0 > 2 }, []),
    Row("first(where:) fails", failing(after: 1).first { $0 > 2 }, [], .failure(.broken)),
    Row("dropFirst(0)", sent(1, 2, 3).dropFirst(0), [1, 2, 3]),
    Row("dropFirst", sent(1, 2, 3).dropFirst(), [2, 3]),
    Row("dropFirst(3)", sent(1, 2, 3).dropFirst(3), []),
    Row("dropFirst(9)", sent(1, 2, 3).dropFirst(9), []),
    Row("prefix(0)", sent(1, 2).prefix(0), []),
    Row("prefix(0) of nothing", sent().prefix(0), []),
    Row("a longer prefix", sent(1).prefix(5), [1]),
    Row("a longer prefix fails", failing(after: 1).prefix(5), [1], .failure(.broken)),
  ]

  @Test(arguments: rows) func `sends the expected values and end`(_ row: Row) {
    #expect(history(row.stream) == row.events)
  }

  @Test func `a scan starts over for every subscriber`() {
    let scan = [1, 2].publisher.scan(0, +)

    #expect(Recorder(scan).values == [1, 3])
    #expect(Recorder(scan).values == [1, 3])
  }

  // MARK: Demand

  @Test(arguments: [
    ScriptedFilter { $0.filter { $0 > 1 }.eraseToAnyPublisher() },
    ScriptedFilter { $0.compactMap { $0 > 1 ? $0 : nil }.eraseToAnyPublisher() },
  ])
  func `requests another value for each one it filters out`(_ filter: ScriptedFilter) {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(filter.make(upstream), demand: .max(1))

    #expect(upstream.send(1) == .max(1))
    #expect(upstream.send(2) == .none)
    upstream.send(completion: .finished)

    #expect(recorder.events == [.subscription, .value(2), .finished])
  }

  @Test func `dropFirst adds the dropped values to the demand`() {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(upstream.dropFirst(2), demand: .max(3))

    #expect(upstream.requests == [.demand(.max(5))])
    withExtendedLifetime(recorder) {}
  }

  @Test(arguments: [
    (ScriptedFilter { $0.prefix(2).eraseToAnyPublisher() }, [1, 2]),
    (ScriptedFilter { $0.first { $0 > 1 }.eraseToAnyPublisher() }, [2]),
  ])
  func `ends as early as possible, and cancels upstream`(_ filter: ScriptedFilter, _ values: [Int])
  {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(filter.make(upstream))

    for value in 1...3 { upstream.send(value) }

    #expect(recorder.events == [.subscription] + values.map { .value($0) } + [.finished])
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
  }

  /// An operator over a publisher that the test controls.
  struct ScriptedFilter: Sendable {
    let make: @Sendable (ScriptedPublisher<Int, Never>) -> AnyPublisher<Int, Never>
  }

  @Test func `the first value waits for demand`() {
    let recorder = Recorder([1, 2].publisher.first(), demand: .none)
    #expect(recorder.events == [.subscription])

    recorder.request(.max(1))

    #expect(recorder.events == [.subscription, .value(1), .finished])
  }
}
