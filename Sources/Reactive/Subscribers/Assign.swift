extension Publisher where Failure == Never {
  /// Writes every value to a property of an object, which is held until the end or a cancel.
  package func assign<Root: Sendable>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>,
    on object: Root
  ) -> AnyCancellable {
    // nonisolated(unsafe) because a key path never changes.
    nonisolated(unsafe) let keyPath = keyPath
    return sink { object[keyPath: keyPath] = $0 }
  }
}
