import ArgumentParser
import GitHubAPI

/// The flags for what to do at a rate limit.
struct WaitOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: """
      Wait for a rate limit to end, however long, or not at all. Without either: a minute at most.
      """
  )
  var wait: Bool?

  var patience: WaitPolicy.Patience {
    switch wait {
    case true?: .untilItEnds
    case false?: .none
    case nil: .usual
    }
  }
}

extension WaitPolicy {
  /// Says on standard error how long it will be.
  init(_ patience: Patience, in context: Context) {
    self.init(patience) { notice in
      let until = LocalTime.clock(notice.until, now: context.now())
      context.note("ghsearch: \(notice.cause.sentence); waiting until \(until), Ctrl-C ends it")
    }
  }
}

extension BudgetWait.Cause {
  fileprivate var sentence: String {
    switch self {
    case .budget(.search), .unconfirmed: "no searches are left"
    case .budget(.core), .budget(.graphql): "no requests are left"
    case .pause: "GitHub asks for a pause"
    case .pace: "changes are a second apart"
    }
  }
}
