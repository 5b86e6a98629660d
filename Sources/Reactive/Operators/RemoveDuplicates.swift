extension Publisher where Output: Equatable & SendableMetatype {
  /// Drops every value that equals the one before it.
  ///
  /// Compares each value with its direct predecessor and with no other. For a value that is
  /// dropped, upstream is asked for one more. The first value always passes; the end and the error
  /// pass on as they are. One value is remembered, until the stream is released. `==` runs on the
  /// thread that sends.
  ///
  /// ```marble
  /// words               -a-a-b-b-a-|
  /// removeDuplicates()  -a---b---a-|
  /// ```
  @inlinable public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    removeDuplicates { $0 == $1 }
  }
}

extension Publisher {
  /// Drops every value that a closure calls the same as the one before it.
  ///
  /// As ``removeDuplicates()``, for values without `==` or with another idea of equality. The
  /// closure gets the previous value, then the new one.
  ///
  /// ```marble
  /// words                           -a-A-b-B-a-|
  /// removeDuplicates(by: sameWord)  -a---b---a-|
  /// ```
  @preconcurrency @inlinable public func removeDuplicates(
    by predicate: @escaping @Sendable (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    .init(self, "RemoveDuplicates", state: nil, mapFailure: same) { last, value in
      guard let previous = exchange(&last, with: value) else { return .send(value) }
      return predicate(previous, value) ? .skip : .send(value)
    }
  }

  /// Drops every value that a closure that can throw calls the same as the one before it.
  ///
  /// As ``removeDuplicates(by:)``; what the closure throws fails the stream and cancels upstream.
  @preconcurrency @inlinable public func tryRemoveDuplicates(
    by predicate: @escaping @Sendable (Output, Output) throws -> Bool
  ) -> Publishers.TryRemoveDuplicates<Self> {
    .init(self, "TryRemoveDuplicates", state: nil, mapFailure: anyError) { last, value in
      guard let previous = exchange(&last, with: value) else { return .send(value) }
      return try predicate(previous, value) ? .skip : .send(value)
    }
  }
}

extension Publishers {
  /// What ``Publisher/removeDuplicates(by:)`` returns.
  public typealias RemoveDuplicates<Upstream: Publisher> = Staged<
    Upstream, Upstream.Output?, Upstream.Output, Upstream.Failure
  >

  /// What ``Publisher/tryRemoveDuplicates(by:)`` returns.
  public typealias TryRemoveDuplicates<Upstream: Publisher> = Staged<
    Upstream, Upstream.Output?, Upstream.Output, any Error
  >
}
