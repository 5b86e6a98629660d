import Essentials
import GitHubModel

/// The rate limit and time: when a search starts, is held back, or counts down.
extension SearchReducer {
  /// The reason why a pause in typing sends no search; nil if it does.
  func reasonToAwaitEnter() -> EnterReason? {
    if let mistake = QueryMistake.first(whileTyping: state.text) { return .mistaken(mistake) }
    if TypedQuery(state.text) == .unfinished { return .unfinished }
    return state.budget?.remaining(at: now) == 1 ? .lastSearch : nil
  }

  mutating func awaitEnter(_ reason: EnterReason) {
    state.phase = .awaitingEnter(reason)
    (state.total, state.paging) = (nil, .none)
    dropWaitingSearch()
  }

  /// Runs the search that was held back to keep the last one for Enter.
  mutating func searchAwaited() {
    guard state.phase == .awaitingEnter(.lastSearch) else { return }
    evaluateText(pause: nil, isTyped: true)
  }

  /// The pause before a search; longer after typing, since more keys may follow.
  func typingPause(isTyped: Bool) -> Duration {
    let typed = isTyped ? TypedQuery(state.text) : .ready
    let isFull = state.budget.map { $0.remaining(at: now) == $0.limit } ?? false
    let shortest = DebounceInterval.minimum(
      state.access,
      isGrowing: typed == .growing,
      isFull: isFull
    )
    let pause = DebounceInterval.typing(state.budget, minimum: shortest, at: now)
    return typed == .ambiguous ? max(pause, DebounceInterval.ambiguous) : pause
  }

  /// Typing paused: show the result even if it is empty.
  mutating func endWord(of text: String) {
    guard state.desired.wordInProgress == text else { return }
    state.desired.wordInProgress = nil
    showEmptyResult()
  }

  mutating func showEmptyResult() {
    if let result = bookkeeping.emptyResult.take() { show(result) }
  }

  /// Postpones the newest request, since the rate limit does not allow it.
  mutating func postpone(_ reading: BudgetReading) {
    record(reading)
    guard let denied = bookkeeping.underWay else { return }
    bookkeeping.underWay = nil
    guard DesiredSearch.isSameSearch(denied, state.desired.search) else { return }
    endSearch(denied.request)
    if denied.request.page == 1 { state.phase = .postponed }
    let wait = reading.resumesAt == nil ? Self.defaultWait : reading.wait(at: now)
    send(denied.request, pause: max(wait, .milliseconds(1)))
  }

  /// The wait if the rate limit is used up and its end is unknown.
  private static var defaultWait: Duration { .seconds(1) }

  /// How long the rate limit is known to be used up.
  ///
  /// If the clock was set back since, that is unknown until the next reading.
  var budgetWait: Duration {
    guard let reading = state.budget, let readAt = bookkeeping.budgetReadAt, readAt <= now
    else { return .zero }
    return reading.wait(at: now)
  }

  /// Records a reading; a limit whose reset has passed is full.
  mutating func record(_ reading: BudgetReading) {
    state.budget = reading
    bookkeeping.budgetReadAt = now
    if let isFullAt = reading.isFullAt, isFullAt <= now { state.budget?.isFullAt = nil }
  }

  mutating func showRetry(_ retry: SearchRetry?) {
    state.retry = retry
    bookkeeping.retriesAt = retry.map { now + TimeInterval($0.seconds) }
  }

  /// Shows how long the search must wait for the rate limit, and starts it afterward, even if the
  /// machine was suspended in the meantime; otherwise shows the wait for a retry.
  mutating func countDown() {
    (state.secondsLeft, state.desired.nextSecond) = (nil, nil)
    let waits = state.desired.search != nil && state.desired.search != bookkeeping.underWay
    if waits, budgetWait > .zero, let resumesAt = state.budget?.resumesAt {
      state.secondsLeft = countDown(to: resumesAt)
      return
    }
    if waits, state.desired.search?.isHeldBack == true { state.desired.search?.pause = .zero }
    if state.phase == .postponed { state.phase = .debouncing }
    if state.retry != nil, let end = bookkeeping.retriesAt, end > now {
      let seconds = countDown(to: end)
      state.retry?.seconds = seconds
    }
  }

  /// The whole seconds until the end; also requests the moment when there is one less.
  private mutating func countDown(to end: Date) -> Int {
    let seconds = Self.secondsLeft(end.timeIntervalSince(now))
    state.desired.nextSecond = Asked(
      value: end - TimeInterval(seconds - 1),
      number: bookkeeping.secondsPassed
    )
    return seconds
  }

  /// The seconds left, at least 1; a thousandth less, so that rounding never shows the same second
  /// twice.
  private static func secondsLeft(_ wait: TimeInterval) -> Int {
    Int(exactly: min(max((wait - 0.001).rounded(.up), 1), 86_400)) ?? 1
  }
}

/// How long to wait for the next key before searching for typed text.
enum DebounceInterval {
  /// The pause while at least half the rate limit is left.
  ///
  /// Within a word, the first search of a minute waits less if thirty are allowed.
  static func minimum(_ access: SearchAccess, isGrowing: Bool, isFull: Bool) -> Duration {
    switch access {
    case .signedIn: .milliseconds(!isGrowing ? 250 : isFull ? 300 : 600)
    case .anonymous: .milliseconds(isGrowing ? 600 : 500)
    }
  }

  /// The pause if the last word may become a qualifier.
  static let ambiguous = Duration.milliseconds(1_500)
  /// The maximum pause, however little is left.
  static let maximum = Duration.seconds(2)

  /// The pause, which grows in inverse proportion to the rest of the rate limit.
  static func typing(_ reading: BudgetReading?, minimum: Duration, at now: Date) -> Duration {
    guard let reading else { return minimum }
    let left = max(reading.remaining(at: now), 1)
    let factor = max(1, Double(reading.limit) / Double(2 * left))
    return min(minimum * factor, maximum)
  }
}
