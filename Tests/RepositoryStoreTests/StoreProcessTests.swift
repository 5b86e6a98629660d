import Foundation
import GitHubModel
import RepositoryStore
import TestSupport
import TestTraits
import Testing

@Suite(.ownThread, .serialized) struct StoreProcessTests {
  private let folder = Folder()

  /// To run it by hand: `GHSEARCH_STORE_KILLS=1000 swift test --filter StoreProcessTests`.
  private static let kills = count("GHSEARCH_STORE_KILLS", 24)
  private static let writes = count("GHSEARCH_STORE_WRITES", 12)

  private static func count(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
  }

  /// The file does not exist yet, and all open it at once.
  @Test func `eight concurrent writers lose nothing and get no error`() throws {
    let children = try (0..<8).map { place in
      try Child(["favorites", folder.libraryPath, "\(place * 100_000 + 1)", "\(Self.writes)"])
    }

    let said = children.map { $0.lines() }

    #expect(said.allSatisfy { $0.count == Self.writes })
    #expect(said.joined().filter { $0.hasPrefix("error") } == [])
    #expect(try folder.library().favorites().count == 8 * Self.writes)
  }

  @Test(arguments: [Dice.seed])
  func `loses no acknowledged change, however often it is killed`(seed: UInt64) throws {
    var random = Dice(state: seed)
    var (next, acknowledged) = (1, Set<String>())
    for _ in 0..<Self.kills {
      let child = try Child(["all", folder.libraryPath, "\(next)", "1000"])
      var said: [String] = []
      for _ in 0..<Int.random(in: 1...16, using: &random) {
        if let line = child.line() { said.append(line) }
      }
      child.kill()
      said += child.lines()
      #expect(said.filter { $0.hasPrefix("error") } == [])
      acknowledged.formUnion(said.filter { !$0.hasPrefix("begun") })
      next += said.count { $0.hasPrefix("begun") } + 1
    }
    try expect(acknowledged)
  }

  private func expect(_ acknowledged: Set<String>) throws {
    let store = try folder.library()
    let account = try #require(try store.accounts().first)
    let favorites = try store.favorites().map { "favorite \($0.repository.id)" }
    let stars = Set(try store.stars(of: account).map(\.repository.id))
    let known = Set(favorites + stars.flatMap { ["star \($0)", "synced \($0)"] })

    #expect(try StoreCondition.ofFile(at: folder.libraryPath) == .sound)
    #expect(acknowledged.subtracting(known) == [])
  }

  @Test func `reports a full disk once, and damages nothing`() throws {
    let said = try Child(["fill", folder.libraryPath, "1", "100000"]).lines()

    let favorites = try folder.library().favorites().map { "favorite \($0.repository.id)" }
    let error = "error \(StoreError.diskFull(folder.libraryPath))"
    #expect(said.last == error)
    #expect(said.dropLast() == favorites[...])
    #expect(try StoreCondition.ofFile(at: folder.libraryPath) == .sound)
    #expect(try folder.library().addFavorite(Sample.full))
  }
}
