import Foundation
import GRDB
import GitHubModel
import Testing

@testable import RepositoryStore

/// Files of older versions.
@Suite struct MigrationTests {
  private let folder = Folder()

  /// A library as 0.1 left it: killed over a star, over an unstar, and over one of a prune.
  private func makeOldLibrary() throws {
    let store = try folder.library()
    let account = try store.account(for: try #require(AccessToken("token")))
    for id in 1...4 as ClosedRange<Int64> {
      let facts = Sample.repository(id, "a/r\(id)")
      try store.record(isStarred: true, facts.name, facts, of: account)
    }
    try store.journal(Sample.name("a/r3"), of: nil, by: account)
    try store.file.write { database in
      try database.execute(
        sql: """
          DELETE FROM grdb_migrations WHERE identifier LIKE '006%';
          CREATE TABLE intent (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account (id),
            name TEXT NOT NULL COLLATE NOCASE,
            wish INTEGER NOT NULL,
            began_at INTEGER NOT NULL,
            is_doubted INTEGER NOT NULL DEFAULT 0,
            prune INTEGER REFERENCES prune (id)
          ) STRICT;
          INSERT INTO intent (account, name, wish, began_at, prune) VALUES
            (1, 'a/new', 1, 1, NULL), (1, 'a/r1', 0, 1, NULL), (1, 'a/r4', 0, 1, 1);
          INSERT INTO journal (account, name, wish, changed_at) VALUES (1, 'a/r1', 1, 1);
          """
      )
    }
    try Data().write(to: URL(fileURLWithPath: folder.libraryPath + ".intents"))
  }

  @Test func `drops the pending changes of an older version, and can still undo its prune`() throws
  {
    try makeOldLibrary()

    let store = try folder.library()

    let account = try #require(try store.accounts().first?.0)
    #expect(try store.stars(of: account).count == 4)
    #expect(Set(try store.lastPrune(of: account)?.names.map(\.name) ?? []) == ["r3", "r4"])
    let tables = try store.file.read { database in
      try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
    }
    #expect(!tables.contains("intent"))
    #expect(try LibraryStore.inspect(folder.libraryPath) == .sound)
    #expect(!FileManager.default.fileExists(atPath: folder.libraryPath + ".intents"))
  }

  @Test(arguments: RepositoryRow.columns.dropFirst(4))
  func `the index of texts is made although a column is added later`(_ column: String) throws {
    let queue = try DatabaseQueue()
    let migrator = Schema.library(key: LibraryStore.randomKey)
    try migrator.migrate(queue, upTo: "008 lists of what was unstarred")
    try queue.write { database in
      try database.execute(
        sql: """
          INSERT INTO repository (seen_at, id, owner, name, url, flags) VALUES (0, 1, 'a', 'parser', '', 0);
          ALTER TABLE repository DROP COLUMN \(column);
          """
      )
    }

    try migrator.migrate(queue, upTo: "009 readmes and weighted search")

    let found = try queue.read { database in
      try Int64.fetchAll(
        database,
        sql: "SELECT rowid FROM fact_index WHERE fact_index MATCH 'parser'"
      )
    }
    #expect(found == [1])
  }

  @Test func `symbols in READMEs become parts of words`() throws {
    let path = "\(folder.path)/old.sqlite"
    let queue = try DatabaseQueue(path: path)
    let migrator = Schema.library(key: LibraryStore.randomKey)
    try migrator.migrate(queue, upTo: "012 digest key as digits")
    try queue.write { database in
      try database.execute(
        sql: """
          INSERT INTO repository (seen_at, id, owner, name, url, flags) VALUES (0, 1, 'a', 'b', '', 0);
          INSERT INTO search_text VALUES (1, 'a b', '', '', 'C++ and C');
          INSERT INTO account DEFAULT VALUES;
          INSERT INTO star (account, name, repository, starred_at, generation) VALUES (1, 'a/b', 1, 0, 0);
          """
      )
    }
    try queue.close()

    let store = try LibraryStore(path: path, now: { .distantPast })
    let account = AccountID(rawValue: 1)
    func ids(_ text: String) throws -> [Int64?] {
      try store.starMatches(StarQuery(text, isExact: true), of: account, limit: 5).stars
        .map(\.repository?.id)
    }
    #expect(try ids("readme:c++") == [1])
    #expect(try ids("readme:\"c and c\"") == [])
    #expect(try ids("readme:\"c++ and c\"") == [1])
  }

  @Test func `notes of older versions are found`() throws {
    let path = "\(folder.path)/old.sqlite"
    let queue = try DatabaseQueue(path: path)
    try Schema.library(key: LibraryStore.randomKey).migrate(queue, upTo: "016 notes")
    try queue.write { database in
      try database.execute(
        sql: """
          INSERT INTO repository (seen_at, id, owner, name, url, flags) VALUES (0, 1, 'a', 'b', '', 0);
          INSERT INTO search_text VALUES (1, 'a b', '', '', 'A README');
          INSERT INTO account DEFAULT VALUES;
          INSERT INTO star (account, name, repository, starred_at, generation) VALUES (1, 'a/b', 1, 0, 0);
          INSERT INTO note VALUES (1, 'the C++ one', 0);
          """
      )
    }
    try queue.close()

    let store = try LibraryStore(path: path, now: { .distantPast })
    func count(_ text: String) throws -> Int {
      try store.starMatchCount(StarQuery(text, isExact: true), of: AccountID(rawValue: 1))
    }
    #expect(try count("note:c++") == 1)
    #expect(try count("readme:readme") == 1)
    #expect(try count("note:readme") == 0)
  }

  @Test func `a token keeps its account when the key of digests is written as digits`() throws {
    let path = "\(folder.path)/old.sqlite"
    let queue = try DatabaseQueue(path: path)
    let migrator = Schema.library(key: LibraryStore.randomKey)
    try migrator.migrate(queue, upTo: "011 favorites")
    let token = try #require(AccessToken("token"))
    let digest = AccountDigest(first: .max, second: 7)
    try queue.write { database in
      try database.execute(
        sql: """
          UPDATE digest_key SET key = '{"first":18446744073709551615,"second":7}';
          INSERT INTO account DEFAULT VALUES;
          """
      )
      try database.execute(
        sql: "INSERT INTO token (digest, account) VALUES (?, 1)",
        arguments: [digest.longText(token)]
      )
    }
    try queue.close()

    let store = try LibraryStore(path: path, now: { .distantPast })
    #expect(try store.existingAccount(for: token) == AccountID(rawValue: 1))
  }

  @Test func `steps of list changes are read as earlier versions wrote them`() throws {
    let store = try folder.library()
    let account = try store.account(for: try #require(AccessToken("token")))
    let change = try store.journal(
      .moved(
        StarList.Member(id: 1, nodeID: "R_1", name: Sample.name("a/r1")),
        added: [],
        removed: []
      ),
      of: nil,
      by: account
    ).change
    let list = #"{"id":"L1","name":"A \"b\"","slug":"a-b","description":"c","isPrivate":true}"#
    let bare = #"{"id":"L1","name":"Web","slug":"web","isPrivate":false}"#
    let member = #"{"id":2,"nodeID":"R_2","name":"a\/r2"}"#
    let payloads = [
      #"{"created":{"_0":\#(list)}}"#, #"{"deleted":{"_0":\#(list),"_1":[\#(member)]}}"#,
      #"{"updated":{"_0":\#(list),"to":\#(bare)}}"#,
      #"{"moved":{"_0":\#(member),"added":["L1"],"removed":["L2"]}}"#,
    ]
    try store.file.write { database in
      for payload in payloads {
        try database.execute(
          sql: "INSERT INTO star_list_step (change, payload) VALUES (?, ?)",
          arguments: [change, payload]
        )
      }
    }

    var full = StarList(
      id: "L1",
      name: #"A "b""#,
      slug: "a-b",
      isPrivate: true,
      repositoryCount: 0
    )
    full.description = "c"
    let web = StarList(id: "L1", name: "Web", slug: "web", isPrivate: false, repositoryCount: 0)
    let second = StarList.Member(id: 2, nodeID: "R_2", name: Sample.name("a/r2"))
    let expected: [StarListChange.Action] = [
      .created(full), .deleted(StarListContents(list: full, members: [second])),
      .updated(full, to: web), .moved(second, added: ["L1"], removed: ["L2"]),
    ]
    let actions = try store.lastStarListChange(of: account)?.steps.map(\.action)
    #expect(actions?.prefix(4) == expected.reversed()[...])
  }

  @Test func `favorites are kept in their order under the new name of their table`() throws {
    let queue = try DatabaseQueue()
    let migrator = Schema.library(key: LibraryStore.randomKey)
    try migrator.migrate(queue, upTo: "010 writes of star lists")
    try queue.write { database in
      for id in [3, 1, 2] {
        try database.execute(
          sql: """
            INSERT INTO repository (seen_at, id, owner, name, url, flags) VALUES (0, ?, 'a', 'r', '', 0)
            """,
          arguments: [id]
        )
        try database.execute(
          sql: "INSERT INTO favourite (repository, added_at) VALUES (?, 0)",
          arguments: [id]
        )
      }
    }

    try migrator.migrate(queue)

    let kept = try queue.read { database in
      try Int64.fetchAll(database, sql: "SELECT repository FROM favorite ORDER BY position")
    }
    #expect(kept == [3, 1, 2])
  }
}
