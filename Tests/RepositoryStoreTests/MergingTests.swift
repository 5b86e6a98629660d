import Foundation
import GitHubModel
import RepositoryStore
import Testing

/// GitHub sends null for a removed fact, and the old value must not be kept.
@Suite struct MergingTests {
  private let folder = Folder()

  /// Sets each fact to null, except the number of watchers, which lists omit, and of open issues,
  /// whose absence marks facts as GraphQL's.
  private static let removals: [@Sendable (inout Repository) -> Void] = [
    { $0.nodeID = nil }, { $0.description = nil }, { $0.homepage = nil }, { $0.language = nil },
    { $0.topics = nil }, { $0.topics = [] }, { $0.license = nil }, { $0.license?.name = nil },
    { $0.license?.spdxID = nil }, { $0.license?.url = nil }, { $0.defaultBranch = nil },
    { $0.cloneURL = nil }, { $0.sshURL = nil }, { $0.visibility = nil }, { $0.owner.id = nil },
    { $0.owner.kind = nil }, { $0.owner.url = nil }, { $0.owner.avatarURL = nil },
    { $0.counts.stars = nil }, { $0.counts.forks = nil }, { $0.counts.searchWatchers = nil },
    { $0.counts.size = nil }, { $0.dates.created = nil },
    { $0.dates.updated = nil }, { $0.dates.pushed = nil }, { $0.flags.isArchived = nil },
    { $0.flags.isDisabled = nil }, { $0.flags.isFork = nil }, { $0.flags.isPrivate = nil },
    { $0.flags.isTemplate = nil }, { $0.flags.hasDownloads = nil }, { $0.flags.hasIssues = nil },
    { $0.flags.hasPages = nil }, { $0.flags.hasProjects = nil }, { $0.flags.hasWiki = nil },
  ]

  @Test(arguments: removals.indices)
  func `removes facts that have become null, in cache and library`(_ index: Int) throws {
    var newer = Sample.full
    Self.removals[index](&newer)
    #expect(newer != Sample.full)
    let (cache, library) = (try folder.cache(), try folder.library())
    try cache.record([Sample.full])
    _ = try library.addFavorite(Sample.full)

    try cache.record([newer])
    try library.refresh([newer])

    #expect(try cache.repository(named: newer.name) == newer)
    #expect(try library.favorites().map(\.repository) == [newer])
  }

  @Test func `finds nothing by a removed description`() throws {
    let store = try folder.cache()
    try store.record([Sample.repository(1, "a/b", "An unmistakable word")])

    try store.record([Sample.repository(1, "a/b")])

    #expect(try store.matches("unmistakable", limit: 5).isEmpty)
    #expect(try store.matches("a/b", limit: 5).count == 1)
  }
}
