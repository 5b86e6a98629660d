import Core
import GitHubAPI
import GitHubModel
import GitHubSandbox
import HTTPTransport
import HTTPTypes
import OperationTesting
import Output
import ScreenClient
import SearchModel
import System
import TestSupport
import Testing

@testable import Commands

/// The requests of the screen's tabs to local data and GitHub.
@Suite struct LiveSearchTests {
  private static let otherToken = SandboxToken("ghp_other")
  private static let stars = ["iina/iina", "Alamofire/Alamofire", "vapor/vapor"]

  private func user() async throws -> ListsHarness {
    let user = try await ListsHarness.start(
      [("Web", ["vapor/vapor", "Alamofire/Alamofire"]), ("Later", [])],
      stars: Self.stars
    )
    #expect(await user.run("stars", "sync").status == .success)
    return user
  }

  private func session(_ user: ListsHarness) throws -> Session {
    try user.harness().world.session(waitLimit: .upTo(.zero))
  }

  private func names(_ page: RepositoryPage) -> [String] {
    page.repositories.map(\.name.fullName)
  }

  @Test func `reads and filters stars without a request`() async throws {
    let user = try await user()
    let lists = LiveSearch(try session(user))
    let before = user.sandbox.requests.count

    let all = try await lists.rows(RowsRequest(source: .stars))
    let words = try await lists.rows(RowsRequest(source: .stars, text: "vap"))
    let qualifier = try await lists.rows(RowsRequest(source: .stars, text: "language:swift alam"))
    let second = try await lists.rows(RowsRequest(source: .stars, offset: 2, limit: 2))

    #expect(names(all) == ["vapor/vapor", "Alamofire/Alamofire", "iina/iina"])
    #expect(all.totalCount == 3)
    #expect(all.repositories.allSatisfy { $0.isStarred == true })
    #expect(names(words) == ["vapor/vapor"])
    #expect(names(qualifier) == ["Alamofire/Alamofire"])
    #expect(names(second) == ["iina/iina"])
    #expect(await lists.counts() == RowCounts(stars: 3, lists: 2))
    #expect(user.sandbox.requests.count == before)
  }

  @Test func `the next session keeps the history unless it is off`() async throws {
    let user = try await ListsHarness.start()
    let typing = LiveSearch(try session(user), keepsHistory: true)
    let silent = LiveSearch(try session(user), keepsHistory: false)

    await typing.remember("vapor")
    await silent.remember("secret")
    await typing.remember("iina")

    #expect(await LiveSearch(try session(user), keepsHistory: true).history() == ["iina", "vapor"])
    #expect(await silent.history().isEmpty)
  }

  @Test func `results of each search are immediately known locally`() async throws {
    let user = try await ListsHarness.start()
    let client = LiveSearch(try session(user))
    for word in ["vapor", "iina"] {
      let query = try SearchQuery(text: word)

      let request = SearchRequest(query: query, access: .signedIn)
      let page = try await client.search(request) { _ in }

      let found = await client.localMatches(word)
      #expect(!found.isEmpty)
      #expect(Set(found.map(\.id)).isSubset(of: page.repositories.map(\.id)))
      let unwanted = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await client.localMatches(word)
      }
      #expect(await unwanted.value.isEmpty)
    }
  }

  @Test
  func `trending of the week is known to its account without a request`()
    async throws
  {
    let user = try await ListsHarness.start(tokens: [.demonstration, Self.otherToken])
    // Its accounts are those of one machine.
    let rateLimits = RateLimitStore()
    func harness(_ token: SandboxToken) -> Harness {
      var harness = user.harness()
      harness.rateLimits = rateLimits
      harness.environment["GHSEARCH_TOKEN"] = token.value
      return harness
    }
    func client(_ token: SandboxToken = .demonstration) throws -> LiveSearch {
      LiveSearch(try harness(token).world.session(waitLimit: .upTo(.zero)))
    }
    let ranked = await harness(.demonstration)
      .run("trending", "--limit", "3", "--template", "{{gained}}")
    let before = user.sandbox.requests.count

    let found = await (try client()).trending()

    #expect(ranked.output == found.prefix(3).map { "\($0.gained)\n" }.joined())
    #expect(found.count <= 25 && found.map(\.gained) == found.map(\.gained).sorted(by: >))
    #expect(await (try client(Self.otherToken)).trending().isEmpty)
    user.wait(seconds: 8 * 86_400)
    #expect(await (try client()).trending().isEmpty)
    #expect(user.sandbox.requests.count == before)
  }

  @Test func `reports a refused connection before each retry, with its wait`() async throws {
    let error = TransportError(.connection, host: "api.github.com", reason: "refused")
    let target = "/search/repositories?q=vapor&per_page=100"
    var harness = Harness()
    harness.transport = StubTransport(
      .init(.get, target, error: error),
      .init(.get, target, status: 502),
      .init(.get, target, body: #"{"total_count":0,"incomplete_results":false,"items":[]}"#)
    )
    let session = try harness.world.session(waitLimit: .upTo(.zero))
    let request = SearchRequest(query: try SearchQuery(text: "vapor"), access: .signedIn)
    let reports = Guarded<[SearchRetry?]>([])

    _ = try await LiveSearch(session).search(request) { retry in
      reports.withLock { $0.append(retry) }
    }

    let host = "Can't connect to api.github.com"
    #expect(
      reports.withLock(\.self) == [
        SearchRetry(host, seconds: 1, number: 1, count: 3), nil,
        SearchRetry("GitHub returned 502", seconds: 4, number: 2, count: 3), nil,
      ]
    )
  }

  @Test func `a row found by its README shows the matching line`() async throws {
    let user = try await user()
    #expect(await user.run("stars", "sync", "--readmes").status == .success)
    let session = try session(user)
    let all = try await LiveSearch(session).rows(RowsRequest(source: .stars))
    let vapor = try #require(all.repositories.first)
    let lists = LiveSearch(session)
    let readme = try #require(await lists.localReadme(vapor.id)?.text)
    let facts = all.repositories.map { "\($0.name) \($0.topics ?? []) \($0.description ?? "")" }
      .joined(separator: " ").lowercased()
    let words = readme.split { !$0.isLetter }.map { $0.lowercased() }
    let word = try #require(words.first { $0.count > 5 && !facts.contains($0.prefix(4)) })

    let page = try await lists.rows(RowsRequest(source: .stars, text: word))

    let match = try #require(page.matches[vapor.id]?.first)
    #expect(match.property == .readme)
    #expect(match.fragment.lowercased().contains(word) && !match.ranges.isEmpty)
    #expect(all.matches.isEmpty)
  }

  @Test func `stores a note before returning, and removes an empty one`() async throws {
    let user = try await user()
    let lists = LiveSearch(try session(user))
    let vapor = try #require(
      try await lists.rows(RowsRequest(source: .stars, text: "vapor")).repositories.first
    )

    try await lists.make(.note(NoteChange(vapor, from: nil, to: "for work")))
    #expect(await user.run("note", "vapor/vapor").output == "for work\n")
    #expect(await lists.notes() == [vapor.id: "for work"])

    try await lists.make(.note(NoteChange(vapor, from: "for work", to: nil)))
    #expect(await lists.notes().isEmpty)
  }

  @Test func `reads star lists and favorites without a request`() async throws {
    let user = try await user()
    #expect(await user.run("favorites", "add", "iina/iina").status == .success)
    let lists = LiveSearch(try session(user))
    let before = user.sandbox.requests.count

    let all = try await lists.lists()
    let web = try #require(all.first { $0.list.name == "Web" })
    let rows = try await lists.rows(RowsRequest(source: .list(web.id)))
    let favorites = try await lists.rows(RowsRequest(source: .favorites))

    #expect(all.map(\.list.name) == ["Web", "Later"])
    #expect(Set(rows.repositories.map(\.id)) == web.members && web.members.count == 2)
    #expect(names(favorites) == ["iina/iina"])
    #expect(user.sandbox.requests.count == before)
  }

  @Test func `without a copy, the failure suggests signing in or syncing`() async throws {
    let user = try await ListsHarness.start()
    let signedIn = LiveSearch(try session(user))
    await #expect(throws: SearchFailure(.notSynced)) {
      try await signedIn.rows(RowsRequest(source: .stars))
    }
    await #expect(throws: SearchFailure(.notSynced)) { try await signedIn.lists() }

    var harness = user.harness()
    harness.environment["GHSEARCH_TOKEN"] = nil
    let signedOut = LiveSearch(try Session(harness.context()))
    await #expect(throws: SearchFailure(.tokenMissing)) {
      try await signedOut.rows(RowsRequest(source: .stars))
    }
    #expect(try await signedOut.rows(RowsRequest(source: .favorites)).totalCount == 0)
    #expect(await signedOut.counts() == RowCounts())
  }

  @Test func `a sync copies the stars and the lists`() async throws {
    let user = try await ListsHarness.start([("Web", ["vapor/vapor"])], stars: Self.stars)
    let lists = LiveSearch(try session(user))

    try await lists.sync { _ in }

    #expect(try await lists.rows(RowsRequest(source: .stars)).totalCount == 3)
    #expect(try await lists.lists().map(\.list.name) == ["Web"])
  }

  @Test func `a sync whose facts fail still reads lists and READMEs`() async throws {
    let user = try await ListsHarness.start([("Web", ["vapor/vapor"])], stars: Self.stars)
    _ = await user.run("stars", "sync", "--readmes")
    user.sandbox.service.makeList("New")
    user.sandbox.service.setStar(true, on: "jqlang/jq", by: "octocat")
    user.sandbox.script(
      .failure(status: 500, message: "Oops"),
      on: .graphQL("latestRelease"),
      times: .max
    )
    let lists = LiveSearch(try session(user))
    let parts = Guarded<[CopyProgress.Part]>([])

    let failure = await #expect(throws: SearchFailure.self) {
      try await lists.sync { progress in parts.withLock { $0.append(progress.part) } }
    }

    #expect(failure?.kind == .partial)
    #expect(parts.withLock { $0 } == [.facts, .readmes])
    #expect(try await lists.lists().map(\.list.name) == ["Web", "New"])
    #expect(user.sandbox.requests.last.map(RequestMatcher.readmes.matches) == true)
  }

  @Test func `a sync without permission to read lists still reports that stars are synced`()
    async throws
  {
    let token = SandboxToken("ghp_stars", kind: .classic(scopes: ["public_repo"]))
    let user = try await ListsHarness.start([("Web", [])], stars: Self.stars, tokens: [token])
    let lists = LiveSearch(try session(user))

    let failure = SearchFailure(
      .forbidden,
      "only your stars are synced; the token lacks the scope \"read:user\"",
      advice:
        "run `gh auth refresh -s read:user`, or add the scope \"read:user\" to the classic token"
    )
    await #expect(throws: failure) { try await lists.sync { _ in } }

    let counts = await lists.counts()
    #expect(counts == RowCounts(stars: 3))
  }

  @Test func `a sync without a token says so`() async throws {
    let user = try await ListsHarness.start()
    var harness = user.harness()
    harness.environment["GHSEARCH_TOKEN"] = nil
    let lists = LiveSearch(try harness.world.session(waitLimit: .upTo(.zero)))

    let failure = await #expect(throws: SearchFailure.self) { try await lists.sync { _ in } }

    #expect(failure?.kind == .tokenMissing)
  }

  @Test func `shows details although GitHub rejects the token, which is sent once`()
    async throws
  {
    let user = try await ListsHarness.start()
    var harness = user.harness()
    harness.environment["GHSEARCH_TOKEN"] = "ghp_rejected000000000000000000000000000"
    let session = try harness.world.session(waitLimit: .upTo(.zero))
    let client = LiveSearch(session)
    let name = try #require(RepositoryName("vapor/vapor"))

    #expect(try await client.facts(name).name == name)
    #expect(try await client.readme(name) != nil)

    #expect(user.sandbox.requests.count == 3)
  }

  @Test func `changes lists on GitHub and undoes the change, leaving nothing in the journal`()
    async throws
  {
    let user = try await user()
    let lists = LiveSearch(try session(user))
    let stars = try await lists.rows(RowsRequest(source: .stars))
    let later = try #require(try await lists.lists().first { $0.list.name == "Later" })
    let moves = stars.repositories.prefix(2).map {
      StarListWrite.Move($0, adding: [later.id], removing: [])
    }
    let change = StarListWrite(number: 1, moves: Array(moves))

    try await lists.make(.lists(change))
    #expect(Set(user.lists["Later"] ?? []) == ["vapor/vapor", "Alamofire/Alamofire"])
    #expect(try await lists.lists().map(\.list.repositoryCount) == [2, 2])
    #expect(await user.run("lists", "undo", "--dry-run").lines.count == 2)

    try await lists.make(.lists(change.undo))
    #expect(user.lists["Later"] == [])
    #expect(Set(user.lists["Web"] ?? []) == ["vapor/vapor", "Alamofire/Alamofire"])
    #expect(await user.run("lists", "undo").errors.contains("nothing to undo"))
  }

  @Test func `a change that was not made cannot be undone`() async throws {
    let user = try await user()
    let lists = LiveSearch(try session(user))
    let web = try #require(try await lists.lists().first { $0.list.name == "Web" }).list
    let taken = StarListWrite(number: 1, .rename(web, "Later"))

    for change in [taken, taken.undo] {
      await #expect(throws: SearchFailure.self) { try await lists.make(.lists(change)) }
    }
    #expect(user.lists.keys.sorted() == ["Later", "Web"])
  }

  @Test func `creates a list with repositories or fills an existing one, and undoes it`()
    async throws
  {
    let user = try await user()
    let lists = LiveSearch(try session(user))
    let stars = try await lists.rows(RowsRequest(source: .stars)).repositories
    func create(_ number: Int, _ name: String, _ index: Int) -> StarListWrite {
      let move = StarListWrite.Move(stars[index], adding: [], removing: [])
      return StarListWrite(number: number, .create(name), moves: [move])
    }

    try await lists.make(.lists(create(1, "Databases", 0)))
    try await lists.make(.lists(create(2, "DATABASES", 1)))
    #expect(Set(user.lists["Databases"] ?? []) == ["vapor/vapor", "Alamofire/Alamofire"])
    #expect(user.lists.count == 3)
    #expect(try await lists.lists().map(\.list.name).contains("Databases"))
    try await lists.make(.lists(create(2, "DATABASES", 1).undo))
    #expect(user.lists["Databases"] == ["vapor/vapor"])
    user.sandbox.service.setLists(["Databases"], of: "iina/iina")
    user.sandbox.service.settleLists()
    user.wait(seconds: 11)
    await #expect(throws: SearchFailure.self) {
      try await lists.make(.lists(create(1, "Databases", 0).undo))
    }
    #expect(Set(user.lists["Databases"] ?? []) == ["iina/iina", "vapor/vapor"])
    user.sandbox.service.setLists([], of: "iina/iina")
    user.sandbox.service.settleLists()
    user.wait(seconds: 11)
    try await lists.make(.lists(create(1, "Databases", 0).undo))
    #expect(user.lists["Databases"] == nil)
    #expect(Set(user.lists["Web"] ?? []) == ["vapor/vapor", "Alamofire/Alamofire"])
  }

  @Test func `renames, describes, hides and deletes a list, and undoes all of it`()
    async throws
  {
    let user = try await user()
    let lists = LiveSearch(try session(user))
    let web = try #require(try await lists.lists().first { $0.list.name == "Web" }).list
    let edits: [StarListWrite.Edit] = [
      .rename(web, "Servers"), .describe(web, "HTTP"), .setPrivate(true, web), .delete(web),
    ]
    for (number, edit) in edits.enumerated() {
      try await lists.make(.lists(StarListWrite(number: number, edit)))
    }
    #expect(user.lists.keys.sorted() == ["Later"])
    #expect(try await lists.lists().map(\.list.name) == ["Later"])

    try await lists.make(.lists(StarListWrite(number: 3, edits[3]).undo))
    let restored = try #require(try await lists.lists().first { $0.list.name == "Servers" })
    #expect(restored.list.description == "HTTP" && restored.list.isPrivate)
    #expect(restored.members.count == 2)

    let failure = await #expect(throws: SearchFailure.self) {
      try await lists.make(.lists(StarListWrite(number: 4, .rename(restored.list, "later"))))
    }
    #expect(failure?.why == "a list named \"Later\" already exists")
    let gone = await #expect(throws: SearchFailure.self) {
      try await lists.make(.lists(StarListWrite(number: 5, .delete(web))))
    }
    #expect(gone?.kind == .notFound)
  }

  @Test func `requests stars gained only with a token and enough requests left`()
    async throws
  {
    for (token, limit, expected) in [
      (true, 5_000, 1), (true, 1_002, 1), (true, 1_001, 0), (false, 5_000, 0),
    ] {
      var configuration = SandboxConfiguration()
      (configuration.rateLimits.core, configuration.rateLimits.anonymousCore) = (limit, limit)
      // On a later day, the history spans more than a page.
      configuration.clock = ManualSandboxClock()
      let sandbox = try await Sandbox.start(configuration)
      var harness = Harness.signedIn(to: sandbox)
      if !token { harness.environment["GHSEARCH_TOKEN"] = nil }
      let session = try harness.world.session(waitLimit: .upTo(.zero))
      let client = LiveSearch(session)
      let name = try #require(RepositoryName("vapor/vapor"))
      _ = try await client.facts(name)
      let growth = await client.growth(name)

      let asked = sandbox.requests.count { $0.path.hasSuffix("/stargazers/history") }
      #expect(asked == expected)
      #expect((growth != nil) == (expected == 1))
    }
  }

  @Test func `restores a star to its lists, also after stars undo`()
    async throws
  {
    for isOnScreen in [true, false] {
      let user = try await user()
      let screen = LiveSearch(try session(user))
      let unstar = try await star(screen, false)

      try await screen.make(unstar)
      #expect(!user.sandbox.starredNames().contains("vapor/vapor"))
      user.sandbox.service.setLists([], of: "vapor/vapor")
      user.sandbox.service.settleLists()
      if isOnScreen {
        try await screen.make(unstar.undo)
        #expect(await user.run("stars", "undo").errors.contains("nothing to undo"))
      } else {
        #expect(await user.run("stars", "undo").status == .success)
      }

      #expect(user.sandbox.starredNames().contains("vapor/vapor"))
      #expect(user.lists["Web"]?.contains("vapor/vapor") == true)
    }
  }

  /// The change of the newest star.
  private func star(_ screen: LiveSearch, _ isStarred: Bool) async throws -> Write {
    let stars = try await screen.rows(RowsRequest(source: .stars)).repositories
    return .star(StarWrite(try #require(stars.first), isStarred: isStarred))
  }

  @Test func `an undo on the screen leaves nothing to undo, regardless of the change`() async throws
  {
    let user = try await user()
    let screen = LiveSearch(try session(user))
    let stars = try await screen.rows(RowsRequest(source: .stars)).repositories
    let repository = try #require(stars.last)
    let writes: [Write] = [
      .star(StarWrite(repository, isStarred: false)), .favorite(repository, isFavorite: true),
      .note(NoteChange(repository, from: nil, to: "one")),
      .note(NoteChange(repository, from: "one", to: "two")),
    ]

    for write in writes { try await screen.make(write) }
    let log = await user.run("log", "--jsonl", "changes")
    for write in writes.reversed() { try await screen.make(write.undo) }

    #expect(log.lines.count == 4)
    #expect(await user.run("undo").errors.contains("nothing to undo"))
    #expect(user.sandbox.starredNames().contains(repository.name.fullName))
    #expect(try await screen.favorites().isEmpty)
    #expect(await screen.notes().isEmpty)
  }

  // MARK: What fails

  /// Adds the newest star to "Later".
  private func change(_ lists: LiveSearch) async throws -> StarListWrite {
    let stars = try await lists.rows(RowsRequest(source: .stars))
    let later = try #require(try await lists.lists().first { $0.list.name == "Later" })
    let moves = stars.repositories.prefix(1).map {
      StarListWrite.Move($0, adding: [later.id], removing: [])
    }
    return StarListWrite(number: 1, moves: moves)
  }

  @Test(arguments: [
    (403, "Resource not accessible by personal access token"),
    (403, "Resource protected by organization SAML enforcement."),
    (401, "Bad credentials"), (404, "Not Found"), (451, "Repository access blocked"),
  ])
  func `a refused star is reported in the command's words`(
    _ status: Int,
    _ message: String
  ) async throws {
    let user = try await user()
    let search = LiveSearch(try session(user))
    let found = try await search.rows(RowsRequest(source: .stars)).repositories
    let star = StarWrite(try #require(found.first), isStarred: true)
    user.sandbox.service.setStar(false, on: star.repository.name.fullName, by: "octocat")
    let refused: RequestMatcher = .path("/user/starred/\(star.repository.name)")
    user.sandbox.script(.failure(status: status, message: message), on: refused, times: .max)

    let failure = await #expect(throws: SearchFailure.self) { try await search.make(.star(star)) }
    let command = await user.run("star", star.repository.name.fullName)

    let words = [failure?.why, failure?.advice].compactMap { $0 }
    #expect(!words.isEmpty)
    for part in words { #expect(command.errors.contains(part), "\(command.errors)") }
  }

  @Test func `a list change refused by the rate limit says when to retry`() async throws {
    let user = try await user()
    let lists = LiveSearch(try session(user))
    let change = try await change(lists)
    user.sandbox.script(.secondaryRateLimit(retryAfter: 600), on: .listWrite)

    let failure = await #expect(throws: SearchFailure.self) { try await lists.make(.lists(change)) }

    #expect(failure?.kind == .rateLimited && failure?.resetsAt != nil)
  }

  @Test func `a list change with a rejected token says so`() async throws {
    let user = try await user()
    let lists = LiveSearch(try session(user))
    let change = try await change(lists)
    user.sandbox.script(.failure(status: 401, message: "Bad credentials"), times: .max)

    let failure = await #expect(throws: SearchFailure.self) { try await lists.make(.lists(change)) }

    #expect(failure?.kind == .tokenRejected)
  }

  @Test func `undoes a change as a whole if a retry completed it`() async throws {
    let user = try await user()
    let lists = LiveSearch(try session(user))
    let stars = try await lists.rows(RowsRequest(source: .stars))
    let later = try #require(try await lists.lists().first { $0.list.name == "Later" })
    let moves = stars.repositories.map { StarListWrite.Move($0, adding: [later.id], removing: []) }
    try await lists.make(.lists(StarListWrite(number: 1, moves: Array(moves.prefix(1)))))
    let change = StarListWrite(number: 1, moves: moves)
    try await lists.make(.lists(change))
    #expect(user.lists["Later"]?.count == 3)

    try await lists.make(.lists(change.undo))

    #expect(user.lists["Later"] == [])
  }

  @Test func `a failed undo can be retried`() async throws {
    let user = try await user()
    let lists = LiveSearch(try session(user))
    let change = try await change(lists)
    try await lists.make(.lists(change))
    user.sandbox.script(.failure(status: 400, message: "Oops"), on: .listWrite)

    await #expect(throws: SearchFailure.self) { try await lists.make(.lists(change.undo)) }
    #expect(user.lists["Later"] == ["vapor/vapor"])
    try await lists.make(.lists(change.undo))

    #expect(user.lists["Later"] == [])
  }

  @Test func `restores a star and its lists if its unstar was canceled too late`()
    async throws
  {
    let user = try await user()
    let screen = LiveSearch(try session(user))
    let write = try await star(screen, false)
    let gate = SandboxGate()
    user.sandbox.script(.holdResponse(gate), on: .path("/user/starred/vapor/vapor"))
    let unstar = Task { try await screen.make(write) }
    try await gate.arrivals(1)
    unstar.cancel()
    await #expect(throws: SearchFailure.self) { try await unstar.value }
    gate.open()
    #expect(!user.sandbox.starredNames().contains("vapor/vapor"))
    user.sandbox.service.setLists([], of: "vapor/vapor")
    user.sandbox.service.settleLists()

    try await screen.make(write.undo)

    #expect(user.sandbox.starredNames().contains("vapor/vapor"))
    #expect(user.lists["Web"]?.contains("vapor/vapor") == true)
  }
}
