import Commands
import Foundation
import GitHubSandbox
import Testing

@Suite struct StarsCommandTests {
  private let home: TemporaryHome

  init() throws {
    home = try TemporaryHome()
  }

  private static func sandbox(_ stars: [String]) async throws -> Sandbox {
    var configuration = SandboxConfiguration()
    configuration.stars = ["octocat": stars]
    return try await Sandbox.start(configuration)
  }

  private func harness(_ sandbox: Sandbox) -> Harness {
    Harness.signedIn(to: sandbox).atHome(home)
  }

  @Test func `stars are listed, searched and counted without the network`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor", "rust-lang/rust", "Alamofire/Alamofire"])

    let synced = await harness(sandbox).run("stars", "sync")
    await sandbox.stop()

    #expect(synced.output == "3 stars: 3 new, 0 gone\n")
    let listed = await harness(sandbox).run(
      "stars",
      "--sort",
      "name",
      "--jsonl",
      "fullName,isStarred"
    )
    #expect(
      listed.lines == [
        #"{"fullName":"Alamofire/Alamofire","isStarred":true}"#,
        #"{"fullName":"rust-lang/rust","isStarred":true}"#,
        #"{"fullName":"vapor/vapor","isStarred":true}"#,
      ]
    )
    let found = await harness(sandbox).run("stars", "search", "alamo")
    #expect(found.lines.map { $0.prefix { $0 != "\t" } } == ["Alamofire/Alamofire"])
    let rust = await harness(sandbox).run("stars", "list", "--language", "rust")
    #expect(rust.lines.map { $0.prefix { $0 != "\t" } } == ["rust-lang/rust"])
    let counts = await harness(sandbox).run("stars", "stats", "--json")
    #expect(counts.output.hasPrefix(#"{"total":3,"languages":{"Swift":2,"Rust":1},"years":{"#))
  }

  @Test func `where nothing changed a sync is one request that costs nothing`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor"])
    _ = await harness(sandbox).run("stars", "sync")
    sandbox.forgetRequests()

    let again = await harness(sandbox).run("stars", "sync")

    #expect(again.output == "1 star: nothing changed\n")
    #expect(sandbox.requests.map(\.path) == ["/user/starred"])
    await sandbox.stop()
  }

  @Test func `the first list makes the copy`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor"])

    let listed = await harness(sandbox).run("stars")

    #expect(listed.lines.map { $0.prefix { $0 != "\t" } } == ["vapor/vapor"])
    await sandbox.stop()
  }

  @Test func `without copy and token it says what to do`() async throws {
    let sandbox = try await Self.sandbox([])

    let outcome = await Harness.anonymous(to: sandbox).atHome(home).run("stars")

    #expect(outcome.status == .authentication)
    #expect(outcome.errors.contains("stars sync"))
    await sandbox.stop()
  }

  @Test func `a sync that was cut short goes on where it was`() async throws {
    let sandbox = try await Sandbox.start()
    let names = await harness(sandbox).run("stars:>0", "--limit", "250").lines
      .map { String($0.prefix { $0 != "\t" }) }
    for name in names { sandbox.service.setStar(true, on: name, by: "octocat") }
    sandbox.script(.respond(status: 404, body: "{}"), on: .path("/user/starred") && .page(3))

    let first = await harness(sandbox).run("stars", "sync")
    sandbox.forgetRequests()
    let second = await harness(sandbox).run("stars", "sync")

    #expect(first.status == .partial)
    #expect(second.output == "250 stars: 250 new, 0 gone\n")
    #expect(sandbox.requests.map { $0.parameter("page") } == ["1", "3"])
    await sandbox.stop()
  }

  @Test func `a star is listed under the name that a search saw last`() async throws {
    var configuration = Renaming.configuration("octo/before", stars: 5)
    configuration.stars = ["octocat": ["vapor/vapor", "octo/before", "iina/iina"]]
    let before = try await Sandbox.start(configuration)
    _ = await harness(before).run("stars", "sync")
    await before.stop()

    let after = try await Sandbox.start(Renaming.configuration("octo/after", stars: 6))
    _ = await Harness.anonymous(to: after).atHome(home).run("repo:octo/after")
    await after.stop()

    let listed = await harness(after).run("stars", "list")
    #expect(
      listed.lines.map { $0.prefix { $0 != "\t" } } == ["iina/iina", "octo/after", "vapor/vapor"]
    )
    #expect(await harness(after).run("stars", "search", "before").output.isEmpty)
  }

  @Test func `a sync also settles what was cut short`() async throws {
    let sandbox = try await Self.sandbox([])
    sandbox.script(.failure(status: 500, message: "Oops"), on: .method("PUT"), times: 4)
    _ = await harness(sandbox).run("star", "vapor/vapor")
    sandbox.service.setStar(true, on: "vapor/vapor", by: "octocat")

    let synced = await harness(sandbox).run("stars", "sync")
    let listed = await harness(sandbox).run("stars", "list", "--json", "fullName")

    #expect(synced.errors.contains("begun to star vapor/vapor; that is settled now"))
    #expect(synced.status == .success)
    #expect(listed.output == "[\n{\"fullName\":\"vapor/vapor\"}\n]\n")
    await sandbox.stop()
  }

  @Test func `a copy that cannot be kept is one message, and no request`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor"])
    try FileManager.default.createDirectory(
      atPath: home.path + "/.local/share/ghsearch/library-loopback.db",
      withIntermediateDirectories: true
    )

    let outcome = await harness(sandbox).run("stars", "sync")

    #expect(outcome.status == .localFile)
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(sandbox.requests.isEmpty)
    await sandbox.stop()
  }

  @Test func `a star given here is listed at once, and one taken is gone`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor"])
    _ = await harness(sandbox).run("stars", "sync")

    _ = await harness(sandbox).run("star", "iina/iina")
    _ = await harness(sandbox).run("unstar", "vapor/vapor")

    let listed = await harness(sandbox).run("stars")
    #expect(listed.lines.map { $0.prefix { $0 != "\t" } } == ["iina/iina"])
    await sandbox.stop()
  }

  @Test func `a star whose answer was lost is settled by the next run, not sent again`()
    async throws
  {
    let sandbox = try await Self.sandbox([])
    sandbox.script(
      .failure(status: 500, message: "Oops"),
      on: .method("PUT"),
      times: 4
    )
    let first = await harness(sandbox).run("star", "vapor/vapor")
    sandbox.service.setStar(true, on: "vapor/vapor", by: "octocat")
    sandbox.forgetRequests()

    let second = await harness(sandbox).run("star", "iina/iina")

    #expect(first.status == .badResponse)
    #expect(second.errors.contains("vapor/vapor"))
    #expect(
      sandbox.requests.filter { $0.method == "PUT" }.map(\.path) == ["/user/starred/iina/iina"]
    )
    let names = await harness(sandbox).run("stars", "list", "--sort", "name").lines
    #expect(names.map { $0.prefix { $0 != "\t" } } == ["iina/iina", "vapor/vapor"])
    await sandbox.stop()
  }
}

// MARK: - Changing many

extension StarsCommandTests {
  @Test func `pruning shows what it chose and changes nothing unasked`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor", "rust-lang/rust"])

    let dry = await harness(sandbox).run("stars", "prune", "--language", "rust", "--dry-run")
    let unasked = await harness(sandbox).run("stars", "prune", "--language", "rust")
    var refusing = harness(sandbox)
    refusing.hasInputTerminal = true
    refusing.input = "\n"
    let refused = await refusing.run("stars", "prune", "--language", "rust")

    #expect(dry.lines.map { $0.prefix { $0 != "\t" } } == ["rust-lang/rust"])
    #expect(unasked.status == .usage && unasked.errors.contains("--yes"))
    #expect(refused.status == .no && refused.errors.contains("Unstar 1 repository? [y/N]"))
    #expect(sandbox.starredNames() == ["vapor/vapor", "rust-lang/rust"])
    await sandbox.stop()
  }

  @Test func `what a prune took an undo gives back, once`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor", "rust-lang/rust", "Alamofire/Alamofire"])

    let pruned = await harness(sandbox).run("stars", "prune", "--language", "swift", "--yes")
    #expect(pruned.status == .success)
    #expect(sandbox.starredNames() == ["rust-lang/rust"])

    let undone = await harness(sandbox).run("stars", "undo")
    #expect(undone.output == "vapor/vapor\tstarred\nAlamofire/Alamofire\tstarred\n")
    #expect(sandbox.starredNames() == ["rust-lang/rust", "vapor/vapor", "Alamofire/Alamofire"])

    sandbox.forgetRequests()
    let again = await harness(sandbox).run("stars", "undo")
    #expect(again.status == .success && again.errors.contains("no prune left"))
    #expect(sandbox.requests.isEmpty)
    await sandbox.stop()
  }

  @Test(arguments: [["stars", "prune"], ["stars", "prune", "--yes"]])
  func `a prune that names nothing is refused`(_ arguments: [String]) async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor"])

    let outcome = await harness(sandbox).run(arguments)

    #expect(outcome.status == .usage)
    #expect(sandbox.requests.isEmpty)
    await sandbox.stop()
  }

  @Test func `only what was not pushed to for that long is chosen`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor", "iina/iina"])

    let none = await harness(sandbox).run("stars", "prune", "--not-pushed-for", "50y", "--dry-run")
    let all = await harness(sandbox).run("stars", "prune", "--not-pushed-for", "1d", "--dry-run")

    #expect(none.output.isEmpty)
    #expect(all.lines.count == 2)
    await sandbox.stop()
  }
}

// MARK: - Rows

extension StarsCommandTests {
  @Test func `a row of the last list is named by its number`() async throws {
    let sandbox = try await Self.sandbox([])
    let names = await harness(sandbox).run("language:swift", "--limit", "3").lines
      .map { String($0.prefix { $0 != "\t" }) }

    let starred = await harness(sandbox).run("star", "#2", "#3")

    #expect(starred.output == "\(names[1])\tstarred\n\(names[2])\tstarred\n")
    let beyond = await harness(sandbox).run("star", "#4")
    #expect(beyond.status == .usage)
    await sandbox.stop()
  }

  @Test func `a row of another terminal's list is none of this one's`() async throws {
    let sandbox = try await Self.sandbox([])
    _ = await harness(sandbox).run("language:swift", "--limit", "3")
    var other = harness(sandbox)
    other.session = "other"

    #expect(await other.run("star", "#1").status == .usage)
    #expect(sandbox.starredNames().isEmpty)
    await sandbox.stop()
  }

  @Test func `rows say whether they are starred, and are chosen by it`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor"])
    let fields = ["repo:vapor/vapor", "repo:iina/iina", "--json", "fullName,isStarred"]

    let all = await harness(sandbox).run(fields)
    let starred = await harness(sandbox).run(fields + ["--starred"])
    let others = await harness(sandbox).run(fields + ["--not-starred"])

    #expect(all.output.contains(#"{"fullName":"vapor/vapor","isStarred":true}"#))
    #expect(all.output.contains(#"{"fullName":"iina/iina","isStarred":false}"#))
    #expect(starred.output == "[\n{\"fullName\":\"vapor/vapor\",\"isStarred\":true}\n]\n")
    #expect(others.output == "[\n{\"fullName\":\"iina/iina\",\"isStarred\":false}\n]\n")
    await sandbox.stop()
  }

  @Test func `without a token the local copy says it, and nothing of what it has not`() async throws
  {
    let sandbox = try await Self.sandbox(["vapor/vapor"])
    _ = await harness(sandbox).run("repo:vapor/vapor")
    _ = await harness(sandbox).run("star", "vapor/vapor")

    let rows = await Harness.anonymous(to: sandbox).atHome(home)
      .run("repo:vapor/vapor", "repo:iina/iina", "--jsonl", "fullName,isStarred")

    #expect(rows.output.contains(#"{"fullName":"vapor/vapor","isStarred":true}"#))
    #expect(rows.output.contains(#"{"fullName":"iina/iina","isStarred":null}"#))
    await sandbox.stop()
  }

  @Test func `an answer that is young enough is not asked for again`() async throws {
    let sandbox = try await Self.sandbox([])
    let first = await Harness.anonymous(to: sandbox).atHome(home).run("vapor", "--cache", "10m")
    let second = await Harness.anonymous(to: sandbox).atHome(home).run("vapor", "--cache", "10m")
    let third = await Harness.anonymous(to: sandbox).atHome(home).run("vapor")

    #expect(first.output == second.output && first.output == third.output)
    #expect(sandbox.requests.count == 2)
    await sandbox.stop()
  }
}

// MARK: - Export

extension StarsCommandTests {
  @Test func `exports every field and the time of each star`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor"])

    let json = await harness(sandbox).run("stars", "export", "--json")
    let csv = await harness(sandbox).run("stars", "export", "--csv")
    let markdown = await harness(sandbox).run("stars", "export", "--markdown")

    #expect(json.output.contains(#""fullName":"vapor/vapor""#))
    #expect(json.output.contains(#""starredAt":"20"#))
    #expect(csv.lines.count == 2 && csv.lines[0].hasSuffix(",starredAt"))
    #expect(markdown.output.hasPrefix("# Stars\n\n## Swift\n\n- [vapor/vapor](<https://"))
    await sandbox.stop()
  }
}
