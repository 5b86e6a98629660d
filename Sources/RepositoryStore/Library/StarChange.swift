import GRDB
import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What GitHub has done to one star, as it is written down.
struct StarChange {
  private let database: Database
  private let intent: StarIntent
  private let account: AccountID
  private let prune: PruneID?
  private let now: Int64

  init(_ database: Database, _ intent: StarIntent, prune: PruneID?, at now: Int64) throws {
    let owner = try IntentTable(database).owner(of: intent.id)
    (self.database, self.intent, self.now) = (database, intent, now)
    account = try AccountTable(database).present(owner?.account ?? intent.account)
    self.prune = prune ?? owner?.prune
  }

  /// The star is there now, or it is not; where that is what was wanted, the journal says so.
  func apply(isStarred: Bool, _ facts: Repository?) throws {
    let table = RepositoryTable(database, now: now)
    if let facts { try table.note(facts) }
    let id = try facts?.id ?? table.repository(named: intent.name)?.id
    let before = isStarred ? nil : try unstar(id)
    if isStarred { try star(id, facts) }
    if isStarred == (intent.wish == .star) { try journal(id, before) }
  }

  /// The generation is that of the sync under way, which therefore does not take it away again.
  private func star(_ id: Int64?, _ facts: Repository?) throws {
    let sync = try SyncTable(database).state(of: account)
    let star = Star(
      name: facts?.name ?? intent.name,
      repository: nil,
      starredAt: Date(wholeSeconds: now)
    )
    _ = try StarTable(database).put(star, id: id, of: account, generation: sync.generation)
    try SyncTable(database).forgetUnstarred(star.name, id: id, of: account)
  }

  private func unstar(_ id: Int64?) throws -> Int64? {
    try SyncTable(database).noteUnstarred(intent.name, id: id, of: account)
    return try StarTable(database).remove(intent.name, id: id, of: account)
  }

  private func journal(_ id: Int64?, _ starredAt: Int64?) throws {
    try database.execute(
      sql: """
        INSERT INTO journal (account, name, repository, wish, changed_at, starred_at, prune)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        account.rawValue, intent.name.fullName, id, intent.wish.stored, now, starredAt,
        prune?.rawValue,
      ]
    )
  }
}
