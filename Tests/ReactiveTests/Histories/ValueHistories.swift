import Reactive
import ReactiveTesting
import Testing

/// Operators over one stream, of which each value and the end come at once.
@Suite struct ValueHistories {
  /// A stream and all that it sends.
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
    Row("replaceNil", sent(1, 2).map { $0 == 1 ? nil : $0 }.replaceNil(with: 0), [0, 2]),
    Row("mapError", failing(after: 1).mapError { _ in .custom }, [1], .failure(.custom)),
    Row("mapError without one", sent(1).mapError { _ in .custom }, [1]),
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
    Row("drop(while:)", sent(1, 2, 3, 1).drop { $0 < 3 }, [3, 1]),
    Row("prefix(0)", sent(1, 2).prefix(0), []),
    Row("prefix(0) of nothing", sent().prefix(0), []),
    Row("a longer prefix", sent(1).prefix(5), [1]),
    Row("a longer prefix fails", failing(after: 1).prefix(5), [1], .failure(.broken)),
    Row("reduce", sent(1, 2, 3).reduce(10, +), [16]),
    Row("reduce of nothing", sent().reduce(10, +), [10]),
    Row("reduce fails", failing(after: 1).reduce(10, +), [], .failure(.broken)),
    Row("collect fails", failing(after: 1).collect().map(\.count), [], .failure(.broken)),
    Row("count", sent(7, 8).count(), [2]),
    Row("count of nothing", sent().count(), [0]),
    Row("last", sent(1, 2).last(), [2]),
    Row("last of nothing", sent().last(), []),
    Row("last(where:)", sent(1, 2, 3).last { $0 < 3 }, [2]),
    Row("contains not", sent(1).contains(2).map { $0 ? 1 : 0 }, [0]),
    Row("contains of nothing", sent().contains { $0 > 1 }.map { $0 ? 1 : 0 }, [0]),
    Row("allSatisfy not", sent(1, 2).allSatisfy { $0 > 1 }.map { $0 ? 1 : 0 }, [0]),
    Row("allSatisfy", sent(1, 2).allSatisfy { $0 > 0 }.map { $0 ? 1 : 0 }, [1]),
    Row("allSatisfy of nothing", sent().allSatisfy { _ in false }.map { $0 ? 1 : 0 }, [1]),
    Row("replaceEmpty", sent().replaceEmpty(with: 5), [5]),
    Row("replaceEmpty of some", sent(1).replaceEmpty(with: 5), [1]),
    Row("replaceEmpty fails", failing().replaceEmpty(with: 5), [], .failure(.broken)),
  ]

  @Test(arguments: rows) func `sends these values, and ends so`(_ row: Row) {
    #expect(history(row.stream) == row.events)
  }

  @Test func `collect sends everything in one array, even nothing`() {
    #expect(history([1, 2].publisher.collect()) == [.subscription, .value([1, 2]), .finished])
    #expect(history([Int]().publisher.collect()) == [.subscription, .value([]), .finished])
  }

  @Test func `ignoreOutput hears only the end`() {
    #expect(history([1, 2].publisher.ignoreOutput()) == [.subscription, .finished])
    #expect(history(failing(after: 1).ignoreOutput()) == [.subscription, .failure(.broken)])
  }

  @Test func `a scan starts anew for every subscriber`() {
    let scan = [1, 2].publisher.scan(0, +)

    #expect(Recorder(scan).values == [1, 3])
    #expect(Recorder(scan).values == [1, 3])
  }

  // MARK: Demand

  @Test(arguments: [
    ScriptedFilter { $0.filter { $0 > 1 }.eraseToAnyPublisher() },
    ScriptedFilter { $0.compactMap { $0 > 1 ? $0 : nil }.eraseToAnyPublisher() },
  ])
  func `another value is asked for in place of one that is left out`(_ filter: ScriptedFilter) {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(filter.make(upstream), demand: .max(1))

    #expect(upstream.send(1) == .max(1))
    #expect(upstream.send(2) == .none)
    upstream.send(completion: .finished)

    #expect(recorder.events == [.subscription, .value(2), .finished])
  }

  @Test func `dropFirst asks for what it leaves out on top of the demand`() {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(upstream.dropFirst(2), demand: .max(3))

    #expect(upstream.requests == [.demand(.max(5))])
    withExtendedLifetime(recorder) {}
  }

  @Test(arguments: [
    (ScriptedFilter { $0.prefix(2).eraseToAnyPublisher() }, [1, 2]),
    (ScriptedFilter { $0.prefix { $0 < 3 }.eraseToAnyPublisher() }, [1, 2]),
    (ScriptedFilter { $0.first { $0 > 1 }.eraseToAnyPublisher() }, [2]),
    (ScriptedFilter { $0.contains(2).map { $0 ? 1 : 0 }.eraseToAnyPublisher() }, [1]),
  ])
  func `ends as soon as it can, and cancels upstream`(_ filter: ScriptedFilter, _ values: [Int]) {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(filter.make(upstream))

    for value in 1...3 { upstream.send(value) }

    #expect(recorder.events == [.subscription] + values.map { .value($0) } + [.finished])
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
  }

  /// An operator over a publisher that a test plays.
  struct ScriptedFilter: Sendable {
    let make: @Sendable (ScriptedPublisher<Int, Never>) -> AnyPublisher<Int, Never>
  }

  @Test func `a result waits until it is asked for`() {
    let recorder = Recorder([1, 2].publisher.reduce(0, +), demand: .none)
    #expect(recorder.events == [.subscription])

    recorder.request(.max(1))

    #expect(recorder.events == [.subscription, .value(3), .finished])
  }

  @Test func `a result that waits is forgotten by a cancel`() throws {
    let recorder = Recorder([1, 2].publisher.reduce(0, +), demand: .none)
    let subscription = try #require(recorder.subscription)

    subscription.cancel()
    subscription.request(.max(1))

    #expect(recorder.events == [.subscription])
  }

  @Test func `contains compares each value once`() {
    struct Number: Equatable, Sendable {
      let number: Int
      let comparisons: Box<Int>

      static func == (lhs: Number, rhs: Number) -> Bool {
        lhs.comparisons.count()
        return lhs.number == rhs.number
      }
    }
    let comparisons = Box(0)
    let numbers = (1...3).map { Number(number: $0, comparisons: comparisons) }

    let recorder = Recorder(numbers.publisher.contains(numbers[2]))

    #expect(recorder.values == [true])
    #expect(comparisons.value == 3)
  }

  @Test func `replaceEmpty keeps what comes until it is asked for`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = Recorder(subject.replaceEmpty(with: 5), demand: .max(1))

    for value in 1...3 { subject.send(value) }
    subject.send(completion: .finished)
    #expect(recorder.events == [.subscription, .value(1)])
    recorder.request(.unlimited)

    #expect(recorder.events == [.subscription, .value(1), .value(2), .value(3), .finished])
  }
}
