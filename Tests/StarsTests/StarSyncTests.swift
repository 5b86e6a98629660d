import Core
import Foundation
import GitHubModel
import GitHubSandbox
import OperationTesting
import RepositoryStore
import Stars
import System
import TestSupport
import Testing

/// A sync of stars and their facts.
@Suite struct StarSyncTests {
  private let home = TemporaryFolder()

  private static let names = ["vapor/vapor", "rust-lang/rust", "iina/iina", "jqlang/jq"]

  private func world(_ sandbox: Sandbox) -> TestWorld {
    TestWorld.signedIn(to: sandbox).atHome(home)
  }

  private static func pages(_ sandbox: Sandbox) -> [String?] {
    sandbox.requests.filter { $0.path == "/user/starred" }.map { $0.parameter("page") }
  }

  /// The stars in the copy.
  private func copy(_ sandbox: Sandbox) async throws -> [String] {
    let session = try world(sandbox).session()
    let account = try await session.account()
    return try await session.library.perform {
      try $0.stars(of: account).map(\.name.fullName)
    }
    .sorted()
  }

  private static let withoutGraphQL = SandboxFault.failure(status: 404, message: "Not Found")

  // MARK: Stars

  @Test func `an unchanged copy takes one request each for stars, facts and lists`()
    async throws
  {
    let sandbox = try await Sandbox.start(stars: ["vapor/vapor"])
    _ = try await world(sandbox).sync()
    sandbox.forgetRequests()

    let again = try await world(sandbox).sync()

    #expect(again.stars == SyncOutcome(total: 1))
    #expect(sandbox.requests.map(\.path) == ["/user/starred", "/graphql", "/graphql"])
  }

  @Test func `unreadable stars make a sync incomplete, and the next one reads them`()
    async throws
  {
    let sandbox = try await Sandbox.start(stars: ["vapor/vapor", "rust-lang/rust"])
    sandbox.script(.replaceBody("[null, null]"), on: .path("/user/starred"))

    let first = try await world(sandbox).sync()
    let second = try await world(sandbox).sync()
    let third = try await world(sandbox).sync()

    #expect(first.failures.keys.sorted { "\($0)" < "\($1)" } == [.stars])
    #expect(second.isComplete && second.stars == SyncOutcome(added: 2, total: 2))
    #expect(third.stars == SyncOutcome(total: 2))
  }

  @Test func `resumes an interrupted sync`() async throws {
    let sandbox = try await threePages()
    sandbox.script(.respond(status: 404, body: "{}"), on: .path("/user/starred") && .page(3))

    let first = try await world(sandbox).sync()
    sandbox.forgetRequests()
    let second = try await world(sandbox).sync()

    #expect(first.failure?.stop?.continuation == .nextSync)
    #expect(second.stars == SyncOutcome(added: 250, total: 250))
    #expect(Self.pages(sandbox) == ["1", "3"])
  }

  @Test func `notices a star removed elsewhere on any page`() async throws {
    let sandbox = try await Sandbox.start(stars: Self.names)
    _ = try await world(sandbox).sync()
    sandbox.script(.respond(status: 304), on: .path("/user/starred"))
    sandbox.service.setStar(false, on: "vapor/vapor", by: "octocat")

    let synced = try await world(sandbox).sync()

    #expect(synced.stars == SyncOutcome(removed: 1, total: 3))
  }

  @Test func `keeps a star missing from all pages unless GitHub confirms its removal`() async throws
  {
    let sandbox = try await Sandbox.start(stars: ["vapor/vapor", "iina/iina", "jqlang/jq"])
    _ = try await world(sandbox).sync()
    sandbox.service.setStar(false, on: "iina/iina", by: "octocat")
    sandbox.script(.replaceBody("[]"), on: .path("/user/starred"))
    sandbox.script(Self.withoutGraphQL, on: .graphQL, times: .max)
    sandbox.script(
      .failure(status: 403, message: "No."),
      on: .path("/user/starred/jqlang/jq"),
      times: .max
    )
    let world = world(sandbox)

    let synced = try await world.sync()

    #expect(synced.stars == SyncOutcome(removed: 1, total: 2))
    let kept = world.notices.withLock { $0 }.compactMap { notice in
      if case .starsKept(let count) = notice { count } else { nil }
    }
    #expect(kept == [1])
    #expect(try await copy(sandbox) == ["jqlang/jq", "vapor/vapor"])
  }

  // MARK: Pages

  /// A sandbox with three pages of stars.
  private func threePages() async throws -> Sandbox {
    try await Sandbox.start(stars: Self.names) { configuration in
      let owner = SandboxOwner(login: "octo")
      configuration.repositories = (1...250).map { number in
        SandboxRepository(id: 990_000_000 + number, owner: owner, name: "r\(number)")
      }
      configuration.stars = ["octocat": configuration.repositories.map(\.fullName)]
    }
  }

  @Test func `only changed pages are sent again`() async throws {
    let sandbox = try await threePages()
    _ = try await world(sandbox).sync()
    sandbox.forgetRequests()

    let unchanged = try await world(sandbox).sync()
    let first = Self.pages(sandbox)
    sandbox.forgetRequests()
    var tomorrow = world(sandbox)
    tomorrow.localDate = { TestWorld.date.addingTimeInterval(90_000) }
    let walked = try await tomorrow.sync()

    #expect(unchanged.stars == SyncOutcome(total: 250))
    #expect(first == ["1"])
    #expect(walked.stars == SyncOutcome(total: 250))
    #expect(Self.pages(sandbox) == ["1", "2", "3"])
    #expect(
      sandbox.requests.filter { $0.path == "/user/starred" }
        .allSatisfy { $0.headers["If-None-Match"] != nil }
    )
  }

  @Test func `rereads all pages after a sync with a fast clock`() async throws {
    let sandbox = try await threePages()
    var ahead = world(sandbox)
    ahead.localDate = { TestWorld.date + 365 * 86_400 }
    _ = try await ahead.sync()
    sandbox.forgetRequests()

    _ = try await world(sandbox).sync()

    #expect(Self.pages(sandbox) == ["1", "2", "3"])
  }

  // MARK: Facts

  @Test func `counts changes of repositories since the last sync by kind`()
    async throws
  {
    let sandbox = try await Sandbox.start(stars: Self.names)
    let first = try await world(sandbox).sync()
    sandbox.service.edit("rust-lang/rust") { repository in
      repository.name = "rust-next"
      repository.flags.insert(.archived)
    }
    sandbox.service.edit("iina/iina") { $0.flags = .gone }

    let second = try await world(sandbox).sync()

    #expect(first.events.isEmpty && first.stars == SyncOutcome(added: 4, total: 4))
    #expect(second.events == [.renamed: 1, .archived: 1, .gone: 1])
  }

  @Test func `names an owner with single sign-on after one request, without failing`()
    async throws
  {
    let sandbox = try await Sandbox.start(
      stars: Self.names + ["microsoft/vscode", "microsoft/terminal"]
    )
    _ = try await world(sandbox).sync(readmes: true)
    sandbox.service.requireSignOn(of: "microsoft")
    sandbox.forgetRequests()

    let synced = try await world(sandbox).sync()

    #expect(synced.isComplete && synced.refusingOwner == "microsoft")
    #expect(sandbox.requests.filter { $0.path.hasPrefix("/repos/") }.count == 1)
    #expect(try await copy(sandbox).count == 6)
  }

  @Test func `an unreadable repository makes the facts incomplete, and its star stays`()
    async throws
  {
    let sandbox = try await Sandbox.start(stars: Self.names)
    _ = try await world(sandbox).sync()
    var traps = GraphQLTraps()
    traps.slow = ["vapor/vapor"]
    sandbox.service.setTraps(traps)

    let synced = try await world(sandbox).sync()

    #expect(synced.failures[.facts]?.stop?.continuation == .nextSyncOfRest)
    #expect(synced.stars == SyncOutcome(total: 4))
    #expect(try await copy(sandbox).contains("vapor/vapor"))
  }

  @Test func `syncs without lists from a server without GraphQL, which it asks at most twice`()
    async throws
  {
    let sandbox = try await Sandbox.start(stars: ["vapor/vapor"])
    sandbox.script(Self.withoutGraphQL, on: .graphQL, times: .max)

    let synced = try await world(sandbox).sync()

    #expect(synced.stars == SyncOutcome(added: 1, total: 1))
    #expect(Set(synced.failures.keys) == [.lists])
    #expect(sandbox.requests.filter { $0.path == "/graphql" }.count <= 2)
  }

  @Test func `notices changes on any page without GraphQL`() async throws {
    let sandbox = try await threePages()
    sandbox.script(Self.withoutGraphQL, on: .graphQL, times: .max)
    _ = try await world(sandbox).sync()
    // Only one of them is on the first page.
    for name in ["octo/r1", "octo/r250"] {
      sandbox.service.edit(name) { $0.flags.insert(.archived) }
      sandbox.forgetRequests()

      let synced = try await world(sandbox).sync()

      #expect(synced.stars == SyncOutcome(total: 250) && synced.events == [.archived: 1])
      #expect(Self.pages(sandbox).count <= 4, "\(name)")
    }
    sandbox.forgetRequests()

    let last = try await world(sandbox).sync()

    #expect(last.stars == SyncOutcome(total: 250) && last.events.isEmpty)
    #expect(Self.pages(sandbox).count == 4)
  }
}
