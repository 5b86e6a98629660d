extension Publisher {
  /// Sends the first value, finishes and cancels upstream.
  package func first() -> Publishers.Reduce<Self, Output> { first { _ in true } }

  /// Sends the first value for which a closure returns true, finishes and cancels upstream.
  package func first(
    where predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.Reduce<Self, Output> {
    .init(upstream: self, name: "First") { result, value in
      if predicate(value) { result = value }
      return result != nil
    }
  }

  /// Sends the last value when upstream finishes.
  package func last() -> Publishers.Reduce<Self, Output> { last { _ in true } }

  /// Sends the last value for which a closure returns true when upstream finishes.
  package func last(
    where predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.Reduce<Self, Output> {
    .init(upstream: self, name: "Last") { result, value in
      if predicate(value) { result = value }
      return false
    }
  }
}
