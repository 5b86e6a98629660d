import Foundation
import GitHubSandbox
import OperationTesting
import Output
import TestSupport
import Testing

@testable import Commands

@Suite struct PartialResultTests {
  /// A sandbox of only generated repositories, with unlimited searches.
  private func sandbox(_ count: Int) async throws -> Sandbox {
    var configuration = SandboxConfiguration()
    configuration.includesCatalog = false
    configuration.generatedRepositories = count
    configuration.rateLimits.search = 1000
    return try await Sandbox.start(configuration)
  }

  @Test func `the suggested flags fetch the remaining rows`() async throws {
    let sandbox = try await sandbox(400)
    let search = ["stars:>=0", "fork:true", "--sort", "stars"]
    let whole = await Harness.signedIn(to: sandbox).run(search + ["--limit", "250"])
    sandbox.script(.failure(status: 502, message: "Bad Gateway"), on: .page(2), times: 4)

    let first = await Harness.signedIn(to: sandbox).run(search + ["--limit", "250"])
    let rest = await Harness.signedIn(to: sandbox)
      .run(search + ["--skip", "100", "--limit", "150"])

    #expect(first.status == .partial)
    #expect(first.errors.contains("stopped after 100 of 250 rows: GitHub returned 502"))
    #expect(first.errors.contains("to continue, use --skip 100 --limit 150\n"))
    #expect(first.output + rest.output == whole.output)
  }

  @Test func `ranks continue after skipped rows`() async throws {
    let sandbox = try await sandbox(300)

    let outcome = await Harness.signedIn(to: sandbox)
      .run("stars:>=0", "--skip", "120", "--limit", "2", "--json", "rank")

    #expect(outcome.output == "[\n{\"rank\":121},\n{\"rank\":122}\n]\n")
  }

  @Test func `reports that more match than GitHub returns, and how to get them`()
    async throws
  {
    let sandbox = try await sandbox(1200)

    let most = await Harness.signedIn(to: sandbox).run("fork:true", "stars:>=0", "--limit", "1000")
    let some = await Harness.signedIn(to: sandbox).run("fork:true", "stars:>=0", "--limit", "10")
    let late = await Harness.signedIn(to: sandbox)
      .run("fork:true", "stars:>=0", "--limit", "1000", "--skip", "990")

    #expect(most.lines.count == 1000)
    #expect(most.errors.contains("GitHub returns only the first 1,000; --all fetches the rest"))
    #expect(some.errors == "")
    #expect(late.lines.count == 10)
  }

  @Test func `--all finds every match once, after reporting its cost`() async throws {
    let sandbox = try await sandbox(2300)

    let outcome = await Harness.signedIn(to: sandbox)
      .run("stars:>=0", "fork:true", "--all", "--csv", "id,stargazersCount")

    #expect(outcome.status == .success)
    #expect(outcome.errors == "ghsearch: 2,300 repositories match: about 26 requests\n")
    let rows = outcome.lines.dropFirst().map { $0.components(separatedBy: ",") }
    #expect(rows.count == 2300)
    #expect(Set(rows.map { $0[0] }).count == 2300)
    let stars = rows.compactMap { Int($0[1]) }
    #expect(stars == stars.sorted(by: >))
  }

  @Test func `a failed --all names the qualifier to continue with`() async throws {
    let sandbox = try await sandbox(2300)
    let search = ["stars:>=0", "fork:true", "--all", "--csv", "id"]
    sandbox.script(.failure(status: 500, message: "x"), on: .page(8), times: 4)

    let first = await Harness.signedIn(to: sandbox).run(search)
    let qualifier = try #require(first.errors.firstMatch(of: /use --all with (\S+) as/)).1
    let rest = await Harness.signedIn(to: sandbox)
      .run(["fork:true", "--csv", "id", "--all", "--", String(qualifier)])

    #expect(first.status == .partial)
    #expect(first.lines.count == 701)
    #expect(rest.status == .success)
    #expect(Set(first.lines + rest.lines).count == 2301)
  }

  @Test(arguments: [
    ["--all", "--limit", "5"], ["--all", "--skip", "5"], ["--all", "--sort", "forks"],
    ["--all", "--order", "asc"], ["--skip", "-1"], ["--skip", "1000"],
  ])
  func `rejects flags that exclude each other`(_ flags: [String]) async {
    #expect(await Harness().run(["x"] + flags).status == .usage)
  }

  /// Fields that take additional requests, and those requests.
  private static let requested: [(field: String, requests: RequestMatcher)] = [
    ("languages", RequestMatcher { $0.path.hasSuffix("/languages") }),
    ("readme", RequestMatcher { $0.path.hasSuffix("/readme") }),
    ("outline", RequestMatcher { $0.path.hasSuffix("/readme") }),
    ("gained7d", RequestMatcher { $0.path.hasSuffix("/history") }),
    ("latestRelease", .graphQL),
  ]

  @Test(arguments: requested.map(\.field))
  func `an unreadable field that was requested exits with 10 and a warning in every command`(
    field: String
  ) async throws {
    let user = try await ListsHarness.start([("Web", ["vapor/vapor"])], stars: ["vapor/vapor"])
    for setup in [["stars", "sync"], ["favorites", "add", "vapor/vapor"]] {
      try #require(await user.run(setup).status == .success)
    }
    let requests = try #require(Self.requested.first { $0.field == field }).requests
    user.sandbox.script(.failure(status: 451, message: "no"), on: requests, times: .max)

    for command in [
      ["repo:vapor/vapor"], ["repo:vapor/vapor", "--all"], ["view", "vapor/vapor"],
      ["view", "vapor/vapor", "vapor/vapor"], ["stars"], ["stars", "search", "vapor"],
      ["stars", "prune", "--language", "swift", "--dry-run", "--offline"],
      ["lists", "show", "Web"], ["favorites"],
    ] {
      let outcome = await user.run(command + ["--jsonl", "fullName,\(field)"])
      #expect(outcome.status == .partial, "\(command): \(outcome.errors)")
      #expect(outcome.lines.first == #"{"fullName":"vapor/vapor","\#(field)":null}"#, "\(command)")
      #expect(outcome.errors.contains(" are unknown: "), "\(command): \(outcome.errors)")
    }
  }

  @Test(arguments: ["null", #"{"__typename":"Issue"}"#])
  func `distinguishes a release that GitHub omits from no release`(
    node: String
  ) async throws {
    let sandbox = try await Sandbox.start()
    let response = #"{"data":{"nodes":[\#(node)]}}"#
    sandbox.script(.respond(status: 200, body: response), on: .graphQL, times: .max)
    let command = ["view", "vapor/vapor", "--json"]

    let named = await Harness.signedIn(to: sandbox).run(command + ["latestRelease"])

    #expect(named.status == .partial && named.output == "{\"latestRelease\":null}\n")
    #expect(named.errors.hasPrefix("ghsearch: some latest releases are unknown: "))
  }

  @Test func `uses star states from the copy, with a warning, if GitHub refuses them`()
    async throws
  {
    let home = TemporaryFolder()
    let sandbox = try await Sandbox.start { $0.stars = ["octocat": ["vapor/vapor"]] }
    _ = await Harness.signedIn(to: sandbox).atHome(home).run("stars", "sync")
    _ = sandbox.service.setStar(true, on: "iina/iina", by: "octocat")
    sandbox.script(.failure(status: 403, message: "no"), on: .graphQL, times: .max)
    let query = ["repo:vapor/vapor", "repo:iina/iina"]

    for flags in [["--jsonl", "fullName,isStarred"], ["--jsonl", "all"], []] {
      var harness = Harness.signedIn(to: sandbox).atHome(home)
      if flags.isEmpty { harness.terminal = TerminalSize(columns: 80, rows: 24) }
      let outcome = await harness.run(query + flags)
      #expect(outcome.status == .success)
      #expect(
        outcome.errors.contains("ghsearch: star states are from the local copy: "),
        "\(flags): \(outcome.errors)"
      )
    }
    let plain = await Harness.signedIn(to: sandbox).atHome(home).run(query)
    #expect(plain.status == .success && plain.errors == "")
  }

  @Test func `retries a broken connection without a message`() async throws {
    let sandbox = try await sandbox(5)
    sandbox.script(.drop)
    sandbox.script(.failure(status: 502, message: "x"))

    let outcome = await Harness.signedIn(to: sandbox).run("stars:>=0", "fork:true")

    #expect(outcome.status == .success)
    #expect(outcome.lines.count == 5)
    #expect(outcome.errors == "")
  }

  @Test func `waits for a limit between two pages, with one message`() async throws {
    let sandbox = try await sandbox(200)
    sandbox.script(.secondaryRateLimit(retryAfter: 20), on: .page(2))

    let outcome = await Harness.signedIn(to: sandbox)
      .run("stars:>=0", "fork:true", "--limit", "200")

    #expect(outcome.status == .success)
    #expect(outcome.lines.count == 200)
    #expect(outcome.errors.contains("waiting until"))
    #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
  }
}
