import Foundation
import GRDB
import GitHubModel
import TestTraits
import Testing

@testable import RepositoryStore

#if canImport(Glibc)
  import Glibc
#endif

@Suite(.ownThread) struct DamageTests {
  private let folder = Folder()

  private func fill() throws {
    let store = try folder.library()
    let account = try store.identify(try #require(AccessToken("token")), asUser: 1)
    let many = (1...200).map { Sample.repository($0, "a/r\($0)", stars: 1, "some words") }
    let stars = many.map { Star($0, starredAt: folder.date) }
    try store.recordPage(1, stars, of: account)
    _ = try store.addFavorite(many[0])
    try folder.cache().record((1...200).map { Sample.repository($0, "a/r\($0)", stars: 1) })
  }

  private func write(_ bytes: Data, to path: String, at offset: UInt64) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seek(toOffset: offset)
    try file.write(contentsOf: bytes)
    try file.close()
  }

  private func asides(_ path: String) throws -> [String] {
    let folder = (path as NSString).deletingLastPathComponent
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.contains(".corrupt-") }.sorted()
  }

  @Test func `syncs only lasting data to the disk`() throws {
    func level(_ file: StoreFile) throws -> Int? {
      try file.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    }

    #expect(try level(folder.library().file) == 2)
    #expect(try level(folder.cache().file) == 0)
  }

  @Test func `reports a library that is not a database once, and starts over`() throws {
    try fill()
    try write(Data(repeating: 0x55, count: 4_096), to: folder.libraryPath, at: 0)
    let damaged = try Data(contentsOf: URL(fileURLWithPath: folder.libraryPath))

    let aside = "\(folder.libraryPath).corrupt-20261118T110640Z"
    #expect(throws: StoreError.corrupt(folder.libraryPath, setAsideAs: aside)) {
      _ = try folder.library()
    }

    #expect(try folder.library().favorites().isEmpty)
    #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == damaged)
  }

  @Test func `replaces a damaged cache silently`() throws {
    try fill()
    try write(Data(repeating: 0x55, count: 4_096), to: folder.cachePath, at: 0)

    let store = try folder.cache()

    #expect(try store.matches("r", limit: 5).isEmpty)
    #expect(try asides(folder.cachePath).count == 1)
  }

  /// Damage to any page leads to an error or an answer, and deletes nothing.
  @Test(arguments: 0..<24) func `survives damage at any page`(_ page: UInt64) throws {
    try fill()
    for path in [folder.libraryPath, folder.cachePath] {
      try write(Data(repeating: 0xA5, count: 3_000), to: path, at: page * 4_096 + 100)
    }

    func useCache() throws {
      let cache = try folder.cache()
      _ = try cache.matches("r1", limit: 50)
      try cache.record([Sample.repository(9_999, "a/new", stars: 1)])
      #expect(try cache.repository(named: Sample.name("a/new")) != nil)
    }
    do { try useCache() } catch StoreError.corrupt { try useCache() }
    do {
      let store = try folder.library()
      _ = try store.favorites()
      _ = try store.addFavorite(Sample.repository(9_999, "a/new"))
    } catch StoreError.corrupt(_, let aside) {
      #expect(aside.map(FileManager.default.fileExists) == true)
      #expect(try folder.library().favorites().isEmpty)
    }
  }

  @Test func `refuses all calls after reporting the damage`() throws {
    try fill()
    let store = try folder.library()
    let size = try Data(contentsOf: URL(fileURLWithPath: folder.libraryPath)).count
    let noise = Data(repeating: 0xA5, count: size - 4_096)
    try write(noise, to: folder.libraryPath, at: 4_096)

    let errors = (1...2).map { _ in
      #expect(throws: StoreError.self) { try store.addFavorite(Sample.full) }
    }

    #expect(errors[0] == errors[1])
    #expect(try asides(folder.libraryPath).count == 1)
    #expect(try folder.library().addFavorite(Sample.full))
  }

  @Test func `reports a library that was removed while in use`() throws {
    try fill()
    let store = try folder.library()
    try FileManager.default.removeItem(atPath: folder.libraryPath)

    #expect(throws: StoreError.moved(folder.libraryPath)) { try store.addFavorite(Sample.full) }
  }

  @Test func `sets the journal aside together with the damaged file`() throws {
    try fill()
    let place = StorePlace(path: folder.libraryPath)
    let identity = try place.prepare()
    let journal = Data("journal".utf8)
    try journal.write(to: URL(fileURLWithPath: folder.libraryPath + "-journal"))

    let asides = [
      place.setAside(identity, at: folder.date), place.setAside(identity, at: folder.date),
    ]

    let aside = try #require(asides[0])
    #expect(asides[1] == nil)
    #expect(try Data(contentsOf: URL(fileURLWithPath: aside + "-journal")) == journal)
    #expect(!FileManager.default.fileExists(atPath: folder.libraryPath + "-journal"))
  }

  @Test func `does not set aside a file that another process has just created`() throws {
    try fill()
    let place = StorePlace(path: folder.libraryPath)
    let damaged = try place.prepare()
    _ = place.setAside(damaged, at: folder.date)
    _ = try folder.library()

    #expect(place.setAside(damaged, at: folder.date) == nil)
    #expect(try asides(folder.libraryPath).count == 1)
  }

  private struct ForeignError: Error {}

  /// Every primary result code of SQLite (<https://www.sqlite.org/rescode.html>), and an error of
  /// another kind: only two of them mean that the file is damaged.
  @Test(arguments: Array(1...28) + [100, 101, nil])
  func `sets a file aside only for SQLite's codes for corruption`(_ code: Int32?) throws {
    try fill()
    let error: any Error =
      code.map { DatabaseError(resultCode: ResultCode(rawValue: $0)) }
      ?? ForeignError()
    let isDamage =
      code == ResultCode.SQLITE_CORRUPT.rawValue
      || code == ResultCode.SQLITE_NOTADB.rawValue
    let (library, cache) = (try folder.library(), try folder.cache())
    let paths = [folder.libraryPath, folder.cachePath]
    let before = try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }

    for file in [library.file, cache.file] {
      #expect(throws: StoreError.self) { try file.read { _ in throw error } }
      #expect(throws: StoreError.self) { try file.write { _ in throw error } }
    }

    #expect(try paths.allSatisfy { try asides($0).isEmpty } == !isDamage)
    if !isDamage {
      let after = try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
      #expect(after == before)
      #expect(try library.favorites().count == 1)
      #expect(try folder.cache().matches("r", limit: 500).count == 200)
    }
  }
}
