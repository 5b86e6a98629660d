import Core
import Foundation
import GRDB
import GitHubModel
import GitHubSandbox
import OperationTesting
import RepositoryStore
import TestSupport
import TestTraits
import Testing

/// A store's calls block their thread, which must not be one that runs tasks.
@Suite(.ownThread) struct StoreThreadTests {
  private let home = TemporaryFolder()

  /// Enough libraries wait for one lock to block every thread of the pool.
  @Test func `other tasks run while calls wait for a locked library`() async throws {
    let world = TestWorld.signedIn(to: try await Sandbox.start()).atHome(home)
    let session = try world.session()
    let vapor = try await session.repository(#require(RepositoryName("vapor/vapor")))
    _ = try await session.library.perform { try $0.addFavorite(vapor) }
    let path = home.path + "/.local/share/ghsearch/library-loopback.db"
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let lock = try DatabaseQueue(path: path, configuration: configuration)
    try await lock.writeWithoutTransaction { try $0.beginTransaction(.exclusive) }
    let (begun, begins) = AsyncStream.makeStream(of: Void.self)

    let callers = try (0..<4 * ProcessInfo.processInfo.activeProcessorCount).map { _ in
      let library = try world.session().library
      return Task {
        begins.yield()
        return await library.ifPresent { (store) throws(StoreError) in try store.favoriteIDs() }
      }
    }
    var arrivals = begun.makeAsyncIterator()
    for _ in callers { await arrivals.next() }
    // A call waits for at most five seconds; other tasks must continue well within that.
    for _ in 0..<4 { await Task.detached {}.value }
    try await lock.writeWithoutTransaction { try $0.commit() }

    for caller in callers { #expect(await caller.value?.count == 1) }
  }
}
