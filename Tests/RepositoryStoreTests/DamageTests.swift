import Foundation
import GitHubModel
import Testing

@testable import RepositoryStore

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct DamageTests {
  private let folder = Folder()

  private func fill() throws {
    let store = try folder.library()
    let account = try store.account(for: try #require(AccessToken("token")))
    let many = (1...200).map { Sample.repository($0, "a/r\($0)", stars: 1, "some words") }
    let stars = many.map { Star(name: $0.name, repository: $0, starredAt: folder.date) }
    try store.takePage(1, stars, of: account)
    _ = try store.addFavourite(many[0])
    try folder.seen().note((1...200).map { Sample.repository($0, "a/r\($0)", stars: 1) })
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

  @Test func `tells once of a library that is no database, and begins anew`() throws {
    try fill()
    try write(Data(repeating: 0x55, count: 4_096), to: folder.libraryPath, at: 0)
    let damaged = try Data(contentsOf: URL(fileURLWithPath: folder.libraryPath))

    let aside = "\(folder.libraryPath).corrupt-20261118T110640Z"
    #expect(throws: StoreError.corrupt(folder.libraryPath, setAsideAs: aside)) {
      _ = try folder.library()
    }

    #expect(try folder.library().favourites().isEmpty)
    #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == damaged)
  }

  @Test func `begins the seen repositories anew in silence`() throws {
    try fill()
    try write(Data(repeating: 0x55, count: 4_096), to: folder.seenPath, at: 0)

    let store = try folder.seen()

    #expect(try store.count() == 0)
    #expect(try asides(folder.seenPath).count == 1)
  }

  /// Whatever page is damaged: an error or an answer, and nothing is deleted.
  @Test(arguments: 0..<24) func `survives damage at any page`(_ page: UInt64) throws {
    try fill()
    for path in [folder.libraryPath, folder.seenPath] {
      try write(Data(repeating: 0xA5, count: 3_000), to: path, at: page * 4_096 + 100)
    }

    let seen = try folder.seen()
    _ = try seen.matches("r1", limit: 50)
    try seen.note([Sample.repository(9_999, "a/new", stars: 1)])
    #expect(try seen.repository(id: 9_999) != nil)
    do {
      let store = try folder.library()
      _ = try store.favourites()
      _ = try store.addFavourite(Sample.repository(9_999, "a/new"))
    } catch StoreError.corrupt(_, let aside) {
      #expect(aside.map(FileManager.default.fileExists) == true)
      #expect(try folder.library().favourites().isEmpty)
    }
  }

  @Test func `goes on refusing after it has told of the damage`() throws {
    try fill()
    let store = try folder.library()
    let size = try Data(contentsOf: URL(fileURLWithPath: folder.libraryPath)).count
    let noise = Data(repeating: 0xA5, count: size - 4_096)
    try write(noise, to: folder.libraryPath, at: 4_096)

    let errors = (1...2).map { _ in
      #expect(throws: StoreError.self) { try store.addFavourite(Sample.full) }
    }

    #expect(errors[0] == errors[1])
    #expect(try asides(folder.libraryPath).count == 1)
    #expect(try folder.library().addFavourite(Sample.full))
  }

  @Test func `takes the journal along, for it belongs to the damaged file`() throws {
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

  @Test func `puts no file aside that another process has begun meanwhile`() throws {
    try fill()
    let place = StorePlace(path: folder.libraryPath)
    let damaged = try place.prepare()
    _ = place.setAside(damaged, at: folder.date)
    _ = try folder.library()

    #expect(place.setAside(damaged, at: folder.date) == nil)
    #expect(try asides(folder.libraryPath).count == 1)
  }
}
