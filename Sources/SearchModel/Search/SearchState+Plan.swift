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
    if let plan = memory.inFlight, plan.request == request {
      phase = .searching(isLate: false)
      return resume(plan)
    }
    let wait = budget.reading?.wait(at: now) ?? .zero
    phase = wait > .zero ? .postponed : .resting
    return plan(request, rest: max(rest, wait), now: now)
  }

  /// Puts a plan in the place of the last one.
  mutating func plan(
    _ request: SearchRequest?,
    rest: Duration,
    now: Date
  ) -> [SearchEffect] {
    memory.planCount += 1
    let plan = SearchPlan(number: memory.planCount, request: request, rest: rest)
    memory.awaited = plan
    countDown(now: now)
    return [.search(plan)]
  }

  /// Drops what rests, for the sake of what is under way.
  private mutating func resume(_ plan: SearchPlan) -> [SearchEffect] {
    var plan = plan
    plan.rest = .zero
    memory.awaited = plan
    budget.secondsLeft = nil
    return [.search(plan)]
  }

  /// Drops what rests; what is under way may end, for it is paid for.
  mutating func stopWaiting() -> [SearchEffect] {
    guard memory.awaited != nil else { return [] }
    if let plan = memory.inFlight { return resume(plan) }
    return cancelSearch()
  }

  /// Drops what rests and cancels what is under way.
  mutating func cancelSearch() -> [SearchEffect] {
    guard memory.awaited != nil || memory.inFlight != nil else { return [] }
    (memory.awaited, memory.inFlight) = (nil, nil)
    budget.secondsLeft = nil
    memory.planCount += 1
    return [.search(SearchPlan(number: memory.planCount, request: nil, rest: .zero))]
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
    budget.reading = reading
    let denied = memory.inFlight
    memory.inFlight = nil
    guard let awaited = memory.awaited, awaited.number == denied?.number else { return [] }
    if awaited.request?.page == 1 { phase = .postponed }
    let wait = max(reading.wait(at: now), Self.shortestWait)
    return plan(awaited.request, rest: wait, now: now)
  }

  /// Should a budget deny and yet name no time.
  private static var shortestWait: Duration { .seconds(1) }
}

// MARK: - Time

extension SearchState {
  /// When something shown changes by itself, and the how-manieth time; nil when nothing does.
  package var nextWake: Wake? {
    [lateness, nextSecond, budget.reading?.isFullAt].compactMap(\.self).min()
      .map { Wake(date: $0, number: memory.tickCount) }
  }

  mutating func tick(now: Date) -> [SearchEffect] {
    memory.tickCount += 1
    if let lateness, lateness <= now { phase = .searching(isLate: true) }
    countDown(now: now)
    guard let isFullAt = budget.reading?.isFullAt, isFullAt <= now else { return [] }
    budget.reading?.isFullAt = nil
    return [.readBudget(access)]
  }

  /// Says how long the awaited plan has to wait for the budget.
  private mutating func countDown(now: Date) {
    let resumesAt = budget.reading?.resumesAt.flatMap { $0 > now ? $0 : nil }
    guard let resumesAt, memory.awaited?.request != nil, memory.inFlight == nil else {
      budget.secondsLeft = nil
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

/// A moment to be woken at.
package struct Wake: Sendable, Hashable {
  package var date: Date
  /// Tells the same moment apart when it is asked for again.
  package var number: Int
}
