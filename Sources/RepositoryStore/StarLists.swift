import GRDB
package import GitHubModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A star list with its members.
package struct StarListContents: Sendable, Hashable {
  package var list: StarList
  /// The repositories, in GitHub's order.
  package var members: [StarList.Member]

  package init(list: StarList, members: [StarList.Member]) {
    (self.list, self.members) = (list, members)
  }
}

// MARK: - The local copy

extension LibraryStore {
  /// The copy of the account's star lists, in GitHub's order; nil if there is none yet.
  package func starLists(of account: AccountID) throws(StoreError) -> [StarListContents]? {
    try file.read { database in
      guard try StarListTable(database).finishedAt(account) != nil else { return nil }
      return try StarListTable(database).contents(of: account)
    }
  }

  /// When the copy of the lists was last made; nil if there is none.
  package func starListsDate(of account: AccountID) throws(StoreError) -> Date? {
    try file.read { try StarListTable($0).finishedAt(account).map(Date.init(wholeSeconds:)) }
  }

  /// Replaces the copy of the account's star lists.
  package func replaceStarLists(
    _ lists: [StarListContents],
    of account: AccountID
  ) throws(StoreError) {
    let now = seconds
    try file.write { database in
      let account = try account.current(in: database)
      let table = StarListTable(database)
      try table.removeAll(of: account)
      for (position, contents) in lists.enumerated() {
        try table.put(contents.list, at: position, of: account)
        for (place, member) in contents.members.enumerated() {
          try table.put(member, in: contents.list.id, at: place, of: account)
        }
      }
      try table.setFinishedAt(now, account)
    }
  }

  /// Records a list that GitHub has just created or changed.
  package func record(_ list: StarList, of account: AccountID) throws(StoreError) {
    try file.write { database in
      let account = try account.current(in: database)
      let table = StarListTable(database)
      try table.put(list, at: try table.position(of: list.id, account), of: account)
    }
  }

  /// Records that GitHub has just deleted a list.
  package func removeStarList(_ id: StarList.ID, of account: AccountID) throws(StoreError) {
    try file.write { database in
      let account = try account.current(in: database)
      try database.execute(
        sql: "DELETE FROM star_list WHERE account = ? AND id = ?",
        arguments: [account.rawValue, id]
      )
      try database.execute(
        sql: "DELETE FROM star_list_write WHERE account = ? AND list = ?",
        arguments: [account.rawValue, id]
      )
    }
  }

  /// Records the lists that a repository is in since GitHub has just changed them.
  package func record(
    _ member: StarList.Member,
    in lists: Set<StarList.ID>,
    of account: AccountID
  ) throws(StoreError) {
    let now = seconds
    try file.write { database in
      let account = try account.current(in: database)
      let table = StarListTable(database)
      let before = try table.lists(with: member.id, of: account)
      try table.forgetWrites(before: now - Self.longestLag)
      for list in before.symmetricDifference(lists) {
        try table.recordWrite(of: member.id, list, lists.contains(list), at: now, account)
      }
      for list in before.subtracting(lists) {
        try database.execute(
          sql: """
            DELETE FROM star_list_member WHERE account = ? AND list = ? AND repository = ?
            """,
          arguments: [account.rawValue, list, member.id]
        )
      }
      for list in lists.subtracting(before) where try table.has(list, account) {
        try table.put(member, in: list, at: try table.firstPlace(list, account) - 1, of: account)
      }
    }
  }

  /// Whether the lists that repositories were just seen in lack what this machine has recently written.
  ///
  /// GitHub's reads lag behind writes by seconds, and one that shows a write may be followed by one that
  /// does not. Lists computed from the latter would take the write back.
  package func hasUnseenWrites(
    in seen: [Repository.ID: Set<StarList.ID>],
    of account: AccountID
  ) throws(StoreError) -> Bool {
    let start = seconds - Self.longestLag
    return try file.read { database in
      try seen.contains { repository, lists in
        try StarListTable(database).writes(of: repository, since: start, account)
          .contains { lists.contains($0.key) != $0.value }
      }
    }
  }

  /// Forgets what was written for the repository, since another machine has replaced its lists.
  package func forgetWrites(
    of repository: Repository.ID,
    of account: AccountID
  ) throws(StoreError) {
    try file.write { database in
      try database.execute(
        sql: "DELETE FROM star_list_write WHERE account = ? AND repository = ?",
        arguments: [account.rawValue, repository]
      )
    }
  }

  /// In seconds: how long reads may lag behind writes.
  private static let longestLag: Int64 = 10

  /// The names of the lists that each repository is in, in GitHub's order of the lists.
  package func starListNames(
    of account: AccountID
  ) throws(StoreError) -> [Repository.ID: [String]] {
    try file.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT member.repository, list.name FROM star_list_member AS member
          JOIN star_list AS list ON list.account = member.account AND list.id = member.list
          WHERE member.account = ? ORDER BY list.position
          """,
        arguments: [account.rawValue]
      )
      return rows.reduce(into: [:]) { names, row in
        if let id = row.value(0, Int64.self), let name = row.value(1, String.self) {
          names[id, default: []].append(name)
        }
      }
    }
  }
}

/// The tables of the copy of star lists.
private struct StarListTable {
  let database: Database

  init(_ database: Database) { self.database = database }

  func finishedAt(_ account: AccountID) throws -> Int64? {
    try Int64.fetchOne(
      database,
      sql: "SELECT finished_at FROM star_list_sync WHERE account = ?",
      arguments: [account.rawValue]
    )
  }

  func setFinishedAt(_ seconds: Int64, _ account: AccountID) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO star_list_sync (account, finished_at) VALUES (?, ?)",
      arguments: [account.rawValue, seconds]
    )
  }

  func removeAll(of account: AccountID) throws {
    try database.execute(
      sql: "DELETE FROM star_list WHERE account = ?",
      arguments: [account.rawValue]
    )
  }

  func has(_ list: StarList.ID, _ account: AccountID) throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: "SELECT EXISTS (SELECT 1 FROM star_list WHERE account = ? AND id = ?)",
      arguments: [account.rawValue, list]
    ) ?? false
  }

  /// The position of a list, or the one after the last for a list that is new.
  func position(of list: StarList.ID, _ account: AccountID) throws -> Int {
    try Int.fetchOne(
      database,
      sql: """
        SELECT coalesce(
          (SELECT position FROM star_list WHERE account = :account AND id = :list),
          (SELECT max(position) + 1 FROM star_list WHERE account = :account), 0
        )
        """,
      arguments: ["account": account.rawValue, "list": list]
    ) ?? 0
  }

  /// The place of the first member of a list.
  func firstPlace(_ list: StarList.ID, _ account: AccountID) throws -> Int {
    try Int.fetchOne(
      database,
      sql: """
        SELECT coalesce(min(position), 1) FROM star_list_member WHERE account = ? AND list = ?
        """,
      arguments: [account.rawValue, list]
    ) ?? 1
  }

  func put(_ list: StarList, at position: Int, of account: AccountID) throws {
    try database.execute(
      sql: """
        INSERT INTO star_list
        (account, id, position, name, slug, description, is_private, created, updated)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (account, id) DO UPDATE SET
        position = excluded.position, name = excluded.name, slug = excluded.slug,
        description = excluded.description, is_private = excluded.is_private,
        created = excluded.created, updated = excluded.updated
        """,
      arguments: [
        account.rawValue, list.id.storable, position, list.name.storable, list.slug.storable,
        list.description?.storable, list.isPrivate, list.createdAt?.wholeSeconds,
        list.updatedAt?.wholeSeconds,
      ]
    )
  }

  func put(
    _ member: StarList.Member,
    in list: StarList.ID,
    at place: Int,
    of account: AccountID
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

  /// The lists that the repository is in.
  func lists(with repository: Int64, of account: AccountID) throws -> Set<StarList.ID> {
    Set(
      try String.fetchAll(
        database,
        sql: "SELECT list FROM star_list_member WHERE account = ? AND repository = ?",
        arguments: [account.rawValue, repository]
      )
    )
  }

  func recordWrite(
    of repository: Int64,
    _ list: StarList.ID,
    _ isMember: Bool,
    at seconds: Int64,
    _ account: AccountID
  ) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO star_list_write (account, repository, list, is_member, written_at)
        VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [account.rawValue, repository, list.storable, isMember, seconds]
    )
  }

  /// Whether the repository was added to each list that was changed since then.
  func writes(
    of repository: Int64,
    since seconds: Int64,
    _ account: AccountID
  ) throws -> [StarList.ID: Bool] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT list, is_member FROM star_list_write
        WHERE account = ? AND repository = ? AND written_at > ?
        """,
      arguments: [account.rawValue, repository, seconds]
    )
    return rows.reduce(into: [:]) { writes, row in
      if let list = row.value(0, String.self) { writes[list] = row.value(1, Int64.self) != 0 }
    }
  }

  func forgetWrites(before seconds: Int64) throws {
    try database.execute(
      sql: "DELETE FROM star_list_write WHERE written_at <= ?",
      arguments: [seconds]
    )
  }

  func contents(of account: AccountID) throws -> [StarListContents] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT id, name, slug, description, is_private, created, updated FROM star_list
        WHERE account = ? ORDER BY position, id
        """,
      arguments: [account.rawValue]
    )
    return try rows.compactMap { row in
      guard let id = row.value(0, String.self), let name = row.value(1, String.self) else {
        return nil
      }
      let members = try members(of: id, account)
      var list = StarList(
        id: id,
        name: name,
        slug: row.value(2, String.self) ?? "",
        isPrivate: row.value(4, Int64.self) != 0,
        repositoryCount: members.count
      )
      list.description = row.value(3, String.self)
      list.createdAt = row.value(5, Int64.self).map(Date.init(wholeSeconds:))
      list.updatedAt = row.value(6, Int64.self).map(Date.init(wholeSeconds:))
      return StarListContents(list: list, members: members)
    }
  }

  private func members(of list: StarList.ID, _ account: AccountID) throws -> [StarList.Member] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT member.repository, member.node_id,
          coalesce(repository.owner || '/' || repository.name, member.name)
        FROM star_list_member AS member
        LEFT JOIN repository ON repository.id = member.repository
        WHERE member.account = ? AND member.list = ? ORDER BY member.position, member.repository
        """,
      arguments: [account.rawValue, list]
    )
    return rows.compactMap { row in
      guard let id = row.value(0, Int64.self), let nodeID = row.value(1, String.self),
        let name = row.value(2, String.self).flatMap({ RepositoryName($0) })
      else { return nil }
      return StarList.Member(id: id, nodeID: nodeID, name: name)
    }
  }
}

// MARK: - The journal

/// A change of star lists that can be undone: one command, with a step for each write.
package struct StarListChange: Sendable, Hashable, Identifiable {
  package struct ID: Sendable, Hashable {
    package let rawValue: Int64
  }

  package struct Step: Sendable, Hashable, Identifiable {
    package let id: Int64
    package let action: Action
  }

  /// What was done, with what it takes to undo that and no more.
  package enum Action: Sendable, Hashable {
    case created(StarList)
    case deleted(StarListContents)
    /// The list before and after.
    case updated(StarList, to: StarList)
    /// A repository was added to lists and removed from others.
    case moved(StarList.Member, added: [StarList.ID], removed: [StarList.ID])
  }

  package let id: ID
  /// The steps that have not been undone, the last one first.
  package let steps: [Step]
}

// The journal is written before GitHub is asked, since only this file knows what was there before. Undoing
// a step that was not made changes nothing.
extension LibraryStore {
  /// Begins a change, to which ``journal(_:of:)`` adds steps.
  package func beginStarListChange(
    of account: AccountID
  ) throws(StoreError) -> StarListChange.ID {
    let now = seconds
    return try file.write { database in
      let account = try account.current(in: database)
      try database.execute(
        sql: "INSERT INTO star_list_change (account, began_at) VALUES (?, ?)",
        arguments: [account.rawValue, now]
      )
      return StarListChange.ID(rawValue: database.lastInsertedRowID)
    }
  }

  /// Records what is about to be done.
  ///
  /// - Returns: The number of the step.
  package func journal(
    _ action: StarListChange.Action,
    of change: StarListChange.ID
  ) throws(StoreError) -> StarListChange.Step.ID {
    try file.write { database in
      let payload = try JSONEncoder().encode(StoredAction(action))
      try database.execute(
        sql: "INSERT INTO star_list_step (change, payload) VALUES (?, ?)",
        arguments: [change.rawValue, String(decoding: payload, as: UTF8.self).storable]
      )
      return database.lastInsertedRowID
    }
  }

  /// Reverts ``journal(_:of:)``: GitHub refused, so there is nothing to undo.
  package func unjournal(_ step: StarListChange.Step.ID) throws(StoreError) {
    try file.write { database in
      try database.execute(sql: "DELETE FROM star_list_step WHERE id = ?", arguments: [step])
    }
  }

  /// Replaces the identifier of a list in all steps that can still be undone, since a list that is created
  /// anew gets another one.
  package func replaceStarList(
    _ old: StarList.ID,
    with new: StarList.ID,
    of account: AccountID
  ) throws(StoreError) {
    try file.write { database in
      let account = try account.current(in: database)
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT step.id, step.payload FROM star_list_step AS step
          JOIN star_list_change AS change ON change.id = step.change
          WHERE change.account = ? AND step.undone_at IS NULL
          """,
        arguments: [account.rawValue]
      )
      for row in rows {
        guard let id = row.value(0, Int64.self), let payload = row.value(1, String.self) else {
          continue
        }
        let action = try JSONDecoder().decode(StoredAction.self, from: Data(payload.utf8))
        let text = try JSONEncoder().encode(action.replacing(old, with: new))
        try database.execute(
          sql: "UPDATE star_list_step SET payload = ? WHERE id = ?",
          arguments: [String(decoding: text, as: UTF8.self), id]
        )
      }
      try database.execute(
        sql: "UPDATE journal SET lists = replace(lists, ?, ?) WHERE account = ?",
        arguments: ["\"\(old)\"", "\"\(new)\"", account.rawValue]
      )
    }
  }

  /// Records that a step has been undone.
  package func markUndone(_ step: StarListChange.Step.ID) throws(StoreError) {
    let now = seconds
    try file.write { database in
      try database.execute(
        sql: "UPDATE star_list_step SET undone_at = ? WHERE id = ?",
        arguments: [now, step]
      )
    }
  }

  /// The last change with anything left to undo.
  package func lastStarListChange(
    of account: AccountID
  ) throws(StoreError) -> StarListChange? {
    try file.read { database in
      let id = try Int64.fetchOne(
        database,
        sql: """
          SELECT id FROM star_list_change WHERE account = ? AND EXISTS (
            SELECT 1 FROM star_list_step WHERE change = star_list_change.id AND undone_at IS NULL
          ) ORDER BY id DESC LIMIT 1
          """,
        arguments: [account.rawValue]
      )
      guard let id else { return nil }
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT id, payload FROM star_list_step WHERE change = ? AND undone_at IS NULL
          ORDER BY id DESC
          """,
        arguments: [id]
      )
      let steps = try rows.compactMap { row -> StarListChange.Step? in
        guard let id = row.value(0, Int64.self), let payload = row.value(1, String.self) else {
          return nil
        }
        let action = try JSONDecoder().decode(StoredAction.self, from: Data(payload.utf8)).action
        return action.map { StarListChange.Step(id: id, action: $0) }
      }
      return StarListChange(id: StarListChange.ID(rawValue: id), steps: steps)
    }
  }
}

/// An action as JSON in the journal.
private enum StoredAction: Codable {
  case created(List)
  case deleted(List, [Member])
  case updated(List, to: List)
  case moved(Member, added: [String], removed: [String])

  struct List: Codable {
    var id: String
    let name: String
    let slug: String
    let description: String?
    let isPrivate: Bool

    init(_ list: StarList) {
      (id, name, slug) = (list.id, list.name, list.slug)
      (description, isPrivate) = (list.description, list.isPrivate)
    }

    var list: StarList {
      var list = StarList(
        id: id,
        name: name,
        slug: slug,
        isPrivate: isPrivate,
        repositoryCount: 0
      )
      list.description = description
      return list
    }
  }

  struct Member: Codable {
    let id: Int64
    let nodeID: String
    let name: String

    init(_ member: StarList.Member) {
      (id, nodeID, name) = (member.id, member.nodeID, member.name.fullName)
    }

    var member: StarList.Member? {
      RepositoryName(name).map { StarList.Member(id: id, nodeID: nodeID, name: $0) }
    }
  }

  init(_ action: StarListChange.Action) {
    switch action {
    case .created(let list): self = .created(List(list))
    case .deleted(let contents):
      self = .deleted(List(contents.list), contents.members.map(Member.init))
    case .updated(let before, let after): self = .updated(List(before), to: List(after))
    case .moved(let member, let added, let removed):
      self = .moved(Member(member), added: added, removed: removed)
    }
  }

  /// The same with another identifier of a list.
  func replacing(_ old: String, with new: String) -> Self {
    func replaced(_ id: String) -> String { id == old ? new : id }
    func replaced(_ list: List) -> List {
      var list = list
      list.id = replaced(list.id)
      return list
    }
    return switch self {
    case .created(let list): .created(replaced(list))
    case .deleted(let list, let members): .deleted(replaced(list), members)
    case .updated(let before, let after): .updated(replaced(before), to: replaced(after))
    case .moved(let member, let added, let removed):
      .moved(member, added: added.map(replaced), removed: removed.map(replaced))
    }
  }

  /// Nil for a name that cannot be one, which no version writes.
  var action: StarListChange.Action? {
    switch self {
    case .created(let list): .created(list.list)
    case .deleted(let list, let members):
      .deleted(StarListContents(list: list.list, members: members.compactMap(\.member)))
    case .updated(let before, let after): .updated(before.list, to: after.list)
    case .moved(let member, let added, let removed):
      member.member.map { .moved($0, added: added, removed: removed) }
    }
  }
}
