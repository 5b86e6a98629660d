/// What is left of one budget in one window of time.
struct BudgetWindow: Sendable, Equatable, Codable {
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

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    limit = min(max(try fields.decode(Int.self, forKey: .limit), 0), Self.largest)
    remaining = min(max(try fields.decode(Int.self, forKey: .remaining), 0), limit)
    start = try fields.decode(Moment.self, forKey: .start)
    end = try fields.decode(Moment.self, forKey: .end)
    isAssumed = try fields.decode(Bool.self, forKey: .isAssumed)
  }

  private static let largest = 1_000_000_000

  private enum CodingKeys: String, CodingKey {
    case limit, remaining, start, end, isAssumed
  }
}
