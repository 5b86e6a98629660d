import GitHubModel
import SearchModel
import Terminal

extension ScreenState {
  /// Leaves at once, or when GitHub has acknowledged the stars; whoever asks twice waits no longer.
  mutating func leave(_ ending: Outcome.Ending) -> [ScreenEffect] {
    if let leaving { return [.leave(unfinished(leaving))] }
    let outcome = Outcome(ending)
    guard search.hasPendingStars else { return [.leave(outcome)] }
    leaving = outcome
    let key = options.keymap.name(of: .quit) ?? "^C"
    notice = "Waiting for GitHub to acknowledge the stars. \(key) leaves without."
    return [.awaitStars]
  }

  func finished(_ outcome: Outcome) -> Outcome {
    var outcome = outcome
    if case .star = search.banner?.attempt { outcome.failure = search.banner }
    return outcome
  }

  func unfinished(_ outcome: Outcome) -> Outcome {
    var outcome = finished(outcome)
    outcome.unacknowledgedStars = search.pendingStars.map(\.repository.name)
    return outcome
  }
}
