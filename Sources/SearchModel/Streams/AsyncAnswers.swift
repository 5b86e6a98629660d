import Reactive

extension AnyPublisher where Output: Sendable, Failure == Never {
  /// Runs an asynchronous call when subscribed to; cancelling the subscription cancels its task.
  static func running(_ call: @escaping @Sendable () async -> Output) -> Self {
    Deferred { Future<Output, Never>(operation: call) }.eraseToAnyPublisher()
  }
}

extension Result where Success: Sendable, Failure == SearchFailure {
  /// What a call returns or throws, as a value.
  static func catching(
    _ call: () async throws(SearchFailure) -> Success
  ) async -> Self {
    do throws(SearchFailure) {
      return .success(try await call())
    } catch {
      return .failure(error)
    }
  }
}

extension SearchFailure? {
  /// What a call throws, or nil.
  static func catching(_ call: () async throws(SearchFailure) -> Void) async -> Self {
    do throws(SearchFailure) {
      try await call()
      return nil
    } catch {
      return error
    }
  }
}
