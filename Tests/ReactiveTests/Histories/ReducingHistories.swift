import Reactive
import ReactiveTesting
import Testing

@Suite struct ReducingHistories {
  private let none = Empty<Int, Never>()

  @Test func `reduce sends the last result at the end`() {
    #expect(history([1, 2, 3].publisher.reduce(10, +)) == [.subscription, .value(16), .finished])
    #expect(history(none.reduce(10, +)) == [.subscription, .value(10), .finished])
    #expect(history(failing(after: 1).reduce(10, +)) == [.subscription, .failure(.broken)])
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

  @Test func `collect sends everything in one array, even nothing`() {
    #expect(history([1, 2].publisher.collect()) == [.subscription, .value([1, 2]), .finished])
    #expect(history(none.collect()) == [.subscription, .value([]), .finished])
    #expect(history(failing(after: 1).collect()) == [.subscription, .failure(.broken)])
  }

  @Test func `count counts`() {
    #expect(history([7, 8].publisher.count()) == [.subscription, .value(2), .finished])
    #expect(history(none.count()) == [.subscription, .value(0), .finished])
  }

  @Test func `last sends the last, if there is one`() {
    #expect(history([1, 2].publisher.last()) == [.subscription, .value(2), .finished])
    #expect(history(none.last()) == [.subscription, .finished])
    #expect(history([1, 2, 3].publisher.last { $0 < 3 }) == [.subscription, .value(2), .finished])
  }

  @Test func `contains knows as soon as it can, and cancels upstream`() {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = Recorder(upstream.contains(2))

    for value in 1...3 { upstream.send(value) }

    #expect(recorder.events == [.subscription, .value(true), .finished])
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
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

  @Test func `contains says no only at the end`() {
    #expect(history([1].publisher.contains(2)) == [.subscription, .value(false), .finished])
    #expect(history(none.contains { $0 > 1 }) == [.subscription, .value(false), .finished])
  }

  @Test func `allSatisfy says no as soon as it can, yes only at the end`() {
    #expect(history([1, 2].publisher.allSatisfy { $0 > 1 }).contains(.value(false)))
    #expect(
      history([1, 2].publisher.allSatisfy { $0 > 0 })
        == [.subscription, .value(true), .finished]
    )
    #expect(history(none.allSatisfy { _ in false }) == [.subscription, .value(true), .finished])
  }

  @Test func `replaceEmpty stands in for a stream of nothing`() {
    #expect(history(none.replaceEmpty(with: 5)) == [.subscription, .value(5), .finished])
    #expect(history([1].publisher.replaceEmpty(with: 5)) == [.subscription, .value(1), .finished])
    #expect(history(failing().replaceEmpty(with: 5)) == [.subscription, .failure(.broken)])
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
