private import Foundation
private import System

/// The configuration of a sandbox: its data, users and limits.
package struct SandboxConfiguration: Sendable {
  /// The loopback port; 0 for any free one.
  package var port: UInt16 = 0
  package var tokens: [SandboxToken] = [.demonstration]
  /// The delay before every response.
  package var latency: Duration = .zero
  /// The number of repositories to generate in addition to those of the catalog file, at most
  /// 1,000,000.
  package var generatedRepositories = 0
  /// Repositories that precede all others, such as a test's hostile ones.
  package var repositories: [SandboxRepository] = []
  /// Whether to include the few hundred repositories of the catalog file.
  package var includesCatalog = true
  package var rateLimits = SandboxRateLimits()
  /// The clock of rate limits, `Date` fields and stars.
  package var clock: any SandboxClock = SystemSandboxClock()
  /// The number of reads after each change that still return the star lists before it.
  package var listReadLag = 0
  /// Whether every other one of these reads returns the current lists, as from servers that lag
  /// differently.
  package var listReadsAlternate = false
  /// The initially starred repositories (`owner/name`) by login, the oldest star first.
  package var stars: [String: [String]] = [:]

  package init() {}
}

/// The clock of a sandbox, for rate limits, `Date` fields and `starred_at`.
package protocol SandboxClock: Sendable {
  var now: UnixTime { get }
}

/// The machine's clock.
package struct SystemSandboxClock: SandboxClock {
  package init() {}

  /// The current time in whole seconds.
  package var now: UnixTime { UnixTime(seconds: Int(Date().timeIntervalSince1970)) }
}

/// A clock that advances only when a test advances it.
package final class ManualSandboxClock: SandboxClock {
  private let time: Guarded<UnixTime>

  /// Creates a clock that shows the given time.
  package init(_ start: UnixTime = UnixTime(year: 2026, month: 8, day: 22)) {
    time = Guarded(start)
  }

  package var now: UnixTime { time.withLock { $0 } }

  package func advance(seconds: Int) {
    time.withLock { $0 = $0.advanced(by: seconds) }
  }
}
