package import GitHubModel

/// A change made by a command, with the facts needed to undo it.
package enum ReversibleChange: Sendable, Hashable, Codable {
  /// The kinds of items that can change.
  package enum Kind: String, Sendable, CaseIterable {
    case stars, lists, favorites, notes
  }

  /// The ID is nil if it is unknown.
  case starred(RepositoryName, id: Repository.ID?)
  case unstarred(Unstarring)
  case createdList(StarList)
  case deletedList(StarListContents)
  /// The list before and after.
  case updatedList(StarList, to: StarList)
  case changedLists(StarList.Member, MembershipChange)
  case addedFavorite(RepositoryName, id: Repository.ID)
  case removedFavorite(RepositoryName, id: Repository.ID, FavoritePlace)
  /// The notes before and after; nil if there is none.
  case changedNote(RepositoryName, id: Repository.ID, from: Note?, to: Note?)

  package var kind: Kind {
    switch self {
    case .starred, .unstarred: .stars
    case .createdList, .deletedList, .updatedList, .changedLists: .lists
    case .addedFavorite, .removedFavorite: .favorites
    case .changedNote: .notes
    }
  }

  /// The changed repository; nil if a list itself changed.
  package var repository: RepositoryName? {
    switch self {
    case .unstarred(let star): star.name
    case .changedLists(let member, _): member.name
    case .starred(let name, _), .addedFavorite(let name, _), .removedFavorite(let name, _, _),
      .changedNote(let name, _, _, _):
      name
    case .createdList, .deletedList, .updatedList: nil
    }
  }

  /// The repository that the library must keep for the undo; see ``RepositoryTable/removeUnused()``.
  var neededRepository: Repository.ID? {
    switch self {
    case .unstarred(let star): star.id
    case .removedFavorite(_, let id, _), .changedNote(_, let id, _, _): id
    default: nil
    }
  }
}

/// The lists that a repository gains and loses.
package struct MembershipChange: Sendable, Hashable, Codable {
  package var adding: Set<StarList.ID>
  package var removing: Set<StarList.ID>

  package init(adding: Set<StarList.ID> = [], removing: Set<StarList.ID> = []) {
    (self.adding, self.removing) = (adding, removing)
  }

  package var isEmpty: Bool { adding.isEmpty && removing.isEmpty }

  package var reversed: Self { Self(adding: removing, removing: adding) }

  /// The lists that the repository will be in if it is in `lists` now.
  package func result(from lists: Set<StarList.ID>) -> Set<StarList.ID> {
    lists.subtracting(removing).union(adding)
  }

  /// The part that has an effect on a repository in `lists`.
  package func difference(from lists: Set<StarList.ID>) -> Self {
    let after = result(from: lists)
    return Self(adding: after.subtracting(lists), removing: lists.subtracting(after))
  }
}

/// A star that will be removed.
package struct Unstarring: Sendable, Hashable, Codable {
  package let name: RepositoryName
  package let id: Repository.ID?
  /// The date in seconds since 1970.
  package let starredAt: Int64
  /// The IDs of the repository's lists in the copy; nil if there was no copy of the lists.
  package let lists: [StarList.ID]?
}
