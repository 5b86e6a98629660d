import Foundation
import GitHubSandbox
import OperationTesting
import Output
import System
import TestSupport
import Testing

@testable import Commands

@Suite struct BatchTests {
  private static let names = [
    "vapor/vapor", "Alamofire/Alamofire", "apple/container", "exelban/stats", "iina/iina",
  ]

  private func harness(_ sandbox: Sandbox) -> Harness {
    var harness = Harness.signedIn(to: sandbox)
    harness.input = Self.names.joined(separator: "\n")
    return harness
  }

  @Test func `the suggested flag continues a failed batch`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(.secondaryRateLimit(retryAfter: 600), on: .path("/user/starred/apple/container"))

    let first = await harness(sandbox).run("star", "-")
    let rest = await harness(sandbox).run("star", "-", "--after", "Alamofire/Alamofire")

    #expect(first.status == .partial)
    #expect(first.errors.contains("2 more not attempted"))
    #expect(first.errors.contains("to continue, run it again with --after Alamofire/Alamofire\n"))
    #expect(rest.status == .success)
    #expect(
      (first.lines + rest.lines) == Self.names.map { "\($0)\tstarred" }
    )
    #expect(Set(sandbox.starredNames()) == Set(Self.names))
  }

  @Test func `repositories that failed before the end count as attempted`() async throws {
    let sandbox = try await Sandbox.start()
    for name in ["vapor/vapor", "Alamofire/Alamofire"] {
      let missing = SandboxFault.failure(status: 404, message: "Not Found")
      sandbox.script(missing, on: .path("/user/starred/\(name)"))
    }
    sandbox.script(.secondaryRateLimit(retryAfter: 600), on: .path("/user/starred/apple/container"))

    let outcome = await harness(sandbox).run("star", "-")

    #expect(outcome.errors.contains("2 more not attempted"), "\(outcome.errors)")
  }

  @Test(arguments: ["\n", "\r\n"])
  func `skips comments and blank lines on standard input`(_ end: String) async throws {
    var harness = try await Harness.signedIn()
    harness.input = [
      "# my list", "", "vapor/vapor", "  #indented", "iina/iina # a player", "\t", "#2",
      "https://github.com/exelban/stats#readme", "apple/container\tContainers # for macOS",
    ].joined(separator: end)

    let outcome = await harness.run("starred", "-")

    let names = outcome.names
    #expect(names == ["vapor/vapor", "iina/iina", "exelban/stats", "apple/container"])
  }

  @Test(arguments: ["nonsense", "a/b/c", "12", "two words"])
  func `reports a bad name on standard input with its line, and sends nothing`(
    _ bad: String
  ) async throws {
    let sandbox = try await Sandbox.start()
    for command in ["star", "unstar", "starred"] {
      var harness = Harness.signedIn(to: sandbox)
      harness.input = "# names\n\nvapor/vapor\n\(bad)\niina/iina\n"

      let outcome = await harness.run(command, "-")

      #expect(outcome.status == .usage)
      #expect(outcome.errors.hasPrefix("ghsearch: \(command): line 4: "), "\(outcome.errors)")
    }
    #expect(sandbox.requests.isEmpty)
  }

  @Test func `an interrupted batch says how to continue`() async throws {
    let sandbox = try await Sandbox.start()
    let gate = SandboxGate()
    sandbox.script(.hold(gate), on: .path("/user/starred/apple/container"))
    let harness = harness(sandbox)
    let run = Task { await harness.run("star", "-") }

    try await gate.arrivals(1)
    run.cancel()
    let outcome = await run.value

    #expect(outcome.status == .interrupted)
    #expect(outcome.lines.count == 2)
    #expect(outcome.errors.contains("canceled, but GitHub may have made the change; 2 more not"))
    #expect(outcome.errors.contains("run it again with --after Alamofire/Alamofire\n"))
    #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test(arguments: [false, true])
  func `a request canceled before sending has no effect unless it was a retry`(
    isRetry: Bool
  ) async throws {
    let sandbox = try await Sandbox.start()
    if isRetry { sandbox.script(.respond(status: 502), on: .method("PUT")) }
    var harness = harness(sandbox)
    let waits = Guarded(0)
    harness.onSleep = { _ in
      waits.withLock { $0 += 1 }
      withUnsafeCurrentTask { $0?.cancel() }
    }

    let outcome = await Task { [harness] in await harness.run("star", "-") }.value

    #expect(waits.withLock(\.self) > 0)
    #expect(outcome.status == .interrupted)
    #expect(outcome.errors.contains(": canceled; ") == !isRetry, "\(outcome.errors)")
    #expect(outcome.errors.contains("GitHub may have made the change") == isRetry)
  }

  /// A refusal of the first repository, and whether it applies to all others, or to those of the
  /// same owner.
  struct Refusal: Sendable {
    let status: Int
    let message: String
    var headers: [String: String] = [:]
    var endsAll = false
    var endsOwner = false
  }

  /// The refusals of a single repository that end a batch.
  private static let refusals = [
    Refusal(
      status: 403,
      message: "Resource not accessible by personal access token",
      endsAll: true
    ),
    Refusal(status: 403, message: "Resource not accessible by integration", endsAll: true),
    Refusal(
      status: 403,
      message: "Forbidden",
      headers: ["X-OAuth-Scopes": "gist", "X-Accepted-OAuth-Scopes": "public_repo, repo"],
      endsAll: true
    ),
    Refusal(
      status: 404,
      message: "Not Found",
      headers: ["X-OAuth-Scopes": "gist", "X-Accepted-OAuth-Scopes": ""],
      endsAll: true
    ),
    Refusal(status: 401, message: "Bad credentials", endsAll: true),
    Refusal(
      status: 403,
      message: "Resource protected by organization SAML enforcement. You must grant access.",
      endsOwner: true
    ),
    Refusal(
      status: 403,
      message:
        "the `apple` organization has an IP allow list enabled, and your IP is not permitted",
      endsOwner: true
    ),
    Refusal(status: 403, message: "Repository was archived so is read-only."),
    Refusal(status: 404, message: "Not Found"), Refusal(status: 410, message: "Gone"),
    Refusal(status: 422, message: "Validation Failed"),
    Refusal(status: 451, message: "Repository access blocked"),
    Refusal(status: 500, message: "broken"),
  ]

  @Test(arguments: refusals)
  func `a refusal that would affect the remaining calls ends the batch`(_ refusal: Refusal)
    async throws
  {
    for (rest, ends) in [
      (["vapor/vapor", "apple/swift-nio"], refusal.endsAll),
      (["apple/swift-nio", "apple/swift-log"], refusal.endsAll || refusal.endsOwner),
    ] {
      for command in [["star"], ["unstar"], ["favorites", "add"]] {
        var configuration = SandboxConfiguration()
        configuration.repositories = ["swift-nio", "swift-log"].enumerated().map { index, name in
          SandboxRepository(
            id: 990_000_010 + index,
            owner: SandboxOwner(login: "apple", kind: .organization),
            name: name
          )
        }
        let sandbox = try await Sandbox.start(configuration)
        var headers: HeaderFields = [:]
        for (name, value) in refusal.headers { headers[name] = value }
        sandbox.script(
          .failure(status: refusal.status, message: refusal.message, headers: headers),
          on: RequestMatcher { $0.path.hasSuffix("/apple/container") },
          times: .max
        )
        let home = TemporaryFolder()
        for name in ["apple/container"] + rest where command == ["unstar"] {
          sandbox.service.setStar(true, on: name, by: "octocat")
        }

        let outcome = await Harness.signedIn(to: sandbox).atHome(home)
          .run(command + ["apple/container"] + rest)

        // A favorite is only read, so scopes for starring do not matter.
        let isEnd = ends && (command.count == 1 || refusal.status != 404)
        let asked = rest.count { name in
          sandbox.requests.contains { $0.path.hasSuffix("/\(name)") }
        }
        #expect(asked == (isEnd ? 0 : rest.count), "\(command) \(rest) \(outcome.errors)")
        #expect(outcome.errors.contains("2 more not attempted") == isEnd)
      }
    }
  }

  @Test func `a token without the scope costs one change regardless of the number of names`()
    async throws
  {
    var configuration = SandboxConfiguration()
    configuration.tokens = [SandboxToken("ghp_weak", kind: .classic(scopes: ["gist"]))]
    let sandbox = try await Sandbox.start(configuration)
    var harness = harness(sandbox)
    harness.environment["GHSEARCH_TOKEN"] = "ghp_weak"

    let outcome = await harness.run("star", "-")

    #expect(outcome.status == .permission)
    #expect(outcome.errors.contains("gist"))
    #expect(sandbox.requests.map(\.method) == ["POST", "PUT"])
  }

  @Test func `sends changes a second apart`() async throws {
    let sandbox = try await Sandbox.start()
    let harness = harness(sandbox)

    _ = await harness.run("star", "-")

    #expect(harness.clock.sleeps == Array(repeating: .seconds(1), count: 4))
  }

  @Test func `a dry run shows the changes without making any or needing a token`() async throws {
    let sandbox = try await Sandbox.start()
    var harness = Harness.anonymous(to: sandbox)
    harness.input = (0..<150).map { "octo/r\($0)" }.joined(separator: "\n")

    let outcome = await harness.run("unstar", "-", "--dry-run")

    #expect(outcome.status == .success)
    #expect(outcome.lines.count == 150)
    #expect(outcome.lines.first == "octo/r0\twould unstar")
    let summary = "ghsearch: dry run: would unstar 150 repositories, which takes at least 2 min\n"
    #expect(outcome.errors.hasPrefix(summary))
    #expect(outcome.errors.contains("check which of these are starred: not signed in"))
    #expect(sandbox.requests.isEmpty)
  }

  @Test func `prints a line for each repository, including failures`() async throws {
    let outcome = try await Harness.signedIn()
      .run("star", "vapor/vapor", "no/such-thing", "iina/iina")

    #expect(outcome.status == .partial)
    #expect(outcome.output == "vapor/vapor\tstarred\nno/such-thing\tfailed\niina/iina\tstarred\n")
    #expect(outcome.errors.contains("not found"))
  }

  @Test func `shows progress on a terminal and clears it afterward`() async throws {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox)
    harness.errorTerminal = TerminalSize(columns: 70, rows: 24)

    let outcome = await harness.run("star", "-")

    #expect(outcome.errors.hasPrefix("\r[>                   ] 0/5  vapor/vapor\u{1B}[K"))
    #expect(outcome.errors.contains("\r[================>   ] 4/5  iina/iina\u{1B}[K"))
    #expect(outcome.errors.hasSuffix("\r\u{1B}[K"))
  }

  @Test func `prints failures on separate lines above the progress`() async throws {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox)
    harness.errorTerminal = TerminalSize(columns: 70, rows: 24)
    harness.input = "no/such-thing\nvapor/vapor\n"

    let outcome = await harness.run("star", "-")

    let pieces = outcome.errors.components(separatedBy: "\r")
    #expect(pieces.contains { $0.hasPrefix("\u{1B}[Kghsearch: star no/such-thing") })
  }

  @Test(arguments: [false, true])
  func `shows no progress in a pipe or on a dumb terminal`(_ isDumb: Bool) async throws {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox)
    if isDumb {
      harness.errorTerminal = TerminalSize(columns: 70, rows: 24)
      harness.environment["TERM"] = "dumb"
    }

    #expect(await harness.run("star", "-").errors == "")
  }

  @Test func `refuses to resume after a repository that is not in the input`() async throws {
    let sandbox = try await Sandbox.start()

    #expect(await harness(sandbox).run("star", "-", "--after", "no/such").status == .usage)
    #expect(await harness(sandbox).run("star", "-", "--after", "../x").status == .usage)
    #expect(sandbox.requests.isEmpty)
  }

  @Test func `other line separators in a row do not start a new row`()
    async throws
  {
    var harness = try await Harness.anonymous()
    harness.input = "vapor/vapor\ta\u{2028}b\u{85}c\u{B}d\u{C}e\r\niina/iina\n"

    let outcome = await harness.run("view", "-", "--jsonl", "fullName")

    #expect(outcome.lines == [#"{"fullName":"vapor/vapor"}"#, #"{"fullName":"iina/iina"}"#])
    #expect(outcome.status == .success, "\(outcome.errors)")
  }
}
