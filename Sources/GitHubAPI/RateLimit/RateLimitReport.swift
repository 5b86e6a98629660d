/// What one answer says of the limits, in terms that need no clock to be read.
struct RateLimitReport: Sendable, Equatable {
  /// What is left of a budget.
  struct Budget: Sendable, Equatable {
    /// Nil for one that GitHub names and this program does not know.
    var resource: RequestResource?
    var limit: Int
    var remaining: Int
    /// By GitHub's own clock, so the local one may be wrong.
    var resetsIn: Duration
  }

  /// Whether the request was refused for a limit, and what GitHub says of its end.
  enum Refusal: Sendable, Equatable {
    /// `retry-after`.
    case waitFor(Duration)
    /// Nothing is left until the budget's reset.
    case budgetEmpty
    /// Nothing of use: a minute, and twice as long each further time.
    case unspoken
    /// A time so far off that nobody waits for it, and that is not believed either.
    case unbelievable
  }

  var budget: Budget?
  /// Nil for an answer that is no limit.
  var refusal: Refusal?
}
