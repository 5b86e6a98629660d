import Essentials
package import GitHubModel

/// The order of a list of stars.
package enum StarOrder: String, CaseIterable, Sendable {
  /// The order in which they were found.
  case relevance
  case starred
  case stars
  case pushed
  case updated
  case name

  /// Sorts the stars: names from A to Z, everything else latest or largest first, unless `order` is
  /// given.
  ///
  /// Equal stars stay in the order of starring, which is reversed with the rest.
  package func sorted(_ stars: [Star], _ order: SearchQuery.Order?) -> [Star] {
    let natural: SearchQuery.Order = self == .name ? .ascending : .descending
    return (order ?? natural) == natural ? sorted(stars) : sorted(stars).reversed()
  }

  private func sorted(_ stars: [Star]) -> [Star] {
    switch self {
    case .relevance: stars
    case .starred: descending(stars, by: \.starredAt)
    case .stars: descending(stars) { $0.repository.counts.stars ?? -1 }
    case .pushed: descending(stars) { $0.repository.dates.pushed ?? .distantPast }
    case .updated: descending(stars) { $0.repository.dates.updated ?? .distantPast }
    case .name:
      stars.map { (key: $0.name.fullName.lowercased(), star: $0) }.sorted { $0.key < $1.key }
        .map(\.star)
    }
  }

  private func descending(_ stars: [Star], by key: (Star) -> some Comparable) -> [Star] {
    stars.map { (key: key($0), star: $0) }.sorted { $0.key > $1.key }.map(\.star)
  }
}
