extension Publisher where Output: Equatable & SendableMetatype {
  /// Drops every value that equals the one before it.
  ///
  /// Compares each value with its direct predecessor and with no other: what comes back after
  /// something else passes. A value that is dropped is made up for, upstream is asked for one more.
  /// The first value always passes; the end and the error pass on as they are. One value is
  /// remembered, until the stream is let go. `==` runs on the thread that sends.
  ///
  /// ```marble
  /// words               -a-a-b-b-a-|
  /// removeDuplicates()  -a---b---a-|
  /// ```
  @inlinable
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    removeDuplicates { $0 == $1 }
  }
}

extension Publisher {
  /// Drops every value that a closure calls the same as the one before it.
  ///
  /// As ``removeDuplicates()``, for values without `==` or with another idea of sameness. The
  /// closure gets the value before, then the new one, and must answer the same for the same two
  /// values.
  ///
  /// ```marble
  /// words                           -a-A-b-B-a-|
  /// removeDuplicates(by: sameWord)  -a---b---a-|
  /// ```
  @preconcurrency
  @inlinable
  public func removeDuplicates(
    by predicate: @escaping @Sendable (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    .init(upstream: self, predicate: predicate)
  }

  /// Drops every value that a closure that can throw calls the same as the one before it.
  ///
  /// As ``removeDuplicates(by:)``; what the closure throws ends the stream as its failure, and
  /// upstream is cancelled.
  ///
  /// ```marble
  /// words                              -a-A-b-(x!)
  /// tryRemoveDuplicates(by: sameWord)  -a---b-#
  /// ```
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
  ///
  /// See ``Publisher/removeDuplicates(by:)``.
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
  ///
  /// See ``Publisher/tryRemoveDuplicates(by:)``.
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

/// Remembers one value, to compare the next one with.
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
