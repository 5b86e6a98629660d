import GitHubSandbox
import Output
import TestSupport
import Testing

@testable import Commands

/// `--starred` and `--not-starred`: results are read until there are enough rows.
@Suite struct StarFilterTests {
  private let home = TemporaryFolder()

  private func sandbox(_ count: Int) async throws -> Sandbox {
    var configuration = SandboxConfiguration()
    configuration.includesCatalog = false
    configuration.generatedRepositories = count
    configuration.rateLimits.search = 1000
    return try await Sandbox.start(configuration)
  }

  private func search(_ sandbox: Sandbox, _ arguments: String...) async -> Outcome {
    await Harness.signedIn(to: sandbox).atHome(home)
      .run(["stars:>=0", "fork:true", "--sort", "stars"] + arguments)
  }

  /// Stars the results at these positions of the search, from 1.
  private func star(_ places: [Int], at sandbox: Sandbox) async -> [String] {
    let names = await search(sandbox, "--limit", "1000").lines.map { line in
      String(line.prefix { $0 != "\t" })
    }
    let chosen = places.map { names[$0 - 1] }
    for name in chosen { sandbox.service.setStar(true, on: name, by: "octocat") }
    sandbox.forgetRequests()
    return chosen
  }

  private func pages(_ sandbox: Sandbox) -> [String] {
    sandbox.requests.filter { $0.path == "/search/repositories" }
      .map { $0.parameter("page") ?? "1" }
  }

  @Test func `fetches no pages after the last row needed`() async throws {
    let sandbox = try await sandbox(400)
    let starred = await star([20, 150, 160, 390], at: sandbox)

    let outcome = await search(sandbox, "--starred", "--limit", "2")

    #expect(outcome.names == Array(starred.prefix(2)))
    #expect(pages(sandbox) == ["1", "2"])
    #expect(outcome.errors == "")
  }

  @Test func `reads all results if too few match`() async throws {
    let sandbox = try await sandbox(250)
    let starred = await star([20, 240], at: sandbox)

    let outcome = await search(sandbox, "--starred")

    #expect(outcome.names == starred)
    #expect(pages(sandbox) == ["1", "2", "3"])
  }

  @Test func `fills a page with the remaining rows`() async throws {
    let sandbox = try await sandbox(250)
    let starred = await star(Array(1...95), at: sandbox)

    let outcome = await search(sandbox, "--not-starred")

    #expect(outcome.names.count == 30)
    #expect(Set(outcome.names).isDisjoint(with: starred))
    #expect(pages(sandbox) == ["1", "2"])
  }

  @Test func `reports the end of GitHub's results, and empty results`() async throws {
    let sandbox = try await sandbox(1200)

    let outcome = await search(sandbox, "--starred")

    #expect(outcome.status == .success && outcome.output.isEmpty)
    #expect(pages(sandbox).count == 10)
    #expect(outcome.errors.contains("none of the 1,000 results are starred"))
    #expect(outcome.errors.contains("GitHub returns only the first 1,000"))
  }

  @Test(arguments: ["--starred", "--not-starred"])
  func `requires a token if there is no copy of the stars`(_ flag: String) async throws {
    let sandbox = try await sandbox(400)

    let outcome = await Harness.anonymous(to: sandbox).atHome(home)
      .run("stars:>=0", "fork:true", flag)

    #expect(outcome.status == .authentication)
    #expect(outcome.output.isEmpty)
    #expect(pages(sandbox) == ["1"])
    #expect(outcome.errors.contains("not signed in"))
  }

  @Test func `a complete copy of the stars replaces the token`() async throws {
    let sandbox = try await sandbox(250)
    let starred = await star([20, 120], at: sandbox)
    let anonymous = { Harness.anonymous(to: sandbox).atHome(home) }
    let query = ["stars:>=0", "fork:true", "--sort", "stars"]
    #expect(await search(sandbox, "--limit", "250").status == .success)
    _ = await Harness.signedIn(to: sandbox).atHome(home).run("stars", "sync")

    let outcome = await anonymous().run(query + ["--starred"])

    #expect(outcome.status == .success, "\(outcome.errors)")
    #expect(outcome.names == starred)
  }

  /// The failures of the request for star states, and their statuses; `make test` tries the first
  /// ones.
  private static let faults: [(fault: SandboxFault, status: Output.ExitStatus)] = [
    (.secondaryRateLimit(retryAfter: 600), .rateLimited),
    (.failure(status: 502, message: "Bad Gateway"), .badResponse),
    (.respond(status: 200, body: "<html>"), .badResponse),
    (.respond(status: 200, body: #"{"data":{"nodes":[null,null]}}"#), .badResponse),
    (.secondaryRateLimit(status: 429, retryAfter: nil), .rateLimited),
    (.failure(status: 401, message: "Bad credentials"), .authentication),
    (.failure(status: 403, message: "Forbidden"), .permission),
    (.failure(status: 404, message: "Not Found"), .notFound),
    (.failure(status: 500, message: "Oops"), .badResponse),
    (
      .respond(status: 200, body: #"{"errors":[{"message":"Something went wrong"}]}"#), .badResponse
    ),
    (.redirect(status: 302, to: "http://127.0.0.1:1/"), .badResponse),
    (.drop, .network),
  ]
  private static let tried = Rounds.first(4, of: Array(faults.indices))

  @Test(arguments: tried, ["--starred", "--not-starred"])
  func `unreadable star states fail with the status of their cause`(
    _ index: Int,
    _ flag: String
  ) async throws {
    let sandbox = try await sandbox(300)
    sandbox.script(Self.faults[index].fault, on: .graphQL, times: .max)

    let rows = await search(sandbox, flag, "--no-wait")
    let json = await search(sandbox, flag, "--no-wait", "--json", "fullName")

    #expect(rows.status == Self.faults[index].status, "\(rows.errors)")
    #expect(rows.errors.filter { $0 == "\n" }.count == 1)
    #expect(rows.output.isEmpty && json.output.isEmpty)
    #expect(json.status != .success)
  }

  @Test(arguments: tried)
  func `prints the rows before unreadable star states, and says how to continue`(
    _ index: Int
  ) async throws {
    let sandbox = try await sandbox(300)
    let starred = await star([20, 150], at: sandbox)
    sandbox.script(.addHeaders([:]), on: .graphQL)
    sandbox.script(Self.faults[index].fault, on: .graphQL, times: .max)

    let outcome = await search(sandbox, "--starred", "--no-wait", "--json", "fullName")

    #expect(outcome.status == .partial, "\(outcome.errors)")
    #expect(outcome.output == "[\n{\"fullName\":\"\(starred[0])\"}\n]\n")
    #expect(outcome.errors.contains("to continue, use --skip 100 --limit 29"))
  }

  @Test(arguments: tried)
  func `without the filter, prints all rows and one warning about unknown star states`(
    _ index: Int
  ) async throws {
    let sandbox = try await sandbox(300)
    sandbox.script(Self.faults[index].fault, on: .graphQL, times: .max)

    // A secondary limit applies to the whole account, so no further page is requested.
    let count = Self.faults[index].status == .rateLimited ? 100 : 250
    let fields = ["--jsonl", "fullName,isStarred"]
    let outcome = await Harness.signedIn(to: sandbox).atHome(home)
      .run(["stars:>=0", "fork:true", "--limit", "\(count)", "--no-wait"] + fields)

    // The field was requested by name.
    #expect(outcome.status == .partial, "\(outcome.errors)")
    #expect(outcome.lines.count == count)
    #expect(outcome.lines.allSatisfy { $0.hasSuffix(#""isStarred":null}"#) })
    #expect(outcome.errors.hasPrefix("ghsearch: star states are unknown: "), "\(outcome.errors)")
    #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test func `without a token, warns about unknown star states only if they are shown`()
    async throws
  {
    let sandbox = try await sandbox(10)
    var harness = Harness.anonymous(to: sandbox)
    let named = await harness.run("stars:>=0", "--csv", "fullName,isStarred")
    let all = await harness.run("stars:>=0", "--jsonl", "all")
    harness.terminal = TerminalSize(columns: 80, rows: 24)
    let table = await harness.run("stars:>=0")

    #expect(named.errors.hasPrefix("ghsearch: star states are unknown: not signed in"))
    #expect(all.errors == "")
    #expect(!table.errors.contains("unknown"))
  }

  @Test func `reports rows that GitHub omits, and exits with 10`() async throws {
    let sandbox = try await sandbox(3)
    let starred = await star([1], at: sandbox)
    _ = await search(sandbox, "--starred")
    let question = try #require(sandbox.requests.last { $0.path == "/graphql" })
    let ids = String(decoding: question.body, as: UTF8.self).matches(of: /"([^"]*)"[,\]]/)
      .map { String($0.output.1) }.filter { !$0.contains(" ") }
    try #require(ids.count == 3)
    let nodes =
      #"{"id":"\#(ids[0])","viewerHasStarred":true},{"id":"\#(ids[1])","viewerHasStarred":false}"#
    sandbox.script(.replaceBody(#"{"data":{"nodes":[\#(nodes),null]}}"#), on: .graphQL)

    let outcome = await search(sandbox, "--starred")

    #expect(outcome.status == .partial)
    #expect(outcome.names == starred)
    #expect(outcome.errors.contains("1 row skipped"))
  }

  @Test func `prints the rows before a failure, and how to resume`() async throws {
    let sandbox = try await sandbox(400)
    let starred = await star([20, 150, 390], at: sandbox)
    sandbox.script(.failure(status: 502, message: "Bad Gateway"), on: .page(3), times: 4)

    let first = await search(sandbox, "--starred", "--limit", "3")
    let rest = await search(sandbox, "--starred", "--limit", "1", "--skip", "200")

    #expect(first.status == .partial)
    #expect(first.errors.contains("stopped after 2 rows: GitHub returned 502"))
    #expect(first.errors.contains("to continue, use --skip 200 --limit 1\n"))
    #expect(first.names + rest.names == starred)
  }
}
