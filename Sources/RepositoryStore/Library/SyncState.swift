#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What is known of the copy of an account's stars.
package struct SyncState: Sendable, Hashable {
  /// Of the first page, when the copy was last complete.
  package let etag: String?
  /// When it was last found to be what GitHub has; nil where it never was.
  package let finishedAt: Date?
  /// How many stars are in it.
  package let count: Int
  /// Where a sync that was not finished can go on.
  package let progress: SyncProgress?
}

/// A sync that has begun and not ended.
package struct SyncProgress: Sendable, Hashable {
  /// The first page is 1.
  package let nextPage: Int
  /// Of the first page, as this sync met it.
  package let etag: String?
  package let startedAt: Date
}

/// What a sync has changed.
package struct SyncOutcome: Sendable, Hashable {
  package let added: Int
  package let removed: Int
  /// How many stars there are now.
  package let total: Int
}
