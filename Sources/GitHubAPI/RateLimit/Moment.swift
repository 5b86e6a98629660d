/// A point on a clock that only ever goes forward, in whole milliseconds.
///
/// Every process of a machine counts from the same start, so a moment that one of them wrote down
/// means the same to the next, whatever the local time is set to.
package struct Moment: Sendable, Hashable {
  package let milliseconds: Int64

  /// Brought into range: what is outside of it is no moment of a running machine.
  package init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, 0), Self.latest)
  }

  /// Some 3,000 years: sums of two moments stay far from overflow.
  private static let latest: Int64 = 100_000_000_000_000

  package static func + (moment: Self, duration: Duration) -> Self {
    Self(milliseconds: moment.milliseconds + duration.clampedMilliseconds)
  }

  /// How long from the second to the first; negative when it is over.
  package static func - (later: Self, earlier: Self) -> Duration {
    .milliseconds(later.milliseconds - earlier.milliseconds)
  }
}

extension Moment: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Moment: JSONReadable {
  init(_ json: JSONElement) throws(JSONMismatch) {
    self.init(milliseconds: try Int64(json))
  }

  var json: String { "\(milliseconds)" }
}

extension Duration {
  /// Rounded up, so that a wait of it is never too short; at most some 3,000 years.
  fileprivate var clampedMilliseconds: Int64 {
    let limit: Int64 = 100_000_000_000
    let (seconds, attoseconds) = components
    guard abs(seconds) < limit else { return seconds < 0 ? -limit * 1000 : limit * 1000 }
    let fraction = attoseconds / 1_000_000_000_000_000
    let hasRest = attoseconds % 1_000_000_000_000_000 > 0
    return seconds * 1000 + fraction + (hasRest ? 1 : 0)
  }
}
