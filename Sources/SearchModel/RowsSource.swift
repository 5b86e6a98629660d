package import GitHubModel

/// A tab of the screen.
package enum Tab: String, Sendable, Hashable, CaseIterable {
  case search, stars, lists, favorites

  /// The next or previous tab; wraps around.
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

  /// Whether it belongs to the copy of stars and lists, which a sync updates.
  package var isOfCopy: Bool {
    switch self {
    case .stars, .lists, .list: true
    case .search, .favorites: false
    }
  }

  /// The available sorts; star lists keep GitHub's order.
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
  /// The list; not ``RowsSource/search`` or ``RowsSource/lists``.
  package var source: RowsSource
  /// The filter of the rows; empty for all rows.
  package var text: String
  /// The sort; ``ListSort/bestMatch`` is the list's own order.
  package var sort: ListSort
  package var order: SearchQuery.Order
  /// The number of rows to skip.
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

  /// The number of rows per page, more than most screens have.
  package static let pageSize = 100
  /// An upper bound on the rows of a list.
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
  /// The lists whose names contain all words of a text.
  package func matching(_ text: String) -> Self {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    return filter { list in
      let name = list.list.name.lowercased()
      return words.allSatisfy { name.contains($0) }
    }
  }
}

/// The number of rows in the local lists; nil without a copy.
package struct RowCounts: Sendable, Hashable {
  package var stars: Int?
  package var lists: Int?

  package init(stars: Int? = nil, lists: Int? = nil) {
    (self.stars, self.lists) = (stars, lists)
  }
}

/// A change of a star list itself, or of repositories' star lists.
package struct StarListWrite: Sendable, Hashable {
  /// A change of a star list itself, with the list as it was.
  package enum Edit: Sendable, Hashable {
    /// Adds the repositories of all moves to the list with this name, which is created if missing.
    case create(String)
    case rename(StarList, String)
    /// An empty text removes the description.
    case describe(StarList, String)
    case setPrivate(Bool, StarList)
    case delete(StarList)

    /// The list's name before the change.
    package var name: String {
      if case .create(let name) = self { name } else { list?.name ?? "" }
    }

    /// The list before the change; nil for a new one.
    package var list: StarList? {
      switch self {
      case .create: nil
      case .rename(let list, _), .describe(let list, _), .setPrivate(_, let list),
        .delete(let list):
        list
      }
    }
  }

  /// A repository with the lists it is added to and removed from.
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

  /// The number assigned by the reducer, shared by a change and its undo.
  package var number: Int
  /// The edit, made before the moves.
  package var edit: Edit?
  package var moves: [Move]
  /// Whether it undoes the change with that number.
  package var isUndo = false

  package init(number: Int = 0, _ edit: Edit? = nil, moves: [Move] = []) {
    (self.number, self.edit, self.moves) = (number, edit, moves)
  }

  /// Whether the failure proves that no part of the change was made, so that there is nothing to
  /// undo.
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
