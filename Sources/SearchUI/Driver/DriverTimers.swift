/// What happens by itself, and when; nothing at all while nothing is due.
struct DriverTimers: Sendable {
  /// How long a notice is shown.
  static let noticeTime = Duration.seconds(3)
  /// How long leaving waits for the acknowledgment of stars.
  static let starTime = Duration.seconds(10)

  private var spin: ContinuousClock.Instant?
  private var notice: ContinuousClock.Instant?
  private var stars: ContinuousClock.Instant?

  /// When something is due; nil while nothing is.
  var next: ContinuousClock.Instant? { [spin, notice, stars].compactMap(\.self).min() }

  /// Starts or stops the spinner.
  mutating func update(isLate: Bool, at now: ContinuousClock.Instant) {
    spin = isLate ? spin ?? now + Spinner.interval : nil
  }

  mutating func showNotice(at now: ContinuousClock.Instant) {
    notice = now + Self.noticeTime
  }

  mutating func awaitStars(at now: ContinuousClock.Instant) {
    stars = now + Self.starTime
  }

  /// What is due now.
  mutating func expire(at now: ContinuousClock.Instant) -> [ScreenEvent] {
    func isDue(_ time: inout ContinuousClock.Instant?) -> Bool {
      guard let due = time, due <= now else { return false }
      time = nil
      return true
    }
    return [
      isDue(&spin) ? .spun : nil, isDue(&notice) ? .noticeExpired : nil,
      isDue(&stars) ? .waitedEnough : nil,
    ]
    .compactMap(\.self)
  }
}
