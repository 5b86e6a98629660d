import Foundation
import GitHubModel
import GitHubSandbox
import HTTPTransport
import HTTPTypes
import System
import TestSupport
import Testing

@testable import GitHubAPI

/// Queries for many repositories: the facts of each, and batches that adapt to what GitHub can
/// answer.
@Suite struct NodeBatchTests {
  /// A sandbox with generated repositories, which counts the nodes in each request.
  private struct Server: HTTPTransport {
    let service: GitHubService
    let sizes = Guarded([Int]())

    init(_ count: Int = 100) {
      var configuration = SandboxConfiguration()
      configuration.includesCatalog = false
      configuration.clock = ManualSandboxClock()
      configuration.tokens = [SandboxToken("test_token", kind: .classic(scopes: ["repo"]))]
      configuration.repositories = (1...count).map { number in
        SandboxRepository(id: number, owner: SandboxOwner(login: "octo"), name: "r\(number)")
      }
      configuration.stars = ["octocat": ["octo/r1"]]
      service = GitHubService(configuration)
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
      let ids = String(decoding: request.body, as: UTF8.self).components(separatedBy: "MDEw")
      sizes.withLock { $0.append(ids.count - 1) }
      var headers: HeaderFields = [:]
      for field in request.head.headerFields { headers[field.name.rawName] = field.value }
      let response = service.respond(
        to: SandboxRequest(
          method: request.head.method.rawValue,
          target: request.head.path ?? "/",
          headers: headers,
          body: Array(request.body)
        )
      )
      let head = HTTPResponse(status: .init(code: response.status))
      return TransportResponse(head: head, body: response.body)
    }

    /// A repository's node ID, in GitHub's form.
    static func id(_ number: Int) -> String {
      Data("010:Repository\(number)".utf8).base64EncodedString()
    }
  }

  /// The results of all batches: repositories' numbers by outcome.
  private struct Results: Equatable {
    var found: [Int] = []
    var gone: [Int] = []
    var failed: [Int] = []
  }

  private static func results(
    _ server: Server,
    _ numbers: ClosedRange<Int>,
    clock: ManualClock = ManualClock()
  ) async throws(GitHubError) -> Results {
    let client = client(server, options: .test(clock: clock, retries: .punctual))
    let ids = numbers.map(Server.id)
    var batches = NodeBatches(of: ids, query: Endpoint.facts)
    var results = Results()
    while let batch = try await batches.next(from: client) {
      for (number, id) in zip(numbers, ids) {
        switch batch[id] {
        case .found?: results.found.append(number)
        case .gone?: results.gone.append(number)
        case .failed?: results.failed.append(number)
        case nil: break
        }
      }
    }
    return results
  }

  // MARK: Facts

  @Test func `reads all facts of a repository from GraphQL`() async throws {
    let server = Server(1)
    server.service.edit("octo/r1") { repository in
      (repository.description, repository.language) = ("One", "Swift")
      (repository.stars, repository.forks, repository.size) = (7, 3, 12)
      repository.license = SandboxLicense("MIT")
      repository.topics = ["cli", "search"]
      repository.homepage = "https://example.org"
      repository.flags = [.archived, .template]
      repository.latestRelease = SandboxRelease(
        "v2",
        name: "Two",
        published: UnixTime(year: 2026, month: 2, day: 3)
      )
    }

    let answers = try await client(server).send(.facts(nodeIDs: [Server.id(1)])).value

    guard case .found(let facts)? = answers[0] else { throw CancellationError() }
    let listed = try await client(server).send(.repository(try name("octo/r1"))).value
    var expected = listed
    (expected.counts.openIssues, expected.counts.subscribers) = (nil, nil)
    (expected.flags.hasPages, expected.flags.hasDownloads) = (nil, nil)
    expected.license?.url = nil
    expected.isStarred = true
    #expect(facts.repository == expected)
    #expect(facts.readmeVersion?.count == 40)
    #expect(facts.latestRelease?.tagName == "v2" && facts.latestRelease?.name == "Two")
    #expect(facts.latestRelease?.publishedAt == Date(timeIntervalSince1970: 1_770_076_800))
    #expect(facts.latestRelease?.url == "https://github.com/octo/r1/releases/tag/v2")
  }

  @Test func `omits unsafe owner addresses`() async throws {
    let node = """
      {"data":{"nodes":[{"id":1,"full_name":"octo/one","html_url":"https://github.com/octo/one",
        "owner":{"login":"octo","html_url":"javascript:alert(1)","avatar_url":"https://a.example/ x"},
        "viewerHasStarred":true}]}}
      """
    let transport = StubTransport(.init(.post, "/graphql", body: node))

    let answers = try await client(transport).send(.facts(nodeIDs: ["R_1"])).value

    guard case .found(let facts)? = answers[0] else { throw CancellationError() }
    #expect(facts.repository.owner == Owner(login: "octo"))
  }

  @Test func `facts written differently in REST and GraphQL are equal`() async throws {
    let node = """
      {"data":{"nodes":[{"id":1,"full_name":"octo/one","owner":{"login":"octo",
        "avatar_url":"https://avatars.example/u/1?u=0f&v=4"},"html_url":"https://github.com/octo/one",
        "description":"","homepage":"","viewerHasStarred":true}]}}
      """
    let transport = StubTransport(.init(.post, "/graphql", body: node))

    let answers = try await client(transport).send(.facts(nodeIDs: ["R_1"])).value

    guard case .found(let facts)? = answers[0] else { throw CancellationError() }
    #expect(facts.repository.owner.avatarURL == "https://avatars.example/u/1?v=4")
    #expect(facts.repository.homepage == nil && facts.repository.description == nil)
    let listed = StubTransport(
      .init(
        .get,
        "/repos/octo/one",
        body: repositoryJSON(more: #","description":"","homepage":"" "#)
      )
    )
    let repository = try await client(listed).send(.repository(.one)).value
    #expect(repository.homepage == nil && repository.description == nil)
  }

  @Test(arguments: [
    ([".github/README.md", "README.md"], ".github/README.md"),
    (["README.md", "README.rst", "docs/README.md"], "README.md"), (["readme.md"], "readme.md"),
    (["README.rst"], "README.rst"), (["README"], "README"),
    (["docs/README.rst"], "docs/README.rst"),
  ])
  func `finds and reads a README with a common name, and notices changes`(
    _ paths: [String],
    _ found: String
  ) async throws {
    let server = Server(1)
    let client = client(server)
    var versions: [String?] = []
    for text in ["old", "new"] {
      server.service.edit("octo/r1") { repository in
        repository.files = Dictionary(uniqueKeysWithValues: paths.map { ($0, "\(text) \($0)") })
      }

      let facts = try await client.send(.facts(nodeIDs: [Server.id(1)])).value
      let readmes = try await client.send(.readmes(nodeIDs: [Server.id(1)])).value

      guard case .found(let repository)? = facts[0], case .found(.found(let file))? = readmes[0]
      else { throw CancellationError() }
      #expect(file.path == found && file.text == "\(text) \(found)")
      #expect(repository.readmeVersion == file.version)
      #expect(repository.readmeSize == file.text?.utf8.count)
      versions.append(repository.readmeVersion)
    }
    #expect(versions[0] != versions[1])
  }

  @Test func `a repository without README or release has neither`() async throws {
    let answers = try await client(Server(1)).send(.facts(nodeIDs: [Server.id(1)])).value

    guard case .found(let facts)? = answers[0] else { throw CancellationError() }
    #expect(facts.readmeVersion == nil && facts.latestRelease == nil)
  }

  @Test func `missing or forbidden nodes do not affect the others`() async throws {
    let server = Server(5)
    server.service.edit("octo/r2") { $0.flags = .gone }
    server.service.edit("octo/r4") { $0.flags = .blocked }

    let results = try await Self.results(server, 1...6)

    #expect(results == Results(found: [1, 3, 5], gone: [2, 6], failed: [4]))
    #expect(server.sizes.withLock { $0 } == [6])
  }

  @Test func `does not use a repository with an error in part of it`() async throws {
    let body = """
      {"data":{"nodes":[
        {"id":1,"full_name":"octo/one","owner":{"login":"octo"},
         "html_url":"https://github.com/octo/one","viewerHasStarred":true,"latestRelease":null}]},
       "errors":[{"path":["nodes",0,"latestRelease"],"message":"Something went wrong"}]}
      """
    let transport = StubTransport(.init(.post, "/graphql", body: body))

    let answers = try await client(transport).send(.facts(nodeIDs: ["R_1"])).value

    #expect(answers.count == 1 && answers[0] == nil)
  }

  // MARK: Batches

  @Test func `halves a batch that takes too long, and then grows it again`() async throws {
    let (server, clock) = (Server(400), ManualClock())
    var traps = GraphQLTraps()
    traps.maxInTime = 60
    server.service.setTraps(traps)

    let results = try await Self.results(server, 1...400, clock: clock)

    #expect(results == Results(found: Array(1...400)))
    #expect(server.sizes.withLock { $0 } == [100, 50, 50, 50, 100, 50, 50, 50, 100, 50, 50])
    #expect(clock.sleeps == [])
  }

  @Test func `resource limits halve the batch despite other errors`() async throws {
    let server = Server(100)
    var traps = GraphQLTraps()
    traps.maxComputed = 30
    server.service.setTraps(traps)

    let results = try await Self.results(server, 1...100)

    #expect(results == Results(found: Array(1...100)))
    #expect(server.sizes.withLock { $0 }.prefix(4) == [100, 50, 25, 25])
  }

  @Test func `retries nodes missing without a reason in smaller batches`()
    async throws
  {
    let server = Server(100)
    var traps = GraphQLTraps()
    traps.maxAnswered = 40
    server.service.setTraps(traps)

    let results = try await Self.results(server, 1...100)

    #expect(results == Results(found: Array(1...100)))
    #expect(server.sizes.withLock { $0 } == [100, 50, 20])
  }

  @Test func `one broken repository does not fail the others, after three waits`() async throws {
    let (server, clock) = (Server(100), ManualClock())
    var traps = GraphQLTraps()
    traps.slow = ["octo/r70"]
    server.service.setTraps(traps)

    let results = try await Self.results(server, 1...100, clock: clock)

    #expect(results.found == (1...100).filter { $0 != 70 })
    #expect(results.failed == [70])
    #expect(clock.sleeps == [.seconds(1), .seconds(4), .seconds(9)])
    #expect(server.sizes.withLock { $0.count } < 40)
  }

  @Test func `a server that fails for every repository ends the run`() async throws {
    let server = Server(100)
    var traps = GraphQLTraps()
    traps.maxInTime = 0
    server.service.setTraps(traps)

    let error = try await failure { () async throws(GitHubError) in
      try await Self.results(server, 1...100)
    }

    #expect(error.status == 502)
  }

  @Test(arguments: [
    StubTransport.Exchange(.post, "/graphql", body: "<html>Sign in first</html>"),
    .init(.post, "/graphql", body: ""), .init(.post, "/graphql", body: "[]"),
    .init(.post, "/graphql", status: 302, fields: [.location: "https://evil.example/"]),
    .init(.post, "/graphql", status: 418, body: "{}"),
  ])
  func `a failure that no smaller query would avoid ends the run`(
    _ answer: StubTransport.Exchange
  ) async throws {
    let transport = StubTransport(answer)
    var batches = NodeBatches(of: ["R_1", "R_2"], query: Endpoint.facts)

    let error = try await failure { () async throws(GitHubError) in
      _ = try await batches.next(from: client(transport, options: .test(retries: .punctual)))
    }

    #expect(error.kind == .badResponse && transport.requests.count == 1)
  }

  @Test(arguments: [Int.min, -1, 0, 1, .max])
  func `sizes from a damaged file neither crash nor lose a node`(size: Int)
    async throws
  {
    let transport = StubTransport(.init(.post, "/graphql", status: 401))
    let ids = ["R_1", "R_2", "R_3"]
    let bytes = Dictionary(uniqueKeysWithValues: ids.map { ($0, size) })
    var batches = NodeBatches(of: ids, bytes: bytes, query: Endpoint.facts)

    await #expect(throws: GitHubError.self) {
      try await batches.next(from: client(transport, options: .test(retries: .punctual)))
    }

    #expect(batches.rest == ids[...] && transport.bodies.first?.contains("R_1") == true)
  }

  @Test func `throws a failure that is not a node's, and keeps the nodes`() async throws {
    let transport = StubTransport(.init(.post, "/graphql", status: 401))
    var batches = NodeBatches(of: ["R_1", "R_2"], query: Endpoint.facts)

    await #expect(throws: GitHubError.self) {
      try await batches.next(from: client(transport, options: .test(retries: .punctual)))
    }

    #expect(batches.rest == ["R_1", "R_2"])
  }
}
