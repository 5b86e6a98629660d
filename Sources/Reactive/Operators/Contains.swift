extension Publisher where Output: Equatable {
  /// Sends whether a value comes by that equals this one, then finishes.
  ///
  /// `true` at the first that does, where upstream is cancelled; `false` when the stream finishes
  /// without. Upstream is asked for everything at the subscription; the answer waits until the
  /// subscriber asks, an error does not.
  ///
  /// ```marble
  /// numbers      -1-(2!)
  /// contains(2)  ---(true|)
  /// ```
  @inlinable
  public func contains(_ output: Output) -> Publishers.Contains<Self> {
    .init(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher of whether a certain value comes by.
  ///
  /// See ``Publisher/contains(_:)``.
  public struct Contains<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
    /// The kind of values sent.
    public typealias Output = Bool

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The value that is looked for.
    public let output: Upstream.Output

    /// Makes the publisher from its parts.
    @inlinable
    public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        Reduction(
          subscriber,
          fold: EqualsFold(output),
          rule: Keeps<Upstream.Failure>.self
        )
      )
    }
  }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

@usableFromInline
@frozen
struct EqualsFold<Input: Equatable>: Fold {
  @usableFromInline let name: StaticString = "Contains"
  @usableFromInline let wanted: Input
  @usableFromInline var found = false

  @inlinable
  init(_ wanted: Input) {
    self.wanted = wanted
  }

  @inlinable var result: Bool? { found }

  @inlinable
  mutating func receive(_ input: Input) throws(Never) -> Progress {
    found = input == wanted
    return found ? .done : .more
  }
}
