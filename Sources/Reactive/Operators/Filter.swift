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
    .init(self, "Filter", mapFailure: same) { isIncluded($0) ? .send($0) : .skip }
  }

  /// Keeps the values for which a closure that can throw returns `true`.
  ///
  /// As ``filter(_:)``; what the closure throws fails the stream and cancels upstream.
  @preconcurrency @inlinable public func tryFilter(
    _ isIncluded: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryFilter<Self> {
    .init(self, "TryFilter", mapFailure: anyError) { try isIncluded($0) ? .send($0) : .skip }
  }
}

extension Publishers {
  /// What ``Publisher/filter(_:)`` returns.
  public typealias Filter<Upstream: Publisher> = Map<Upstream, Upstream.Output>

  /// What ``Publisher/tryFilter(_:)`` returns.
  public typealias TryFilter<Upstream: Publisher> = TryMap<Upstream, Upstream.Output>
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
  public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
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
  public typealias IgnoreOutput<Upstream: Publisher> = ClosureOperator<
    Upstream, Void, Never, Upstream.Failure
  >
}
