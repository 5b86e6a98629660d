import Essentials
import GitHubModel

/// Values by key; the least recently used are dropped when the total size is too large.
struct RecentlyUsed<Key: Equatable & Sendable, Value: Sendable>: Sendable {
  private let maxCount: Int
  /// The maximum size in bytes.
  private let maxSize: Int
  /// The entries, least recently used first; sizes are approximate.
  private var entries: [(key: Key, value: Value, size: Int)] = []

  init(maxCount: Int, maxSize: Int) {
    (self.maxCount, self.maxSize) = (maxCount, maxSize)
  }

  /// Returns a value and marks it as used.
  mutating func value(for key: Key) -> Value? {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
    entries.append(entries.remove(at: index))
    return entries.last?.value
  }

  mutating func insert(_ value: Value, for key: Key, size: Int) {
    remove(key)
    entries.append((key, value, size))
    while entries.count > 1,
      entries.count > maxCount || entries.reduce(0, { $0 + $1.size }) > maxSize
    {
      entries.removeFirst()
    }
  }

  /// The values, least recently used first.
  var values: some Sequence<Value> { entries.lazy.map(\.value) }

  mutating func removeAll() { entries = [] }

  mutating func remove(_ key: Key) { entries.removeAll { $0.key == key } }
}

/// The rows of a search so far.
struct SearchResult: Sendable {
  var repositories: [Repository]
  var total: ResultTotal
  /// The next page; nil if there is none.
  var nextPage: Int?
  var requestedAt: Date

  /// The rows as GitHub would sort them; nil if matches or the values to sort by are missing here.
  func sorted(by sort: SearchQuery.Sort, _ order: SearchQuery.Order) -> Self? {
    guard nextPage == nil, !total.isIncomplete, repositories.count >= total.count else {
      return nil
    }
    let keys = repositories.compactMap { Self.key(of: $0, sort) }
    guard keys.count == repositories.count else { return nil }
    let places = repositories.indices.sorted { left, right in
      let (first, second) =
        order == .ascending ? (keys[left], keys[right]) : (keys[right], keys[left])
      return first == second ? left < right : first < second
    }
    var sorted = self
    sorted.repositories = places.map { repositories[$0] }
    return sorted
  }

  private static func key(of repository: Repository, _ sort: SearchQuery.Sort) -> Double? {
    switch sort {
    case .stars: repository.counts.stars.map(Double.init)
    case .forks: repository.counts.forks.map(Double.init)
    case .updated: repository.dates.updated?.timeIntervalSince1970
    case .bestMatch, .helpWantedIssues: nil
    }
  }

  /// The approximate size in bytes: only descriptions can be large.
  var size: Int {
    repositories.reduce(0) { $0 + 1_024 + ($1.description?.utf8.count ?? 0) }
  }
}
