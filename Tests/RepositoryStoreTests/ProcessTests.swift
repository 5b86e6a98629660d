import Foundation
import GitHubModel
import RepositoryStore
import Testing

@Suite(.serialized) struct ProcessTests {
  private let folder = Folder()

  /// By hand: `GHSEARCH_STORE_KILLS=1000 swift test --filter ProcessTests`.
  private static let kills = count("GHSEARCH_STORE_KILLS", 24)
  private static let writes = count("GHSEARCH_STORE_WRITES", 12)

  private static func count(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
  }

  /// The file does not exist yet: all open it at once.
  @Test(arguments: ["favourites", "note"])
  func `loses nothing of eight that write at once, and shows none an error`(
    _ work: String
  ) throws {
    let path = work == "note" ? folder.seenPath : folder.libraryPath
    let children = try (0..<8).map { place in
      try Child([work, path, "\(place * 100_000 + 1)", "\(Self.writes)"])
    }

    let said = children.map { $0.lines() }

    #expect(said.allSatisfy { $0.count == Self.writes })
    #expect(!said.joined().contains { $0.hasPrefix("error") })
    let count = try work == "note" ? folder.seen().count() : folder.library().favourites().count
    #expect(count == 8 * Self.writes)
  }

  @Test func `loses no acknowledged change however often it is killed`() throws {
    var random = SystemRandomNumberGenerator()
    var (next, acknowledged, begun) = (1, Set<String>(), Set<String>())
    for _ in 0..<Self.kills {
      let child = try Child(["all", folder.libraryPath, "\(next)", "1000"])
      var said: [String] = []
      for _ in 0..<Int.random(in: 1...16, using: &random) {
        if let line = child.line() { said.append(line) }
      }
      child.kill()
      said += child.lines()
      #expect(!said.contains { $0.hasPrefix("error") })
      acknowledged.formUnion(said.filter { !$0.hasPrefix("begun") })
      begun.formUnion(said.filter { $0.hasPrefix("begun") })
      next += said.count { $0.hasPrefix("begun") } + 1
    }
    try expect(acknowledged, begun: begun)
  }

  private func expect(_ acknowledged: Set<String>, begun: Set<String>) throws {
    let store = try folder.library()
    let account = try #require(try store.accounts().first?.0)
    let favourites = try store.favourites().map { "favourite \($0.repository.id)" }
    let stars = Set(try store.stars(of: account).compactMap(\.repository?.id))
    let open = try store.openIntents(of: account).map(\.intent.name.name)
    let known = Set(favourites + stars.flatMap { ["star \($0)", "synced \($0)"] })

    #expect(try store.integrity() == [])
    #expect(acknowledged.subtracting(known) == [])
    for line in begun {
      let number = line.dropFirst(6)
      #expect(known.contains("star \(number)") || open.contains("r\(number)"))
    }
  }

  @Test func `says once that the disk is full, and damages nothing`() throws {
    let said = try Child(["fill", folder.libraryPath, "1", "100000"]).lines()

    let favourites = try folder.library().favourites().map { "favourite \($0.repository.id)" }
    let error = "error \(StoreError.diskFull(folder.libraryPath))"
    #expect(said.last == error)
    #expect(said.dropLast() == favourites[...])
    #expect(try folder.library().integrity() == [])
    #expect(try folder.library().addFavourite(Sample.full))
  }
}
