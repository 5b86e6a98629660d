import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RateLimit {
  /// As in `4999 of 5000 left until 14:05:09`.
  func sentence(now: Date) -> String {
    "\(remaining) of \(limit) left until \(LocalTime.clock(reset, now: now))"
  }
}
