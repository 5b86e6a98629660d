import Foundation
import GRDB
import GitHubModel
import RepositoryStore
import Testing

@Suite struct FavoriteTests {
  private let folder = Folder()

  @Test func `keeps the order in which favorites were added, even if one is added twice`() throws {
    let store = try folder.library()
    let added = try ([3, 1, 2, 3] as [Int64]).map { id in
      folder.advance(10)
      return try store.addFavorite(Sample.repository(id, "a/r\(id)", stars: Int(id)))
    }

    #expect(added == [true, true, true, false])
    #expect(try store.favorites().map(\.repository.id) == [3, 1, 2])
    #expect(try store.favoriteIDs() == [1, 2, 3])
  }

  @Test func `finds favorites in a new process`() throws {
    _ = try folder.library().addFavorite(Sample.full)

    let kept = try folder.library().favorites()

    #expect(kept.map(\.repository) == [Sample.full])
    #expect(kept.map(\.addedAt) == [folder.date])
  }

  @Test func `a removed favorite that another process adds again is last`() throws {
    let store = try folder.library()
    for id in 1...2 as ClosedRange<Int64> {
      _ = try store.addFavorite(Sample.repository(id, "a/r\(id)"))
    }

    let removed = try (1...2).map { _ in try store.removeFavorite(Sample.repository(1, "a/r1")) }
    _ = try folder.library().addFavorite(Sample.repository(1, "a/r1"))

    #expect(removed == [true, false])
    #expect(try store.favorites().map(\.repository.id) == [2, 1])
  }

  @Test func `keeps a renamed favorite`() throws {
    let store = try folder.library()
    _ = try store.addFavorite(Sample.repository(7, "old/name"))

    try store.refresh([Sample.repository(7, "new/name"), Sample.repository(8, "not/kept")])

    #expect(try store.favorite(named: Sample.name("NEW/name"))?.repository.id == 7)
    #expect(try store.favorite(named: Sample.name("old/name")) == nil)
    #expect(try store.repository(named: Sample.name("not/kept")) == nil)
  }

  /// Another process holds the write lock, so a call that needs it would wait and fail.
  @Test func `unchanged facts are neither written nor wait for a writer`() throws {
    let store = try folder.library()
    _ = try store.addFavorite(Sample.full)
    var row = Sample.full
    row.counts.subscribers = nil
    let writer = try DatabaseQueue(path: folder.libraryPath)

    try writer.inTransaction(.immediate) { _ in
      try store.refresh([row, Sample.repository(8, "not/kept")])
      return .rollback
    }

    #expect(try store.favorites().map(\.repository) == [Sample.full])
  }
}
