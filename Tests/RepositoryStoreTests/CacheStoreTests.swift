import Foundation
import GRDB
import GitHubModel
import Testing

@testable import RepositoryStore

@Suite struct CacheStoreTests {
  private let folder = Folder()

  @Test func `returns every fact of a repository`() throws {
    let store = try folder.cache()
    let known = Sample.full

    try store.record([known])

    #expect(try store.repository(named: known.name) == known)
  }

  @Test func `returns a repository of which only the identity is known`() throws {
    let store = try folder.cache()
    let bare = Sample.repository(1, "a/b")

    try store.record([bare])

    #expect(try store.repository(named: Sample.name("a/b")) == bare)
  }

  @Test func `distinguishes unknown from none and from false`() throws {
    let store = try folder.cache()
    var known = Sample.repository(1, "a/b")
    known.topics = []
    known.flags.isFork = false
    known.flags.hasWiki = true

    try store.record([known])

    #expect(try store.repository(named: Sample.name("a/b")) == known)
  }

  @Test func `keeps the number of watchers, which lists omit`() throws {
    let store = try folder.cache()
    var row = Sample.full
    row.counts.subscribers = nil
    row.counts.stars = 9
    var expected = Sample.full
    expected.counts.stars = 9

    try store.record([Sample.full])
    try store.record([row])

    #expect(try store.repository(named: row.name) == expected)
  }

  @Test(arguments: [
    ("alamofrie", "alamofire"), ("alamofir", "alamofire"), ("Alamofiree", "alamofire"),
    ("swift lint", "swiftlint"), ("alamofire", nil), ("fzd", nil), ("user:alamofrie", nil),
    ("something else", nil), ("nats", "nuts"),
  ])
  func `the nearest name is that of a known repository`(_ text: String, _ name: String?) throws {
    let store = try folder.cache()

    try store.record([
      Sample.repository(1, "Alamofire/Alamofire"), Sample.repository(2, "realm/SwiftLint"),
      Sample.repository(3, "junegunn/fzf"), Sample.repository(4, "a/gnats", stars: 1),
      Sample.repository(5, "a/nuts", stars: 9),
    ])

    #expect(try store.nearestName(to: text) == name)
  }

  @Test func `finds a renamed repository only by its new name and words`() throws {
    let store = try folder.cache()

    try store.record([Sample.repository(1, "old/thing", stars: 5)])
    try store.record([Sample.repository(1, "new/widget", stars: 50)])

    #expect(try store.repository(named: Sample.name("OLD/thing")) == nil)
    #expect(try store.matches("thing", limit: 5).isEmpty)
    #expect(try store.matches("wid", limit: 5).map(\.id) == [1])
  }

  @Test func `stores text after a NUL`() throws {
    let store = try folder.cache()
    var hostile = Sample.repository(1, "a/b")
    hostile.description = "before\0after"

    try store.record([hostile])

    #expect(try store.repository(named: Sample.name("a/b"))?.description == "before\u{FFFD}after")
  }

  @Test(arguments: 0..<3)
  func `stores each flag separately, including unknown ones`(_ shift: Int) throws {
    let values: [Bool?] = (0..<10).map { [true, false, nil][($0 + $0 / 3 + shift) % 3] }
    let store = try folder.cache()
    var known = Sample.repository(1, "a/b")
    known.flags.isArchived = values[0]
    known.flags.isDisabled = values[1]
    known.flags.isFork = values[2]
    known.flags.isPrivate = values[3]
    known.flags.isTemplate = values[4]
    known.flags.hasDownloads = values[5]
    known.flags.hasIssues = values[6]
    known.flags.hasPages = values[7]
    known.flags.hasProjects = values[8]
    known.flags.hasWiki = values[9]

    try store.record([known])

    #expect(try store.repository(named: known.name) == known)
  }

  @Test func `the history has each text once, newest first, from all processes`() throws {
    let (one, other) = (try folder.cache(), try folder.cache())

    for text in ["swift", "nio"] { try one.remember(text, keeping: 10) }
    try other.remember("swift", keeping: 10)
    try one.remember("dé\u{301}jà 🦜", keeping: 10)

    #expect(try other.history() == ["dé\u{301}jà 🦜", "swift", "nio"])
  }

  @Test func `a full history drops its oldest texts`() throws {
    let store = try folder.cache()

    for text in ["a", "b", "a", "c", "d"] { try store.remember(text, keeping: 3) }

    #expect(try store.history() == ["d", "c", "a"])
  }

  @Test func `of very many repositories, keeps the most recently updated`() throws {
    let store = try folder.cache()
    try store.file.write { database in
      try database.execute(
        sql: """
          WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 22000)
          INSERT INTO repository (id, changed_at, owner, name, url, flags)
            SELECT n, n, 'o', 'r' || n, 'https://github.com/o/r' || n, 0 FROM number;
          INSERT INTO search_text (repository, name, topics, description)
            SELECT id, owner || ' ' || name, '', '' FROM repository
          """
      )
    }

    try store.record([Sample.repository(30_000, "a/newest")])

    let ids = try store.file.read {
      try Int64.fetchAll($0, sql: "SELECT id FROM repository ORDER BY id")
    }
    #expect(ids == Array(2_002...22_000) + [30_000])
    let found = try ["r2001", "r2002"].map { try store.matches($0, limit: 50).map(\.id) }
    #expect(!found[0].contains(2_001) && found[1].first == 2_002)
  }

  @Test func `keeps responses unchanged, and returns them once`() {
    let seen = SeenResponses(path: folder.cachePath + ".json")
    seen.add(Array("{\n  \"items\": []\n}".utf8))
    seen.add(Array("[2]".utf8))

    let taken = Array(seen.take()).map { String(decoding: $0, as: UTF8.self) }

    #expect(taken == ["{\n  \"items\": []\n}\n", "[2]\n"])
    #expect(Array(seen.take()).isEmpty)
  }

  /// Larger than a pipe's buffer, which would accept a small one.
  @Test(.timeLimit(.minutes(5)))
  func `does not touch a pipe or directory in place of the file`() throws {
    let path = folder.cachePath + ".json"
    let seen = SeenResponses(path: path)
    let json = [UInt8](repeating: UInt8(ascii: "1"), count: 200_000)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent,
      withIntermediateDirectories: true
    )
    try #require(mkfifo(path, 0o600) == 0)

    seen.add(json)
    #expect(Array(seen.take()).isEmpty)

    try #require(mkdir(path, 0o700) == 0)
    seen.add(json)
    #expect(Array(seen.take()).isEmpty)
  }

  @Test func `keeps the newest of many responses`() {
    let seen = SeenResponses(path: folder.cachePath + ".json")
    let large = [UInt8](repeating: UInt8(ascii: "1"), count: 1 << 20)
    for _ in 1...8 { seen.add(large) }
    seen.add(large + large)
    seen.add([UInt8(ascii: "2")])

    // The eighth exceeds the total limit, so it starts a new file; the ninth is too large by
    // itself.
    #expect(Array(seen.take()).map(\.count) == [large.count + 1, 2])
  }

  @Test func `does not read a file that others can read`() throws {
    let path = folder.cachePath + ".json"
    let seen = SeenResponses(path: path)
    seen.add(Array("[1]".utf8))
    chmod(path, 0o644)

    #expect(Array(seen.take()).isEmpty)
  }
}
