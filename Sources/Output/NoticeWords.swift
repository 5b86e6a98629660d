package import Core
import Essentials
import GitHubAPI
import GitHubModel
import Terminal

extension Context {
  /// A copy of the context whose world reports notices to it.
  package func listening(showsRetries: Bool = false) -> Self {
    var context = self
    context.world.notify = { [self = context] notice in
      if case .retry = notice, !showsRetries { return }
      self.tell(notice)
    }
    return context
  }

  /// Puts a notice into words.
  private func tell(_ notice: Notice) {
    switch notice {
    case .retry(let retry): statusLine?.showRetry(retry?.sentence ?? "")
    case .progress(let progress): show(progress)
    case .wait(let wait, let needsToken):
      let until = LocalTime.clock(wait.until, now: world.now())
      let hint = needsToken ? "; sign in for 30 searches a minute" : ""
      let text = "\(wait.cause.sentence); waiting until \(until)"
      announceWait(text, until: wait.until, hint: hint)
    case .waitForReserve(let remaining, let date):
      let until = LocalTime.clock(date, now: world.now())
      announceWait(
        "keeping the last \(remaining) requests of this hour for other commands; waiting until \(until)",
        until: date
      )
    case .listsFetched(let count):
      note(
        "ghsearch: no local copy of your lists yet; fetched \(Counted.text(count, "list")) from GitHub"
      )
    case .longHistory(let name, let requests):
      note("ghsearch: the star history of \(name) takes \(requests) requests")
    case .corrected(let correction):
      note("ghsearch: \(SafeText(correction.sentence, longest: 400))")
    case .changeNotShown:
      note("ghsearch: GitHub does not show the change yet; this can take a few seconds")
    case .pushesForCommits:
      note(
        "ghsearch: without a token, the last push is shown instead of the newest commit; run `ghsearch auth login`"
      )
    case .valuesMissing(.currentStarStates, let failure):
      warn(
        "star states are from the local copy",
        failure.why,
        advice: "run `ghsearch stars sync` to update it"
      )
    case .valuesMissing(let values, let failure):
      warn("\(values.subject) are unknown", failure.why, advice: failure.advice)
    case .readmePartMissing(let name, let failure):
      report(failure.with(what: "\(name): \(failure.what)"))
    case .failed(let failure): report(failure)
    case .skippedEnvironmentFile(let error): warn(OperationFailure(error).named("skipping .env"))
    case .continuingWithoutToken(let error):
      warn(OperationFailure(error).named("continuing without a token"))
    case .continuingWithoutLibrary(let failure):
      warn(failure.named("continuing without the local data"))
    case .copyNotUpdated(let failure):
      let advice = "the change was made on GitHub; run `ghsearch stars sync` later"
      warn(failure.with(what: "update the local copy of your stars", advice: [advice]))
    case .starsKept(let count):
      warn(
        "\(Counted.text(count, "star")) kept",
        "could not confirm whether they are still starred"
      )
    case .commitsUnknown(let failure):
      warn("some commits are unknown", failure.why, advice: failure.advice)
    case .notRestored(let name, let reason):
      warn("\(name) was not restored", reason ?? "GitHub cannot find it")
    case .listsNotVerified(let failure):
      warn("could not verify the new lists", failure.why, advice: failure.advice)
    case .listsHidden(let count, let reason):
      warn("\(Counted.text(count, "list")) cannot be read", reason ?? Self.leftOut)
    case .membersHidden(let list, let count, let names, let reason):
      let known =
        names.count == count
        ? names.map(\.fullName).joined(separator: ", ") : Counted.text(count, "repository")
      warn("\(known) in the list \"\(list)\" cannot be read", reason ?? Self.leftOut)
    }
  }

  private static let leftOut = "GitHub left it out"

  /// Shows the progress of many calls on the status line; a single call ends quickly.
  private func show(_ progress: Progress) {
    guard let statusLine, progress.total > 1 else { return }
    if progress.hasEnded { return statusLine.show("") }
    let bar = ProgressBar(done: progress.done, total: progress.total)
    let labels = [progress.timeLeft(at: world.clock.now()), SafeText(progress.item).description]
      .filter { !$0.isEmpty }
    guard statusLine.isJSON else {
      let label = labels.joined(separator: "  ")
      let columns = errorTerminal?.columns ?? 0
      return statusLine.show(bar.text(label: label, width: columns, count: progress.count))
    }
    // Short operations need no progress.
    guard world.clock.now() - progress.start > .seconds(1) else { return }
    let text = ([progress.count].compactMap(\.self) + labels).joined(separator: "; ")
    statusLine.show(text, done: bar.done, of: bar.total)
  }
}

extension MissingValues {
  fileprivate var subject: String {
    switch self {
    case .starStates, .currentStarStates: return "star states"
    case .growth: return "some stars gained"
    case .releases: return "some latest releases"
    case .activity: return "some states of activity"
    case .parts(let readmes, let languages):
      let parts = [readmes ? "READMEs" : nil, languages ? "languages" : nil].compactMap(\.self)
      return "some " + parts.joined(separator: " or ")
    }
  }
}

extension Progress {
  /// The text that replaces the numbers; nil for the numbers.
  fileprivate var count: String? {
    switch unit {
    case .items: nil
    case .listedStars: OperationFailure.Stop.Progress.stars(done, total: total).text
    }
  }

  /// Text such as `5 min left`, estimated from the calls so far; empty for the last half minute.
  fileprivate func timeLeft(at now: Moment) -> String {
    let each = done > 0 ? (now - start) / done : .seconds(1)
    let minutes = (each * (total - done)) / .seconds(60)
    guard minutes >= 0.5, let whole = Int(exactly: minutes.rounded(.up)) else { return "" }
    return "\(whole) min left"
  }
}

extension RateLimiter.Wait.Cause {
  fileprivate var sentence: String {
    switch self {
    case .limit(.search), .unconfirmed: "search limit reached"
    case .limit(.core), .limit(.graphql): "rate limit reached"
    case .pause: "GitHub asked us to slow down"
    case .turn: "another request is running"
    }
  }
}

extension Context {
  /// Reports in one line whose repositories were skipped, why, and what helps.
  package func warn(of refusals: OwnerRefusals) {
    guard let (owner, failure, others) = refusals.first else { return }
    let more = others == 0 ? "" : " and \(Counted.text(others, "other owner"))"
    warn(
      "repositories of \(owner)\(more) were not updated",
      failure.why,
      advice: failure.advice
    )
  }
}
