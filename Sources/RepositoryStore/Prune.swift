import GRDB
package import GitHubModel

/// The repositories that undoing a prune or `unstar` restores.
package typealias Prune = UndoableChange<Unstarring>

/// A repository that is about to be unstarred.
package struct Unstarring: UndoableAction {
  package static let kind = "stars"

  fileprivate let name: RepositoryName
  /// Keeps the repository's row; see ``RepositoryTable/removeUnused()``.
  fileprivate let id: Repository.ID?
  fileprivate let starredAt: Int64
  /// The IDs of its lists in the copy; nil if there was no copy of the lists.
  package let lists: [StarList.ID]?
}

extension Prune {
  /// The repositories that are still unstarred, oldest star first.
  package var names: [RepositoryName] {
    var seen: Set<RepositoryName> = []
    return steps.reversed().map(\.action).filter { seen.insert($0.name).inserted }
      .sorted { $0.starredAt < $1.starredAt }.map(\.name)
  }

  /// The steps for the repository.
  package func steps(of name: RepositoryName) -> [Step] { steps.filter { $0.action.name == name } }
}

extension LibraryStore {
  /// Records that the repository is about to be unstarred, with the time of its star and its lists
  /// in the copy; see ``journal(_:of:by:)``.
  package func journal(
    unstarring name: RepositoryName,
    of prune: Prune.ID?,
    by account: AccountID
  ) throws(StoreError) -> JournalEntry {
    try file.write { database in
      let id = try RepositoryTable(database).repository(named: name)?.id
      let starredAt = try id.flatMap { try StarTable(database).starredAt($0, by: account) }
      let lists = try database.rows(
        """
        SELECT DISTINCT list FROM star_list_member
        WHERE account = \(account) AND (repository = \(id) OR name = \(name))
        """
      ).compactMap { $0.value(0, String.self) }
      let isCopied = try SyncTable(database).state(of: account).hasLists
      let action = Unstarring(
        name: name,
        id: id,
        starredAt: starredAt ?? seconds,
        lists: isCopied ? lists : nil
      )
      return try journal(action, of: prune, by: account, database)
    }
  }
}
