import Foundation
import GitHubModel
import GitHubSandbox
import OperationTesting
import Output
import TestSupport
import Testing

@testable import Commands

/// `ghsearch check` against a sandbox in September 2026.
@Suite struct CheckCommandTests {
  private let folder = TemporaryFolder()

  private func harness(_ sandbox: Sandbox) -> Harness {
    var harness = Harness.signedIn(to: sandbox)
    harness.workingDirectory = folder.path
    return harness
  }

  /// The first two columns of each row.
  private func states(_ outcome: Outcome) -> [String] {
    outcome.lines.map { $0.components(separatedBy: "\t").prefix(2).joined(separator: " ") }
  }

  /// The names of the most starred repositories.
  private func names(_ count: Int, _ sandbox: Sandbox) async throws -> [String] {
    let found = await harness(sandbox).run("search", "stars:>0", "--limit", "\(count)")
    sandbox.forgetRequests()
    try #require(found.names.count == count)
    return found.names
  }

  @Test func `prints one word per state, in argument order`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.service.edit("iina/iina") { $0.description = "[DEPRECATED] A player" }
    sandbox.service.edit("vapor/vapor") { $0.pushed = UnixTime(year: 2025, month: 9, day: 1) }

    let outcome = await harness(sandbox).run(
      "check",
      "apple/container",
      "atom/atom",
      "iina/iina",
      "no/where",
      "vapor/vapor"
    )

    #expect(
      states(outcome) == [
        "apple/container active", "atom/atom archived", "iina/iina deprecated", "no/where gone",
        "vapor/vapor quiet",
      ]
    )
    #expect(outcome.status == .negative)
  }

  @Test(arguments: [
    ("vapor/vapor", [], Output.ExitStatus.success), ("atom/atom", [], .negative),
    ("atom/atom", ["--fail-on", "none"], .success), ("atom/atom", ["--fail-on", "gone"], .success),
    ("vapor/vapor", ["--fail-on", "quiet", "--quiet-after", "1d"], .negative),
    ("no/where", ["--fail-on", "archived,gone"], .negative),
  ])
  func `exits with a failure if any state is listed in --fail-on`(
    _ name: String,
    _ flags: [String],
    _ status: Output.ExitStatus
  ) async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await harness(sandbox).run(["check", name] + flags)

    #expect(outcome.status == status)
  }

  @Test func `reports a renamed repository as moved`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.service.edit("apple/container") { $0.name = "moved" }

    let outcome = await harness(sandbox).run(
      "check",
      "apple/container",
      "--jsonl",
      "fullName,newName,state"
    )

    #expect(
      outcome.output == """
        {"fullName":"apple/container","newName":"apple/moved","state":"active"}

        """
    )
  }

  @Test func `lists each repository in a file once, with its line`() async throws {
    let sandbox = try await Sandbox.start()
    try folder.write("# x\n[v](https://github.com/vapor/vapor)\natom/atom\n", to: "a.md")
    try folder.write(
      "    .package(url: \"https://github.com/Vapor/vapor.git\")",
      to: "Package.swift"
    )

    let outcome = await harness(sandbox).run(
      "check",
      "a.md",
      ".",
      "--jsonl",
      "fullName,source,line"
    )

    #expect(
      outcome.output == """
        {"fullName":"vapor/vapor","source":"a.md","line":2}
        {"fullName":"atom/atom","source":"a.md","line":3}

        """
    )
  }

  @Test func `reads the manifests in the working directory by default`() async throws {
    let sandbox = try await Sandbox.start()
    _ = try folder.makeDirectory(".github")
    _ = try folder.makeDirectory(".github/workflows")
    try folder.write("module github.com/iina/iina\n\tgithub.com/vapor/vapor v1\n", to: "go.mod")
    try folder.write("  - uses: apple/container@v4\n", to: ".github/workflows/ci.yml")

    let outcome = await harness(sandbox).run("check")

    #expect(
      outcome.lines.map { $0.components(separatedBy: "\t").last } == [
        "go.mod:2", ".github/workflows/ci.yml:1",
      ]
    )
  }

  @Test func `accepts rows piped from another command`() async throws {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox)
    harness.hasInputPipe = true
    harness.input = "vapor/vapor\t26191\tSwift\natom/atom\t1\t\n"

    let outcome = await harness.run("check")

    #expect(states(outcome) == ["vapor/vapor active", "atom/atom archived"])
  }

  @Test func `asks for repositories if there are no arguments and no manifests`() async throws {
    let outcome = await harness(try await Sandbox.start()).run("check")

    #expect(outcome.status == .usage)
    #expect(outcome.errors.hasPrefix("ghsearch: check: there is no manifest here; name files or"))
  }

  @Test(arguments: [".", ".github", ".github/workflows", "./.github/workflows/"])
  func `recognizes a directory of workflows at any level`(_ directory: String) async throws {
    try write("- uses: apple/container@v4", to: ".github/workflows/ci.yaml")
    try write("iina/iina", to: ".github/dependabot.yml")

    let outcome = await harness(try await Sandbox.start()).run("check", directory)

    #expect(outcome.names == ["apple/container"])
  }

  @Test(arguments: [
    ("empty", "there is no manifest in empty"),
    ("readme.md", #""readme.md" is neither a file nor"#),
    ("a/b/c", #""a/b/c" is neither a file nor a repository"#), ("7", "no row 7"),
  ])
  func `an argument that is not a repository is a usage error`(_ argument: String, _ why: String)
    async throws
  {
    _ = try folder.makeDirectory("empty")

    let outcome = await harness(try await Sandbox.start()).run("check", argument)

    #expect(outcome.status == .usage && outcome.errors.contains(why), "\(outcome.errors)")
  }

  /// Writes a file, and makes the directories that it is in.
  private func write(_ text: String, to file: String) throws {
    let url = URL(filePath: folder.path).appending(path: file)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: url)
  }

  @Test func `reports an unreadable file and continues with the others`() async throws {
    let sandbox = try await Sandbox.start()
    try folder.write("a\0b", to: "binary")
    try folder.write("vapor/vapor", to: "text")

    let both = await harness(sandbox).run("check", "binary", "text")
    let one = await harness(sandbox).run("check", "binary")

    #expect(states(both) == ["vapor/vapor active"])
    #expect(both.status == .partial && one.status == .localFile)
    #expect(one.errors == "ghsearch: check: binary is not text; name a text file\n")
  }

  @Test func `reports repositories behind single sign-on as unknown, and exits as partial`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    sandbox.service.requireSignOn(of: "vapor")

    let both = await harness(sandbox).run(
      "check",
      "vapor/vapor",
      "iina/iina",
      "--json",
      "state,says"
    )
    let one = await harness(sandbox).run("check", "vapor/vapor")

    #expect(
      both.output.contains(
        #"{"state":"unknown","says":"GitHub refused the request (Resource protected by"#
      )
    )
    #expect(both.output.contains(#"{"state":"active","says":null}"#))
    #expect(both.status == .partial && one.status == .permission)
    #expect(both.errors.hasPrefix("ghsearch: ") && both.errors.contains("SAML"))
  }

  @Test func `Ctrl-C prints the rows read so far`() async throws {
    let sandbox = try await Sandbox.start()
    let names = try await names(150, sandbox)
    let gate = SandboxGate()
    sandbox.script(.delay(.zero), on: .path("/graphql"))
    sandbox.script(.hold(gate), on: .path("/graphql"))
    let harness = harness(sandbox)
    let run = Task { await harness.run(["check"] + names) }

    try await gate.arrivals(1)
    run.cancel()
    let outcome = await run.value

    #expect(outcome.status == .interrupted)
    #expect(outcome.names == Array(names.prefix(100)))
  }

  @Test func `reports a rejected token once and exits with its status`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox)
    harness.environment["GHSEARCH_TOKEN"] = "ghp_wrong"

    let outcome = await harness.run("check", "vapor/vapor", "atom/atom")

    #expect(states(outcome) == ["vapor/vapor unknown", "atom/atom unknown"])
    #expect(outcome.status == .authentication)
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `without a token, sends one request per repository and judges by the last push`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    var harness = Harness.anonymous(to: sandbox)
    harness.workingDirectory = folder.path

    let outcome = await harness.run("check", "vapor/vapor", "atom/atom", "no/where")

    #expect(states(outcome) == ["vapor/vapor active", "atom/atom archived", "no/where gone"])
    #expect(sandbox.requests.count == 3)
  }

  @Test func `repositories cut off by a rate limit are unknown, with the reason`() async throws {
    let sandbox = try await Sandbox.start { $0.rateLimits.anonymousCore = 2 }
    var harness = Harness.anonymous(to: sandbox)
    harness.workingDirectory = folder.path

    let outcome = await harness.run("check", "vapor/vapor", "iina/iina", "atom/atom", "--no-wait")

    // The refusal also ends the calls in progress.
    #expect(states(outcome).contains { $0.hasSuffix(" unknown") })
    #expect(outcome.lines.count == 3 && outcome.errors.contains("rate limit"))
    #expect([.partial, .negative, .rateLimited].contains(outcome.status))
  }

  @Test func `prints only a count if the table has no rows`() async throws {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox)
    harness.terminal = TerminalSize(columns: 100, rows: 24)

    let outcome = await harness.run("check", "vapor/vapor")

    #expect(outcome.output.isEmpty && outcome.errors == "1 repository: 1 active\n")
  }

  @Test func `a table lists the worst states first and omits active repositories`() async throws {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox)
    harness.terminal = TerminalSize(columns: 100, rows: 24)
    harness.environment["NO_COLOR"] = "1"
    try folder.write("vapor/vapor\natom/atom\nno/where\nvuejs/vue\n", to: "names")

    let outcome = await harness.run("check", "names")

    try GoldenText.expect(outcome.output + outcome.errors, "check-100")
  }
}

/// The activity fields of any repository, and its line in `view`.
@Suite struct ActivityFieldTests {
  private static let fields = "fullName,activity,archivedAt,lastCommitAt,commits90d"

  @Test(arguments: [["search", "atom in:name", "--limit", "1"], ["view", "atom/atom"]])
  func `reads activity fields that are requested`(_ command: [String]) async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await Harness.signedIn(to: sandbox).run(command + ["--jsonl", Self.fields])

    #expect(
      outcome.output == """
        {"fullName":"atom/atom","activity":"archived","archivedAt":"2023-01-04T10:49:48Z",\
        "lastCommitAt":"2023-01-03T10:49:48Z","commits90d":0}

        """
    )
    #expect(sandbox.requests.count { $0.path == "/graphql" } == 2)
  }

  @Test func `activity fields take three requests per hundred rows, and none unless requested`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    let search = ["search", "stars:>0", "--limit", "100", "--jsonl"]

    _ = await Harness.signedIn(to: sandbox).run(search + ["fullName,isArchived"])
    #expect(sandbox.requests.count == 1)
    let outcome = await Harness.signedIn(to: sandbox).run(
      search + ["activity,openPullRequestsCount"]
    )

    #expect(sandbox.requests.count == 5)
    #expect(outcome.status == .success && !outcome.output.contains("null"))
  }

  @Test func `without a token, derives states from the rows alone`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    let search = ["search", "atom in:name", "--limit", "1", "--jsonl"]

    let state = await Harness.anonymous(to: sandbox).run(search + ["activity"])
    let facts = await Harness.anonymous(to: sandbox).run(search + ["activity,commits90d"])

    #expect(state.output == "{\"activity\":\"archived\"}\n" && state.status == .success)
    #expect(facts.output == "{\"activity\":\"archived\",\"commits90d\":null}\n")
    #expect(facts.status == .partial && facts.errors.contains("ghsearch auth login"))
    #expect(sandbox.requests.count == 2)
  }

  /// Whether there is a token, and how the line starts and ends.
  @Test(arguments: [
    (true, "vapor/vapor", "active · last commit 1mo ago · 129 commits", "open"),
    (false, "vapor/vapor", "active · last push 1mo ago", "1mo ago"),
    (true, "atom/atom", "archived 3y ago · last commit 3y ago", "ghsearch forks atom/atom"),
  ])
  func `view shows activity on one line`(
    _ hasToken: Bool,
    _ name: String,
    _ start: String,
    _ end: String
  ) async throws {
    let sandbox = try await Sandbox.start()
    var harness = hasToken ? Harness.signedIn(to: sandbox) : .anonymous(to: sandbox)
    harness.terminal = TerminalSize(columns: 120, rows: 40)

    let outcome = await harness.run("view", name, "--color", "never", "--no-readme")
    let line = outcome.lines.first { $0.hasPrefix("Activity      ") }?.dropFirst(14) ?? ""

    #expect(line.hasPrefix(start) && line.hasSuffix(end), "\(line)")
    #expect(sandbox.requests.count { $0.path == "/graphql" } == (hasToken ? 1 : 0))
  }

  @Test func `view falls back to the last push if the commits cannot be read, and says why`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    sandbox.script(.respond(status: 502), on: .path("/graphql"), times: .max)
    var harness = Harness.signedIn(to: sandbox)
    harness.terminal = TerminalSize(columns: 120, rows: 40)

    let outcome = await harness.run("view", "vapor/vapor", "--color", "never", "--no-readme")

    #expect(outcome.output.contains("active · last push 1mo ago\n"))
    #expect(outcome.errors.hasPrefix("ghsearch: commits not shown: "))
  }
}

@Suite struct ForksCommandTests {
  @Test func `lists forks that are ahead first, and the others only with --all`() async throws {
    let sandbox = try await Sandbox.start()
    let some = await Harness.signedIn(to: sandbox).run("forks", "atom/atom")
    let all = await Harness.signedIn(to: sandbox).run("forks", "atom/atom", "--all")

    let ahead = all.lines.map { Int($0.components(separatedBy: "\t")[1]) ?? -1 }
    #expect(all.names.sorted() == ["DrunkenPoney/atom", "atom-community/atom"])
    #expect(ahead == ahead.sorted(by: >))
    #expect(some.lines == all.lines.filter { !$0.contains("\t0\t") })
    #expect(sandbox.requests.count <= 14)
  }

  @Test func `prints a sentence for a repository without forks`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.service.edit("vapor/vapor") { $0.forks = 0 }

    let outcome = await Harness.signedIn(to: sandbox).run("forks", "vapor/vapor")

    #expect(outcome.status == .success && outcome.errors.contains("vapor/vapor has no forks"))
  }

  @Test func `does not count forks that GitHub cannot compare`() async throws {
    let sandbox = try await Sandbox.start()
    for fork in ["DrunkenPoney/atom", "atom-community/atom"] {
      sandbox.service.edit(fork) { $0.flags.insert(.blocked) }
    }

    let outcome = await Harness.signedIn(to: sandbox).run("forks", "atom/atom")

    #expect(outcome.status == .success && outcome.output.isEmpty)
    #expect(outcome.errors == "17,165 forks: none could be compared\n")
  }

  @Test func `forks requires a token and a repository`() async throws {
    let anonymous = await Harness.anonymous(to: try await Sandbox.start()).run("forks", "a/b")
    let missing = await Harness.signedIn(to: try await Sandbox.start()).run("forks", "no/where")

    #expect(anonymous.status == .authentication && missing.status == .notFound)
  }
}
