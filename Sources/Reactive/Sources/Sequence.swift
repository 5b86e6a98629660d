import System

extension Sequence where Self: Sendable, Element: Sendable {
  /// A publisher of the elements, as they are asked for.
  package var publisher: Publishers.Sequence<Self, Never> { .init(sequence: self) }
}

extension Publishers {
  package struct Sequence<Elements: Swift.Sequence & Sendable, Failure: Error>: Publisher
  where Elements.Element: Sendable {
    package typealias Output = Elements.Element

    package let sequence: Elements

    package init(sequence: Elements) { self.sequence = sequence }

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let inner = Inner(subscriber, sequence.makeIterator())
      if inner.isEmpty {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .finished)
      } else {
        subscriber.receive(subscription: inner)
      }
    }

    private final class Inner<Downstream: Subscriber>: Subscription, CustomStringConvertible,
      @unchecked Sendable
    where Downstream.Input == Output {
      // @unchecked Sendable because the iterator and its next element belong to the one caller that
      // finds `isPlaying` unset; the rest is locked or never changes.
      private struct State: Sendable {
        var demand = Subscribers.Demand.none
        var isPlaying = false
        var isOver = false

        /// Whether the caller is to play what was asked for.
        mutating func request(_ more: Subscribers.Demand) -> Bool {
          guard !isOver, more != .none else { return false }
          demand += more
          return !exchange(&isPlaying, with: true)
        }

        /// Takes one from the demand; `false` ends the turn.
        mutating func takeOne(answered more: Subscribers.Demand) -> Bool {
          demand += more
          isPlaying = !isOver && demand != .none
          if isPlaying { demand -= 1 }
          return isPlaying
        }
      }

      private let downstream: Downstream
      private let state = Guarded(State())
      private var iterator: Elements.Iterator
      private var next: Output?

      init(_ downstream: Downstream, _ iterator: Elements.Iterator) {
        self.downstream = downstream
        self.iterator = iterator
        next = self.iterator.next()
      }

      var description: String { "Sequence" }
      var isEmpty: Bool { next == nil }

      func request(_ demand: Subscribers.Demand) {
        if state.withLock({ $0.request(demand) }) { play() }
      }

      func cancel() { state.withLock { $0.isOver = true } }

      private func play() {
        var more = Subscribers.Demand.none
        while let value = next {
          guard state.withLock({ $0.takeOne(answered: more) }) else { return }
          next = iterator.next()
          more = downstream.receive(value)
        }
        let wasOver = state.withLock { exchange(&$0.isOver, with: true) }
        if !wasOver { downstream.receive(completion: .finished) }
      }
    }
  }
}
