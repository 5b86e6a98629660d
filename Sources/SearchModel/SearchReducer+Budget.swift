import Essentials
import GitHubModel

/// The rate limit and time: when a search is sent, held back, repeated, or counted down.
extension SearchReducer {
  /// Why a pause in typing sends no search; nil if it does.
  func reasonToAwaitEnter(at now: Date) -> EnterReason? {
    if let mistake = QueryMistake.first(inTyped: state.text) { return .mistaken(mistake) }
    if TypedQuery(state.text) == .unfinished { return .unfinished }
    return state.budget.reading?.remaining(at: now) == 1 ? .lastSearch : nil
  }

  mutating func awaitEnter(_ reason: EnterReason) -> [SearchEffect] {
    state.phase = .awaitingEnter(reason)
    (state.total, state.paging) = (nil, .none)
    return dropPending()
  }

  /// Searches for a text that waited for Enter to save the last search, once more searches are left.
  mutating func searchAwaited(now: Date) -> [SearchEffect] {
    guard state.phase == .awaitingEnter(.lastSearch) else { return [] }
    return considerText(interval: nil, isTyped: true, now: now)
  }

  /// The pause before a search; a typed text may go on.
  func debounceInterval(isTyped: Bool, at now: Date) -> Duration {
    let typed = isTyped ? TypedQuery(state.text) : .ready
    let pause = DebounceInterval.minimum(state.access, isGrowing: typed == .growing)
    let interval = DebounceInterval.typing(state.budget.reading, minimum: pause, at: now)
    return typed == .ambiguous ? max(interval, DebounceInterval.ambiguous) : interval
  }

  /// Whether a word of the query is still being typed, so that finding nothing says little.
  func isInWord(at now: Date) -> Bool {
    guard let editedAt = bookkeeping.editedAt else { return false }
    return TypedQuery(state.text) == .growing
      && 0..<Self.emptyAfter ~= now.timeIntervalSince(editedAt)
  }

  /// When a result without rows is shown, unless a key is pressed before.
  var emptyResultAt: Date? {
    bookkeeping.emptyResult == nil ? nil : bookkeeping.editedAt.map { $0 + Self.emptyAfter }
  }

  /// Seconds.
  private static var emptyAfter: TimeInterval { 1.5 }

  mutating func showEmptyResult(now: Date) -> [SearchEffect] {
    bookkeeping.emptyResult.take().map { show($0, now: now) } ?? []
  }

  /// The rate limit does not allow the request: the newest one waits for it.
  mutating func postpone(_ reading: BudgetReading, now: Date) -> [SearchEffect] {
    record(reading, now: now)
    let denied = bookkeeping.inFlight
    bookkeeping.inFlight = nil
    guard let pending = bookkeeping.pending, pending.number == denied?.number,
      let request = pending.request
    else { return [] }
    bookkeeping.pending = nil
    if request.page == 1 { state.phase = .postponed }
    let wait = reading.resumesAt == nil ? Self.defaultWait : reading.wait(at: now)
    return send(request, interval: max(wait, .milliseconds(1)), now: now)
  }

  /// When the rate limit is used up and the time of its end is not known.
  private static var defaultWait: Duration { .seconds(1) }

  /// How long the rate limit is known to be used up.
  ///
  /// A clock that was set back since makes that unknown until the next reading.
  func budgetWait(at now: Date) -> Duration {
    guard let reading = state.budget.reading, let readAt = bookkeeping.budgetReadAt, readAt <= now
    else { return .zero }
    return reading.wait(at: now)
  }

  /// A limit whose reset is in the past is full now.
  mutating func record(_ reading: BudgetReading, now: Date) {
    state.budget.reading = reading
    bookkeeping.budgetReadAt = now
    if let isFullAt = reading.isFullAt, isFullAt <= now { state.budget.reading?.isFullAt = nil }
  }
}

/// How long to wait for the next key before a typed text is searched for.
enum DebounceInterval {
  /// While at least half of the rate limit is left.
  static func minimum(_ access: SearchAccess, isGrowing: Bool) -> Duration {
    switch access {
    case .signedIn: .milliseconds(isGrowing ? 600 : 250)
    case .anonymous: .milliseconds(isGrowing ? 600 : 500)
    }
  }

  /// While the last word may become a qualifier.
  static let ambiguous = Duration.milliseconds(1_500)
  /// However little is left.
  static let maximum = Duration.seconds(2)

  /// Grows as the rate limit is used up, in inverse proportion to what is left.
  static func typing(_ reading: BudgetReading?, minimum: Duration, at now: Date) -> Duration {
    guard let reading else { return minimum }
    let left = max(reading.remaining(at: now), 1)
    let factor = max(1, Double(reading.limit) / Double(2 * left))
    return min(minimum * factor, maximum)
  }
}

// MARK: - Time

extension SearchReducer {
  /// Asks for a tick when the next timed change is due.
  mutating func wake() -> [SearchEffect] {
    let next = [
      bookkeeping.rememberQueryAt, emptyResultAt, lateAt, slowAt, nextSecond, nextRetrySecond,
      state.budget.reading?.isFullAt,
      state.stars.nextWriteAt,
    ]
    .compactMap(\.self).min()
    guard next != bookkeeping.wakeAt else { return [] }
    bookkeeping.wakeAt = next
    return [.wake(next)]
  }

  mutating func tick(now: Date) -> [SearchEffect] {
    bookkeeping.wakeAt = nil
    if let lateAt, lateAt.isDue(at: now) { state.phase = .searching(isLate: true) }
    if let slowAt, slowAt.isDue(at: now) { state.isSlow = true }
    if let retryAt = bookkeeping.retryAt {
      let seconds = secondsLeft(until: retryAt, now: now)
      state.retry?.secondsLeft = seconds
    }
    countDown(now: now)
    var effects = beginDue(now: now)
    if let emptyResultAt, emptyResultAt.isDue(at: now) { effects += showEmptyResult(now: now) }
    if let rememberQueryAt = bookkeeping.rememberQueryAt, rememberQueryAt.isDue(at: now) {
      bookkeeping.rememberQueryAt = nil
      effects += remember()
    }
    if let isFullAt = state.budget.reading?.isFullAt, isFullAt.isDue(at: now) {
      state.budget.reading?.isFullAt = nil
      effects.append(.readBudget(state.access))
    }
    return effects
  }

  /// Begins a search that became due while the machine, and with it the timer, was asleep.
  private mutating func beginDue(now: Date) -> [SearchEffect] {
    guard let pending = bookkeeping.pending, let request = pending.request,
      pending.number != bookkeeping.inFlight?.number, bookkeeping.dueAt?.isDue(at: now) == true
    else { return [] }
    return send(request, interval: .zero, now: now)
  }

  /// Shows how long the pending search has to wait for the rate limit.
  mutating func countDown(now: Date) {
    let resumesAt = budgetWait(at: now) > .zero ? state.budget.reading?.resumesAt : nil
    let isWaiting = bookkeeping.pending.map { $0.number != bookkeeping.inFlight?.number } ?? false
    guard let resumesAt, isWaiting else {
      state.budget.secondsLeft = nil
      if state.phase == .postponed { state.phase = .debouncing }
      return
    }
    state.budget.secondsLeft = secondsLeft(until: resumesAt, now: now)
  }

  /// At least 1; a thousandth less, so that rounding never shows the same second twice.
  func secondsLeft(until date: Date, now: Date) -> Int {
    let seconds = (date.timeIntervalSince(now) - 0.001).rounded(.up)
    return Int(exactly: min(max(seconds, 1), 86_400)) ?? 1
  }

  private var lateAt: Date? {
    guard state.phase == .searching(isLate: false) else { return nil }
    return bookkeeping.sentAt.map { $0 + Self.lateAfter }
  }

  private var slowAt: Date? {
    guard case .searching = state.phase, !state.isSlow else { return nil }
    return bookkeeping.sentAt.map { $0 + Self.slowAfter }
  }

  /// Seconds until a query whose results stay on the screen goes into the history.
  static var rememberAfter: TimeInterval { 2 }
  /// Seconds.
  private static var lateAfter: TimeInterval { 0.2 }
  private static var slowAfter: TimeInterval { 2 }

  private var nextRetrySecond: Date? {
    guard let retry = state.retry, retry.secondsLeft > 1, let retryAt = bookkeeping.retryAt
    else { return nil }
    return retryAt - TimeInterval(retry.secondsLeft - 1)
  }

  private var nextSecond: Date? {
    guard let seconds = state.budget.secondsLeft, let resumesAt = state.budget.reading?.resumesAt
    else { return nil }
    return resumesAt - TimeInterval(seconds - 1)
  }
}

extension Duration {
  /// In seconds.
  var timeInterval: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}

extension Date {
  /// Whether it has come, to the millisecond: timers are not finer.
  fileprivate func isDue(at now: Date) -> Bool {
    timeIntervalSince(now) < 0.001
  }
}
