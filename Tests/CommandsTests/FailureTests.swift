import GitHubSandbox
import OperationTesting
import Output
import System
import TestSupport
import Testing

@testable import Commands

@Suite struct CommandFailureTests {
  private static let canary = "ghp_c4n4ryC4n4ryC4n4ry"

  @Test(arguments: [
    (401, Output.ExitStatus.authentication), (403, .permission), (404, .notFound),
    (410, .notFound), (422, .usage), (429, .rateLimited), (451, .notFound), (500, .badResponse),
    (502, .badResponse),
  ])
  func `each class of failure has its exit status and one line without the token`(
    _ status: Int,
    _ expected: Output.ExitStatus
  ) async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(
      .failure(
        status: status,
        message: "Bearer \(Self.canary)\u{1B}[2J\u{202E}",
        headers: ["X-OAuth-Scopes": Self.canary]
      ),
      times: .max
    )
    let environment = ["GHSEARCH_API_URL": sandbox.baseURL, "GHSEARCH_TOKEN": Self.canary]

    let outcome = await Harness(environment: environment)
      .run("view", "vapor/vapor", "--no-wait")

    #expect(outcome.status == expected)
    #expect(outcome.output == "")
    #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
    #expect(!outcome.errors.contains("c4n4ry"))
    #expect(!outcome.errors.contains("\u{1B}") && !outcome.errors.contains("\u{202E}"))
  }

  @Test(arguments: [
    ["view"], ["growth"], ["favorites", "add"], ["note"], ["star"], ["unstar"], ["starred"],
  ])
  func `a failure begins with the command and its object`(
    _ command: [String]
  ) async throws {
    let sandbox = try await Sandbox.start()
    let text = command == ["note"] ? ["text"] : []

    let outcome = await Harness.signedIn(to: sandbox).atHome(TemporaryFolder())
      .run(command + ["nobody/nothing"] + text)

    let name = command.joined(separator: " ")
    #expect(outcome.errors.contains("ghsearch: \(name) nobody/nothing: "), "\(outcome.errors)")
  }

  @Test(arguments: [["swift"], ["search", "swift"], ["swift", "--no-pager"]])
  func `a failed search is named by its query in both parsers`(
    _ arguments: [String]
  ) async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(.failure(status: 418, message: "no"), times: .max)

    let outcome = await Harness.anonymous(to: sandbox).run(arguments)

    #expect(outcome.errors.hasPrefix("ghsearch: search swift: GitHub returned 418"))
  }

  @Test(arguments: [
    ["swift"], ["view", "vapor/vapor"], ["growth", "vapor/vapor"], ["star", "vapor/vapor"],
    ["note", "vapor/vapor", "text"], ["favorites", "add", "vapor/vapor"], ["stars"],
    ["stars", "search", "x"], ["stars", "export", "--jsonl"], ["stars", "stats"],
    ["stars", "changes"], ["stars", "releases"], ["stars", "sync"], ["lists"],
    ["lists", "show", "x"], ["lists", "export"], ["lists", "create", "x"],
  ])
  func `a command that suggests --wait accepts it`(_ arguments: [String]) async throws {
    for flags in [[], ["--wait"]] {
      let sandbox = try await Sandbox.start()
      sandbox.script(.secondaryRateLimit(retryAfter: 300))
      let harness = Harness.signedIn(to: sandbox).atHome(TemporaryFolder())

      let outcome = await harness.run(arguments + flags)

      #expect(outcome.errors.contains("or add --wait") == flags.isEmpty, "\(outcome.errors)")
      #expect(harness.clock.sleeps.contains(.seconds(300)) != flags.isEmpty)
      #expect(outcome.status != .usage)
    }
  }

  @Test func `a refused connection is a network failure`() async {
    let outcome = await Harness(environment: ["GHSEARCH_API_URL": "http://127.0.0.1:1"]).run("x")

    #expect(outcome.status == .network)
    #expect(outcome.errors.contains("127.0.0.1:1"))
  }

  @Test(arguments: ["http://api.github.com", "https://me:c4n4ry@host", "nonsense", "https://h/?x"])
  func `refuses an unsafe base URL without repeating it`(_ url: String) async {
    let outcome = await Harness(environment: ["GHSEARCH_API_URL": url]).run("x")

    #expect(outcome.status == .usage)
    #expect(!outcome.errors.contains("c4n4ry"))
  }

  @Test func `unwritable output has its own failure`() async throws {
    var harness = try await Harness.anonymous()
    harness.output = MemorySink(failing: 28)

    #expect(await harness.run("swift").status == .output)
    #expect(await harness.run("--help").status == .output)
  }

  @Test func `a search continues without an unreadable token, with a warning`() async throws {
    var harness = try await Harness.anonymous()
    harness.environment["GHSEARCH_TOKEN"] = "not a token"

    let search = await harness.run("swift", "--limit", "1")
    let star = await harness.run("star", "vapor/vapor")

    #expect(search.status == .success)
    #expect(search.errors.contains("continuing without a token"))
    #expect(star.status == .authentication)
  }
}

@Suite struct OtherCommandTests {
  @Test func `view shows what lists omit, and the current star state`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.service.setStar(true, on: "vapor/vapor", by: "octocat")

    let signedIn = await Harness.signedIn(to: sandbox).run("view", "vapor/vapor")
    let anonymous = await Harness.anonymous(to: sandbox).run("view", "vapor/vapor")

    #expect(signedIn.lines.contains("full_name\tvapor/vapor"))
    #expect(signedIn.lines.contains("starred\tyes"))
    #expect(signedIn.lines.contains { $0.hasPrefix("subscribers_count\t") && $0.count > 18 })
    #expect(signedIn.lines.contains { $0.hasPrefix("open_issues_count\t") })
    #expect(anonymous.lines.contains("starred\t"))
  }

  @Test func `view shows the facts on a terminal`() async throws {
    var harness = try await Harness.signedIn()
    harness.terminal = TerminalSize(columns: 60, rows: 100)
    harness.environment["NO_COLOR"] = "1"

    let outcome = await harness.run("view", "vapor/vapor")

    #expect(outcome.lines.contains { $0.hasPrefix("Watchers      ") })
    #expect(outcome.lines.contains("Starred       no"))
    #expect(outcome.lines.allSatisfy { $0.count <= 60 })
  }

  @Test func `open sends no requests`() async {
    let printed = await Harness().run("open", "vapor/vapor")
    // A browser that exits with an error counts as started; the next one is tried only if it cannot
    // start.
    var harness = Harness(environment: ["BROWSER": "lynx:firefox"])
    harness.launchStatus = 3
    let failed = await harness.run("open", "https://github.com/vapor/vapor/issues")

    #expect(printed.output == "https://github.com/vapor/vapor\n")
    #expect(harness.launched.withLock { $0 } == [["lynx", "https://github.com/vapor/vapor"]])
    #expect(failed.status == .localFile)
    #expect(failed.output == "https://github.com/vapor/vapor\n")
    #expect(failed.errors.contains("lynx exited with status 3"))
  }

  @Test(arguments: [
    ["--help"], ["help"], ["search", "--help"], ["star", "-h"], ["auth", "--help"], ["--version"],
  ])
  func `prints help and version on standard output`(_ arguments: [String]) async {
    let outcome = await Harness().run(arguments)

    #expect(outcome.status == .success)
    #expect(!outcome.output.isEmpty)
    #expect(outcome.errors.isEmpty)
  }
}
