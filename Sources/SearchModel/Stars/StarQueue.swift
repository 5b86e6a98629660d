#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Changes of stars, one after another and at least a second apart (GitHub's REST documentation on
/// best practices).
struct StarQueue: Sendable, Equatable {
  private var waiting: [StarWrite] = []
  private var current: StarWrite?
  private var lastEnd: Date?

  /// All that GitHub has not acknowledged, in order.
  var pending: [StarWrite] { [current].compactMap(\.self) + waiting }

  var isEmpty: Bool { waiting.isEmpty && current == nil }

  mutating func add(_ write: StarWrite) {
    waiting.append(write)
  }

  /// The next change and how long to wait with it; nil while one is under way or none waits.
  mutating func next(at now: Date) -> (write: StarWrite, wait: Duration)? {
    guard current == nil, !waiting.isEmpty else { return nil }
    let write = waiting.removeFirst()
    current = write
    return (write, wait(at: now))
  }

  mutating func finish(at now: Date) {
    current = nil
    lastEnd = now
  }

  /// Takes out all that wait.
  mutating func removeWaiting() -> [StarWrite] {
    defer { waiting = [] }
    return waiting
  }

  /// Never longer than the interval, however the clock was set meanwhile.
  private func wait(at now: Date) -> Duration {
    guard let lastEnd else { return .zero }
    let elapsed = max(now.timeIntervalSince(lastEnd), 0)
    return .wait(from: now, until: now + max(Self.interval - elapsed, 0))
  }

  /// Seconds.
  private static let interval: TimeInterval = 1
}
