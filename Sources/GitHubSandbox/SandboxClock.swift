private import Foundation
private import Locking

/// What the sandbox takes for the time: rate limits, `Date` headers and `starred_at` follow it.
package protocol SandboxClock: Sendable {
  var now: UnixTime { get }
}

/// The machine's clock.
package struct SystemSandboxClock: SandboxClock {
  package init() {}

  package var now: UnixTime { UnixTime(seconds: Int(Date().timeIntervalSince1970)) }
}

/// A clock that stands still until a test moves it.
package final class ManualSandboxClock: SandboxClock {
  private let time: Guarded<UnixTime>

  package init(_ start: UnixTime = UnixTime(year: 2026, month: 8, day: 22)) {
    time = Guarded(start)
  }

  package var now: UnixTime { time.withLock { $0 } }

  package func advance(seconds: Int) {
    time.withLock { $0 = $0.advanced(by: seconds) }
  }
}
