import Foundation
import GRDB
import GitHubModel
import System
import Testing

@testable import RepositoryStore

/// Cost is proportional to the changes: no statement that runs once per star reads all stars.
@Suite struct StatementPlanTests {
  /// The statements for a library with this many stars, and how often each ran.
  private static func statements(stars count: Int64) throws -> (counts: [String: Int], Folder) {
    let folder = Folder()
    let store = try folder.library()
    let counts = Guarded([String: Int]())
    try store.file.read { database in
      database.trace(options: .statement) { event in
        guard case .statement(let statement) = event else { return }
        counts.withLock { $0[statement.sql, default: 0] += 1 }
      }
    }
    try use(store, folder, stars: count)
    try store.file.read { $0.trace(options: []) }
    return (counts.withLock { $0 }, folder)
  }

  /// Everything that a command does with the copy of stars.
  private static func use(_ store: LibraryStore, _ folder: Folder, stars count: Int64) throws {
    let account = try store.identify(try #require(AccessToken("token")), asUser: 1)
    let ids = 1...count
    func repository(_ id: Int64, stars: Int = 3) -> Repository {
      var repository = Sample.repository(id, "a/r\(id)", stars: stars)
      repository.nodeID = "R_\(id)"
      return repository
    }
    func star(_ id: Int64) -> Star {
      let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(id))
      return Star(repository(id), starredAt: date)
    }
    for ids in [ids, 2...count] {
      let begun = try store.beginSync(of: account)
      try store.recordPage(1, ids.map(star), etag: "1", of: account)
      try store.recordPage(2, nil, of: account)
      try store.keep(try store.starsMissingFromPages(of: begun), of: account)
      _ = try store.finish(begun)
      folder.advance(100)
    }
    let release = Release(tagName: "v1", name: nil, publishedAt: folder.date, url: "https://a.b/c")
    let due = try store.dueStars(of: account)
    _ = try store.record(
      due.map { star in
        var changed = repository(star.id, stars: 4)
        changed.isStarred = true
        changed.flags.isArchived = true
        let facts = RepositoryFacts(changed, readmeVersion: "1", latestRelease: release)
        return (star, star.id.isMultiple(of: 5) ? .gone : .facts(facts))
      },
      of: account
    )
    try store.finishFacts(of: account)
    for id in ids {
      let name = repository(id).name
      _ = try store.isStarred(name, by: account)
      _ = try store.addFavorite(repository(id))
      _ = try store.favorite(named: name)
      let run = CommandRun()
      let step = try store.record(unstarring: name, in: run, of: account)
      try store.record(isStarred: false, name, nil, of: account)
      try store.record(isStarred: true, name, repository(id), of: account)
      try store.forget(step, of: run)
      try store.markUndone(try store.record(unstarring: name, in: run, of: account))
      _ = try store.removeFavorite(repository(id), in: run)
    }
    _ = try store.starStates(of: Array(ids), account: account)
    _ = try store.starDates(of: Array(ids), by: account)
    try store.refresh(ids.map { repository($0, stars: 9) })
    _ = try store.stars(of: account)
    _ = try store.starMatches(StarQuery(LocalQuery("r1")), of: account, limit: 10)
    _ = try store.page(of: .stars(account), LocalListQuery())
    _ = try store.starCount(of: account)
    _ = try store.journal(of: account)
    _ = try store.dueReadmes(of: account)
    _ = try store.readmeCount(of: account)
    _ = try store.starEvents(of: account, since: .distantPast)
    _ = try store.eventCounts(of: account, after: 0)
    _ = try store.starReleases(of: account, since: .distantPast)
  }

  /// The steps of a statement that read a whole table, or all stars of an account.
  private static func broadSteps(of sql: String, in database: Database) throws -> [String] {
    let verbs = ["SELECT", "INSERT", "UPDATE", "DELETE"]
    // The full-text indexes run statements of their own.
    guard verbs.contains(where: sql.hasPrefix), !sql.contains("_index") else { return [] }
    let plan = try database.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
    plan.setUncheckedArguments([])
    return try Row.fetchAll(plan).compactMap { row in
      let step = row["detail"] as String? ?? ""
      let tables = ["star", "entry", "repository", "readme", "undo_step"]
      let isScan = tables.contains { step == "SCAN \($0)" || step.hasPrefix("SCAN \($0) ") }
      let isOfAccount = step.hasPrefix("SEARCH star ") && step.hasSuffix("(account=?)")
      return isScan || isOfAccount ? step : nil
    }
  }

  /// Statements that run a fixed number of times, and read whole tables intentionally.
  private static let wholeReads = [
    "SELECT count(*) FROM star", "SELECT count(*) FROM readme",
    "SELECT star.starred_at, star.gone_at",
    "SELECT repository.id", "SELECT release.tag", "SELECT NULL, NULL, NULL",
    "DELETE FROM star\nWHERE account = ? AND generation < ?", "DELETE FROM repository",
  ]

  @Test func `no statement that runs once per star reads all stars`() throws {
    let (counts, folder) = try Self.statements(stars: 40)
    let store = try folder.library()

    let broad = try store.file.read { database in
      try counts.sorted { $0.key < $1.key }.flatMap { sql, count in
        let isMeant = count < 30 && Self.wholeReads.contains { sql.hasPrefix($0) }
        return isMeant ? [] : try Self.broadSteps(of: sql, in: database).map { "\($0): \(sql)" }
      }
    }

    #expect(counts.values.count { $0 >= 30 } > 20)
    #expect(broad == [])
  }
}
