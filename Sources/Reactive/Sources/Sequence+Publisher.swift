extension Publishers {
  /// A publisher of the elements of a sequence, which then finishes.
  ///
  /// Every subscriber gets the elements from an iterator of its own, as it asks for them, on the
  /// thread that asks. One element is read ahead, so that the end follows the last one at once.
  ///
  /// ```marble
  /// [1, 2, 3].publisher  (1 2 3|)
  /// ```
  public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    /// The kind of the elements.
    public typealias Output = Elements.Element

    /// The elements.
    public let sequence: Elements

    /// Makes a publisher of a sequence.
    @inlinable
    public init(sequence: Elements) {
      self.sequence = sequence
    }

    /// Attaches a subscriber, which gets the elements as it asks for them.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      Tape(sequence, then: .finished, to: subscriber).play(as: "Sequence", sequence)
    }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}
extension Publishers.Sequence: Sendable where Elements: Sendable {}

extension Sequence {
  /// The sequence as a publisher.
  @inlinable public var publisher: Publishers.Sequence<Self, Never> { .init(sequence: self) }
}
