import Core
import Discovery
import GitHubAPI
import GitHubModel
import GitHubSandbox
import OperationTesting
import System
import Testing

/// Whether repositories are alive, read from a sandbox in September 2026.
@Suite struct ActivityReaderTests {
  private typealias Judgments = [RepositoryName: ActivityReader.Judgment]

  private func judge(
    _ names: [String],
    _ world: TestWorld,
    quietAfter: TimeSpan = .year
  ) async throws -> Judgments {
    try await ActivityReader(try world.session(), quietAfter: quietAfter)
      .judge(names.compactMap(RepositoryName.init))
  }

  private func states(_ judgments: Judgments) -> [String: Activity.State] {
    Dictionary(uniqueKeysWithValues: judgments.map { ($0.fullName, $1.activity.state) })
  }

  /// The names of the most starred repositories.
  private func names(_ count: Int, _ sandbox: Sandbox) async throws -> [String] {
    let client = try TestWorld.signedIn(to: sandbox).session().client
    var pages = client.search(try SearchQuery(text: "stars:>0"), limit: count)
    let page = try await pages.next()
    let names = (page?.value.repositories ?? []).map(\.name.fullName)
    sandbox.forgetRequests()
    try #require(names.count == count)
    return names
  }

  @Test func `checks a hundred repositories in three requests`() async throws {
    let sandbox = try await Sandbox.start()
    let names = try await names(100, sandbox)

    let judgments = try await judge(names, .signedIn(to: sandbox))

    #expect(judgments.count == 100)
    #expect(sandbox.requests.count == 3)
  }

  /// Limits that GitHub has for many repositories, and the requests that a hundred take then.
  @Test(arguments: [
    ("502 above 40", \GraphQLTraps.maxInTime, 40, 6 + 5),
    ("cut off after 30", \.maxComputed, 30, 4 + 4),
  ])
  func `halves batches that are too large for GitHub without losing repositories`(
    _ name: String,
    _ trap: any WritableKeyPath<GraphQLTraps, Int> & Sendable,
    _ size: Int,
    _ requests: Int
  ) async throws {
    let sandbox = try await Sandbox.start()
    var traps = GraphQLTraps()
    traps[keyPath: trap] = size
    let names = try await names(100, sandbox)
    sandbox.service.setTraps(traps)

    let judgments = try await judge(names, .signedIn(to: sandbox))

    #expect(judgments.count == 100)
    #expect(judgments.values.allSatisfy { $0.judged?.facts.lastCommit != nil })
    #expect(sandbox.requests.count == requests)
  }

  @Test func `a repository that GitHub cannot compute is unknown without affecting the others`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    var traps = GraphQLTraps()
    traps.slow = ["vapor/vapor"]
    sandbox.service.setTraps(traps)

    let judgments = try await judge(
      ["vapor/vapor", "iina/iina", "atom/atom"],
      .signedIn(to: sandbox)
    )

    #expect(
      states(judgments) == [
        "vapor/vapor": .unknown, "iina/iina": .active, "atom/atom": .archived,
      ]
    )
    #expect(judgments.values.compactMap(\.failure).count == 1)
  }

  @Test func `a private repository is gone to a token that cannot see it`() async throws {
    let sandbox = try await Sandbox.start { configuration in
      let owner = SandboxToken("owner", kind: .classic(scopes: ["repo"]))
      configuration.tokens = [.demonstration, owner]
    }
    sandbox.service.edit("iina/iina") { $0.flags.insert(.private) }
    let other = TestWorld.signedIn(to: sandbox)
    var owner = other
    owner.environment["GHSEARCH_TOKEN"] = "owner"

    #expect(states(try await judge(["iina/iina"], owner)) == ["iina/iina": .active])
    #expect(states(try await judge(["iina/iina"], other)) == ["iina/iina": .gone])
  }

  @Test func `two names for one repository show the same commits`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    sandbox.service.edit("apple/container") { $0.name = "moved" }

    let judgments = try await judge(
      ["apple/container", "apple/moved"],
      .signedIn(to: sandbox)
    )

    let commits = Set(judgments.values.map { $0.judged?.facts.lastCommit })
    #expect(judgments.count == 2 && commits.count == 1 && commits != [nil])
  }

  @Test func `without a token, sends one request per repository and judges by the last push`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    let world = TestWorld.anonymous(to: sandbox)

    let judgments = try await judge(["vapor/vapor", "atom/atom", "no/where"], world)

    #expect(
      states(judgments) == ["vapor/vapor": .active, "atom/atom": .archived, "no/where": .gone]
    )
    #expect(sandbox.requests.count == 3)
    let saysSo = world.notices.withLock { notices in
      notices.contains { if case .pushesForCommits = $0 { true } else { false } }
    }
    #expect(saysSo)
  }

  @Test func `a rejected token leaves every repository unknown`() async throws {
    let sandbox = try await Sandbox.start()
    var world = TestWorld.signedIn(to: sandbox)
    world.environment["GHSEARCH_TOKEN"] = "ghp_wrong"

    let judgments = try await judge(["vapor/vapor", "atom/atom"], world)

    #expect(states(judgments) == ["vapor/vapor": .unknown, "atom/atom": .unknown])
    #expect(judgments.values.allSatisfy { $0.failure?.kind == .tokenRejected })
  }

  @Test func `a repository is quiet after the given time`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.service.edit("vapor/vapor") { $0.pushed = UnixTime(year: 2025, month: 9, day: 1) }
    let world = TestWorld.signedIn(to: sandbox)

    #expect(states(try await judge(["vapor/vapor"], world)) == ["vapor/vapor": .quiet])
    let later = try await judge(["vapor/vapor"], world, quietAfter: #require(TimeSpan("2y")))
    #expect(states(later) == ["vapor/vapor": .active])
  }
}
