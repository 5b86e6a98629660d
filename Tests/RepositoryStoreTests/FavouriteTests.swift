import Foundation
import GRDB
import GitHubModel
import RepositoryStore
import Testing

@Suite struct FavouriteTests {
  private let folder = Folder()

  @Test func `keeps the order of adding, also when one is added twice`() throws {
    let store = try folder.library()
    let added = try ([3, 1, 2, 3] as [Int64]).map { id in
      folder.advance(10)
      return try store.addFavourite(Sample.repository(id, "a/r\(id)", stars: Int(id)))
    }

    #expect(added == [true, true, true, false])
    #expect(try store.favourites().map(\.repository.id) == [3, 1, 2])
    #expect(try store.favouriteIDs() == [1, 2, 3])
  }

  @Test func `are there after a cold start`() throws {
    _ = try folder.library().addFavourite(Sample.full)

    let kept = try folder.library().favourites()

    #expect(kept.map(\.repository) == [Sample.full])
    #expect(kept.map(\.addedAt) == [folder.date])
  }

  @Test func `go when they are removed, and may be added again at the end`() throws {
    let store = try folder.library()
    for id in 1...2 as ClosedRange<Int64> {
      _ = try store.addFavourite(Sample.repository(id, "a/r\(id)"))
    }

    let removed = try (1...2).map { _ in try store.removeFavourite(id: 1) }
    _ = try store.addFavourite(Sample.repository(1, "a/r1"))

    #expect(removed == [true, false])
    #expect(try store.favourites().map(\.repository.id) == [2, 1])
  }

  @Test func `outlive a rename`() throws {
    let store = try folder.library()
    _ = try store.addFavourite(Sample.repository(7, "old/name"))

    try store.refresh([Sample.repository(7, "new/name"), Sample.repository(8, "not/kept")])

    #expect(try store.favourite(named: Sample.name("NEW/name"))?.repository.id == 7)
    #expect(try store.favourite(named: Sample.name("old/name")) == nil)
    #expect(try store.repository(named: Sample.name("not/kept")) == nil)
  }

  /// Another process holds the only right to write, so that whoever wants to would wait and fail.
  @Test func `what says nothing new of them is not written, nor waits for those who write`() throws
  {
    let store = try folder.library()
    _ = try store.addFavourite(Sample.full)
    var row = Sample.full
    row.description = nil
    let writer = try DatabaseQueue(path: folder.libraryPath)

    try writer.inTransaction(.immediate) { _ in
      try store.refresh([row, Sample.repository(8, "not/kept")])
      return .rollback
    }

    #expect(try store.favourites().map(\.repository) == [Sample.full])
  }
}
