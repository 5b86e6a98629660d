import GRDB
package import GitHubModel

/// The repositories that an undo of a prune, or of an `unstar`, restores.
package struct Prune: Sendable, Hashable, Identifiable {
  package let id: Int64
  /// The repositories that are still unstarred, the oldest star first.
  package let names: [RepositoryName]
  /// The lists that the copy had each of them in, by their identifiers; nil if it had no lists then.
  package let lists: [RepositoryName: Set<StarList.ID>]

  /// A step of the journal: a repository that is about to be unstarred.
  fileprivate struct Step: Codable {
    let name: RepositoryName
    /// Keeps the repository's row; see ``RepositoryTable/removeUnused()``.
    let id: Repository.ID?
    let starredAt: Int64
    let lists: [StarList.ID]?
  }
}

extension LibraryStore {
  /// Records that the repository is about to be unstarred, with the time of its star and the lists that the
  /// copy has it in.
  ///
  /// - Returns: `prune`, or a new one if that is nil.
  @discardableResult
  package func journal(
    _ name: RepositoryName,
    of prune: Prune.ID?,
    by account: AccountID
  ) throws(StoreError) -> Prune.ID {
    try file.write { database in
      let id = try RepositoryTable(database).repository(named: name)?.id
      let starredAt = try id.flatMap { try StarTable(database).starredAt($0, by: account) }
      let hasLists = try hasStarLists(account, database)
      let lists = try database.rows(
        """
        SELECT DISTINCT list FROM star_list_member
        WHERE account = \(account) AND (repository = \(id) OR name = \(name))
        """
      ).compactMap { $0.value(0, String.self) }
      let step = Prune.Step(
        name: name,
        id: id,
        starredAt: starredAt ?? seconds,
        lists: hasLists ? lists : nil
      )
      return try UndoJournal(database).add(step, to: prune, .stars, of: account, at: seconds).change
    }
  }

  /// Reverts ``journal(_:of:by:)``: the repository is starred again, or GitHub refused to unstar it.
  package func unjournal(_ name: RepositoryName, of prune: Prune.ID) throws(StoreError) {
    try file.write { database in
      try UndoJournal(database).remove(
        "change = \(prune) AND json_extract(payload, '$.name') = \(name) COLLATE NOCASE"
      )
    }
  }

  /// The last prune with anything left to undo.
  package func lastPrune(of account: AccountID) throws(StoreError) -> Prune? {
    try file.read { database in
      let change = try UndoJournal(database).last(.stars, of: account, as: Prune.Step.self)
      guard let change else { return nil }
      var stars: [Prune.Step] = []
      var seen: Set<RepositoryName> = []
      var lists: [RepositoryName: Set<StarList.ID>] = [:]
      for (_, step) in change.steps.reversed() {
        if seen.insert(step.name).inserted { stars.append(step) }
        if let held = step.lists { lists[step.name, default: []].formUnion(held) }
      }
      let names = stars.sorted { $0.starredAt < $1.starredAt }.map(\.name)
      return Prune(id: change.id, names: names, lists: lists)
    }
  }
}
