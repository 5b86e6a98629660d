import GitHubModel
import RepositoryStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How many stars there are of each language, and from each year.
struct StarCounts: Equatable {
  let total: Int
  /// The most first; nil stands for repositories without one.
  let languages: [Entry<String?>]
  /// In UTC, the latest first; stars whose time GitHub did not say are left out.
  let years: [Entry<Int>]

  struct Entry<Key: Hashable>: Equatable {
    let key: Key
    let count: Int
  }

  init(_ stars: [Star]) {
    total = stars.count
    languages = Self.count(stars.map { $0.repository?.language })
      .sorted { ($1.count, $0.key ?? "~") < ($0.count, $1.key ?? "~") }
    years = Self.count(stars.compactMap { Self.year($0.starredAt) }).sorted { $0.key > $1.key }
  }

  /// `{"total": …, "languages": {…}, "years": {…}}`.
  var json: JSONValue {
    .object([
      .init("total", .number(total)),
      .init(
        "languages",
        .object(languages.map { .init($0.key ?? "", .number($0.count)) })
      ),
      .init("years", .object(years.map { .init(String($0.key), .number($0.count)) })),
    ])
  }

  private static func count<Key: Hashable>(_ keys: [Key]) -> [Entry<Key>] {
    var counts: [Key: Int] = [:]
    for key in keys { counts[key, default: 0] += 1 }
    return counts.map { Entry(key: $0.key, count: $0.value) }
  }

  private static func year(_ date: Date) -> Int? {
    date <= .distantPast ? nil : Int(ISODate.text(date).prefix(4))
  }
}
