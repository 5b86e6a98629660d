import Commands
import GitHubSandbox
import Testing

/// `--starred` and `--not-starred`: rows are looked through until there are as many as asked for.
@Suite struct StarFilterTests {
  private let home: TemporaryHome

  init() throws {
    home = try TemporaryHome()
  }

  private func sandbox(_ count: Int) async throws -> Sandbox {
    var configuration = SandboxConfiguration()
    configuration.includesCatalogue = false
    configuration.generatedRepositories = count
    configuration.rateLimits.search = 1000
    return try await Sandbox.start(configuration)
  }

  private func search(_ sandbox: Sandbox, _ arguments: String...) async -> Outcome {
    await Harness.signedIn(to: sandbox).atHome(home)
      .run(["stars:>=0", "fork:true", "--sort", "stars"] + arguments)
  }

  /// What stands at those places of the search, counted from 1, is starred.
  private func star(_ places: [Int], at sandbox: Sandbox) async -> [String] {
    let names = await search(sandbox, "--limit", "1000").lines.map { line in
      String(line.prefix { $0 != "\t" })
    }
    let chosen = places.map { names[$0 - 1] }
    for name in chosen { sandbox.service.setStar(true, on: name, by: "octocat") }
    sandbox.forgetRequests()
    return chosen
  }

  private func names(_ outcome: Outcome) -> [String] {
    outcome.lines.map { line in String(line.prefix { $0 != "\t" }) }
  }

  private func pages(_ sandbox: Sandbox) -> [String] {
    sandbox.requests.filter { $0.path == "/search/repositories" }
      .map { $0.parameter("page") ?? "1" }
  }

  @Test func `goes on to the page that has the last row asked for, and no further`() async throws {
    let sandbox = try await sandbox(400)
    let starred = await star([20, 150, 160, 390], at: sandbox)

    let outcome = await search(sandbox, "--starred", "--limit", "2")

    #expect(names(outcome) == Array(starred.prefix(2)))
    #expect(pages(sandbox) == ["1", "2"])
    #expect(outcome.errors == "")
    await sandbox.stop()
  }

  @Test func `looks at all results where there are fewer`() async throws {
    let sandbox = try await sandbox(250)
    let starred = await star([20, 240], at: sandbox)

    let outcome = await search(sandbox, "--starred")

    #expect(names(outcome) == starred)
    #expect(pages(sandbox) == ["1", "2", "3"])
    await sandbox.stop()
  }

  @Test func `the others fill a page of their own`() async throws {
    let sandbox = try await sandbox(250)
    let starred = await star(Array(1...95), at: sandbox)

    let outcome = await search(sandbox, "--not-starred")

    #expect(names(outcome).count == 30)
    #expect(Set(names(outcome)).isDisjoint(with: starred))
    #expect(pages(sandbox) == ["1", "2"])
    await sandbox.stop()
  }

  @Test func `says that GitHub reaches no further, and that there is none`() async throws {
    let sandbox = try await sandbox(1200)

    let outcome = await search(sandbox, "--starred")

    #expect(outcome.status == .success && outcome.output.isEmpty)
    #expect(pages(sandbox).count == 10)
    #expect(outcome.errors.contains("no result of 1,000 is starred"))
    #expect(outcome.errors.contains("only the first 1,000 can be reached"))
    await sandbox.stop()
  }

  @Test func `asks no more where nobody knows what is starred`() async throws {
    let sandbox = try await sandbox(400)

    let outcome = await Harness.anonymous(to: sandbox).atHome(home)
      .run("stars:>=0", "fork:true", "--starred")

    #expect(outcome.output.isEmpty)
    #expect(pages(sandbox) == ["1"])
    #expect(outcome.errors.contains("100 rows left out"))
    #expect(outcome.errors.contains("a token tells"))
    await sandbox.stop()
  }

  @Test func `a failure keeps what was found, and says how to go on`() async throws {
    let sandbox = try await sandbox(400)
    let starred = await star([20, 150, 390], at: sandbox)
    sandbox.script(.failure(status: 502, message: "Bad Gateway"), on: .page(3), times: 4)

    let first = await search(sandbox, "--starred", "--limit", "3")
    let rest = await search(sandbox, "--starred", "--limit", "1", "--skip", "200")

    #expect(first.status == .partial)
    #expect(first.errors.contains("only 2 rows, then GitHub answered 502"))
    #expect(first.errors.contains("the rest: --skip 200 --limit 1\n"))
    #expect(names(first) + names(rest) == starred)
    await sandbox.stop()
  }
}
