import ArgumentParser
import GitHubModel
import RepositoryStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What one's own stars are sorted by.
enum StarOrder: String, ExpressibleByArgument, CaseIterable {
  /// The latest first, which is how the copy has them.
  case starred
  case stars
  case updated
  case name

  /// Stable: what is alike stays in the order of starring.
  func sorted(_ stars: [Star]) -> [Star] {
    switch self {
    case .starred: stars
    case .stars: descending(stars) { $0.repository?.counts.stars ?? -1 }
    case .updated: descending(stars) { $0.repository?.dates.updated ?? .distantPast }
    case .name:
      stars.map { (key: $0.name.fullName.lowercased(), star: $0) }.sorted { $0.key < $1.key }
        .map(\.star)
    }
  }

  private func descending(_ stars: [Star], by key: (Star) -> some Comparable) -> [Star] {
    stars.map { (key: key($0), star: $0) }.sorted { $0.key > $1.key }.map(\.star)
  }
}
