import Reactive
import SearchModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Conversation {
  /// The state that settles what was asked for, however long the budget holds it up.
  ///
  /// That it does is said once, with the time; when it would be for too long, it is given up.
  func settle(
    where isSettled: @escaping @Sendable (SearchState) -> Bool,
    after act: () -> Void = {}
  ) async throws(REPLStop) -> SearchState {
    var told: Date?
    var state = await next(isSettled, told, after: act)
    while let current = state, !isSettled(current) {
      told = try holdUp(current)
      state = await next(isSettled, told)
    }
    guard let state else { throw giveUp(.cancelled) }
    return state
  }

  /// The next state that settles it, or that waits for a time that was not told yet.
  private func next(
    _ isSettled: @escaping @Sendable (SearchState) -> Bool,
    _ told: Date?,
    after act: () -> Void = {}
  ) async -> SearchState? {
    await watch.first(
      where: { state in
        isSettled(state) || state.resumption.map { $0 > (told ?? .distantPast) + 1 } == true
      },
      after: act
    )
  }

  /// Says until when it waits.
  private func holdUp(_ state: SearchState) throws(REPLStop) -> Date? {
    guard let resumption = state.resumption else { return nil }
    let time = ports.clock(resumption)
    guard resumption.timeIntervalSince(ports.now()) <= longestWait else {
      throw giveUp(.failed(REPLFailure(budgetUntil: time)))
    }
    note("ghsearch: no searches are left; waiting until \(time)")
    return resumption
  }

  /// Nothing is asked of GitHub any more for the sake of the line.
  private func giveUp(_ stop: REPLStop) -> REPLStop {
    search.query.send(QueryInput("", .whole))
    return stop
  }
}

extension SearchState {
  /// When the search goes on by itself; nil while it does not wait for the budget.
  fileprivate var resumption: Date? {
    budget.secondsLeft == nil ? nil : budget.reading?.resumesAt
  }
}

extension REPLFailure {
  fileprivate init(budgetUntil time: String) {
    self.init(
      .rateLimited,
      "search",
      "no searches are left",
      advice: "try again after \(time), or add --wait"
    )
  }
}
