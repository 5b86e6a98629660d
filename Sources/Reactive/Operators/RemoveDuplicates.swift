extension Publisher where Output: Equatable & SendableMetatype {
  /// Drops every value that equals the one before it.
  @inlinable
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    removeDuplicates { $0 == $1 }
  }
}

extension Publisher {
  /// Drops every value that a closure calls the same as the one before it.
  @preconcurrency
  @inlinable
  public func removeDuplicates(
    by predicate: @escaping @Sendable (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    .init(upstream: self, predicate: predicate)
  }

  /// Drops every value that a closure calls the same as the one before it, or fails.
  @preconcurrency
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: @escaping @Sendable (Output, Output) throws -> Bool
  ) -> Publishers.TryRemoveDuplicates<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that drops repetitions.
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that says whether two values are the same.
    @preconcurrency public let predicate: @Sendable (Upstream.Output, Upstream.Output) -> Bool

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool
    ) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        Stage(
          subscriber,
          step: RemoveDuplicatesStep<Output, Never>("RemoveDuplicates", predicate),
          rule: Keeps<Upstream.Failure>.self
        )
      )
    }
  }

  /// A publisher that drops repetitions, or fails.
  public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = any Error

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that says whether two values are the same, or throws.
    @preconcurrency public let predicate:
      @Sendable (Upstream.Output, Upstream.Output) throws -> Bool

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
    ) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        Stage(
          subscriber,
          step: RemoveDuplicatesStep<Output, any Error>("TryRemoveDuplicates", predicate),
          rule: Widens<Upstream.Failure>.self
        )
      )
    }
  }
}

@usableFromInline
@frozen
struct RemoveDuplicatesStep<Input, Thrown: Error>: Step {
  @usableFromInline let name: StaticString
  @usableFromInline let isSame: @Sendable (Input, Input) throws(Thrown) -> Bool
  @usableFromInline var last: Input?

  @inlinable
  init(_ name: StaticString, _ isSame: @escaping @Sendable (Input, Input) throws(Thrown) -> Bool) {
    self.name = name
    self.isSame = isSame
  }

  @inlinable
  mutating func receive(_ input: Input) throws(Thrown) -> Verdict<Input> {
    let previous = last
    last = input
    guard let previous else { return .send(input) }
    return try isSame(previous, input) ? .skip : .send(input)
  }
}
