import Essentials
import GRDB
package import GitHubModel

/// A star list with its members.
package struct StarListContents: Sendable, Hashable, Codable {
  package var list: StarList
  /// The repositories, in GitHub's order.
  package var members: [StarList.Member]

  package init(list: StarList, members: [StarList.Member]) {
    (self.list, self.members) = (list, members)
  }
}

// MARK: - The local copy

extension LibraryStore {
  /// The copy of the account's star lists, in GitHub's order; nil if there is no copy yet.
  package func starLists(of account: AccountID) throws(StoreError) -> [StarListContents]? {
    try file.read { database in
      let isCopied = try SyncTable(database).state(of: account).hasLists
      return isCopied ? try contents(of: account, database) : nil
    }
  }

  /// Replaces the copy of the account's star lists; `missing` is the number of lists that GitHub
  /// omitted.
  package func replaceStarLists(
    _ lists: [StarListContents],
    missing: Int = 0,
    of account: AccountID
  ) throws(StoreError) {
    try file.write { database in
      try database.run("DELETE FROM star_list WHERE account = \(account)")
      for (position, contents) in lists.enumerated() {
        try put(contents.list, at: position, of: account, database)
        for (place, member) in contents.members.enumerated() {
          try put(member, in: contents.list.id, at: place, of: account, database)
        }
      }
      var state = try SyncTable(database).state(of: account)
      state.missingLists = missing
      try SyncTable(database).put(state)
    }
  }

  /// Records a list that GitHub has just created or changed; a new one comes last.
  package func record(_ list: StarList, of account: AccountID) throws(StoreError) {
    try file.write { database in
      let position: Int? = try database.value(
        """
        SELECT coalesce(
          (SELECT position FROM star_list WHERE account = \(account) AND id = \(list.id)),
          (SELECT max(position) + 1 FROM star_list WHERE account = \(account)), 0
        )
        """
      )
      try put(list, at: position ?? 0, of: account, database)
    }
  }

  /// Records that GitHub has just deleted a list.
  package func removeStarList(_ id: StarList.ID, of account: AccountID) throws(StoreError) {
    try file.write { database in
      try database.run(
        """
        DELETE FROM star_list WHERE account = \(account) AND id = \(id);
        DELETE FROM star_list_write WHERE account = \(account) AND list = \(id)
        """
      )
    }
  }

  /// Records a repository's lists, since GitHub has just changed them.
  package func record(
    _ member: StarList.Member,
    in lists: Set<StarList.ID>,
    of account: AccountID
  ) throws(StoreError) {
    try file.write { database in
      let before: Set<StarList.ID> = Set(
        try database.column(
          "SELECT list FROM star_list_member WHERE account = \(account) AND repository = \(member.id)"
        )
      )
      try database.run("DELETE FROM star_list_write WHERE written_at <= \(seconds - Self.maxLag)")
      for list in before.symmetricDifference(lists) {
        try database.run(
          """
          INSERT OR REPLACE INTO star_list_write (account, repository, list, is_member, written_at)
          VALUES (\(account), \(member.id), \(list.storable), \(lists.contains(list)), \(seconds))
          """
        )
      }
      for list in before.subtracting(lists) {
        try database.run(
          """
          DELETE FROM star_list_member
          WHERE account = \(account) AND list = \(list) AND repository = \(member.id)
          """
        )
      }
      for list in lists.subtracting(before) {
        // Before the other members; nil for a list that is not in the copy.
        let place: Int? = try database.value(
          """
          SELECT coalesce(
            (SELECT min(position) FROM star_list_member WHERE account = \(account) AND list = \(list)),
            1
          ) - 1 FROM star_list WHERE account = \(account) AND id = \(list)
          """
        )
        if let place { try put(member, in: list, at: place, of: account, database) }
      }
    }
  }

  /// Whether the lists just read lack recent changes made by this machine.
  ///
  /// GitHub's reads lag behind writes by seconds, and one that shows a write may be followed by one
  /// that does not. Lists computed from the latter would revert the write.
  package func hasUnseenWrites(
    in seen: [Repository.ID: Set<StarList.ID>],
    of account: AccountID
  ) throws(StoreError) -> Bool {
    let start = seconds - Self.maxLag
    return try file.read { database in
      try seen.contains { repository, lists in
        let writes: [(StarList.ID, Bool)] = try database.pairs(
          """
          SELECT list, is_member FROM star_list_write
          WHERE account = \(account) AND repository = \(repository) AND written_at > \(start)
          """
        )
        return writes.contains { list, isMember in lists.contains(list) != isMember }
      }
    }
  }

  /// Forgets the writes for the repository, since another machine has replaced its lists.
  package func forgetWrites(
    of repository: Repository.ID,
    of account: AccountID
  ) throws(StoreError) {
    try file.write { database in
      try database.run(
        """
        DELETE FROM star_list_write WHERE account = \(account) AND repository = \(repository)
        """
      )
    }
  }

  /// The maximum lag of reads behind writes in seconds.
  private static let maxLag: Int64 = 10

  /// The names of each repository's lists, in GitHub's order of the lists; nil if there is no copy.
  package func starListNames(
    of account: AccountID
  ) throws(StoreError) -> [Repository.ID: [String]]? {
    try file.read { database in
      guard try SyncTable(database).state(of: account).hasLists else { return nil }
      let pairs: [(Repository.ID, String)] = try database.pairs(
        """
        SELECT member.repository, json_extract(list.payload, '$.name') FROM star_list_member AS member
        JOIN star_list AS list ON list.account = member.account AND list.id = member.list
        WHERE member.account = \(account) ORDER BY list.position
        """
      )
      return pairs.reduce(into: [:]) { names, pair in names[pair.0, default: []].append(pair.1) }
    }
  }
}

// MARK: Rows

extension LibraryStore {
  private func put(
    _ list: StarList,
    at position: Int,
    of account: AccountID,
    _ database: Database
  ) throws {
    try database.run(
      """
      INSERT INTO star_list (account, id, position, payload)
      VALUES (\(account), \(list.id.storable), \(position), \(StoredJSON.text(list)))
      ON CONFLICT (account, id) DO UPDATE SET position = excluded.position, payload = excluded.payload
      """
    )
  }

  private func put(
    _ member: StarList.Member,
    in list: StarList.ID,
    at place: Int,
    of account: AccountID,
    _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO star_list_member (account, list, repository, node_id, name, position)
        VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      account.rawValue, list.storable, member.id, member.nodeID.storable, member.name.fullName,
      place,
    ])
  }

  private func contents(
    of account: AccountID,
    _ database: Database
  ) throws -> [StarListContents] {
    try database.rows(
      "SELECT payload FROM star_list WHERE account = \(account) ORDER BY position, id"
    ).compactMap { row in
      guard var list: StarList = StoredJSON.value(row.value(0, String.self)) else { return nil }
      let members = try members(of: list.id, account, database)
      list.repositoryCount = members.count
      return StarListContents(list: list, members: members)
    }
  }

  private func members(
    of list: StarList.ID,
    _ account: AccountID,
    _ database: Database
  ) throws -> [StarList.Member] {
    try database.records(
      """
      SELECT member.repository AS id, member.node_id AS "nodeID",
        coalesce(repository.owner || '/' || repository.name, member.name) AS name
      FROM star_list_member AS member
      LEFT JOIN repository ON repository.id = member.repository
      WHERE member.account = \(account) AND member.list = \(list)
      ORDER BY member.position, member.repository
      """
    )
  }
}
