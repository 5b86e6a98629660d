import Reactive
import ReactiveTesting
import Testing

/// Law 9: subscribing makes a bounded number of objects, and a finished stream leaves none.
///
/// Allocations per value are counted by the benchmarks.
@Suite(.timeLimit(.minutes(4))) struct CostTests {
  private func subscription(of publisher: some Publisher<Int, Problem>) -> String {
    Recorder(publisher).subscription.map { String(describing: $0) } ?? "none"
  }

  @Test func `operators without state put nothing between a subscriber and its subject`() {
    let subject = PassthroughSubject<Int, Problem>()
    let chain = subject.map { $0 + 1 }.filter { $0 > 0 }.compactMap { $0 }.mapError { $0 }

    #expect(subscription(of: chain) == "PassthroughSubject")
  }

  @Test func `an operator with state is its own subscription`() {
    let subject = PassthroughSubject<Int, Problem>()

    #expect(subscription(of: subject.removeDuplicates()) == "RemoveDuplicates")
    #expect(subscription(of: subject.prefix(1).map { $0 }) == "Output")
    #expect(
      subscription(of: subject.buffer(size: 1, prefetch: .keepFull, whenFull: .dropOldest))
        == "Buffer"
    )
  }

  @Test func `a thousand subscriptions that end leave nothing behind`() {
    final class Token: Sendable {}
    weak var last: Token?
    let subject = PassthroughSubject<Int, Never>()

    for _ in 1...1_000 {
      let token = Token()
      last = token
      let sink = subject.removeDuplicates().sink { _ in withExtendedLifetime(token) {} }
      sink.cancel()
    }

    #expect(last == nil)
    withExtendedLifetime(subject) {}
  }
}
