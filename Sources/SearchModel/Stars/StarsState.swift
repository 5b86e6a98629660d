package import GitHubModel

/// What the list of one's own stars is ordered by.
package enum StarOrder: String, Sendable, CaseIterable {
  /// The newest star first.
  case starred
  /// The most stars first.
  case stars
  /// The last changed first.
  case updated
  /// From A to Z, whatever the case.
  case name

  /// Whether the left one stands first; the id decides between equals, the unknown stand last.
  func areInOrder(_ left: StarredRepository, _ right: StarredRepository) -> Bool {
    switch self {
    case .starred: Self.isAfter(left, right) { $0.starredAt }
    case .stars: Self.isAfter(left, right) { $0.repository.counts.stars }
    case .updated: Self.isAfter(left, right) { $0.repository.dates.updated }
    case .name: Self.nameKey(left) < Self.nameKey(right)
    }
  }

  private static func isAfter<Key: Comparable>(
    _ left: StarredRepository,
    _ right: StarredRepository,
    _ key: (StarredRepository) -> Key?
  ) -> Bool {
    switch (key(left), key(right)) {
    case (let leftKey?, let rightKey?) where leftKey != rightKey: leftKey > rightKey
    case (.some, nil): true
    case (nil, .some): false
    default: left.id < right.id
    }
  }

  private static func nameKey(_ star: StarredRepository) -> (String, Repository.ID) {
    (star.repository.name.fullName.lowercased(), star.id)
  }
}

/// All that a screen of one's own stars shows: one value.
package struct StarsState: Sendable, Equatable {
  package enum Phase: Sendable, Hashable {
    case loading
    case loaded
    /// The banner says why; rows of before stay.
    case failed
  }

  package internal(set) var phase = Phase.loading
  /// Shown are the stars that match it; an empty one matches all.
  package internal(set) var filter = ""
  package internal(set) var order = StarOrder.starred
  package internal(set) var rows: [StarredRepository] = []
  /// How many there are, shown or not.
  package internal(set) var count = 0
  package internal(set) var selection: Repository.ID?
  package internal(set) var banner: Banner?

  /// All stars, those on their way out included.
  var all: [StarredRepository] = []
  var queue = StarQueue()
  /// Taken away, and not acknowledged yet.
  var removed: Set<Repository.ID> = []
  var failed: [Repository] = []

  package init() {}

  package var selectedIndex: Int? {
    selection.flatMap { id in rows.firstIndex { $0.id == id } }
  }

  /// True while a change of a star has not been acknowledged: leaving now would lose it.
  package var hasPendingStars: Bool { !queue.isEmpty }
}
