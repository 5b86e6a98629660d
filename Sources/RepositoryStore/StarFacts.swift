import GRDB
package import GitHubModel

/// The result of a request for the facts of a star.
package enum StarAnswer: Sendable, Hashable {
  case facts(RepositoryFacts)
  /// The repository was deleted, blocked or made private.
  case gone
  /// The request failed: the stored facts are kept.
  case failed
}

extension LibraryStore {
  /// The account's stars whose facts this sync has not read yet, starting with those requested
  /// longest ago.
  ///
  /// A sync interrupted within the last hour is resumed.
  package func dueStars(of account: AccountID) throws(StoreError) -> [StarList.Member] {
    try file.write { database in
      var state = try SyncTable(database).state(of: account)
      let isContinued = state.factsBeganAt.map { $0 > seconds - Self.maxFactsAge } ?? false
      if !isContinued {
        state.factsRound += 1
        state.factsBeganAt = seconds
        try SyncTable(database).put(state)
      }
      return try database.records(
        """
        SELECT repository.id, repository.node_id AS "nodeID",
          repository.owner || '/' || repository.name AS name
        FROM star JOIN repository ON repository.id = star.repository
        WHERE star.account = \(account) AND repository.node_id IS NOT NULL
        AND star.facts_round IS NOT \(state.factsRound)
        ORDER BY star.facts_round, star.starred_at DESC
        """
      )
    }
  }

  /// Records that the facts of all stars were requested.
  package func finishFacts(of account: AccountID) throws(StoreError) {
    try file.write { database in
      try database.run("UPDATE sync SET facts_began_at = NULL WHERE account = \(account)")
      try RepositoryTable(database).removeUnused()
    }
  }

  /// Records GitHub's answers in one transaction, and returns the number of stars removed because
  /// GitHub reports them as not starred.
  package func record(
    _ answers: [(star: StarList.Member, answer: StarAnswer)],
    of account: AccountID
  ) throws(StoreError) -> Int {
    try file.write { database in
      let round = try SyncTable(database).state(of: account).factsRound
      let table = StarFactsTable(database: database, account: account, round: round, now: seconds)
      return try answers.reduce(0) { try $0 + (table.record($1.answer, for: $1.star) ? 1 : 0) }
    }
  }

  /// The age in seconds at which an unfinished round is restarted.
  private static let maxFactsAge: Int64 = 3_600
}

extension StarList.Member {
  /// Creates a member for a star; nil if its GraphQL ID is unknown.
  package init?(_ star: Star) {
    guard let nodeID = star.repository.nodeID else { return nil }
    self.init(id: star.repository.id, nodeID: nodeID, name: star.name)
  }
}

extension StarList.Member: RowRecord {}

/// The facts of an account's stars.
private struct StarFactsTable {
  let database: Database
  let account: AccountID
  let round: Int64
  let now: Int64

  /// Records an answer; returns whether the star was removed.
  func record(_ answer: StarAnswer, for star: StarList.Member) throws -> Bool {
    guard let row = try row(of: star) else { return false }
    switch answer {
    case .facts(let facts) where facts.repository.isStarred == false:
      // GitHub's replicas may lag behind a new star, and this machine's clock behind GitHub's.
      if (-Self.maxSkew..<Self.maxLag).contains(now - row.starredAt) { return false }
      // If the answer was wrong, the page restores the star when all pages are next read.
      try database.run(
        """
        UPDATE sync_page SET etag = NULL WHERE account = \(account)
          AND page = (SELECT page FROM star WHERE id = \(row.id));
        DELETE FROM star WHERE id = \(row.id)
        """
      )
      return true
    case .facts(let facts):
      try RepositoryTable(database, now: now).record([facts.repository])
      try record(facts.latestRelease, of: star.id)
      try ReadmeTable(database, now: now)
        .recordVersion(facts.readmeVersion, size: facts.readmeSize, of: star.id)
      if row.isGone { try events.add(.returned, to: star.id) }
      try mark(row.id, goneAt: nil)
    case .gone:
      if !row.isGone { try events.add(.gone, to: star.id) }
      try mark(row.id, goneAt: now)
    case .failed:
      try database.cachedStatement(sql: "UPDATE star SET facts_round = ? WHERE id = ?")
        .execute(arguments: [round, row.id])
    }
    return false
  }

  /// The maximum lag of GitHub's replicas in seconds.
  private static let maxLag: Int64 = 60
  /// The maximum clock skew in seconds; beyond it, the age of a star is unknown.
  private static let maxSkew: Int64 = 86_400

  private var events: StarEventTable { StarEventTable(database: database, now: now) }

  private struct StarRow: RowRecord {
    let id: Int64
    let starredAt: Int64
    let isGone: Bool
  }

  private func row(of star: StarList.Member) throws -> StarRow? {
    try StarRow.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT id, starred_at, gone_at IS NOT NULL AS is_gone FROM star
          WHERE repository = ? AND account = ?
          """
      ),
      arguments: [star.id, account.rawValue]
    )
  }

  /// Records the time at which a repository was first found gone.
  private func mark(_ id: Int64, goneAt: Int64?) throws {
    try database.cachedStatement(
      sql: """
        UPDATE star SET facts_round = :round,
          gone_at = iif(:gone IS NULL, NULL, coalesce(gone_at, :gone))
        WHERE id = :id
        """
    ).execute(arguments: [round, goneAt, id])
  }

  private func record(_ release: Release?, of id: Repository.ID) throws {
    let old = try StoredRelease.fetchOne(database, key: id)
    let new = StoredRelease(release, of: id)
    if new == old { return }
    if let old, let tag = new.tag, let time = new.publishedAt, old.tag != tag,
      old.publishedAt ?? .min < time
    {
      try events.add(.release, to: id, from: old.tag, to: tag)
    }
    try new.insert(database)
  }
}

/// The newest release of a repository; without a tag, there is none.
private struct StoredRelease: RowRecord, Encodable, PersistableRecord, Equatable {
  static let databaseTableName = "release"
  static let databaseColumnEncodingStrategy = DatabaseColumnEncodingStrategy.convertToSnakeCase
  static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .replace)

  let repository: Repository.ID
  let tag: String?
  let name: String?
  let url: String?
  let publishedAt: Int64?

  init(_ release: Release?, of repository: Repository.ID) {
    self.repository = repository
    (tag, name) = (release?.tagName.storable, release?.name?.storable)
    (url, publishedAt) = (release?.url.storable, release?.publishedAt.wholeSeconds)
  }
}
