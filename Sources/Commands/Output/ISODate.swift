import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Dates for programs.
enum ISODate {
  /// ISO 8601 in UTC, as in `2026-07-14T19:25:58Z`, which is how GitHub writes them.
  ///
  /// Foundation's own way, which loads its time zones first, is for years that GitHub never has.
  static func text(_ date: Date) -> String {
    Int(exactly: date.timeIntervalSince1970.rounded(.down)).flatMap(Timestamp.text)
      ?? date.formatted(.iso8601)
  }
}
