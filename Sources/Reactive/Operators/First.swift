extension Publisher {
  /// Sends the first value, then finishes.
  ///
  /// Upstream is asked for everything at the subscription and cancelled at its first value. The
  /// result waits until the subscriber asks; so does the end of a stream that had no value. An
  /// error does not wait.
  ///
  /// ```marble
  /// numbers  --(1!)
  /// first()  --(1|)
  /// ```
  @inlinable public func first() -> Publishers.First<Self> {
    .init(self, "First", mapFailure: same) { result, value in
      result = value
      return true
    }
  }

  /// Sends the first value for which a closure returns `true`, then finishes.
  ///
  /// Upstream is asked for everything at the subscription and cancelled at the value that matches.
  /// The result waits until the subscriber asks; so does the end of a stream without a match. An
  /// error does not wait.
  ///
  /// ```marble
  /// numbers                   -1-2-(3!)
  /// first(where: { $0 > 2 })  -----(3|)
  /// ```
  @preconcurrency @inlinable public func first(
    where predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.FirstWhere<Self> {
    .init(self, "FirstWhere", mapFailure: same) { result, value in
      if predicate(value) { result = value }
      return result != nil
    }
  }

  /// Sends the first value for which a closure that can throw returns `true`, then finishes.
  ///
  /// As ``first(where:)``; what the closure throws fails the stream and cancels upstream.
  @preconcurrency @inlinable public func tryFirst(
    where predicate: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryFirstWhere<Self> {
    .init(self, "TryFirstWhere", mapFailure: anyError) { result, value in
      if try predicate(value) { result = value }
      return result != nil
    }
  }
}

extension Publisher {
  /// Sends the last value when the stream finishes.
  ///
  /// Upstream is asked for everything at the subscription. The result waits until the subscriber
  /// asks; so does the end of a stream that had no value. An error does not wait, and no value goes
  /// before it.
  ///
  /// ```marble
  /// numbers  -1-2-3-|
  /// last()   -------(3|)
  /// ```
  @inlinable public func last() -> Publishers.Last<Self> {
    .init(self, "Last", mapFailure: same) { result, value in
      result = value
      return false
    }
  }

  /// Sends the last value for which a closure returns `true`, when the stream finishes.
  ///
  /// Upstream is asked for everything at the subscription. The result waits until the subscriber
  /// asks; so does the end of a stream without a match. An error does not wait.
  ///
  /// ```marble
  /// numbers                  -1-2-3-|
  /// last(where: { $0 < 3 })  -------(2|)
  /// ```
  @preconcurrency @inlinable public func last(
    where predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.LastWhere<Self> {
    .init(self, "LastWhere", mapFailure: same) { result, value in
      if predicate(value) { result = value }
      return false
    }
  }

  /// Sends the last value for which a closure that can throw returns `true`, at the end.
  ///
  /// As ``last(where:)``; what the closure throws fails the stream and cancels upstream.
  @preconcurrency @inlinable public func tryLast(
    where predicate: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryLastWhere<Self> {
    .init(self, "TryLastWhere", mapFailure: anyError) { result, value in
      if try predicate(value) { result = value }
      return false
    }
  }
}

extension Publishers {
  /// What ``Publisher/first()`` returns.
  public typealias First<Upstream: Publisher> = Reduced<
    Upstream, Upstream.Output, Upstream.Failure
  >

  /// What ``Publisher/first(where:)`` returns.
  public typealias FirstWhere<Upstream: Publisher> = First<Upstream>

  /// What ``Publisher/tryFirst(where:)`` returns.
  public typealias TryFirstWhere<Upstream: Publisher> = Reduced<
    Upstream, Upstream.Output, any Error
  >

  /// What ``Publisher/last()`` returns.
  public typealias Last<Upstream: Publisher> = First<Upstream>

  /// What ``Publisher/last(where:)`` returns.
  public typealias LastWhere<Upstream: Publisher> = First<Upstream>

  /// What ``Publisher/tryLast(where:)`` returns.
  public typealias TryLastWhere<Upstream: Publisher> = TryFirstWhere<Upstream>
}
