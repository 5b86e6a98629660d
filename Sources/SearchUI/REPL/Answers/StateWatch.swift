import Reactive
import SearchModel

/// Waits for states of a search.
struct StateWatch: Sendable {
  private let search: SearchViewModel

  init(_ search: SearchViewModel) {
    self.search = search
  }

  /// The first state that fulfils it: the one of the moment or any later one, however short-lived.
  ///
  /// - Parameters:
  ///   - condition: what is waited for.
  ///   - act: done once nothing can be missed any more.
  /// - Returns: Nil when the task is cancelled; when it was before, nothing is done.
  func first(
    where condition: @escaping @Sendable (SearchState) -> Bool,
    after act: () -> Void = {}
  ) async -> SearchState? {
    guard !Task.isCancelled else { return nil }
    let (states, continuation) = AsyncStream.makeStream(of: SearchState.self)
    let watching = search.states.first(where: condition).sink { state in
      continuation.yield(state)
      continuation.finish()
    }
    defer { watching.cancel() }
    act()
    for await state in states { return state }
    return nil
  }
}
