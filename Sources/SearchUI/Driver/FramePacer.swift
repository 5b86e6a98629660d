/// When frames are drawn: the first change at once, then at most sixty a second.
struct FramePacer: Sendable {
  static let interval = Duration.nanoseconds(16_666_667)

  private var isDue = false
  private var lastDraw: ContinuousClock.Instant?

  /// Something may look different now.
  mutating func note() {
    isDue = true
  }

  /// Whether to draw now; if so, it counts as drawn.
  mutating func draw(at now: ContinuousClock.Instant) -> Bool {
    guard let time = deadline, time <= now || lastDraw == nil else { return false }
    (isDue, lastDraw) = (false, now)
    return true
  }

  /// When to draw; nil while nothing has changed.
  var deadline: ContinuousClock.Instant? {
    guard isDue else { return nil }
    return lastDraw.map { $0 + Self.interval } ?? .now
  }
}
