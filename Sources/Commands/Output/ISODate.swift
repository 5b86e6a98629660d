#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Dates for programs.
enum ISODate {
  /// ISO 8601 in UTC, as in `2026-07-14T19:25:58Z`, which is how GitHub writes them.
  static func text(_ date: Date) -> String {
    date.formatted(.iso8601)
  }
}
