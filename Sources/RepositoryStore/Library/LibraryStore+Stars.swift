import GRDB
package import GitHubModel

extension LibraryStore {
  /// The copy of the account's stars, the newest first.
  package func stars(of account: AccountID) throws(StoreError) -> [Star] {
    try file.read { try StarTable($0).all(of: account) }
  }

  /// Those with words that begin with the words of the text, as ``SeenStore/matches(_:limit:)``.
  ///
  /// Stars of which nothing but the name is known come last.
  package func starMatches(
    _ text: String,
    of account: AccountID,
    limit: Int
  ) throws(StoreError) -> [Star] {
    try file.read { database in
      let found = try RepositorySearch(database: database, account: account)
        .matches(text, limit: limit)
      let stars = try StarTable(database).stars(of: found, account)
      return try stars + namedMatches(text, account, database).prefix(max(0, limit - stars.count))
    }
  }

  /// Whether each is starred, as far as it is known without asking.
  ///
  /// True for what is in the copy. False only once the copy has been complete, and not while an
  /// intent that may concern the repository is open. What is not known is not in the answer.
  package func starStates(
    of ids: [Repository.ID],
    account: AccountID
  ) throws(StoreError) -> [Repository.ID: Bool] {
    try file.read { database in
      let states = StarStates(database, account)
      let isComplete = try SyncTable(database).state(of: account).finishedAt != nil
      let doubtful = try states.doubtful()
      var known: [Repository.ID: Bool] = [:]
      for id in Set(ids) where doubtful?.contains(id) != true {
        let isStarred = try states.isStarred(id)
        known[id] = isStarred ? true : isComplete && doubtful != nil ? false : nil
      }
      return known
    }
  }

  private func namedMatches(
    _ text: String,
    _ account: AccountID,
    _ database: Database
  ) throws -> [Star] {
    guard let query = try PrefixQuery(text, in: database) else { return [] }
    return try StarTable(database).all(of: account, where: "star.repository IS NULL")
      .filter { star in
        let words = try PrefixQuery(star.name.fullName, in: database)?.words ?? []
        return query.words.allSatisfy { word in words.contains { $0.hasPrefix(word) } }
      }
  }
}

extension StarTable {
  /// The account's stars of the repositories, in their order.
  fileprivate func stars(of repositories: [Repository], _ account: AccountID) throws -> [Star] {
    try repositories.compactMap { repository in
      try all(of: account, where: "star.repository = ?", [repository.id]).first
    }
  }
}

/// What the copy says of single repositories.
private struct StarStates {
  let database: Database
  let account: AccountID

  init(_ database: Database, _ account: AccountID) {
    (self.database, self.account) = (database, account)
  }

  func isStarred(_ id: Int64) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM star WHERE account = ? AND repository = ?)"
      ),
      arguments: [account.rawValue, id]
    ) ?? false
  }

  /// The repositories with an open intent; nil where one of these names none that is known.
  func doubtful() throws -> Set<Int64>? {
    let table = RepositoryTable(database)
    var ids: Set<Int64> = []
    for open in try IntentTable(database).all(of: account) {
      guard let id = try table.repository(named: open.intent.name)?.id else { return nil }
      ids.insert(id)
    }
    return ids
  }
}
