extension Publisher {
  /// Puts a value in place of every `nil`.
  @inlinable
  public func replaceNil<T: Sendable>(with output: T) -> Publishers.Map<Self, T>
  where Output == T? {
    map { $0 ?? output }
  }
}
