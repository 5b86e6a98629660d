import GRDB
package import GitHubModel
import JSON

/// The repositories that an undo of a prune, or of an `unstar`, restores.
package struct Prune: Sendable, Hashable, Identifiable {
  package let id: Int64
  /// The repositories that are still unstarred, the oldest star first.
  package let names: [RepositoryName]
  /// The lists that the copy had each of them in, by their identifiers; nil if it had no lists then.
  package let lists: [RepositoryName: Set<StarList.ID>]
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
      let star = try StarTable(database).find(name, id: id, of: account)
      let hasLists = try hasStarLists(account, database)
      let lists = try database.rows(
        """
        SELECT DISTINCT list FROM star_list_member
        WHERE account = \(account) AND (repository = \(id) OR name = \(name))
        """
      ).compactMap { $0.value(0, String.self) }
      let payload: JSONValue = [
        "name": .string(name.fullName), "id": id.map { .number($0) } ?? .null,
        "starredAt": .number(star?.starredAt ?? seconds),
        "lists": hasLists ? .array(lists.map { .string($0) }) : .null,
      ]
      return try UndoJournal(database).add(payload, to: prune, .stars, of: account, at: seconds)
        .change
    }
  }

  /// Reverts ``journal(_:of:by:)``: GitHub refused, so there is nothing to undo.
  package func unjournal(_ name: RepositoryName, of prune: Prune.ID) throws(StoreError) {
    try file.write { try UndoJournal($0).remove(Self.steps(name, of: prune)) }
  }

  /// Records that the repository is starred again.
  package func markRestored(_ name: RepositoryName, of prune: Prune.ID) throws(StoreError) {
    try file.write { try UndoJournal($0).markUndone(Self.steps(name, of: prune), at: seconds) }
  }

  private static func steps(_ name: RepositoryName, of prune: Prune.ID) -> SQL {
    "change = \(prune) AND json_extract(payload, '$.name') = \(name) COLLATE NOCASE"
  }

  /// The last prune with anything left to undo.
  package func lastPrune(of account: AccountID) throws(StoreError) -> Prune? {
    try file.read { database in
      guard let change = try UndoJournal(database).last(.stars, of: account) else { return nil }
      var stars: [(name: RepositoryName, starredAt: Int64)] = []
      var seen: Set<RepositoryName> = []
      var lists: [RepositoryName: Set<StarList.ID>] = [:]
      for step in change.steps.reversed() {
        guard let name = step.payload["name"]?.string.flatMap({ RepositoryName($0) }),
          case .number(let starredAt)? = step.payload["starredAt"]
        else { continue }
        if seen.insert(name).inserted { stars.append((name, starredAt)) }
        guard let held = step.payload["lists"]?.array else { continue }
        lists[name, default: []].formUnion(held.compactMap(\.string))
      }
      let names = stars.sorted { $0.starredAt < $1.starredAt }.map(\.name)
      return Prune(id: change.id, names: names, lists: lists)
    }
  }
}
