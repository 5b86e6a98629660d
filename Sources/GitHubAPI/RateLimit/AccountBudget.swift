/// What is known of the limits of one account at one origin: a pure state machine.
struct AccountBudget: Sendable, Equatable {
  private var windows: [RequestResource: BudgetWindow] = [:]
  /// When GitHub forbade every request until a time.
  private var pause: BudgetPause?
  /// When the next change may start.
  private var nextWrite: Moment?
  /// Refusals in a row.
  private var refusals = 0
  private var lastUse: Moment

  init(at now: Moment) {
    lastUse = now
  }

  /// True when nothing in it can matter any more.
  func isStale(at now: Moment) -> Bool {
    lastUse > now || now - lastUse > .seconds(86_400)
  }

  /// Lets the request go, counting it as sent, or tells what it must wait for.
  mutating func reserve(
    _ resource: RequestResource,
    isWrite: Bool,
    documentedLimit: Int,
    at now: Moment
  ) -> BudgetDecision {
    lastUse = now
    if let wait = obstacle(to: resource, isWrite: isWrite, at: now) { return .wait(wait) }
    let last = windows[resource]
    var window =
      current(resource, at: now)
      ?? BudgetWindow(assuming: last?.limit ?? documentedLimit, of: resource, from: now)
    window.take()
    windows[resource] = window
    if isWrite { nextWrite = now + Self.longestWrite }
    return .go
  }

  /// Takes in what the answer to a request says.
  mutating func hear(
    _ report: RateLimitReport,
    for resource: RequestResource,
    isWrite: Bool,
    at now: Moment
  ) {
    if isWrite { nextWrite = now + Self.betweenWrites }
    if let budget = report.budget {
      // A refusal is for what was asked for, whatever name the answer has for it.
      hear(budget, of: report.refusal == nil ? budget.resource : resource, at: now)
    } else if report.refusal == nil, windows[resource]?.isAssumed == true {
      // A server that counts nothing.
      windows[resource] = nil
    }
    hear(report.refusal, at: now)
  }

  /// Takes back a reservation whose request never left.
  mutating func giveBack(_ resource: RequestResource, isWrite: Bool, at now: Moment) {
    windows[resource]?.giveBack()
    if isWrite { nextWrite = now + Self.betweenWrites }
  }

  /// Ends the turn of a change whose answer never came.
  mutating func endWrite(at now: Moment) {
    nextWrite = now + Self.betweenWrites
  }

  func status(of resource: RequestResource, at now: Moment) -> BudgetStatus {
    let window = current(resource, at: now)
    let isKnown = window.map { !$0.isAssumed } ?? false
    let obstacle = obstacle(to: resource, isWrite: false, at: now)
    return BudgetStatus(
      limit: isKnown ? window?.limit : nil,
      remaining: isKnown ? window?.remaining : nil,
      resetsIn: isKnown ? window.map { $0.end - now } : nil,
      blockedFor: obstacle.map { $0.until - now }
    )
  }

  /// GitHub asks for a second between changes, counted from the end of one to the start of the next,
  /// so that no delay on the way can bring two closer together.
  private static let betweenWrites = Duration.seconds(1)

  /// How long a change in flight holds up others; a process that was killed cannot end its turn.
  private static let longestWrite = Duration.seconds(5)

  /// Six doublings of a minute are the hour that nothing goes beyond.
  private static let mostRefusals = 7
}

// MARK: Limits

extension AccountBudget {
  private func current(_ resource: RequestResource, at now: Moment) -> BudgetWindow? {
    windows[resource].flatMap { $0.isCurrent(at: now) ? $0 : nil }
  }

  private func obstacle(
    to resource: RequestResource,
    isWrite: Bool,
    at now: Moment
  ) -> BudgetWait? {
    if let pause, pause.isCurrent(at: now) { return BudgetWait(until: pause.end, cause: .pause) }
    if let window = current(resource, at: now), window.remaining <= 0 {
      let cause = window.isAssumed ? BudgetWait.Cause.unconfirmed : .budget(resource)
      return BudgetWait(until: window.end, cause: cause)
    }
    if isWrite, let nextWrite, now < nextWrite, nextWrite - now <= Self.longestWrite {
      return BudgetWait(until: nextWrite, cause: .pace)
    }
    return nil
  }

  private mutating func hear(
    _ budget: RateLimitReport.Budget,
    of resource: RequestResource?,
    at now: Moment
  ) {
    guard let resource else { return }
    guard var window = current(resource, at: now) else {
      windows[resource] = BudgetWindow(budget, at: now)
      return
    }
    window.hear(budget, at: now)
    windows[resource] = window
  }

  private mutating func hear(_ refusal: RateLimitReport.Refusal?, at now: Moment) {
    guard let refusal else {
      refusals = 0
      return
    }
    refusals = min(refusals + 1, Self.mostRefusals)
    let doubled = Int64(1) << Int64(refusals - 1)
    switch refusal {
    case .waitFor(let length): pause(for: max(length, .seconds(doubled)), at: now)
    case .budgetEmpty: break
    case .unspoken, .unbelievable: pause(for: .seconds(min(60 * doubled, 3600)), at: now)
    }
  }

  private mutating func pause(for length: Duration, at now: Moment) {
    if let pause, pause.isCurrent(at: now), pause.end > now + length { return }
    pause = BudgetPause(start: now, end: now + length)
  }
}

// MARK: JSON

extension AccountBudget: JSONReadable {
  init(_ json: JSONElement) throws(JSONMismatch) {
    var members = try json.members()
    let windows = try members.value("windows", as: [String: BudgetWindow].self)
    let known = windows.compactMap { name, window in
      RequestResource(rawValue: name).map { ($0, window) }
    }
    self.windows = Dictionary(known) { first, _ in first }
    pause = try members.optional("pause")
    nextWrite = try members.optional("nextWrite")
    refusals = min(max(try members.value("refusals"), 0), Self.mostRefusals)
    lastUse = try members.value("lastUse")
  }

  var json: String {
    let windows = windows.map { (key: $0.key.rawValue, json: $0.value.json) }
    var members = [
      (key: "windows", json: JSONWriter.object(windows)),
      (key: "refusals", json: "\(refusals)"),
      (key: "lastUse", json: lastUse.json),
    ]
    if let pause { members.append(("pause", pause.json)) }
    if let nextWrite { members.append(("nextWrite", nextWrite.json)) }
    return JSONWriter.object(members)
  }
}

extension BudgetPause: JSONReadable {
  init(_ json: JSONElement) throws(JSONMismatch) {
    var members = try json.members()
    start = try members.value("start")
    end = try members.value("end")
  }

  fileprivate var json: String {
    JSONWriter.object([("start", start.json), ("end", end.json)])
  }
}

/// A time in which no request may be sent.
private struct BudgetPause: Sendable, Equatable {
  let start: Moment
  let end: Moment

  /// As with ``BudgetWindow/isCurrent(at:)``: neither from the future nor for ages.
  func isCurrent(at now: Moment) -> Bool {
    start <= now && now < end && end - start <= .seconds(86_400)
  }
}
