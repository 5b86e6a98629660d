extension Publisher {
  /// Sends some values before those of this publisher.
  ///
  /// As ``prepend(_:)-(Elements)``.
  @inlinable
  public func prepend(
    _ elements: Output...
  ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
    prepend(elements)
  }

  /// Sends the elements of a sequence before the values of this publisher.
  ///
  /// They are sent as they are asked for. This publisher is subscribed to when all of them are, and
  /// asked for what is still owed then.
  ///
  /// ```marble
  /// numbers       --1-2-|
  /// prepend([0])  0-1-2-|
  /// ```
  @inlinable
  public func prepend<Elements: Sequence>(
    _ elements: Elements
  ) -> Publishers.Concatenate<Publishers.Sequence<Elements, Failure>, Self>
  where Elements.Element == Output {
    prepend(.init(sequence: elements))
  }

  /// Sends all values of another publisher before those of this one.
  ///
  /// This publisher is subscribed to when the other one has finished, and asked for what is still
  /// owed then: what it sent earlier is missed. If the other one fails, that is the end.
  ///
  /// ```marble
  /// other           -1-2-|
  /// numbers         ---8---9-|
  /// prepend(other)  -1-2---9-|
  /// ```
  @inlinable
  public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
  where P.Output == Output, P.Failure == Failure {
    .init(prefix: publisher, suffix: self)
  }

  /// Sends some values after those of this publisher.
  ///
  /// As ``append(_:)-(Elements)``.
  @inlinable
  public func append(
    _ elements: Output...
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
    append(elements)
  }

  /// Sends the elements of a sequence after the values of this publisher.
  ///
  /// They are sent, as they are asked for, when this publisher has finished. If it fails, they are
  /// not.
  ///
  /// ```marble
  /// numbers         -1-2-|
  /// append([3, 4])  -1-2-(3 4|)
  /// ```
  @inlinable
  public func append<Elements: Sequence>(
    _ elements: Elements
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<Elements, Failure>>
  where Elements.Element == Output {
    append(.init(sequence: elements))
  }

  /// Sends all values of another publisher after those of this one.
  ///
  /// The other one is subscribed to when this one has finished, and asked for what is still owed
  /// then: what it sent earlier is missed. If this one fails, that is the end.
  ///
  /// ```marble
  /// numbers        -1-2-|
  /// other          ---8---9-|
  /// append(other)  -1-2---9-|
  /// ```
  @inlinable
  public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
  where P.Output == Output, P.Failure == Failure {
    .init(prefix: self, suffix: publisher)
  }
}

extension Publishers {
  /// A publisher of the values of one publisher, then of those of another.
  ///
  /// See ``Publisher/append(_:)-(P)``.
  public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
  where Prefix.Failure == Suffix.Failure, Prefix.Output == Suffix.Output {
    /// The kind of values sent.
    public typealias Output = Suffix.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Suffix.Failure

    /// The publisher that is first.
    public let prefix: Prefix

    /// The publisher that follows, subscribed to when the first one has finished.
    public let suffix: Suffix

    /// Makes the publisher from its parts.
    @inlinable
    public init(prefix: Prefix, suffix: Suffix) {
      self.prefix = prefix
      self.suffix = suffix
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let waiting = Slot(suffix)
      let stream = Succession(
        subscriber,
        name: "Concatenate",
        strictness: .ignores,
        release: { _ = waiting.take() }
      )
      stream.begin(with: prefix) { completion in
        guard case .finished = completion, let suffix = waiting.take() else {
          return .end(completion)
        }
        let next = Handed(suffix)
        return .next { next.value.subscribe(SecondInlet(succession: $0) { $0 }) }
      }
    }
  }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}

/// A place for one thing until it is taken.
@usableFromInline
final class Slot<Value>: Sendable {
  @usableFromInline let value: Locked<Value?>

  @inlinable
  init(_ value: Value) {
    self.value = Locked(value)
  }

  @inlinable
  func take() -> Value? {
    value.withLock { value in
      let last = value
      value = nil
      return last
    }
  }
}
