/// What is left of one budget in one window of time.
struct BudgetWindow: Sendable, Equatable {
  private(set) var limit: Int
  private(set) var remaining: Int
  private let start: Moment
  private(set) var end: Moment
  /// True until GitHub's first word: the numbers are then those of the documentation.
  private(set) var isAssumed: Bool

  /// A window that begins with the first request in it, as GitHub's do.
  init(assuming limit: Int, of resource: RequestResource, from now: Moment) {
    self.limit = limit
    remaining = limit
    start = now
    end = now + resource.window
    isAssumed = true
  }

  init(_ report: RateLimitReport.Budget, at now: Moment) {
    limit = report.limit
    remaining = report.remaining
    start = now
    end = now + report.resetsIn
    isAssumed = false
  }

  /// False once it is over, and for one that seems to begin in the future or to last for ages: the
  /// clock it was written down by was another one.
  func isCurrent(at now: Moment) -> Bool {
    start <= now && now < end && end - now <= .seconds(2 * 3600)
  }

  mutating func take() {
    remaining = max(remaining - 1, 0)
  }

  /// Gives back what was taken for a request that never left.
  mutating func giveBack() {
    remaining = min(remaining + 1, limit)
  }

  /// Takes GitHub's word in, which may be older than what was taken since.
  ///
  /// Each answer's end of the window is late by at most its own delay, so the earliest is best.
  mutating func hear(_ report: RateLimitReport.Budget, at now: Moment) {
    let heard = Self(report, at: now)
    if isAssumed {
      let taken = limit - remaining
      self = heard
      remaining = min(remaining, max(limit - taken, 0))
    } else if heard.end > end + Self.tolerance {
      self = heard
    } else if heard.end + Self.tolerance >= end {
      limit = heard.limit
      remaining = min(remaining, heard.remaining)
      end = min(end, heard.end)
    }
  }

  /// Ends that are closer than this are those of one window.
  private static let tolerance = Duration.seconds(5)

}

// MARK: JSON

extension BudgetWindow: JSONReadable {
  init(_ json: JSONElement) throws(JSONMismatch) {
    var members = try json.members()
    limit = min(max(try members.value("limit"), 0), Self.largest)
    remaining = min(max(try members.value("remaining"), 0), limit)
    start = try members.value("start")
    end = try members.value("end")
    isAssumed = try members.value("isAssumed")
  }

  private static let largest = 1_000_000_000

  var json: String {
    JSONWriter.object([
      ("limit", "\(limit)"), ("remaining", "\(remaining)"), ("start", start.json),
      ("end", end.json), ("isAssumed", "\(isAssumed)"),
    ])
  }
}
