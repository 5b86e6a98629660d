import GitHubModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Plans: what is asked for, when, and what becomes of it when the budget is used up.
extension SearchState {
  /// Plans the first page of a query; a request for it that is under way goes on instead.
  mutating func ask(for query: SearchQuery, rest: Duration, now: Date) -> [SearchEffect] {
    let request = SearchRequest(query: query, access: access)
    (total, paging) = (nil, .none)
    let wait = budgetWait(at: now)
    if memory.inFlight?.request == request {
      phase = .searching(isLate: false)
    } else {
      phase = wait > .zero ? .postponed : .resting
    }
    return plan(request, rest: max(rest, wait), now: now)
  }

  /// Puts a plan in the place of the last one; the same request under way goes on instead.
  ///
  /// One that rests keeps its number: its rest may be over by now, and no number begins twice.
  mutating func plan(
    _ request: SearchRequest,
    rest: Duration,
    now: Date
  ) -> [SearchEffect] {
    if let plan = memory.inFlight, plan.request == request {
      memory.awaited = plan
      return stopResting(for: plan)
    }
    let resting = memory.awaited.flatMap { $0.request == request ? $0.number : nil }
    let plan = SearchPlan(number: resting ?? nextPlan(), request: request, rest: rest)
    memory.awaited = plan
    countDown(now: now)
    return [.search(plan)]
  }

  /// Drops what rests by planning again what is under way: the same number is no new search.
  private mutating func stopResting(for plan: SearchPlan) -> [SearchEffect] {
    budget.secondsLeft = nil
    return [.search(SearchPlan(number: plan.number, request: plan.request, rest: .zero))]
  }

  /// Awaits nothing any more; what is under way may end, for it is paid for.
  mutating func stopWaiting() -> [SearchEffect] {
    guard memory.awaited != nil else { return [] }
    memory.awaited = nil
    return memory.inFlight.map { stopResting(for: $0) } ?? cancelSearch()
  }

  /// Drops what rests and cancels what is under way.
  mutating func cancelSearch() -> [SearchEffect] {
    (memory.awaited, memory.inFlight) = (nil, nil)
    budget.secondsLeft = nil
    return [.search(SearchPlan(number: nextPlan(), request: nil, rest: .zero))]
  }

  private mutating func nextPlan() -> Int {
    memory.planCount += 1
    return memory.planCount
  }

  /// The rest is over: whatever was under way before is cancelled.
  mutating func begin(_ plan: SearchPlan, now: Date) {
    memory.inFlight = plan.request == nil ? nil : plan
    guard plan.number == memory.awaited?.number, let request = plan.request else { return }
    budget.secondsLeft = nil
    memory.sentAt = now
    if request.page == 1 { phase = .searching(isLate: false) }
  }

  /// No budget: the newest plan waits for it.
  mutating func postpone(_ reading: BudgetReading, now: Date) -> [SearchEffect] {
    learn(reading, now: now)
    let denied = memory.inFlight
    memory.inFlight = nil
    guard let awaited = memory.awaited, awaited.number == denied?.number,
      let request = awaited.request
    else { return [] }
    memory.awaited = nil
    if request.page == 1 { phase = .postponed }
    let wait = reading.resumesAt == nil ? Self.usualWait : reading.wait(at: now)
    return plan(request, rest: max(wait, .milliseconds(1)), now: now)
  }

  /// How long the budget is known to be used up.
  ///
  /// A clock that was set back meanwhile makes it unknown: the claim will tell.
  func budgetWait(at now: Date) -> Duration {
    guard let reading = budget.reading, let readAt = memory.budgetReadAt, readAt <= now else {
      return .zero
    }
    return reading.wait(at: now)
  }

  /// Should a budget deny and yet name no time.
  private static var usualWait: Duration { .seconds(1) }
}

// MARK: - Time

extension SearchState {
  /// When something shown changes by itself, and the how-manieth time; nil when nothing does.
  package var nextWake: Wake? {
    [lateness, nextSecond, budget.reading?.isFullAt].compactMap(\.self).min()
      .map { Wake(date: $0, number: memory.tickCount) }
  }

  /// A budget that says it is full at a time gone by is full.
  mutating func learn(_ reading: BudgetReading, now: Date) {
    budget.reading = reading
    memory.budgetReadAt = now
    if let isFullAt = reading.isFullAt, isFullAt <= now { budget.reading?.isFullAt = nil }
  }

  mutating func tick(now: Date) -> [SearchEffect] {
    memory.tickCount += 1
    if let lateness, lateness.isDue(at: now) { phase = .searching(isLate: true) }
    countDown(now: now)
    guard let isFullAt = budget.reading?.isFullAt, isFullAt.isDue(at: now) else { return [] }
    budget.reading?.isFullAt = nil
    return [.readBudget(access)]
  }

  /// Says how long the awaited plan has to wait for the budget.
  private mutating func countDown(now: Date) {
    let resumesAt = budgetWait(at: now) > .zero ? budget.reading?.resumesAt : nil
    let isWaiting = memory.awaited.map { $0.number != memory.inFlight?.number } ?? false
    guard let resumesAt, isWaiting else {
      budget.secondsLeft = nil
      if phase == .postponed { phase = .resting }
      return
    }
    // A thousandth less, so that rounding never shows the same second twice.
    let seconds = (resumesAt.timeIntervalSince(now) - 0.001).rounded(.up)
    budget.secondsLeft = Int(exactly: min(max(seconds, 1), 86_400))
  }

  private var lateness: Date? {
    guard phase == .searching(isLate: false) else { return nil }
    return memory.sentAt.map { $0 + Self.patience }
  }

  private var nextSecond: Date? {
    guard let seconds = budget.secondsLeft, let resumesAt = budget.reading?.resumesAt else {
      return nil
    }
    return resumesAt - TimeInterval(seconds - 1)
  }

  /// How long an answer may take before it is late, in seconds.
  private static var patience: TimeInterval { 0.2 }
}

extension Date {
  /// Whether it has come, to the millisecond: timers are no finer.
  fileprivate func isDue(at now: Date) -> Bool {
    timeIntervalSince(now) < 0.001
  }
}

/// A moment to be woken at.
package struct Wake: Sendable, Hashable {
  package var date: Date
  /// Tells the same moment apart when it is asked for again.
  package var number: Int
}
