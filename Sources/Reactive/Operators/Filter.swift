extension Publisher {
  /// Keeps the values for which a closure returns `true`.
  ///
  /// For a value that is dropped, upstream is asked for one more. The end and the error pass on as
  /// they are.
  ///
  /// ```marble
  /// numbers            -1-2-3-4-|
  /// filter { $0 > 2 }  -----3-4-|
  /// ```
  @preconcurrency @inlinable public func filter(
    _ isIncluded: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.Filter<Self> {
    .init(upstream: self, isIncluded: isIncluded)
  }

  /// Keeps the values for which a closure that can throw returns `true`.
  ///
  /// As ``filter(_:)``; what the closure throws ends the stream as its failure, and upstream is
  /// canceled.
  ///
  /// ```marble
  /// words               -1-7-(x!)
  /// tryFilter(isLarge)  ---7-#
  /// ```
  @preconcurrency @inlinable public func tryFilter(
    _ isIncluded: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryFilter<Self> {
    .init(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  /// What ``Publisher/filter(_:)`` returns.
  public struct Filter<Upstream: Publisher>: Operator {
    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that says whether a value is kept.
    @preconcurrency public let isIncluded: @Sendable (Upstream.Output) -> Bool

    /// Makes the publisher from its parts.
    @preconcurrency @inlinable
    public init(upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      upstream.subscribe(StatelessStage(subscriber, FilterStep(isIncluded)))
    }
  }

  /// What ``Publisher/tryFilter(_:)`` returns.
  public struct TryFilter<Upstream: Publisher>: Operator {
    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that says whether a value is kept, or throws.
    @preconcurrency public let isIncluded: @Sendable (Upstream.Output) throws -> Bool

    /// The closure can throw anything.
    public typealias Failure = any Error

    /// Makes the publisher from its parts.
    @preconcurrency @inlinable public init(
      upstream: Upstream,
      isIncluded: @escaping @Sendable (Upstream.Output) throws -> Bool
    ) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == any Error {
      Staged(throwing: upstream, "TryFilter", state: Stateless()) { [isIncluded] _, value in
        try isIncluded(value) ? .send(value) : .skip
      }
      .receive(subscriber: subscriber)
    }
  }
}

extension Publishers.Filter: Sendable where Upstream: Sendable {}
extension Publishers.TryFilter: Sendable where Upstream: Sendable {}

extension Publishers.Filter {
  /// Keeps fewer values, in the same stage.
  @preconcurrency @inlinable public func filter(
    _ isIncluded: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.Filter<Upstream> {
    let first = self.isIncluded
    return .init(upstream: upstream) { first($0) && isIncluded($0) }
  }

  /// Keeps fewer values, in the same stage, or fails.
  @preconcurrency @inlinable public func tryFilter(
    _ isIncluded: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryFilter<Upstream> {
    let first = self.isIncluded
    return .init(upstream: upstream) { try first($0) && isIncluded($0) }
  }
}

extension Publishers.TryFilter {
  /// Keeps fewer values, in the same stage.
  @preconcurrency @inlinable public func filter(
    _ isIncluded: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.TryFilter<Upstream> {
    tryFilter(isIncluded)
  }

  /// Keeps fewer values, in the same stage, or fails.
  @preconcurrency @inlinable public func tryFilter(
    _ isIncluded: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryFilter<Upstream> {
    let first = self.isIncluded
    return .init(upstream: upstream) { try first($0) && isIncluded($0) }
  }
}

@usableFromInline @frozen struct FilterStep<Input>: StatelessStep {
  @inlinable static var name: StaticString { "Filter" }

  @usableFromInline let isIncluded: @Sendable (Input) -> Bool

  @inlinable init(_ isIncluded: @escaping @Sendable (Input) -> Bool) {
    self.isIncluded = isIncluded
  }

  @inlinable func receive(_ input: Input) -> Verdict<Input> {
    isIncluded(input) ? .send(input) : .skip
  }
}

extension Publisher {
  /// Drops all values and passes on only how the stream ends.
  ///
  /// For work of which only the outcome matters. Everything is asked for at the subscription, and
  /// the end does not wait for demand.
  ///
  /// ```marble
  /// numbers         -1-2-3-|
  /// ignoreOutput()  -------|
  /// ```
  @inlinable public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
    .init(self) { subscriber in
      AnySubscriber(
        named: "IgnoreOutput",
        receiveSubscription: {
          subscriber.receive(subscription: $0)
          $0.request(.unlimited)
        },
        receiveCompletion: { subscriber.receive(completion: $0) }
      )
    }
  }
}

extension Publishers {
  /// What ``Publisher/ignoreOutput()`` returns.
  public typealias IgnoreOutput<Upstream: Publisher> = Attached<
    Upstream, Void, Never, Upstream.Failure
  >
}
