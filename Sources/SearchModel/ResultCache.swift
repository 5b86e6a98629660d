import Essentials
import GitHubModel

/// Results of searches, bounded in number, size and age.
struct ResultCache: Sendable, Equatable {
  struct Entry: Sendable, Equatable {
    var repositories: [Repository]
    var total: ResultTotal
    /// Nil when there is none.
    var nextPage: Int?
    var requestedAt: Date

    /// Bytes, roughly: only descriptions can be large.
    var size: Int {
      repositories.reduce(0) { $0 + 1_024 + ($1.description?.utf8.count ?? 0) }
    }
  }

  private var entries: [SearchQuery: Entry] = [:]
  /// Oldest use first.
  private var uses: [SearchQuery] = []
  private var size = 0

  /// The result, if it is recent enough; it counts as used.
  mutating func entry(for query: SearchQuery, at now: Date) -> Entry? {
    guard let entry = entries[query] else { return nil }
    guard abs(now.timeIntervalSince(entry.requestedAt)) < Self.maxAge else {
      remove(query)
      return nil
    }
    touch(query)
    return entry
  }

  /// Stores a result, and removes the least recently used ones when there are too many.
  mutating func insert(_ entry: Entry, for query: SearchQuery) {
    remove(query)
    entries[query] = entry
    size += entry.size
    touch(query)
    while uses.count > 1, uses.count > Self.maxEntries || size > Self.maxSize {
      remove(uses[0])
    }
  }

  mutating func remove(_ query: SearchQuery) {
    guard let entry = entries.removeValue(forKey: query) else { return }
    size -= entry.size
    uses.removeAll { $0 == query }
  }

  private mutating func touch(_ query: SearchQuery) {
    uses.removeAll { $0 == query }
    uses.append(query)
  }

  static let maxEntries = 64
  /// Bytes.
  static let maxSize = 8 << 20
  /// Seconds.
  static let maxAge: TimeInterval = 600
}
