import Foundation
import GitHubSandbox
import Output
import System
import Terminal
import TestSupport
import Testing

@testable import Commands

@Suite struct ReadmeSyncTests {
  private let home = TemporaryFolder()

  private func sandbox(
    _ stars: [String],
    _ configure: (inout SandboxConfiguration) -> Void = { _ in }
  ) async throws -> Sandbox {
    var configuration = SandboxConfiguration()
    configuration.stars = ["octocat": stars]
    configure(&configuration)
    return try await Sandbox.start(configuration)
  }

  private func harness(_ sandbox: Sandbox) -> Harness {
    Harness.signedIn(to: sandbox).atHome(home)
  }

  private func readmeRequests(_ sandbox: Sandbox) -> [String] {
    sandbox.requests.map(\.path).filter { $0.hasSuffix("/readme") }
      .map { String($0.dropFirst("/repos/".count).dropLast("/readme".count)) }
  }

  /// The requests for many READMEs.
  private func batches(_ sandbox: Sandbox) -> Int {
    sandbox.requests.count { RequestMatcher.readmes.matches($0) }
  }

  /// Gives READMEs a spelling that only REST finds.
  private func respell(_ names: [String], in sandbox: Sandbox) {
    for name in names {
      sandbox.service.edit(name) { $0.files = ["ReadMe.text": $0.readmeFile?.text ?? ""] }
    }
  }

  // MARK: Fetching

  @Test func `fetches many in one request, and remembers that READMEs are wanted`() async throws {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq", "vapor/vapor"])

    let plain = await harness(sandbox).run("stars", "sync")
    #expect(plain.output == "3 stars: 3 added, 0 removed\n")
    let first = await harness(sandbox).run("stars", "sync", "--readmes")
    let asked = batches(sandbox)
    let second = await harness(sandbox).run("stars", "sync")

    #expect(first.output == "3 stars: nothing changed\n3 READMEs: 3 fetched\n")
    #expect(asked == 1 && batches(sandbox) == 1)
    #expect(second.output == "3 stars: nothing changed\n3 READMEs: nothing changed\n")
    #expect(readmeRequests(sandbox) == [])
  }

  @Test func `READMEs of usual names are read with the others`() async throws {
    let names = ["junegunn/fzf", "jqlang/jq", "vapor/vapor", "iina/iina"]
    let sandbox = try await sandbox(names)
    for (name, path) in zip(names, ["README.rst", "readme.md", "README", "docs/README.md"]) {
      sandbox.service.edit(name) { $0.files = [path: "zanzibar"] }
    }

    let first = await harness(sandbox).run("stars", "sync", "--readmes")
    sandbox.service.edit("jqlang/jq") {
      ($0.files, $0.pushed) = (["readme.md": "lagoon"], UnixTime(seconds: 1_800_000_000))
    }
    let second = await harness(sandbox).run("stars", "sync")
    let found = await harness(sandbox).run("stars", "search", "lagoon", "--in", "readme")

    #expect(first.output.hasSuffix("4 READMEs: 4 fetched\n"))
    #expect(second.output.hasSuffix("4 READMEs: 1 fetched\n"))
    #expect(found.names == ["jqlang/jq"])
    #expect(batches(sandbox) == 2 && readmeRequests(sandbox) == [])
  }

  @Test func `READMEs of other spellings are asked for one after another, the newest star first`()
    async throws
  {
    let names = ["junegunn/fzf", "jqlang/jq", "vapor/vapor"]
    let sandbox = try await sandbox(names)
    respell(names, in: sandbox)
    let harness = harness(sandbox)

    _ = await harness.run("stars", "sync", "--readmes")

    #expect(readmeRequests(sandbox) == names.reversed())
    #expect(harness.clock.sleeps.count { $0 == .milliseconds(70) } == 3)
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
  func `finds a README in any place and of any kind, and does not ask again`(
    _ files: [String: Text]
  ) async throws {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq"])
    sandbox.service.edit("junegunn/fzf") { $0.files = files.mapValues(\.value) }

    let first = await harness(sandbox).run("stars", "sync", "--readmes")
    let found = await harness(sandbox).run("stars", "search", "zanzibar", "--in", "readme")
    sandbox.forgetRequests()
    let second = await harness(sandbox).run("stars", "sync")

    #expect(first.output.hasSuffix("2 READMEs: 2 fetched\n"), "\(first.output)\(first.errors)")
    #expect(found.names == ["junegunn/fzf"])
    #expect(second.output.hasSuffix("2 READMEs: nothing changed\n"))
    #expect(readmeRequests(sandbox) == [] && batches(sandbox) == 0)
  }

  /// Stars of so many repositories, of which each has a README.
  private func manyStars(
    _ count: Int,
    _ configure: (inout SandboxConfiguration) -> Void = { _ in }
  ) async throws -> Sandbox {
    let names = (1...count).map { "octo/r\($0)" }
    return try await sandbox(names) { configuration in
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
  func `reads all READMEs where GraphQL cannot send many`(
    _ name: String,
    _ traps: GraphQLTraps,
    _ maxRequests: Int
  ) async throws {
    let sandbox = try await manyStars(100)
    #expect(await harness(sandbox).run("stars", "sync").status == .success)
    sandbox.service.setTraps(traps)
    sandbox.forgetRequests()

    let outcome = await harness(sandbox).run("stars", "sync", "--readmes")

    // The facts of the slow one cannot be read.
    let status = traps.slow.isEmpty ? ExitStatus.success : .partial
    #expect(outcome.status == status, "\(name): \(outcome.errors)")
    #expect(outcome.output.hasSuffix("100 READMEs: 100 fetched\n"), "\(name): \(outcome.output)")
    #expect(batches(sandbox) <= maxRequests, "\(name): \(batches(sandbox))")
    #expect(readmeRequests(sandbox) == (traps.slow.isEmpty ? [] : ["octo/r50"]))
  }

  private static func trap(_ change: (inout GraphQLTraps) -> Void) -> GraphQLTraps {
    var traps = GraphQLTraps()
    change(&traps)
    return traps
  }

  @Test func `without GraphQL, READMEs are asked for one by one`() async throws {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq", "vapor/vapor"])
    sandbox.script(.failure(status: 404, message: "Not Found"), on: .readmes, times: .max)

    let outcome = await harness(sandbox).run("stars", "sync", "--readmes")

    #expect(outcome.output.hasSuffix("3 READMEs: 3 fetched\n"))
    #expect(readmeRequests(sandbox).count == 3 && batches(sandbox) == 1)
  }

  @Test func `a README that single sign-on protects is no failure`() async throws {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq", "vapor/vapor"])
    sandbox.service.requireSignOn(of: "jqlang")

    let outcome = await harness(sandbox).run("stars", "sync", "--readmes")

    #expect(outcome.status == .success)
    #expect(outcome.output.hasSuffix("2 READMEs: 2 fetched\n"))
    #expect(readmeRequests(sandbox) == [])
  }

  @Test func `without GraphQL too, an owner that demands single sign-on is asked once`()
    async throws
  {
    let sandbox = try await manyStars(2)
    sandbox.service.requireSignOn(of: "octo")
    sandbox.script(.failure(status: 404, message: "Not Found"), on: .graphQL, times: .max)

    let outcome = await harness(sandbox).run("stars", "sync", "--readmes")

    #expect(outcome.output.hasSuffix("0 READMEs: 2 failed\n"), "\(outcome)")
    #expect(outcome.errors.contains("repositories of octo were not updated: "))
    #expect(readmeRequests(sandbox).count == 1)
  }

  @Test func `after a push, asks only for that README, and a 304 leaves it unchanged`() async throws
  {
    let sandbox = try await manyStars(2)
    respell(["octo/r1", "octo/r2"], in: sandbox)
    _ = await harness(sandbox).run("stars", "sync", "--readmes")
    sandbox.service.edit("octo/r1") { $0.pushed = UnixTime(seconds: 1_800_000_000) }
    sandbox.forgetRequests()

    let outcome = await harness(sandbox).run("stars", "sync")

    #expect(outcome.output.hasSuffix("2 READMEs: 1 unchanged\n"))
    #expect(readmeRequests(sandbox) == ["octo/r1"])
    #expect(sandbox.requests.last?.headers["If-None-Match"]?.isEmpty == false)
    #expect(await harness(sandbox).run("stars", "search", "topics").names.count == 2)
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
    let sandbox = try await sandbox(["octo/gone", "octo/blocked", "octocat/boysenberry-repo-1"]) {
      var gone = Self.repository("octo/gone", id: 990_000_001)
      gone.flags = .gone
      var blocked = Self.repository("octo/blocked", id: 990_000_002)
      blocked.flags = .blocked
      $0.repositories = [gone, blocked]
    }

    let first = await harness(sandbox).run("stars", "sync", "--readmes")
    sandbox.forgetRequests()
    let second = await harness(sandbox).run("stars", "sync")

    #expect(first.status == .success)
    #expect(first.output.hasSuffix("0 READMEs: 3 missing\n"))
    #expect(second.output.hasSuffix("0 READMEs: nothing changed\n"))
    #expect(readmeRequests(sandbox) == [])
  }

  /// It disappears between the request for the facts of all stars and the one for its README.
  @Test func `the README of a repository that vanishes stays, and one that is deleted goes`()
    async throws
  {
    let sandbox = try await sandbox(["octo/kept", "octo/vanishing"]) {
      $0.repositories = ["octo/kept", "octo/vanishing"].enumerated().map { index, name in
        Self.repository(name, id: 990_000_001 + index)
      }
    }
    respell(["octo/kept", "octo/vanishing"], in: sandbox)
    #expect(
      await harness(sandbox).run("stars", "sync", "--readmes").output.hasSuffix("2 fetched\n")
    )
    for name in ["octo/kept", "octo/vanishing"] {
      sandbox.service.edit(name) { repository in
        repository.files = [:]
        repository.pushed = UnixTime(seconds: repository.pushed.seconds + 60)
      }
    }
    let lost = SandboxFault.failure(status: 404, message: "Not Found")
    sandbox.script(lost, on: .path("/repos/octo/vanishing"), times: .max)

    let second = await harness(sandbox).run("stars", "sync")

    #expect(second.status == .success)
    #expect(second.output.hasSuffix("1 README: 2 missing\n"), "\(second.output)")
  }

  @Test func `follows a repository that was renamed meanwhile`() async throws {
    let before = try await sandbox(["octo/before"]) {
      $0.repositories = [Self.repository("octo/before", id: 990_000_001)]
    }
    _ = await harness(before).run("stars", "sync")
    await before.stop()
    // Its page of stars is the same, so only the request for the README meets the new name.
    let after = try await sandbox(["octo/after"]) {
      var renamed = Self.repository("octo/after", id: 990_000_001)
      renamed.formerNames = ["octo/before"]
      $0.repositories = [renamed]
    }
    after.script(.respond(status: 304, body: ""), on: .path("/user/starred"))

    let outcome = await harness(after).run("stars", "sync", "--readmes")

    #expect(outcome.output.hasSuffix("1 README: 1 fetched\n"))
  }

  // MARK: Ending early

  @Test func `canceled at any request, it loses nothing and sends at most one more for each`()
    async throws
  {
    let sandbox = try await manyStars(90)
    respell((1...9).map { "octo/r\($0 * 10)" }, in: sandbox)
    var (cancellations, last) = (0, Outcome(status: .interrupted, output: "", errors: ""))
    while last.status != .success, cancellations < 40 {
      let (gate, count) = (SandboxGate(), Guarded(0))
      // The first passes, so that each run comes one further.
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
      let harness = harness(sandbox)
      let running = Task { await harness.run("stars", "sync", "--readmes") }
      let canceling = Task {
        try await gate.arrivals(1)
        running.cancel()
      }
      last = await running.value
      canceling.cancel()
      gate.open()
      sandbox.forgetFaults()
      if last.status == .interrupted {
        cancellations += 1
        #expect(last.errors.contains("the next `ghsearch stars sync` resumes from there"))
      }
    }

    #expect(last.status == .success && cancellations > 9, "\(cancellations) \(last)")
    // Three batches and nine READMEs of another spelling.
    #expect(batches(sandbox) + readmeRequests(sandbox).count <= 12 + cancellations)
    let facts = RequestMatcher.graphQL("latestRelease")
    #expect(sandbox.requests.filter(facts.matches).count == 1)
    #expect(
      await harness(sandbox).run("stars", "search", "words", "--in", "readme").lines.count == 90
    )
  }

  @Test func `continues a run that ended early`() async throws {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq", "vapor/vapor"])
    respell(["junegunn/fzf", "jqlang/jq", "vapor/vapor"], in: sandbox)
    sandbox.script(.drop, on: .path("/repos/jqlang/jq/readme"), times: .max)

    let first = await harness(sandbox).run("stars", "sync", "--readmes")
    sandbox.forgetFaults()
    sandbox.forgetRequests()
    let second = await harness(sandbox).run("stars", "sync")

    #expect(first.status == .partial)
    #expect(first.output.hasSuffix("1 README: 1 fetched, 2 left\n"))
    #expect(first.errors.contains("the next `ghsearch stars sync` resumes from there"))
    #expect(second.output.hasSuffix("3 READMEs: 2 fetched\n"))
    #expect(readmeRequests(sandbox) == ["jqlang/jq", "junegunn/fzf"])
  }

  @Test func `a README that GitHub fails to send does not stop the others`()
    async throws
  {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq", "vapor/vapor"])
    respell(["jqlang/jq"], in: sandbox)
    sandbox.script(
      .failure(status: 502, message: "Oops"),
      on: .path("/repos/jqlang/jq/readme"),
      times: 4
    )

    let first = await harness(sandbox).run("stars", "sync", "--readmes")
    let second = await harness(sandbox).run("stars", "sync")

    #expect(first.status == .partial)
    #expect(first.output.hasSuffix("2 READMEs: 2 fetched, 1 failed\n"))
    #expect(second.status == .success)
    #expect(second.output.hasSuffix("3 READMEs: 1 fetched\n"))
  }

  @Test func `leaves 500 requests of the hour`() async throws {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq", "vapor/vapor"]) {
      // One is for the user, one for the stars.
      $0.rateLimits.core = 504
    }
    respell(["junegunn/fzf", "jqlang/jq", "vapor/vapor"], in: sandbox)

    let outcome = await harness(sandbox).run("stars", "sync", "--readmes")

    #expect(outcome.status == .partial)
    #expect(outcome.output.hasSuffix("2 READMEs: 2 fetched, 1 left\n"))
    #expect(
      outcome.errors.contains("stopped to leave 500 requests this hour for other commands")
    )
    #expect(readmeRequests(sandbox).count == 2)
  }

  @Test(arguments: [500, 400, 10])
  func `leaves a tenth of a smaller hour`(_ limit: Int) async throws {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq", "vapor/vapor"]) {
      $0.rateLimits.core = limit
    }
    respell(["junegunn/fzf", "jqlang/jq", "vapor/vapor"], in: sandbox)

    let outcome = await harness(sandbox).run("stars", "sync", "--readmes")

    #expect(outcome.status == .success)
    #expect(outcome.output.hasSuffix("3 READMEs: 3 fetched\n"), "\(outcome.output)")
    #expect(readmeRequests(sandbox).count == 3)
  }

  @Test func `leaves 500 requests of the hour of GraphQL too`() async throws {
    let sandbox = try await manyStars(100) {
      // One is for the lists, one for the facts, two for the batches.
      $0.rateLimits.graphQL = 504
    }
    respell(["octo/r100"], in: sandbox)

    let outcome = await harness(sandbox).run("stars", "sync", "--readmes")

    #expect(outcome.status == .partial)
    #expect(outcome.output.hasSuffix("81 READMEs: 81 fetched, 19 left\n"), "\(outcome.output)")
    #expect(
      outcome.errors.contains("stopped to leave 500 requests this hour for other commands")
    )
    #expect(batches(sandbox) == 2)
  }

  @Test func `a plain sync succeeds although READMEs wait for the limit`()
    async throws
  {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq", "vapor/vapor"]) {
      $0.rateLimits.core = 504
    }
    respell(["junegunn/fzf", "jqlang/jq", "vapor/vapor"], in: sandbox)
    func sync(_ flags: String...) async -> Outcome {
      var harness = harness(sandbox)
      harness.errorTerminal = TerminalSize(columns: 80, rows: 24)
      return await harness.run(["stars", "sync"] + flags)
    }

    let asked = await sync("--readmes")
    let later = await sync()

    #expect(asked.status == .partial)
    #expect(asked.output.hasSuffix("2 READMEs: 2 fetched, 1 left\n"), "\(asked.output)")
    #expect(later.status == .success)
    #expect(later.output.hasSuffix("2 READMEs: 1 left\n"), "\(later.output)")
    #expect(later.errors.contains("this hour for other commands; run `ghsearch stars sync` after"))
  }

  @Test func `continues after the reset with --wait`() async throws {
    let clock = ManualSandboxClock()
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq", "vapor/vapor"]) {
      $0.rateLimits.core = 504
      $0.clock = clock
    }
    respell(["junegunn/fzf", "jqlang/jq", "vapor/vapor"], in: sandbox)
    var harness = harness(sandbox)
    harness.onSleep = { length in
      if length > .seconds(60) { clock.advance(seconds: 3_601) }
    }

    let outcome = await harness.run("stars", "sync", "--readmes", "--wait")

    #expect(outcome.status == .success)
    #expect(outcome.output.hasSuffix("3 READMEs: 3 fetched\n"))
    #expect(outcome.errors.contains("waiting until"))
  }

  @Test func `READMEs can be removed again`() async throws {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq"])
    _ = await harness(sandbox).run("stars", "sync", "--readmes")

    let removed = await harness(sandbox).run("stars", "sync", "--no-readmes")
    let later = await harness(sandbox).run("stars", "sync")

    #expect(removed.output.hasSuffix("2 READMEs removed\n"))
    #expect(later.output == "2 stars: nothing changed\n")
    #expect(await harness(sandbox).run("stars", "search", "gitignore").output.isEmpty)
  }

  // MARK: Searching

  @Test(
    arguments: [
      ("\"command history\"", "junegunn/fzf"), ("缓存穿透", "Snailclimb/JavaGuide"),
      ("マウスホイール", "Caldis/Mos"), ("협업", "excalidraw/excalidraw"),
    ]
  )
  func `finds a repository by a phrase that only its README has`(
    _ text: String,
    _ name: String
  ) async throws {
    let sandbox = try await sandbox([
      "junegunn/fzf", "Snailclimb/JavaGuide", "Caldis/Mos", "excalidraw/excalidraw", "jqlang/jq",
    ])
    _ = await harness(sandbox).run("stars", "sync", "--readmes")
    await sandbox.stop()

    let found = await harness(sandbox).run("stars", "search", text)
    let elsewhere = await harness(sandbox).run("stars", "search", text, "--in", "name,description")

    #expect(found.names == [name])
    #expect(elsewhere.output.isEmpty)
  }

  @Test func `a terminal shows a line of context, and JSON has it`() async throws {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq"])
    _ = await harness(sandbox).run("stars", "sync", "--readmes")
    await sandbox.stop()
    var terminal = harness(sandbox)
    terminal.terminal = TerminalSize(columns: 60, rows: 24)

    let shown = await terminal.run("stars", "search", "bookmarks", "--color", "always")
    let json = await harness(sandbox).run(
      "stars",
      "search",
      "bookmarks",
      "--jsonl",
      "fullName,match"
    )
    let byName = await harness(sandbox).run("stars", "search", "fzf", "--jsonl", "fullName,match")
    let rows = await harness(sandbox).run("stars", "search", "bookmarks")

    #expect(shown.lines.count == 2)
    #expect(shown.lines.last?.contains("\u{1B}[") == true)
    #expect(shown.lines.last?.contains("bookmarks") == true)
    #expect(
      json.output.contains(#""match":"…"#) && json.output.contains("bookmarks or git commits")
    )
    #expect(byName.output == "{\"fullName\":\"junegunn/fzf\",\"match\":null}\n")
    #expect(rows.lines.count == 1)
  }

  @Test func `a search with a limit says how many there are, also with filters`() async throws {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq", "vapor/vapor"])
    _ = await harness(sandbox).run("stars", "sync", "--readmes")
    func footer(_ flags: String...) async -> String {
      var harness = harness(sandbox)
      harness.terminal = TerminalSize(columns: 80, rows: 24)
      return await harness.run(["stars", "search", "license"] + flags).errors
    }

    #expect(await footer() == "3 stars\n")
    #expect(await footer("-L", "1") == "1 of 3 stars\n")
    #expect(await footer("-L", "3") == "3 stars\n")
    #expect(await footer("-L", "1", "--language", "go") == "1 of 3 stars\n")
  }

  @Test func `an unknown field of --in is refused`() async throws {
    let sandbox = try await sandbox([])

    let outcome = await harness(sandbox).run("stars", "search", "x", "--in", "name,title")

    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains("name, topics, description, note, readme"))
  }
}

extension RequestMatcher {
  /// A request for many READMEs.
  static let readmes = graphQL("isTruncated")

  /// A request for one README or for many.
  static let anyReadme = Self { readmes.matches($0) || $0.path.hasSuffix("/readme") }
}
