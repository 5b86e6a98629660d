extension Publisher where Output: Equatable & SendableMetatype {
  /// Sends whether a value equals this one, then finishes.
  ///
  /// `true` at the first that does, where upstream is cancelled; `false` when the stream finishes
  /// without one. Upstream is asked for everything at the subscription; the answer waits until the
  /// subscriber asks, an error does not.
  ///
  /// ```marble
  /// numbers      -1-(2!)
  /// contains(2)  ---(true|)
  /// ```
  @preconcurrency @inlinable
  public func contains(_ output: Output) -> Publishers.Contains<Self> where Output: Sendable {
    .init(self, "Contains", initial: false, mapFailure: same) { isFound, value in
      let isMatch = value == output
      isFound = isMatch
      return isMatch
    }
  }
}

extension Publisher {
  /// Sends whether a closure returns `true` for any value, then finishes.
  ///
  /// As ``contains(_:)``, with a closure in place of `==`.
  ///
  /// ```marble
  /// numbers                      -1-2-(3!)
  /// contains(where: { $0 > 2 })  -----(true|)
  /// ```
  @preconcurrency @inlinable public func contains(
    where predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.ContainsWhere<Self> {
    .init(self, "ContainsWhere", initial: false, mapFailure: same) { isFound, value in
      let isMatch = predicate(value)
      isFound = isMatch
      return isMatch
    }
  }

  /// Sends whether a closure that can throw returns `true` for any value, then finishes.
  ///
  /// As ``contains(where:)``; what the closure throws fails the stream and cancels upstream.
  @preconcurrency @inlinable public func tryContains(
    where predicate: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryContainsWhere<Self> {
    .init(self, "TryContainsWhere", initial: false, mapFailure: anyError) { isFound, value in
      let isMatch = try predicate(value)
      isFound = isMatch
      return isMatch
    }
  }

  /// Sends whether a closure returns `true` for every value, then finishes.
  ///
  /// `false` at the first that does not match, where upstream is cancelled; `true` when the stream
  /// finishes without one, also if it had no value at all. Upstream is asked for everything at the
  /// subscription; the answer waits until the subscriber asks, an error does not.
  ///
  /// ```marble
  /// numbers                -1-2-(3!)
  /// allSatisfy { $0 < 3 }  -----(false|)
  /// ```
  @preconcurrency @inlinable public func allSatisfy(
    _ predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.AllSatisfy<Self> {
    .init(self, "AllSatisfy", initial: true, mapFailure: same) { isSatisfied, value in
      let isMatch = predicate(value)
      isSatisfied = isMatch
      return !isMatch
    }
  }

  /// Sends whether a closure that can throw returns `true` for every value, then finishes.
  ///
  /// As ``allSatisfy(_:)``; what the closure throws fails the stream and cancels upstream.
  @preconcurrency @inlinable public func tryAllSatisfy(
    _ predicate: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryAllSatisfy<Self> {
    .init(self, "TryAllSatisfy", initial: true, mapFailure: anyError) { isSatisfied, value in
      let isMatch = try predicate(value)
      isSatisfied = isMatch
      return !isMatch
    }
  }
}

extension Publishers {
  /// What ``Publisher/contains(_:)`` returns.
  public typealias Contains<Upstream: Publisher> = Reduced<Upstream, Bool, Upstream.Failure>

  /// What ``Publisher/contains(where:)`` returns.
  public typealias ContainsWhere<Upstream: Publisher> = Contains<Upstream>

  /// What ``Publisher/tryContains(where:)`` returns.
  public typealias TryContainsWhere<Upstream: Publisher> = Reduced<Upstream, Bool, any Error>

  /// What ``Publisher/allSatisfy(_:)`` returns.
  public typealias AllSatisfy<Upstream: Publisher> = Contains<Upstream>

  /// What ``Publisher/tryAllSatisfy(_:)`` returns.
  public typealias TryAllSatisfy<Upstream: Publisher> = TryContainsWhere<Upstream>
}
