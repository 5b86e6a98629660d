import Foundation
import GitHubSandbox
import Output
import TestSupport
import Testing

@testable import Commands

@Suite struct FavoritesCommandTests {
  private let home = TemporaryFolder()

  @Test func `keeps favorites in insertion order, without token or network`() async throws {
    let sandbox = try await Sandbox.start()
    let harness = { Harness.anonymous(to: sandbox).atHome(home) }

    let added = await harness().run("favorites", "add", "vapor/vapor", "Alamofire/Alamofire")
    #expect(added.output == "vapor/vapor\tadded\nAlamofire/Alamofire\tadded\n")
    _ = await harness().run("favorites", "add", "iina/iina", "VAPOR/vapor")
    await sandbox.stop()

    let listed = await harness().run("favorites", "list", "--jsonl", "fullName")
    #expect(
      listed.lines == [
        #"{"fullName":"vapor/vapor"}"#, #"{"fullName":"Alamofire/Alamofire"}"#,
        #"{"fullName":"iina/iina"}"#,
      ]
    )
    #expect(await harness().run("favorites").status == .success)
  }

  @Test func `adds a repository from the last search without a request`() async throws {
    let sandbox = try await Sandbox.start()
    let harness = { Harness.anonymous(to: sandbox).atHome(home) }
    _ = await harness().run("repo:vapor/vapor", "--limit", "1")
    sandbox.forgetRequests()

    let added = await harness().run("favorites", "add", "vapor/vapor")

    #expect(added.output == "vapor/vapor\tadded\n")
    #expect(sandbox.requests.isEmpty)
  }

  @Test func `removes by name, and reports names that are not favorites`() async throws {
    let sandbox = try await Sandbox.start()
    let harness = { Harness.anonymous(to: sandbox).atHome(home) }
    _ = await harness().run("favorites", "add", "vapor/vapor")

    let removed = await harness().run("favorites", "remove", "Vapor/Vapor", "iina/iina")

    #expect(removed.output == "Vapor/Vapor\tremoved\niina/iina\tnot a favorite\n")
    #expect(await harness().run("favorites", "list").output.isEmpty)
  }

  @Test func `skips a repository that does not exist and adds the others`() async throws {
    let outcome = try await Harness.anonymous().atHome(home)
      .run("favorites", "add", "no/such-thing", "vapor/vapor")

    #expect(outcome.status == .partial)
    #expect(outcome.output == "no/such-thing\tfailed\nvapor/vapor\tadded\n")
  }

  @Test
  func `stops at a failure that would repeat, and a second run adds the rest`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    var harness = Harness.anonymous(to: sandbox).atHome(home)
    harness.input = "vapor/vapor\niina/iina\nAlamofire/Alamofire\napple/container\n"
    sandbox.script(.drop, on: .path("/repos/iina/iina"), times: .max)

    let first = await harness.run("favorites", "add", "-")
    let asked = sandbox.requests.map(\.path)
    sandbox.forgetFaults()
    harness.output = MemorySink()
    let again = await harness.run("favorites", "add", "-")

    #expect(first.status == .partial)
    #expect(first.output == "vapor/vapor\tadded\n")
    #expect(first.errors.contains("2 more not attempted"), "\(first.errors)")
    #expect(first.errors.hasSuffix("to continue, run the command again\n"))
    #expect(first.errors.filter { $0 == "\n" }.count == 1)
    #expect(Set(asked) == ["/repos/vapor/vapor", "/repos/iina/iina"])
    #expect(again.status == .success && again.lines.count == 4)
  }

  @Test func `an interrupted add says once what remains`() async throws {
    let sandbox = try await Sandbox.start()
    let gate = SandboxGate()
    sandbox.script(.hold(gate), on: .path("/repos/iina/iina"))
    let harness = Harness.anonymous(to: sandbox).atHome(home)
    let run = Task { await harness.run("favorites", "add", "iina/iina", "a/a", "b/b", "c/c") }

    try await gate.arrivals(1)
    run.cancel()
    let outcome = await run.value

    #expect(outcome.status == .interrupted)
    #expect(outcome.errors.contains("3 more not attempted"))
    #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
    #expect(sandbox.requests.count == 1)
  }

  @Test func `rows show when each repository was starred`() async throws {
    let sandbox = try await Sandbox.start { $0.stars = ["octocat": ["iina/iina", "vapor/vapor"]] }
    let harness = { Harness.signedIn(to: sandbox).atHome(home) }
    let stars = await harness().run("stars", "list", "--jsonl", "fullName,starredAt").lines
    _ = await harness().run("favorites", "add", "iina/iina", "junegunn/fzf", "vapor/vapor")

    let listed = await harness().run("favorites", "list", "--jsonl", "fullName,starredAt").lines

    #expect(Set(listed) == Set(stars + [#"{"fullName":"junegunn/fzf","starredAt":null}"#]))
    #expect(Set(stars).count == 2 && !stars.joined().contains("null"))
  }

  @Test func `a favorite survives a rename`() async throws {
    let sandbox = try await Sandbox.start()
    let harness = { Harness.anonymous(to: sandbox).atHome(home) }
    _ = await harness().run("favorites", "add", "apple/swift")

    #expect(await harness().run("favorites", "list").output.hasPrefix("swiftlang/swift\t"))
  }

  @Test func `a search updates names and counts of favorites in place`()
    async throws
  {
    let before = try await Sandbox.start(Renaming.configuration("octo/before", stars: 5))
    let names = ["vapor/vapor", "octo/before", "iina/iina"]
    _ = await Harness.anonymous(to: before).atHome(home).run(["favorites", "add"] + names)
    await before.stop()

    let after = try await Sandbox.start(Renaming.configuration("octo/after", stars: 6))
    _ = await Harness.anonymous(to: after).atHome(home).run("repo:octo/after")
    await after.stop()

    let listed = await Harness.anonymous(to: after).atHome(home)
      .run("favorites", "list", "--jsonl", "fullName,stargazersCount")
    #expect(listed.lines.count == 3)
    #expect(listed.lines[1] == #"{"fullName":"octo/after","stargazersCount":6}"#)
    let removed = await Harness.anonymous(to: after).atHome(home)
      .run("favorites", "remove", "octo/after")
    #expect(removed.output == "octo/after\tremoved\n")
  }

  @Test func `a search leaves library updates to the next command that opens it`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    let harness = { Harness.anonymous(to: sandbox).atHome(home) }
    _ = await harness().run("favorites", "add", "vapor/vapor")
    let library = URL(filePath: home.path + "/.local/share/ghsearch/library-loopback.db")
    let before = try Data(contentsOf: library)

    _ = await harness().run("vapor")
    _ = await harness().run("vapor", "--cache", "10m", "--json", "isStarred")

    #expect(try Data(contentsOf: library) == before)
  }

  @Test func `ignores a damaged cache without a warning`() async throws {
    try block("/.cache/ghsearch/seen-loopback.db")

    let outcome = try await Harness.anonymous().atHome(home)
      .run("favorites", "add", "vapor/vapor")

    #expect(outcome.output == "vapor/vapor\tadded\n")
    #expect(outcome.errors == "")
  }

  @Test func `prints one message if a list cannot be stored`() async throws {
    let sandbox = try await Sandbox.start()
    try block("/.cache/ghsearch/seen-loopback.db")
    try block("/.local/share/ghsearch/library-loopback.db")

    let outcome = await Harness.anonymous(to: sandbox).atHome(home)
      .run("favorites", "add", "vapor/vapor")

    #expect(outcome.status == .localFile)
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(sandbox.requests.isEmpty)
  }

  /// Puts a directory where a file should be.
  private func block(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: home.path + path,
      withIntermediateDirectories: true
    )
  }

  @Test func `reports a missing directory for favorites`() async throws {
    let outcome = await Harness().run("favorites", "list")

    #expect(outcome.status == .localFile)
    #expect(outcome.errors.contains("HOME"))
  }
}
