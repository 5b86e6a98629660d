extension Publisher {
  /// Puts a value in place of every `nil`.
  ///
  /// One value in, one value out: demand, the end and the error pass through untouched.
  ///
  /// ```marble
  /// numbers              -7-nil-8-|
  /// replaceNil(with: 0)  -7-0---8-|
  /// ```
  @inlinable
  public func replaceNil<T: Sendable>(with output: T) -> Publishers.Map<Self, T>
  where Output == T? {
    map { $0 ?? output }
  }
}
