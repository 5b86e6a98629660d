import Foundation
import GitHubModel
import GitHubSandbox
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

  @Test func `each state is a word, in the order of the arguments`() async throws {
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
  func `the exit status says whether a state is among those of --fail-on`(
    _ name: String,
    _ flags: [String],
    _ status: Output.ExitStatus
  ) async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await harness(sandbox).run(["check", name] + flags)

    #expect(outcome.status == status)
  }

  @Test func `a repository with another name is shown as moved`() async throws {
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

  @Test func `files name repositories with their lines, each once`() async throws {
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

  @Test func `without arguments it reads the manifests of the working directory`() async throws {
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

  @Test func `without arguments and files it says what to name`() async throws {
    let outcome = await harness(try await Sandbox.start()).run("check")

    #expect(outcome.status == .usage && outcome.errors.contains("Package.swift"))
  }

  @Test func `rows of another command can be piped in`() async throws {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox)
    harness.hasInputPipe = true
    harness.input = "vapor/vapor\t26191\tSwift\natom/atom\t1\t\n"

    let outcome = await harness.run("check")

    #expect(states(outcome) == ["vapor/vapor active", "atom/atom archived"])
  }

  @Test func `packages without an address are found where they are installed`() async throws {
    let sandbox = try await Sandbox.start()
    try folder.write(
      """
      {
        "repository": "iina/iina",
        "dependencies": {
          "b": "1", "a": "1",
          "@c/d": "2"
        }
      }
      """,
      to: "package.json"
    )
    for (name, repository) in [
      ("a", #""github:vapor/vapor""#),
      ("@c/d", #"{"url": "git+https://github.com/atom/atom.git"}"#),
    ] {
      let directory = folder.path + "/node_modules/" + name
      try FileManager.default.createDirectory(
        atPath: directory,
        withIntermediateDirectories: true
      )
      try folder.write("{\"repository\": \(repository)}", to: "node_modules/\(name)/package.json")
    }

    let outcome = await harness(sandbox).run("check")

    #expect(states(outcome) == ["vapor/vapor active", "atom/atom archived"])
    #expect(outcome.errors.contains("1 package of package.json names no repository"))
    let places = await harness(sandbox).run("check", "--jsonl", "source,line")
    #expect(
      places.output == """
        {"source":"package.json","line":4}
        {"source":"package.json","line":5}

        """
    )
  }

  @Test func `a file that cannot be read is an error, and the others go on`() async throws {
    let sandbox = try await Sandbox.start()
    try folder.write("a\0b", to: "binary")
    try folder.write("vapor/vapor", to: "text")

    let both = await harness(sandbox).run("check", "binary", "text")
    let one = await harness(sandbox).run("check", "binary")

    #expect(states(both) == ["vapor/vapor active"])
    #expect(both.status == .partial && one.status == .localFile)
    #expect(one.errors.contains("binary is not text"))
  }

  @Test func `a hundred repositories take three requests`() async throws {
    let sandbox = try await Sandbox.start()
    let names = try await names(100, sandbox)

    let outcome = await harness(sandbox).run(["check"] + names)

    #expect(outcome.lines.count == 100)
    #expect(sandbox.requests.count == 3)
  }

  @Test func `batches that are too large for GitHub are halved, and nothing is missing`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    var traps = GraphQLTraps()
    (traps.maxInTime, traps.maxComputed) = (40, 30)
    sandbox.service.setTraps(traps)
    let names = try await names(100, sandbox)

    let outcome = await harness(sandbox).run(["check"] + names + ["--fail-on", "none"])

    #expect(outcome.status == .success && outcome.lines.count == 100)
    #expect(!outcome.output.contains("unknown"))
  }

  @Test func `a repository that is named by two names has its commits under both`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.service.edit("apple/container") { $0.name = "moved" }

    let outcome = await harness(sandbox).run(
      "check",
      "apple/container",
      "apple/moved",
      "--template",
      "{{lastCommitAt}}"
    )

    #expect(outcome.lines.count == 2 && Set(outcome.lines).count == 1)
    #expect(outcome.lines.first?.hasPrefix("20") == true)
  }

  @Test func `a token that GitHub refuses is the cause of the status, and is said once`()
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

  @Test func `without a token each takes a request, and the last push counts`() async throws {
    let sandbox = try await Sandbox.start()
    var harness = Harness.anonymous(to: sandbox)
    harness.workingDirectory = folder.path

    let outcome = await harness.run("check", "vapor/vapor", "atom/atom", "no/where")

    #expect(states(outcome) == ["vapor/vapor active", "atom/atom archived", "no/where gone"])
    #expect(sandbox.requests.count == 3)
  }

  @Test func `a table shows the worst first and leaves out the active ones`() async throws {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox)
    harness.terminal = TerminalSize(columns: 100, rows: 24)
    harness.environment["NO_COLOR"] = "1"
    try folder.write("vapor/vapor\natom/atom\nno/where\nvuejs/vue\n", to: "names")

    let outcome = await harness.run("check", "names")

    try GoldenText.expect(outcome.output + outcome.errors, "check-100")
  }
}

@Suite struct ForksCommandTests {
  @Test func `forks that are ahead come first, and the others only with --all`() async throws {
    let sandbox = try await Sandbox.start()
    let some = await Harness.signedIn(to: sandbox).run("forks", "atom/atom")
    let all = await Harness.signedIn(to: sandbox).run("forks", "atom/atom", "--all")

    let ahead = all.lines.map { Int($0.components(separatedBy: "\t")[1]) ?? -1 }
    #expect(all.names.sorted() == ["DrunkenPoney/atom", "atom-community/atom"])
    #expect(ahead == ahead.sorted(by: >))
    #expect(some.lines == all.lines.filter { !$0.contains("\t0\t") })
    #expect(sandbox.requests.count <= 14)
  }

  @Test func `a repository without forks is a sentence`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.service.edit("vapor/vapor") { $0.forks = 0 }

    let outcome = await Harness.signedIn(to: sandbox).run("forks", "vapor/vapor")

    #expect(outcome.status == .success && outcome.errors.contains("vapor/vapor has no forks"))
  }

  @Test func `it needs a token, and a repository`() async throws {
    let anonymous = await Harness.anonymous(to: try await Sandbox.start()).run("forks", "a/b")
    let missing = await Harness.signedIn(to: try await Sandbox.start()).run("forks", "no/where")

    #expect(anonymous.status == .authentication && missing.status == .notFound)
  }
}
