import Core
import GitHubAPI
import GitHubModel
import GitHubSandbox
import OperationTesting
import RepositoryStore
import Stars
import System
import TestSupport
import Testing

/// A sync of the READMEs of all stars.
@Suite struct ReadmeSyncTests {
  private let home = TemporaryFolder()

  private func world(_ sandbox: Sandbox) -> TestWorld {
    TestWorld.signedIn(to: sandbox).atHome(home)
  }

  /// The names of the stars whose READMEs have the word, sorted.
  private func stars(withReadmesOf word: String, _ sandbox: Sandbox) async throws -> [String] {
    let session = try world(sandbox).session()
    let account = try await session.account()
    return try await session.library.perform {
      try $0.starMatches(
        StarQuery(word, in: [.readme], isExact: true),
        of: account,
        limit: 100
      ).stars.map(\.name.fullName)
    }
    .sorted()
  }

  private func readmeRequests(_ sandbox: Sandbox) -> [String] {
    sandbox.requests.map(\.path).filter { $0.hasSuffix("/readme") }
      .map { String($0.dropFirst("/repos/".count).dropLast("/readme".count)) }
  }

  /// The requests for many READMEs.
  private func batches(_ sandbox: Sandbox) -> Int {
    sandbox.requests.count { RequestMatcher.readmes.matches($0) }
  }

  /// Gives READMEs a name that only REST finds.
  private func respell(_ names: [String], in sandbox: Sandbox) {
    for name in names {
      sandbox.service.edit(name) { $0.files = ["ReadMe.text": $0.readmeFile?.text ?? ""] }
    }
  }

  // MARK: Fetching

  @Test func `fetches many READMEs per request, and remembers that they are wanted`() async throws {
    let sandbox = try await Sandbox.start(stars: ["junegunn/fzf", "jqlang/jq", "vapor/vapor"])

    let plain = try await world(sandbox).sync()
    #expect(plain.stars == SyncOutcome(added: 3, total: 3) && plain.readmes == nil)
    let first = try await world(sandbox).sync(readmes: true)
    let asked = batches(sandbox)
    let second = try await world(sandbox).sync()

    #expect(first.readmes == ReadmeCounts(total: 3, fetched: 3))
    #expect(asked == 1 && batches(sandbox) == 1)
    #expect(second.readmes == ReadmeCounts(total: 3))
    #expect(readmeRequests(sandbox) == [])
  }

  @Test func `fetches READMEs with common names in batches`() async throws {
    let names = ["junegunn/fzf", "jqlang/jq", "vapor/vapor", "iina/iina"]
    let sandbox = try await Sandbox.start(stars: names)
    for (name, path) in zip(names, ["README.rst", "readme.md", "README", "docs/README.md"]) {
      sandbox.service.edit(name) { $0.files = [path: "zanzibar"] }
    }

    let first = try await world(sandbox).sync(readmes: true)
    sandbox.service.edit("jqlang/jq") {
      ($0.files, $0.pushed) = (["readme.md": "lagoon"], UnixTime(seconds: 1_800_000_000))
    }
    let second = try await world(sandbox).sync()

    #expect(first.readmes == ReadmeCounts(total: 4, fetched: 4))
    #expect(second.readmes == ReadmeCounts(total: 4, fetched: 1))
    #expect(try await stars(withReadmesOf: "lagoon", sandbox) == ["jqlang/jq"])
    #expect(batches(sandbox) == 2 && readmeRequests(sandbox) == [])
  }

  @Test func `fetches READMEs with other names one by one, newest stars first`()
    async throws
  {
    let names = ["junegunn/fzf", "jqlang/jq", "vapor/vapor"]
    let sandbox = try await Sandbox.start(stars: names)
    respell(names, in: sandbox)
    let world = world(sandbox)

    _ = try await world.sync(readmes: true)

    #expect(readmeRequests(sandbox) == names.reversed())
    #expect(world.clock.sleeps.count { $0 == .milliseconds(70) } == 3)
  }

  @Test(arguments: [
    ["readme.md": "zanzibar"], ["README": "zanzibar"], ["docs/README.rst": "zanzibar"],
    [".github/README.md": "zanzibar"], ["README.md": "docs/index.md", "docs/index.md": "zanzibar"],
    [
      "README.md": Text(repeating: "word ", count: 120_000) + "end", "docs/x": "",
      ".github/readme": "zanzibar",
    ],
    ["README.md": "zanzibar\0 and more"],
    ["README.md": "zanzibar " + Text(repeating: "long ", count: 300_000)],
  ])
  func `finds a README of any name or format once`(
    _ files: [String: Text]
  ) async throws {
    let sandbox = try await Sandbox.start(stars: ["junegunn/fzf", "jqlang/jq"])
    sandbox.service.edit("junegunn/fzf") { $0.files = files.mapValues(\.value) }

    let first = try await world(sandbox).sync(readmes: true)
    let found = try await stars(withReadmesOf: "zanzibar", sandbox)
    sandbox.forgetRequests()
    let second = try await world(sandbox).sync()

    #expect(first.readmes == ReadmeCounts(total: 2, fetched: 2))
    #expect(found == ["junegunn/fzf"])
    #expect(second.readmes == ReadmeCounts(total: 2))
    #expect(readmeRequests(sandbox) == [] && batches(sandbox) == 0)
  }

  /// Stars of this many repositories, each with a README.
  private func manyStars(
    _ count: Int,
    _ configure: (inout SandboxConfiguration) -> Void = { _ in }
  ) async throws -> Sandbox {
    let names = (1...count).map { "octo/r\($0)" }
    return try await Sandbox.start(stars: names) { configuration in
      configure(&configuration)
      configuration.repositories = names.enumerated().map { index, name in
        Self.repository(name, id: 990_000_000 + index)
      }
    }
  }

  @Test(arguments: [
    ("all is well", GraphQLTraps(), 3),
    ("time-outs above a size", trap { $0.maxInTime = 12 }, 16),
    ("resource limits", trap { $0.maxComputed = 9 }, 32),
    ("nulls without a reason", trap { $0.maxAnswered = 9 }, 32),
    ("one that is always too slow", trap { $0.slow = ["octo/r50"] }, 26),
  ])
  func `fetches all READMEs although GraphQL cannot send many`(
    _ name: String,
    _ traps: GraphQLTraps,
    _ maxRequests: Int
  ) async throws {
    let sandbox = try await manyStars(100)
    #expect(try await world(sandbox).sync().isComplete)
    sandbox.service.setTraps(traps)
    sandbox.forgetRequests()

    let outcome = try await world(sandbox).sync(readmes: true)

    // The facts of the slow one cannot be read.
    #expect(outcome.isComplete == traps.slow.isEmpty, "\(name)")
    #expect(outcome.readmes == ReadmeCounts(total: 100, fetched: 100), "\(name)")
    #expect(batches(sandbox) <= maxRequests, "\(name): \(batches(sandbox))")
    #expect(readmeRequests(sandbox) == (traps.slow.isEmpty ? [] : ["octo/r50"]))
  }

  private static func trap(_ change: (inout GraphQLTraps) -> Void) -> GraphQLTraps {
    var traps = GraphQLTraps()
    change(&traps)
    return traps
  }

  @Test func `fetches READMEs one by one without GraphQL`() async throws {
    let sandbox = try await Sandbox.start(stars: ["junegunn/fzf", "jqlang/jq", "vapor/vapor"])
    sandbox.script(.failure(status: 404, message: "Not Found"), on: .readmes, times: .max)

    let outcome = try await world(sandbox).sync(readmes: true)

    #expect(outcome.readmes == ReadmeCounts(total: 3, fetched: 3))
    #expect(readmeRequests(sandbox).count == 3 && batches(sandbox) == 1)
  }

  @Test func `a README behind single sign-on is not a failure`() async throws {
    let sandbox = try await Sandbox.start(stars: ["junegunn/fzf", "jqlang/jq", "vapor/vapor"])
    sandbox.service.requireSignOn(of: "jqlang")

    let outcome = try await world(sandbox).sync(readmes: true)

    #expect(outcome.isComplete)
    #expect(outcome.readmes == ReadmeCounts(total: 2, fetched: 2))
    #expect(readmeRequests(sandbox) == [])
  }

  @Test func `without GraphQL, asks an owner with single sign-on once`()
    async throws
  {
    let sandbox = try await manyStars(2)
    sandbox.service.requireSignOn(of: "octo")
    sandbox.script(.failure(status: 404, message: "Not Found"), on: .graphQL, times: .max)

    let outcome = try await world(sandbox).sync(readmes: true)

    #expect(outcome.readmes == ReadmeCounts(total: 0, failed: 2))
    #expect(outcome.refusingOwner == "octo")
    #expect(readmeRequests(sandbox).count == 1)
  }

  @Test func `refetches only READMEs of pushed repositories, and keeps those answered with 304`()
    async throws
  {
    let sandbox = try await manyStars(2)
    respell(["octo/r1", "octo/r2"], in: sandbox)
    _ = try await world(sandbox).sync(readmes: true)
    sandbox.service.edit("octo/r1") { $0.pushed = UnixTime(seconds: 1_800_000_000) }
    sandbox.forgetRequests()

    let outcome = try await world(sandbox).sync()

    #expect(outcome.readmes == ReadmeCounts(total: 2, unchanged: 1))
    #expect(readmeRequests(sandbox) == ["octo/r1"])
    #expect(sandbox.requests.last?.headers["If-None-Match"]?.isEmpty == false)
    #expect(try await stars(withReadmesOf: "topics", sandbox).count == 2)
  }

  private static func repository(_ name: String, id: Int) -> SandboxRepository {
    let parts = name.split(separator: "/").map(String.init)
    var repository = SandboxRepository(
      id: id,
      owner: SandboxOwner(login: parts[0]),
      name: parts[1]
    )
    repository.description = "Some words"
    return repository
  }

  @Test func `records READMEs that are gone, blocked or absent as missing`() async throws {
    let sandbox = try await Sandbox.start(stars: [
      "octo/gone", "octo/blocked", "octocat/boysenberry-repo-1",
    ]) {
      var gone = Self.repository("octo/gone", id: 990_000_001)
      gone.flags = .gone
      var blocked = Self.repository("octo/blocked", id: 990_000_002)
      blocked.flags = .blocked
      $0.repositories = [gone, blocked]
    }

    let first = try await world(sandbox).sync(readmes: true)
    sandbox.forgetRequests()
    let second = try await world(sandbox).sync()

    #expect(first.isComplete)
    #expect(first.readmes == ReadmeCounts(total: 0, missing: 3))
    #expect(second.readmes == ReadmeCounts(total: 0))
    #expect(readmeRequests(sandbox) == [])
  }

  /// It disappears between the requests for the facts of all stars and for its README.
  @Test func `keeps the README of a vanished repository, and removes a deleted README`()
    async throws
  {
    let sandbox = try await Sandbox.start(stars: ["octo/kept", "octo/vanishing"]) {
      $0.repositories = ["octo/kept", "octo/vanishing"].enumerated().map { index, name in
        Self.repository(name, id: 990_000_001 + index)
      }
    }
    respell(["octo/kept", "octo/vanishing"], in: sandbox)
    let first = try await world(sandbox).sync(readmes: true)
    #expect(first.readmes == ReadmeCounts(total: 2, fetched: 2))
    for name in ["octo/kept", "octo/vanishing"] {
      sandbox.service.edit(name) { repository in
        repository.files = [:]
        repository.pushed = UnixTime(seconds: repository.pushed.seconds + 60)
      }
    }
    let lost = SandboxFault.failure(status: 404, message: "Not Found")
    sandbox.script(lost, on: .path("/repos/octo/vanishing"), times: .max)

    let second = try await world(sandbox).sync()

    #expect(second.isComplete)
    #expect(second.readmes == ReadmeCounts(total: 1, missing: 2))
  }

  @Test func `follows a repository that was renamed in the meantime`() async throws {
    let before = try await Sandbox.start(stars: ["octo/before"]) {
      $0.repositories = [Self.repository("octo/before", id: 990_000_001)]
    }
    _ = try await world(before).sync()
    await before.stop()
    // Its page of stars is unchanged, so only the request for the README sees the new name.
    let after = try await Sandbox.start(stars: ["octo/after"]) {
      var renamed = Self.repository("octo/after", id: 990_000_001)
      renamed.formerNames = ["octo/before"]
      $0.repositories = [renamed]
    }
    after.script(.respond(status: 304, body: ""), on: .path("/user/starred"))

    let outcome = try await world(after).sync(readmes: true)

    #expect(outcome.readmes == ReadmeCounts(total: 1, fetched: 1))
  }

  // MARK: Ending early

  @Test func `cancellation at any request loses nothing and repeats at most one request`()
    async throws
  {
    let sandbox = try await manyStars(90)
    respell((1...9).map { "octo/r\($0 * 10)" }, in: sandbox)
    var (cancellations, last) = (0, SyncReport())
    while last.readmes == nil || last.failure != nil, cancellations < 40 {
      let (gate, count) = (SandboxGate(), Guarded(0))
      // The first request succeeds, so that each run gets one further.
      sandbox.script(
        .hold(gate),
        on: RequestMatcher { request in
          guard RequestMatcher.anyReadme.matches(request) else { return false }
          return count.withLock { count in
            count += 1
            return count == 2
          }
        }
      )
      let world = world(sandbox)
      let running = Task { try await world.sync(readmes: true) }
      let canceling = Task {
        try await gate.arrivals(1)
        running.cancel()
      }
      last = try await running.value
      canceling.cancel()
      gate.open()
      sandbox.forgetFaults()
      if let failure = last.failure {
        cancellations += 1
        #expect(failure.kind == .canceled && failure.stop?.continuation == .nextSync)
      }
    }

    #expect(last.isComplete && cancellations > 9, "\(cancellations)")
    // Three batches and nine READMEs of another spelling.
    #expect(batches(sandbox) + readmeRequests(sandbox).count <= 12 + cancellations)
    let facts = RequestMatcher.graphQL("latestRelease")
    #expect(sandbox.requests.filter(facts.matches).count == 1)
    #expect(try await stars(withReadmesOf: "words", sandbox).count == 90)
  }

  @Test func `resumes a run that ended early`() async throws {
    let sandbox = try await Sandbox.start(stars: ["junegunn/fzf", "jqlang/jq", "vapor/vapor"])
    respell(["junegunn/fzf", "jqlang/jq", "vapor/vapor"], in: sandbox)
    sandbox.script(.drop, on: .path("/repos/jqlang/jq/readme"), times: .max)

    let first = try await world(sandbox).sync(readmes: true)
    sandbox.forgetFaults()
    sandbox.forgetRequests()
    let second = try await world(sandbox).sync()

    #expect(first.failures[.readmes] != nil)
    #expect(first.readmes == ReadmeCounts(total: 1, fetched: 1, left: 2))
    #expect(first.failures[.readmes]?.stop?.continuation == .nextSync)
    #expect(second.readmes == ReadmeCounts(total: 3, fetched: 2))
    #expect(readmeRequests(sandbox) == ["jqlang/jq", "junegunn/fzf"])
  }

  @Test func `continues after a README that GitHub fails to send`()
    async throws
  {
    let sandbox = try await Sandbox.start(stars: ["junegunn/fzf", "jqlang/jq", "vapor/vapor"])
    respell(["jqlang/jq"], in: sandbox)
    sandbox.script(
      .failure(status: 502, message: "Oops"),
      on: .path("/repos/jqlang/jq/readme"),
      times: 4
    )

    let first = try await world(sandbox).sync(readmes: true)
    let second = try await world(sandbox).sync()

    #expect(first.failures[.readmes] != nil)
    #expect(first.readmes == ReadmeCounts(total: 2, fetched: 2, failed: 1))
    #expect(second.isComplete)
    #expect(second.readmes == ReadmeCounts(total: 3, fetched: 1))
  }

  @Test func `leaves 500 requests of the hourly limit`() async throws {
    let sandbox = try await Sandbox.start(stars: ["junegunn/fzf", "jqlang/jq", "vapor/vapor"]) {
      // One is for the user, one for the stars.
      $0.rateLimits.core = 504
    }
    respell(["junegunn/fzf", "jqlang/jq", "vapor/vapor"], in: sandbox)

    let outcome = try await world(sandbox).sync(readmes: true)

    #expect(outcome.failures[.readmes] != nil)
    #expect(outcome.readmes == ReadmeCounts(total: 2, fetched: 2, left: 1))
    #expect(outcome.failures[.readmes]?.isReserved == true)
    #expect(readmeRequests(sandbox).count == 2)
  }

  @Test(arguments: [500, 400, 10])
  func `leaves a tenth of a smaller hourly limit`(_ limit: Int) async throws {
    let sandbox = try await Sandbox.start(stars: ["junegunn/fzf", "jqlang/jq", "vapor/vapor"]) {
      $0.rateLimits.core = limit
    }
    respell(["junegunn/fzf", "jqlang/jq", "vapor/vapor"], in: sandbox)

    let outcome = try await world(sandbox).sync(readmes: true)

    #expect(outcome.isComplete)
    #expect(outcome.readmes == ReadmeCounts(total: 3, fetched: 3))
    #expect(readmeRequests(sandbox).count == 3)
  }

  @Test func `leaves 500 requests of the hourly GraphQL limit`() async throws {
    let sandbox = try await manyStars(100) {
      // One is for the lists, one for the facts, two for the batches.
      $0.rateLimits.graphQL = 504
    }
    respell(["octo/r100"], in: sandbox)

    let outcome = try await world(sandbox).sync(readmes: true)

    #expect(outcome.failures[.readmes] != nil)
    #expect(outcome.readmes == ReadmeCounts(total: 81, fetched: 81, left: 19))
    #expect(outcome.failures[.readmes]?.isReserved == true)
    #expect(batches(sandbox) == 2)
  }

  @Test func `READMEs that wait for the limit are waiting, not failed`()
    async throws
  {
    let sandbox = try await Sandbox.start(stars: ["junegunn/fzf", "jqlang/jq", "vapor/vapor"]) {
      $0.rateLimits.core = 504
    }
    respell(["junegunn/fzf", "jqlang/jq", "vapor/vapor"], in: sandbox)

    let asked = try await world(sandbox).sync(readmes: true)
    let later = try await world(sandbox).sync()

    #expect(asked.waiting == [.readmes] && later.waiting == [.readmes])
    #expect(asked.readmes == ReadmeCounts(total: 2, fetched: 2, left: 1))
    #expect(later.readmes == ReadmeCounts(total: 2, left: 1))
  }

  @Test func `continues after the reset if it may wait`() async throws {
    let clock = ManualSandboxClock()
    let sandbox = try await Sandbox.start(stars: ["junegunn/fzf", "jqlang/jq", "vapor/vapor"]) {
      $0.rateLimits.core = 504
      $0.clock = clock
    }
    respell(["junegunn/fzf", "jqlang/jq", "vapor/vapor"], in: sandbox)
    var world = world(sandbox)
    world.onSleep = { length in
      if length > .seconds(60) { clock.advance(seconds: 3_601) }
    }

    let outcome = try await world.sync(readmes: true, waitLimit: .untilItEnds)

    #expect(outcome.isComplete)
    #expect(outcome.readmes == ReadmeCounts(total: 3, fetched: 3))
    let waits = world.notices.withLock { $0 }.filter {
      if case .waitForReserve = $0 { true } else { false }
    }
    #expect(!waits.isEmpty)
  }

  @Test func `removes READMEs on request`() async throws {
    let sandbox = try await Sandbox.start(stars: ["junegunn/fzf", "jqlang/jq"])
    _ = try await world(sandbox).sync(readmes: true)

    let removed = try await world(sandbox).sync(readmes: false)
    let later = try await world(sandbox).sync()

    #expect(removed.removedReadmes == 2)
    #expect(later.isComplete && later.readmes == nil)
    #expect(try await stars(withReadmesOf: "gitignore", sandbox).isEmpty)
  }
}

extension OperationFailure {
  /// Whether it ended to leave 500 requests of the hour for other commands.
  fileprivate var isReserved: Bool {
    if case .reason(.reserved(requests: 500, _, _)) = cause { true } else { false }
  }
}
