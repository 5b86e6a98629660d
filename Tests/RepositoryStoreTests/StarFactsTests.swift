import Foundation
import GRDB
import GitHubModel
import System
import Testing

@testable import RepositoryStore

/// The facts of stars, read in bulk, and the resulting changes.
@Suite struct StarFactsTests {
  private let folder = Folder()
  private let store: LibraryStore
  private let account: AccountID

  init() throws {
    store = try folder.library()
    account = try store.identify(try #require(AccessToken("token")), asUser: 1)
    let begun = try store.beginSync(of: account)
    let stars = (1...3).map { id in
      let repository = Self.repository(Int64(id))
      let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(id))
      return Star(repository, starredAt: date)
    }
    try store.recordPage(1, stars, etag: "one", of: account)
    _ = try store.finish(begun)
  }

  private static func repository(
    _ id: Int64,
    _ name: String? = nil,
    _ change: (inout Repository) -> Void = { _ in }
  ) -> Repository {
    var repository = Sample.repository(id, name ?? "a/r\(id)", stars: 3)
    repository.nodeID = "R_\(id)"
    repository.flags.isArchived = false
    repository.license = License(key: "mit")
    change(&repository)
    return repository
  }

  private func answer(
    _ repository: Repository,
    isStarred: Bool = true,
    _ tag: String? = nil,
    publishedAt date: Double = 1_790_000_000
  ) -> StarAnswer {
    var repository = repository
    repository.isStarred = isStarred
    let release = tag.map { tag in
      Release(
        tagName: tag,
        name: "Release \(tag)",
        publishedAt: Date(timeIntervalSince1970: date),
        url: "https://github.com/a/b/releases/tag/\(tag)"
      )
    }
    return .facts(RepositoryFacts(repository, readmeVersion: nil, latestRelease: release))
  }

  @discardableResult
  private func record(_ answers: [Int64: StarAnswer]) throws -> Int {
    let due = try store.dueStars(of: account)
    let pairs = due.compactMap { star in answers[star.id].map { (star, $0) } }
    folder.advance(10)
    defer { try? store.finishFacts(of: account) }
    return try store.record(pairs, of: account)
  }

  private func events() throws -> [String] {
    try store.starEvents(of: account, since: .distantPast).map { event in
      [event.name.fullName, event.kind.rawValue, event.from, event.to].compactMap(\.self)
        .joined(separator: " ")
    }
  }

  // MARK: What is asked

  @Test func `the repositories requested longest ago come first`() throws {
    try record([1: answer(Self.repository(1)), 3: .failed])
    folder.advance(10)

    #expect(try store.dueStars(of: account).map(\.id) == [2, 3, 1])
  }

  @Test func `resumes an interrupted sync, and starts over after an hour`() throws {
    folder.advance(100)
    let first = try store.dueStars(of: account)
    folder.advance(100)
    _ = try store.record([(first[0], answer(Self.repository(first[0].id)))], of: account)
    folder.advance(100)

    #expect(try store.dueStars(of: account).map(\.id) == [2, 1])
    folder.advance(3_600)
    #expect(try store.dueStars(of: account).map(\.id) == [2, 1, 3])
  }

  /// Seconds after the previous sync: for the failed one, and for the one that follows it.
  @Test(arguments: [(0, 0), (0, 1), (1, 0), (1, 1)])
  func `resumes a sync that failed immediately, however soon`(_ failed: Int, _ next: Int) throws {
    try record([1: answer(Self.repository(1)), 2: answer(Self.repository(2)), 3: .gone])
    folder.advance(Double(failed))
    let due = try store.dueStars(of: account).map(\.id)
    folder.advance(Double(next))

    #expect(try store.dueStars(of: account).map(\.id) == due)
    #expect(Set(due) == [1, 2, 3])
  }

  // MARK: What is removed

  /// The star's age in seconds on this machine's clock; negative if the clock is behind GitHub's.
  @Test(arguments: [(-100_000, 1), (-3_600, 0), (-3, 0), (0, 0), (59, 0), (60, 1), (100_000, 1)])
  func `removes a star that GitHub denies, unless replicas may not have it yet`(
    age: Double,
    removed: Int
  ) throws {
    let star = Star(Self.repository(9), starredAt: folder.date.addingTimeInterval(10 - age))
    let begun = try store.beginSync(of: account)
    for (page, stars) in [(1, nil), (2, [star])] as [(Int, [Star]?)] {
      try store.recordPage(page, stars, etag: "two", of: account)
    }
    _ = try store.finish(begun)

    #expect(try record([9: answer(Self.repository(9), isStarred: false)]) == removed)

    #expect(try store.starCount(of: account) == 4 - removed)
    // Without its ETag, the page that contains the star is read again.
    #expect(try store.syncPages(of: account) == (removed == 0 ? [1: "one", 2: "two"] : [1: "one"]))
  }

  // MARK: What is stored

  @Test func `facts that GitHub's two APIs write differently are not news`() throws {
    let stored = Self.repository(1) { repository in
      repository.owner.avatarURL = "https://avatars.githubusercontent.com/u/1?v=4"
      repository.homepage = ""
    }
    try store.refresh([stored])
    folder.advance(100_000)
    let facts = Self.repository(1) { repository in
      repository.owner.avatarURL = "https://avatars.githubusercontent.com/u/1?u=2&v=4"
      repository.homepage = nil
    }
    try record([1: answer(facts)])
    let before = try store.file.read {
      try Int64.fetchAll($0, sql: "SELECT changed_at FROM repository")
    }

    try record([1: answer(facts)])
    try store.refresh([stored])

    let after = try store.file.read {
      try Int64.fetchAll($0, sql: "SELECT changed_at FROM repository")
    }
    #expect(after == before)
    #expect(try store.star(of: 1, by: account)?.repository == stored)
  }

  @Test func `writes a new star count without touching the indexes`() throws {
    let changed = (1...3).map { id in Self.repository(Int64(id)) { $0.counts.stars = 9 } }
    let written = Guarded([String]())
    try store.file.read { database in
      database.trace(options: .statement) { event in
        guard case .statement(let statement) = event else { return }
        written.withLock { $0.append(statement.sql) }
      }
    }
    try store.refresh(changed)
    let sql = written.withLock { $0.filter { $0.hasPrefix("UPDATE") || $0.hasPrefix("INSERT") } }

    #expect(sql.count == 6)
    for statement in sql {
      let codes = try store.file.read { database in
        let explained = try database.makeStatement(sql: "EXPLAIN \(statement)")
        explained.setUncheckedArguments([])
        return try Row.fetchAll(explained).compactMap { $0["opcode"] as String? }
      }
      #expect(codes.contains("Insert"))
      #expect(!codes.contains("IdxInsert"))
    }
  }

  @Test func `facts replace older ones, except those missing from the query`() throws {
    var stored = Self.repository(1) { repository in
      (repository.counts.openIssues, repository.counts.subscribers) = (7, 8)
      repository.flags.hasPages = true
      repository.license?.url = "https://api.github.com/licenses/mit"
    }
    try store.refresh([stored])

    try record([1: answer(Self.repository(1) { $0.counts.stars = 9 })])

    stored.counts.stars = 9
    #expect(try store.star(of: 1, by: account)?.repository == stored)
  }

  @Test func `GraphQL facts never overwrite facts that only REST has`() throws {
    var stored = Self.repository(1) { repository in
      (repository.counts.openIssues, repository.flags.hasPages) = (7, true)
    }
    try store.refresh([stored])
    let renamed = Self.repository(1, "a/new")
    stored.name = renamed.name
    stored.owner.login = renamed.owner.login

    try store.refresh([renamed])
    let refreshed = try store.star(of: 1, by: account)?.repository
    try store.record(isStarred: true, renamed.name, renamed, of: account)
    let starred = try store.star(of: 1, by: account)?.repository

    for repository in [refreshed, starred] {
      #expect(repository?.name == renamed.name)
      #expect(repository?.counts.openIssues == 7 && repository?.flags.hasPages == true)
    }
  }

  @Test func `removes a star that GitHub denies, unless it is new`() throws {
    let new = Self.repository(9)
    folder.advance(1_000)
    try store.record(isStarred: true, new.name, new, of: account)

    let removed = try record([
      1: answer(Self.repository(1), isStarred: false), 9: answer(new, isStarred: false),
    ])

    #expect(removed == 1)
    #expect(try store.stars(of: account).map(\.repository.id) == [9, 3, 2])
  }

  @Test func `keeps and marks a repository that is gone, even if no page contains it`() throws {
    try record([2: .gone])
    let goneAt = folder.date
    folder.advance(100)
    try record([2: .gone])
    let begun = try store.beginSync(of: account)

    let unmet = try store.starsMissingFromPages(of: begun).map(\.repository.id)
    let outcome = try store.finish(begun)

    #expect(unmet == [3, 1])
    #expect(outcome.total == 1)
    #expect(try store.star(of: 2, by: account)?.goneAt == goneAt)
    #expect(try events() == ["a/r2 gone"])
  }

  @Test func `a repository that has returned is no longer marked as gone`() throws {
    try record([2: .gone])
    try record([2: answer(Self.repository(2))])

    #expect(try store.star(of: 2, by: account)?.goneAt == nil)
    #expect(try events() == ["a/r2 returned", "a/r2 gone"])
  }

  @Test func `a failed lookup changes nothing`() throws {
    let before = try store.stars(of: account)

    try record([1: .failed, 2: .failed, 3: .failed])

    #expect(try store.stars(of: account) == before)
    #expect(try events() == [])
  }

  // MARK: Events

  @Test func `records changes regardless of how they were noticed`() throws {
    let last = try store.lastStarEvent()
    try record([
      1: answer(Self.repository(1, "b/new") { $0.license?.spdxID = "MIT" }),
      2: answer(Self.repository(2) { $0.flags.isArchived = true }),
    ])
    try store.refresh([
      Self.repository(2), Self.repository(3) { $0.license = License(key: "apache-2.0") },
    ])

    #expect(
      try events() == [
        "a/r3 license mit apache-2.0", "a/r2 unarchived", "b/new renamed a/r1 b/new",
        "a/r2 archived",
      ]
    )
    #expect(
      try store.eventCounts(of: account, after: last)
        == [.license: 1, .unarchived: 1, .archived: 1, .renamed: 1]
    )
  }

  @Test func `a fact that was never known before is not news`() throws {
    let favorite = Self.repository(50)
    _ = try store.addFavorite(favorite)
    try store.refresh([Self.repository(50, "b/other")])
    try record([1: answer(Self.repository(1), "v1")])

    #expect(try events() == [])
  }

  @Test func `a newer release is an event, but removing the newest is not`() throws {
    try record([1: answer(Self.repository(1), "v2"), 2: answer(Self.repository(2))])
    try record([
      1: answer(Self.repository(1), "v3", publishedAt: 1_791_000_000),
      2: answer(Self.repository(2), "v0.1", publishedAt: 1_792_000_000),
    ])
    try record([1: answer(Self.repository(1), "v2")])

    #expect(try events().sorted() == ["a/r1 release v2 v3", "a/r2 release v0.1"])
  }

  @Test func `lists the newest release of each star, newest first`() throws {
    try record([
      1: answer(Self.repository(1), "v1"),
      2: answer(Self.repository(2), "v2", publishedAt: 1_791_000_000),
      3: answer(Self.repository(3)),
    ])

    let all = try store.starReleases(of: account, since: .distantPast)
    let recent = try store.starReleases(
      of: account,
      since: Date(timeIntervalSince1970: 1_790_000_001)
    )

    #expect(all.map(\.release.tagName) == ["v2", "v1"])
    #expect(all.map(\.repository.id) == [2, 1])
    #expect(recent.map(\.release.name) == ["Release v2"])
  }

  @Test func `returns events since a time`() throws {
    try record([2: .gone])
    folder.advance(100)
    let date = folder.date
    try record([3: .gone])

    #expect(try store.starEvents(of: account, since: date).map(\.name.fullName) == ["a/r3"])
  }
}
