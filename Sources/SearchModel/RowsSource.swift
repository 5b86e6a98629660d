package import GitHubModel

/// A tab of the screen.
package enum Tab: String, Sendable, Hashable, CaseIterable {
  case search, stars, lists, favorites

  /// The tab after this one, or before it; wraps around.
  package func neighbor(_ distance: Int) -> Self {
    let all = Self.allCases
    let index = (all.firstIndex(of: self) ?? 0) + distance % all.count + all.count
    return all[index % all.count]
  }

  /// The list that the tab shows first.
  package var source: RowsSource {
    switch self {
    case .search: .search
    case .stars: .stars
    case .lists: .lists
    case .favorites: .favorites
    }
  }
}

/// A list of rows; each has its own query, selection and scroll position.
package enum RowsSource: Sendable, Hashable {
  /// GitHub's response to the query.
  case search
  /// The local copy of the user's stars.
  case stars
  /// The star lists themselves.
  case lists
  /// The repositories in a star list.
  case list(StarList.ID)
  /// The local favorites.
  case favorites

  /// The tab that shows it.
  package var tab: Tab {
    switch self {
    case .search: .search
    case .stars: .stars
    case .lists, .list: .lists
    case .favorites: .favorites
    }
  }

  /// Whether it is in the copy of the stars and lists, which a sync updates.
  package var isOfCopy: Bool {
    switch self {
    case .stars, .lists, .list: true
    case .search, .favorites: false
    }
  }

  /// The orders of its rows; star lists stay in GitHub's order.
  package var sorts: [ListSort] {
    let local: [SearchQuery.Sort] = [.stars, .forks, .updated]
    return switch self {
    case .search: SearchQuery.Sort.allCases.map(ListSort.search)
    case .lists: []
    case .stars: [.bestMatch, .starred] + local.map(ListSort.search)
    case .list, .favorites: [.bestMatch] + local.map(ListSort.search)
    }
  }
}

/// Some rows of a list in the local store.
package struct RowsRequest: Sendable, Hashable {
  /// Not ``RowsSource/search`` or ``RowsSource/lists``.
  package var source: RowsSource
  /// The filter of the rows; empty for all rows.
  package var text: String
  /// ``ListSort/bestMatch`` is the order of the list itself.
  package var sort: ListSort
  package var order: SearchQuery.Order
  /// The rows before.
  package var offset: Int
  package var limit: Int

  package init(
    source: RowsSource,
    text: String = "",
    sort: ListSort = .bestMatch,
    order: SearchQuery.Order = .descending,
    offset: Int = 0,
    limit: Int = Self.pageSize
  ) {
    (self.source, self.text, self.sort, self.order) = (source, text, sort, order)
    (self.offset, self.limit) = (offset, limit)
  }

  /// More rows than most screens have.
  package static let pageSize = 100
  /// More rows than any list has.
  static let maxRows = 1 << 30
}

/// A star list and the repositories in it.
package struct StarListMembers: Sendable, Hashable, Identifiable {
  package var list: StarList
  package var members: Set<Repository.ID>

  package init(_ list: StarList, _ members: Set<Repository.ID>) {
    (self.list, self.members) = (list, members)
  }

  package var id: StarList.ID { list.id }
}

extension [StarListMembers] {
  /// The lists whose names have all words of a text.
  package func matching(_ text: String) -> Self {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    return filter { list in
      let name = list.list.name.lowercased()
      return words.allSatisfy { name.contains($0) }
    }
  }
}

/// How many rows the local lists have; nil if there is no copy.
package struct RowCounts: Sendable, Hashable {
  package var stars: Int?
  package var lists: Int?

  package init(stars: Int? = nil, lists: Int? = nil) {
    (self.stars, self.lists) = (stars, lists)
  }
}

/// A change of a star list itself, or of the star lists that repositories are in.
package struct StarListWrite: Sendable, Hashable {
  /// A change of a star list itself, with the list as it was.
  package enum Edit: Sendable, Hashable {
    /// Puts the repositories of all moves into the list of this name, which is created if there is none.
    case create(String)
    case rename(StarList, String)
    /// An empty text removes the description.
    case describe(StarList, String)
    case setPrivate(Bool, StarList)
    case delete(StarList)

    /// The name of the list, before the change.
    package var name: String {
      if case .create(let name) = self { name } else { list?.name ?? "" }
    }

    /// The list before the change; nil for one that is created.
    package var list: StarList? {
      switch self {
      case .create: nil
      case .rename(let list, _), .describe(let list, _), .setPrivate(_, let list),
        .delete(let list):
        list
      }
    }
  }

  /// A repository, and the lists that it is added to and removed from.
  package struct Move: Sendable, Hashable {
    package var repository: Repository
    package var adding: Set<StarList.ID>
    package var removing: Set<StarList.ID>

    package init(
      _ repository: Repository,
      adding: Set<StarList.ID>,
      removing: Set<StarList.ID>
    ) {
      (self.repository, self.adding, self.removing) = (repository, adding, removing)
    }
  }

  /// Given by the reducer; the change and its undo have the same number.
  package var number: Int
  /// Made before the moves.
  package var edit: Edit?
  package var moves: [Move]
  /// Whether it undoes the change of that number.
  package var isUndo = false

  package init(number: Int = 0, _ edit: Edit? = nil, moves: [Move] = []) {
    (self.number, self.edit, self.moves) = (number, edit, moves)
  }

  /// Whether the failure proves that none of the change was made, so that there is nothing to undo.
  func isRefused(by failure: SearchFailure) -> Bool {
    let isOnePart = moves.count + (edit == nil ? 0 : 1) == 1
    return failure.kind == .usage || failure.kind.isFinal && isOnePart
  }

  /// The change that undoes this one.
  package var undo: Self {
    var undo = self
    undo.isUndo.toggle()
    undo.moves = moves.map {
      Move($0.repository, adding: $0.removing, removing: $0.adding)
    }
    return undo
  }
}
