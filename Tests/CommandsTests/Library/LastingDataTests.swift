import Foundation
import GitHubSandbox
import OperationTesting
import Output
import System
import TestSupport
import Testing

@testable import Commands

/// No error removes stored READMEs or stars.
@Suite struct LastingDataTests {
  private let home = TemporaryFolder()

  private func harness(_ sandbox: Sandbox) -> Harness {
    Harness.signedIn(to: sandbox).atHome(home)
  }
}

// MARK: - READMEs

extension LastingDataTests {
  private static let readme = RequestMatcher { $0.path.hasSuffix("/readme") }

  /// Stars pushed at this time, whose READMEs all contain the word "zanzibar".
  ///
  /// READMEs are fetched in batches only if they are named `README.md`.
  private static func sandbox(
    of names: [String],
    pushed: Int,
    file: String
  ) async throws -> Sandbox {
    var configuration = SandboxConfiguration()
    configuration.stars = ["octocat": names]
    configuration.repositories = names.enumerated().map { index, name in
      let parts = name.split(separator: "/").map(String.init)
      var repository = SandboxRepository(
        id: 990_000_000 + index,
        owner: SandboxOwner(login: parts[0]),
        name: parts[1]
      )
      repository.description = "Ships to zanzibar since \(pushed)"
      repository.files = [file: "Ships to zanzibar since \(pushed)"]
      repository.pushed = UnixTime(seconds: pushed)
      return repository
    }
    return try await Sandbox.start(configuration)
  }

  /// A sandbox whose stars have all been pushed since their READMEs were stored.
  private func pushedTo(_ names: [String], file: String = "ReadMe.text") async throws -> Sandbox {
    let before = try await Self.sandbox(of: names, pushed: 1_700_000_000, file: file)
    #expect(await harness(before).run("stars", "sync", "--readmes").status == .success)
    await before.stop()
    return try await Self.sandbox(of: names, pushed: 1_700_000_100, file: file)
  }

  private func foundByReadme(_ sandbox: Sandbox) async -> Int {
    await harness(sandbox).run("stars", "search", "zanzibar", "--in", "readme").lines.count
  }

  private static let gone = [404, 410, 451]

  /// Errors, including meaningless ones, and unsuitable successes.
  private static let statuses =
    Rounds.areAll
    ? Array(201...206) + [300, 301, 302, 307]
      + (400...599).filter { $0 % 100 < 18 || $0 % 13 == 0 }
    : [204, 206, 301, 400, 401, 403, 409, 416, 422, 429, 500, 503]

  @Test func `only 404, 410 and 451 remove a stored README`() async throws {
    let sandbox = try await pushedTo(["octo/one"])

    for status in Self.statuses where !Self.gone.contains(status) {
      sandbox.script(.respond(status: status, body: "{}"), on: Self.readme, times: .max)
      let outcome = await harness(sandbox).run("stars", "sync", "--readmes")
      sandbox.forgetFaults()

      #expect(outcome.status == .partial, "\(status): \(outcome.output)\(outcome.errors)")
      #expect(outcome.output.contains("1 README: 1 "), "\(status): \(outcome.output)")
    }
    // None of the failed requests removed the text.
    #expect(await foundByReadme(sandbox) == 1)
    let last = await harness(sandbox).run("stars", "sync")
    #expect(last.output.hasSuffix("1 README: 1 fetched\n"))
  }

  @Test(arguments: gone)
  func `removes a README that GitHub reports as gone`(_ status: Int) async throws {
    let sandbox = try await pushedTo(["octo/one"])
    sandbox.script(.respond(status: status, body: "{}"), on: Self.readme)

    let outcome = await harness(sandbox).run("stars", "sync")

    #expect(outcome.status == .success)
    #expect(outcome.output.hasSuffix("0 READMEs: 1 missing\n"))
    #expect(await foundByReadme(sandbox) == 0)
  }

  /// A text beyond the 16 MiB read of a response.
  private static let tooLarge = String(repeating: "x", count: 17 << 20)

  @Test func `removes a README that is too large, but ignores oversized error pages`()
    async throws
  {
    let sandbox = try await pushedTo(["octo/one"])

    sandbox.script(.respond(status: 403, body: Self.tooLarge), on: Self.readme, times: .max)
    let refused = await harness(sandbox).run("stars", "sync")
    let kept = await foundByReadme(sandbox)
    sandbox.forgetFaults()
    sandbox.script(.respond(status: 200, body: Self.tooLarge), on: Self.readme)
    let read = await harness(sandbox).run("stars", "sync")

    #expect(refused.status == .partial && kept == 1)
    #expect(read.output.hasSuffix("0 READMEs: 1 missing\n"))
  }

  /// The faults; `make test` tries the first ones.
  private static let faults: [(String, SandboxFault)] = [
    ("a response that is cut", .truncate(bytes: 10)),
    (
      "a proxy's own page",
      .respond(status: 200, headers: ["Content-Type": "text/html"], body: "x")
    ),
    ("a portal's redirect", .redirect(status: 302, to: "https://portal.example.com/login")),
    ("a slow-down", .secondaryRateLimit(retryAfter: 7_200)),
    ("a connection that ends", .drop),
    ("a response that is lost", .dropResponse),
    ("a redirect to nowhere", .redirect(to: nil)),
    ("a redirect in circles", .redirect(to: "/repos/octo/one/readme")),
    ("an encoding that is none", .addHeaders(["Content-Encoding": "gzip"])),
    (
      "header fields without end",
      .addHeaders(["X-More": String(repeating: "y", count: 2 << 20)])
    ),
    ("single sign-on", .failure(status: 403, message: "Resource protected by organization SAML")),
    ("a list of allowed addresses", .failure(status: 403, message: "IP address not permitted")),
  ]

  @Test(arguments: Rounds.first(4, of: faults.map { name, _ in name }))
  func `a stored README survives other responses`(_ name: String) async throws {
    let fault = try #require(Self.faults.first { $0.0 == name }?.1)
    let sandbox = try await pushedTo(["octo/one"])
    sandbox.script(fault, on: Self.readme, times: .max)

    let outcome = await harness(sandbox).run("stars", "sync", "--readmes")

    #expect(outcome.status == .partial, "\(name): \(outcome.output)\(outcome.errors)")
    #expect(await foundByReadme(sandbox) == 1, "\(name)")
  }

  /// The faults; `make test` tries the first ones.
  private static let faultsOfMany: [(String, SandboxFault)] = [
    ("a connection that ends", .drop),
    ("a time-out", .failure(status: 502, message: "Server Error")),
    ("an error without data", .replaceBody(#"{"errors":[{"message":"Something went wrong"}]}"#)),
    ("a slow-down", .secondaryRateLimit(retryAfter: 7_200)),
    ("a response that is lost", .dropResponse),
    ("a response that is cut", .truncate(bytes: 10)),
    ("an outage", .failure(status: 503, message: "Unavailable")),
    (
      "a proxy's own page",
      .respond(status: 200, headers: ["Content-Type": "text/html"], body: "<p>x</p>")
    ),
  ]

  @Test(arguments: Rounds.first(4, of: faultsOfMany))
  func `a README fetched with others survives other responses`(
    _ name: String,
    _ fault: SandboxFault
  ) async throws {
    let names = (1...6).map { "octo/r\($0)" }
    let sandbox = try await pushedTo(names, file: "README.md")
    sandbox.script(fault, on: .readmes, times: .max)

    let outcome = await harness(sandbox).run("stars", "sync", "--readmes")
    sandbox.forgetFaults()
    let kept = await foundByReadme(sandbox)
    var later = harness(sandbox)
    later.localDate = { Harness.date + 7_300 }
    let second = await later.run("stars", "sync")

    #expect(outcome.status == .partial, "\(name): \(outcome.output)\(outcome.errors)")
    #expect(outcome.output.hasSuffix("6 READMEs: 6 left\n"), "\(name): \(outcome.output)")
    #expect(kept == 6, "\(name)")
    #expect(second.output.hasSuffix("6 READMEs: 6 fetched\n"), "\(name): \(second.output)")
  }

  @Test(arguments: ["No.", "Resource not accessible by personal access token"])
  func `a sync ends after three refusals in a row, and the next one starts with the others`(
    _ message: String
  ) async throws {
    let names = (1...6).map { "octo/r\($0)" }
    let sandbox = try await pushedTo(names)
    let refused = Set(names.suffix(3).map { "/repos/\($0)/readme" })
    sandbox.script(
      .failure(status: 403, message: message),
      on: RequestMatcher { refused.contains($0.path) },
      times: .max
    )

    func sync(after seconds: Double) async -> Outcome {
      var later = harness(sandbox)
      later.localDate = { Harness.date + seconds }
      return await later.run("stars", "sync")
    }
    let first = await sync(after: 60)
    let second = await sync(after: 120)

    #expect(first.status == .partial && second.status == .partial)
    #expect(first.output.hasSuffix("6 READMEs: 3 failed, 3 left\n"))
    #expect(second.output.hasSuffix("6 READMEs: 3 fetched, 3 failed\n"))
    #expect(await foundByReadme(sandbox) == 6)
  }
}

// MARK: - Stars

extension LastingDataTests {
  /// A sandbox with this many stars, which the local copy has too.
  private func synced(_ count: Int) async throws -> Sandbox {
    var configuration = SandboxConfiguration()
    configuration.generatedRepositories = count
    configuration.rateLimits.core = 1_000_000
    let sandbox = try await Sandbox.start(configuration)
    let names = await Harness.signedIn(to: sandbox).run("stars:>=0", "--limit", "\(count)").names
    for name in names { sandbox.service.setStar(true, on: name, by: "octocat") }
    #expect(await harness(sandbox).run("stars", "sync").status == .success)
    return sandbox
  }

  private func copied(_ sandbox: Sandbox) async -> Set<String> {
    Set(await harness(sandbox).run("stars", "list", "--template", "{{fullName}}").lines)
  }

  @Test(arguments: zip([2, 3], [30, 1]))
  func `stars removed elsewhere during a sync take no others with them`(
    _ page: Int,
    _ count: Int
  ) async throws {
    let sandbox = try await synced(250)
    let gate = SandboxGate()
    sandbox.script(.hold(gate), on: .path("/user/starred") && .page(page))

    async let syncing = harness(sandbox).run("stars", "sync", "--full")
    try await gate.arrivals(1)
    var dice = Dice(state: UInt64(page * 100 + count))
    for name in sandbox.starredNames().shuffled(using: &dice).prefix(count) {
      sandbox.service.setStar(false, on: name, by: "octocat")
    }
    gate.open()
    let during = await syncing
    let missing = Set(sandbox.starredNames()).subtracting(await copied(sandbox))
    let after = await harness(sandbox).run("stars", "sync", "--full")

    #expect(during.status == .success && missing.isEmpty)
    #expect(after.status == .success)
    #expect(await copied(sandbox) == Set(sandbox.starredNames()))
  }

  @Test(
    arguments: [
      ("a page without links to the next", SandboxFault.addHeaders(["Link": ""]), .success),
      ("a page without stars", .replaceBody("[]"), .success),
      ("a page that cannot be read", .replaceBody(#"[{"repo": {}}]"#), .partial),
      (
        "a page that leaves out organizations",
        .respond(
          status: 200,
          headers: ["X-GitHub-SSO": "partial-results; organizations=1,2"],
          body: "[]"
        ), .success
      ),
    ] as [(String, SandboxFault, Output.ExitStatus)]
  )
  func `no star is removed after an inconclusive response`(
    _ name: String,
    _ fault: SandboxFault,
    _ status: Output.ExitStatus
  ) async throws {
    let sandbox = try await synced(120)
    let stars = await copied(sandbox)
    sandbox.script(fault, on: .path("/user/starred"), times: .max)

    let outcome = await harness(sandbox).run("stars", "sync", "--full")

    #expect(outcome.status == status, "\(name): \(outcome.errors)")
    #expect(outcome.output.contains("120 stars: nothing changed\n"), "\(name): \(outcome.output)")
    #expect(await copied(sandbox) == stars, "\(name)")
  }

  @Test(arguments: [false, true])
  func `removes stars that are gone, even if GraphQL cannot confirm it`(
    _ isSilent: Bool
  ) async throws {
    let sandbox = try await synced(20)
    let gone = sandbox.starredNames().prefix(3)
    for name in gone { sandbox.service.setStar(false, on: name, by: "octocat") }
    if isSilent {
      sandbox.script(
        .failure(status: 502, message: "Oops"),
        on: .graphQL("viewerHasStarred"),
        times: .max
      )
    }
    sandbox.forgetRequests()

    let outcome = await harness(sandbox).run("stars", "sync", "--full")

    #expect(outcome.output == "17 stars: 0 added, 3 removed\n")
    #expect(await copied(sandbox) == Set(sandbox.starredNames()))
    #expect(sandbox.requests.contains { $0.path == "/user/starred/\(gone[0])" } == isSilent)
  }

  @Test func `the next sync finishes checks of stars missing from all pages`()
    async throws
  {
    let sandbox = try await synced(20)
    let stars = await copied(sandbox)
    sandbox.service.setStar(false, on: try #require(stars.first), by: "octocat")
    sandbox.script(.drop, on: RequestMatcher { $0.path != "/user/starred" }, times: .max)

    let first = await harness(sandbox).run("stars", "sync", "--full")
    let kept = await copied(sandbox)
    sandbox.forgetFaults()
    let second = await harness(sandbox).run("stars", "sync")

    #expect(first.status == .partial && kept == stars)
    #expect(second.output == "19 stars: 0 added, 1 removed\n")
  }
}
