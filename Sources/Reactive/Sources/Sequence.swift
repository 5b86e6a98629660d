import System

extension Sequence where Self: Sendable, Element: Sendable {
  /// A publisher of the elements, on demand.
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

    private final class Inner<Downstream: Subscriber>: Subscription, @unchecked Sendable
    where Downstream.Input == Output {
      // @unchecked Sendable because the iterator and its next element belong to the one caller that
      // finds `isPlaying` unset; the rest is locked or never changes.
      private struct State: Sendable {
        /// Nil once the stream has ended or was canceled.
        var downstream: Downstream?
        var demand = Subscribers.Demand.none
        var isPlaying = false

        /// Whether the caller must send the requested elements.
        mutating func request(_ more: Subscribers.Demand) -> Bool {
          guard downstream != nil, more != .none else { return false }
          demand += more
          return !exchange(&isPlaying, with: true)
        }

        /// Takes one from the subscriber's demand; nil ends the turn.
        mutating func takeOne(answered more: Subscribers.Demand) -> Downstream? {
          demand += more
          isPlaying = downstream != nil && demand != .none
          if isPlaying { demand -= 1 }
          return isPlaying ? downstream : nil
        }
      }

      private let state: Guarded<State>
      private var iterator: Elements.Iterator
      private var next: Output?

      init(_ downstream: Downstream, _ iterator: Elements.Iterator) {
        state = Guarded(State(downstream: downstream))
        self.iterator = iterator
        next = self.iterator.next()
      }

      var isEmpty: Bool { next == nil }

      func request(_ demand: Subscribers.Demand) {
        if state.withLock({ $0.request(demand) }) { play() }
      }

      func cancel() { _ = state.withLock { $0.downstream.take() } }

      private func play() {
        var more = Subscribers.Demand.none
        while let value = next {
          guard let receiver = state.withLock({ $0.takeOne(answered: more) }) else { return }
          next = iterator.next()
          more = receiver.receive(value)
        }
        state.withLock { $0.downstream.take() }?.receive(completion: .finished)
      }
    }
  }
}
