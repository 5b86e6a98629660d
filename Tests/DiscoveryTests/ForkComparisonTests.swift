import Discovery
import GitHubModel
import GitHubSandbox
import OperationTesting
import Testing

@Suite struct ForkComparisonTests {
  private func compare(_ sandbox: Sandbox) async throws -> ForkComparison {
    let name = try #require(RepositoryName("atom/atom"))
    return try await ForkComparison(of: name, try TestWorld.signedIn(to: sandbox).session())
  }

  @Test func `lists forks that are ahead first, after at most fourteen requests`() async throws {
    let sandbox = try await Sandbox.start()

    let comparison = try await compare(sandbox)

    let names = comparison.forks.map(\.repository.name.fullName)
    let ahead = comparison.forks.map(\.aheadBy)
    #expect(names.sorted() == ["DrunkenPoney/atom", "atom-community/atom"])
    #expect(ahead == ahead.sorted(by: >) && comparison.total == 17_165)
    #expect(sandbox.requests.count <= 14)
  }

  @Test func `forks that GitHub cannot compare count only toward the total`() async throws {
    let sandbox = try await Sandbox.start()
    for fork in ["DrunkenPoney/atom", "atom-community/atom"] {
      sandbox.service.edit(fork) { $0.flags.insert(.blocked) }
    }

    let comparison = try await compare(sandbox)

    #expect(comparison.forks.isEmpty && comparison.total == 17_165)
  }
}
