import Foundation
import GitHubModel
import GitHubSandbox
import OperationTesting
import Output
import TestSupport
import Testing

@testable import Commands

@Suite struct StarsCommandTests {
  private let home = TemporaryFolder()

  private static func sandbox(_ stars: [String]) async throws -> Sandbox {
    try await Sandbox.start { $0.stars = ["octocat": stars] }
  }

  private func harness(_ sandbox: Sandbox) -> Harness {
    Harness.signedIn(to: sandbox).atHome(home)
  }

  @Test func `lists, searches and counts stars without the network`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor", "rust-lang/rust", "Alamofire/Alamofire"])

    let synced = await harness(sandbox).run("stars", "sync")
    await sandbox.stop()

    #expect(synced.output == "3 stars: 3 added, 0 removed\n")
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
    #expect(found.names == ["Alamofire/Alamofire"])
    let rust = await harness(sandbox).run("stars", "list", "--language", "rust")
    #expect(rust.names == ["rust-lang/rust"])
    let counts = await harness(sandbox).run("stars", "stats", "--json")
    #expect(counts.output.hasPrefix(#"{"total":3,"languages":{"Swift":2,"Rust":1},"years":{"#))
  }

  @Test func `unreadable stars make a sync partial, and the next one reads them`()
    async throws
  {
    let sandbox = try await Self.sandbox(["vapor/vapor", "rust-lang/rust"])
    sandbox.script(.replaceBody("[null, null]"), on: .path("/user/starred"))

    let first = await harness(sandbox).run("stars", "sync")
    let second = await harness(sandbox).run("stars", "sync")
    let third = await harness(sandbox).run("stars", "sync")

    #expect(first.status == .partial)
    #expect(
      first.errors == "ghsearch: stars sync: 2 stars could not be read; "
        + "the next `ghsearch stars sync` tries again\n"
    )
    #expect(second.status == .success && second.output.hasPrefix("2 stars: 2 added, 0 removed\n"))
    #expect(third.output.hasPrefix("2 stars: nothing changed\n"))
  }

  @Test func `syncs stars without lists from a server without GraphQL, in few requests`()
    async throws
  {
    let sandbox = try await Self.sandbox(["vapor/vapor"])
    sandbox.script(.failure(status: 404, message: "Not Found"), on: .path("/graphql"), times: .max)

    let synced = await harness(sandbox).run("stars", "sync")

    #expect(synced.status == .success, "\(synced.errors)")
    #expect(synced.output == "1 star: 1 added, 0 removed\n")
    #expect(synced.errors == "ghsearch: star lists were not synced: the server has no GraphQL\n")
    #expect(sandbox.requests.filter { $0.path == "/graphql" }.count <= 2)
  }

  @Test func `the first list copies the stars`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor"])

    let listed = await harness(sandbox).run("stars")

    #expect(listed.names == ["vapor/vapor"])
  }

  @Test func `without a copy and a token, suggests what to do`() async throws {
    let sandbox = try await Self.sandbox([])

    let outcome = await Harness.anonymous(to: sandbox).atHome(home).run("stars")

    #expect(outcome.status == .authentication)
    #expect(outcome.errors.contains("stars sync"))
  }

  @Test func `lists a star under its newest known name`() async throws {
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
      listed.names == ["iina/iina", "octo/after", "vapor/vapor"]
    )
    #expect(await harness(after).run("stars", "search", "before").output.isEmpty)
  }

  @Test func `a request without a response leaves the copy unchanged until a sync`() async throws {
    let sandbox = try await Self.sandbox([])
    _ = await harness(sandbox).run("stars", "sync")
    sandbox.script(.failure(status: 500, message: "Oops"), on: .method("PUT"), times: 4)

    let failed = await harness(sandbox).run("star", "vapor/vapor")
    sandbox.service.setStar(true, on: "vapor/vapor", by: "octocat")
    let before = await harness(sandbox).run("stars", "list").output
    let synced = await harness(sandbox).run("stars", "sync")

    #expect(failed.status == .badResponse)
    #expect(before.isEmpty)
    #expect(synced.output == "1 star: 1 added, 0 removed\n" && synced.errors.isEmpty)
  }

  @Test func `a failed command sends nothing later`() async throws {
    let sandbox = try await Self.sandbox(["iina/iina"])
    sandbox.script(.failure(status: 500, message: "Oops"), on: .method("DELETE"), times: 4)
    _ = await harness(sandbox).run("unstar", "iina/iina")
    sandbox.forgetRequests()

    for command in [["star", "vapor/vapor"], ["stars", "sync"], ["unstar", "vapor/vapor"]] {
      #expect(await harness(sandbox).run(command).errors.isEmpty)
    }

    // The rest are reads: of stars and, in between, of the sync's lists.
    let sent = sandbox.requests.filter { ["PUT", "DELETE"].contains($0.method) }.map(\.path)
    #expect(sent == ["/user/starred/vapor/vapor", "/user/starred/vapor/vapor"])
    #expect(sandbox.starredNames() == ["iina/iina"])
  }

  @Test(arguments: ["star", "unstar"])
  func `warns if only the copy cannot be written`(
    _ verb: String
  ) async throws {
    let sandbox = try await Self.sandbox(verb == "star" ? [] : ["vapor/vapor"])
    try blockLibrary()

    let outcome = await harness(sandbox).run(verb, "vapor/vapor")

    #expect(outcome.status == .success)
    #expect(outcome.output == "vapor/vapor\t\(verb)red\n")
    #expect(outcome.lines.count == 1)
    #expect(outcome.errors.hasPrefix("ghsearch: update the local copy of your stars: "))
    #expect(
      outcome.errors.hasSuffix("; the change was made on GitHub; run `ghsearch stars sync` later\n")
    )
    #expect(sandbox.starredNames() == (verb == "star" ? ["vapor/vapor"] : []))
  }

  /// Puts a directory where the library should be.
  private func blockLibrary() throws {
    try FileManager.default.createDirectory(
      atPath: home.path + "/.local/share/ghsearch/library-loopback.db",
      withIntermediateDirectories: true
    )
  }

  @Test func `prints one message and sends nothing if the copy cannot be stored`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor"])
    try blockLibrary()

    let outcome = await harness(sandbox).run("stars", "sync")

    #expect(outcome.status == .localFile)
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(sandbox.requests.isEmpty)
  }

  @Test func `lists a new star immediately, and omits a removed one`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor"])
    _ = await harness(sandbox).run("stars", "sync")

    _ = await harness(sandbox).run("star", "iina/iina")
    _ = await harness(sandbox).run("unstar", "vapor/vapor")

    let listed = await harness(sandbox).run("stars")
    #expect(listed.names == ["iina/iina"])
  }
}

// MARK: - Changing many

extension StarsCommandTests {
  @Test func `prune shows what matches and changes nothing without confirmation`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor", "rust-lang/rust"])

    let dry = await harness(sandbox).run("stars", "prune", "--language", "rust", "--dry-run")
    let unasked = await harness(sandbox).run("stars", "prune", "--language", "rust")
    var refusing = harness(sandbox)
    refusing.typed = "\n"
    let refused = await refusing.run("stars", "prune", "--language", "rust")

    #expect(dry.names == ["rust-lang/rust"])
    #expect(unasked.status == .usage && unasked.errors.contains("--yes"))
    #expect(refused.status == .negative && refused.errors.contains("Unstar 1 repository? [y/N]"))
    #expect(sandbox.starredNames() == ["vapor/vapor", "rust-lang/rust"])
  }

  @Test func `prune shows notes and lists, and warns of additional requests`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor", "rust-lang/rust"])
    _ = await harness(sandbox).run("note", "rust-lang/rust", "ours")
    _ = await harness(sandbox).run("favorites", "add", "rust-lang/rust")

    let dry = await harness(sandbox)
      .run(
        ["stars", "prune", "--language", "rust", "--dry-run"]
          + ["--jsonl", "fullName,note,isFavorite,languages"]
      )

    #expect(dry.output.hasPrefix(#"{"fullName":"rust-lang/rust","note":"ours","isFavorite":true,"#))
    #expect(!dry.output.contains("null"))
  }

  @Test func `undo restores what a prune removed, once`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor", "rust-lang/rust", "Alamofire/Alamofire"])

    let pruned = await harness(sandbox).run("stars", "prune", "--language", "swift", "--yes")
    #expect(pruned.status == .success)
    #expect(sandbox.starredNames() == ["rust-lang/rust"])

    let undone = await harness(sandbox).run("stars", "undo")
    #expect(undone.output == "vapor/vapor\tstarred\nAlamofire/Alamofire\tstarred\n")
    #expect(sandbox.starredNames() == ["rust-lang/rust", "vapor/vapor", "Alamofire/Alamofire"])

    sandbox.forgetRequests()
    let again = await harness(sandbox).run("stars", "undo")
    #expect(again.status == .success && again.errors.contains("nothing to undo"))
    #expect(sandbox.requests.isEmpty)
  }

  @Test func `undo restores changes that GitHub made, but not those that it refused`()
    async throws
  {
    let names = ["vapor/vapor", "Alamofire/Alamofire", "iina/iina"]
    let sandbox = try await Self.sandbox(names)
    _ = await harness(sandbox).run("stars", "sync")
    let star = { (name: String) in RequestMatcher.method("DELETE") && .path("/user/starred/\(name)")
    }
    sandbox.script(.failure(status: 500, message: "Oops"), on: star("vapor/vapor"), times: 4)
    sandbox.script(.failure(status: 404, message: "Not Found"), on: star("iina/iina"), times: 4)

    let pruned = await harness(sandbox).run("stars", "prune", "--language", "swift", "--yes")
    let undone = await harness(sandbox).run("stars", "undo")

    #expect(pruned.status == .partial)
    #expect(Set(undone.lines) == ["vapor/vapor\tunchanged", "Alamofire/Alamofire\tstarred"])
    #expect(Set(sandbox.starredNames()) == Set(names))
  }

  @Test func `a prune stops if it cannot record its undo steps`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor", "Alamofire/Alamofire", "iina/iina"])
    _ = await harness(sandbox).run("stars", "sync")
    var pruning = harness(sandbox)
    let library = home.path + "/.local/share/ghsearch/library-loopback.db"
    // The second change waits a second after the first.
    pruning.onSleep = { _ in try? FileManager.default.removeItem(atPath: library) }

    let pruned = await pruning.run("stars", "prune", "--language", "swift", "--yes")

    #expect(pruned.status == .partial)
    #expect(pruned.lines.count == 2)
    #expect(pruned.errors.contains("it was moved or removed while in use"))
    #expect(sandbox.requests.filter { $0.method == "DELETE" }.count == 2)
    #expect(sandbox.starredNames().count == 1)
  }

  @Test(arguments: [["stars", "prune"], ["stars", "prune", "--yes"]])
  func `prune requires a filter`(_ arguments: [String]) async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor"])

    let outcome = await harness(sandbox).run(arguments)

    #expect(outcome.status == .usage)
    #expect(sandbox.requests.isEmpty)
  }

  @Test func `selects only repositories without a push for that long`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor", "iina/iina"])

    let none = await harness(sandbox).run("stars", "prune", "--not-pushed-for", "50y", "--dry-run")
    let all = await harness(sandbox).run("stars", "prune", "--not-pushed-for", "1d", "--dry-run")

    #expect(none.output.isEmpty)
    #expect(all.lines.count == 2)
  }

  @Test func `prune skips a repository whose last push is unknown`() async throws {
    let sandbox = try await Self.sandbox([])
    let page = """
      [{"starred_at":"2020-01-01T00:00:00Z","repo":{"id":1,"full_name":"octo/one",\
      "html_url":"https://github.com/octo/one","owner":{"login":"octo"}}}]
      """
    sandbox.script(.replaceBody(page), on: .path("/user/starred"), times: .max)
    sandbox.script(.failure(status: 404, message: "Not Found"), on: .graphQL, times: .max)

    let synced = await harness(sandbox).run("stars", "sync")
    let pruned = await harness(sandbox).run(
      ["stars", "prune", "--not-pushed-for", "1d", "--dry-run", "--offline"]
    )

    #expect(synced.output == "1 star: 1 added, 0 removed\n")
    #expect(pruned.status == .success && pruned.output.isEmpty, "\(pruned.output)")
  }
}

// MARK: - Rows

extension StarsCommandTests {
  @Test(
    arguments: [
      (["--sort", "name"], ["iina/iina", "rust-lang/rust", "vapor/vapor"]),
      (["--sort", "name", "--order", "desc"], ["vapor/vapor", "rust-lang/rust", "iina/iina"]),
      (["--sort", "stars", "--order", "desc"], ["rust-lang/rust", "iina/iina", "vapor/vapor"]),
      (["--sort", "stars", "--order", "asc"], ["vapor/vapor", "iina/iina", "rust-lang/rust"]),
      (["--order", "asc"], ["vapor/vapor", "rust-lang/rust", "iina/iina"]),
      (["--order", "asc", "--limit", "1"], ["vapor/vapor"]),
    ]
  )
  func `sorts stars in either direction`(_ flags: [String], _ names: [String]) async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor", "rust-lang/rust", "iina/iina"])

    let listed = await harness(sandbox).run(["stars", "list"] + flags)

    #expect(listed.names == names, "\(listed.errors)")
  }

  @Test func `pages of the worst matches are the best ones in reverse`() async throws {
    let stars = ["vapor/vapor", "Alamofire/Alamofire", "apple/container", "iina/iina"]
    let sandbox = try await Self.sandbox(stars)
    let search = ["stars", "search", "swift"]

    let best = await harness(sandbox).run(search).names
    var worst: [String] = []
    for skip in best.indices {
      let page = ["--order", "asc", "--limit", "1", "--skip", "\(skip)"]
      worst += await harness(sandbox).run(search + page).names
    }

    #expect(best.count > 2 && worst == best.reversed())
  }

  @Test(arguments: [
    (["stars", "--skip", "100"], "ghsearch: only 2 stars; --skip 100 is past the end\n"),
    (
      ["stars", "search", "swift", "--skip", "9"],
      "ghsearch: only 1 star; --skip 9 is past the end\n"
    ),
    (["stars", "--gone"], "ghsearch: none of your stars are gone\n"),
    (["stars", "--language", "go"], "ghsearch: no stars match\n"),
    (["stars", "releases", "vapor/vapor"], "ghsearch: no releases\n"),
  ])
  func `an empty list explains why it is empty`(_ command: [String], _ errors: String) async throws
  {
    let sandbox = try await Self.sandbox(["vapor/vapor", "rust-lang/rust"])
    _ = await harness(sandbox).run("stars", "sync")

    let outcome = await harness(sandbox).run(command)

    #expect(outcome.status == .success && outcome.output == "")
    #expect(outcome.errors == errors)
  }

  @Test func `finds no releases of repositories that are not starred`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor"])
    _ = await harness(sandbox).run("stars", "sync")

    let outcome = await harness(sandbox).run("stars", "releases", "iina/iina")

    #expect(outcome.status == .notFound)
    #expect(outcome.errors.contains("iina/iina is not in the local copy of your stars"))
  }

  @Test func `a footer says which part of a list is shown`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor", "rust-lang/rust", "iina/iina"])
    _ = await harness(sandbox).run("stars", "sync")
    _ = await harness(sandbox).run("lists", "create", "One")
    _ = await harness(sandbox).run("lists", "create", "Two")

    for (command, footer) in [
      (["stars"], "3 stars\n"), (["stars", "--limit", "2"], "2 of 3 stars\n"),
      (["stars", "--skip", "1"], "2-3 of 3 stars\n"),
      (["stars", "--skip", "1", "--limit", "1"], "2 of 3 stars\n"),
      (["lists", "--limit", "1"], "1 of 2 lists\n"), (["lists"], "2 lists\n"),
    ] {
      var shown = harness(sandbox)
      shown.terminal = TerminalSize(columns: 80, rows: 24)
      #expect(await shown.run(command).errors == footer, "\(command)")
    }
  }

  @Test func `shows star states and filters by them`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor"])
    let fields = ["repo:vapor/vapor", "repo:iina/iina", "--json", "fullName,isStarred"]

    let all = await harness(sandbox).run(fields)
    let starred = await harness(sandbox).run(fields + ["--starred"])
    let others = await harness(sandbox).run(fields + ["--not-starred"])

    #expect(all.output.contains(#"{"fullName":"vapor/vapor","isStarred":true}"#))
    #expect(all.output.contains(#"{"fullName":"iina/iina","isStarred":false}"#))
    #expect(starred.output == "[\n{\"fullName\":\"vapor/vapor\",\"isStarred\":true}\n]\n")
    #expect(others.output == "[\n{\"fullName\":\"iina/iina\",\"isStarred\":false}\n]\n")
  }

  @Test func `without a token, takes star states from the copy and leaves others unknown`()
    async throws
  {
    let sandbox = try await Self.sandbox(["vapor/vapor"])
    _ = await harness(sandbox).run("repo:vapor/vapor")
    _ = await harness(sandbox).run("star", "vapor/vapor")

    let rows = await Harness.anonymous(to: sandbox).atHome(home)
      .run("repo:vapor/vapor", "repo:iina/iina", "--jsonl", "fullName,isStarred")

    #expect(rows.output.contains(#"{"fullName":"vapor/vapor","isStarred":true}"#))
    #expect(rows.output.contains(#"{"fullName":"iina/iina","isStarred":null}"#))
    #expect(rows.errors.contains("star states are unknown: not signed in"))
  }

  @Test func `uses a cached response that is recent enough`() async throws {
    let sandbox = try await Self.sandbox([])
    let first = await Harness.anonymous(to: sandbox).atHome(home).run("vapor", "--cache", "10m")
    let second = await Harness.anonymous(to: sandbox).atHome(home).run("vapor", "--cache", "10m")
    let third = await Harness.anonymous(to: sandbox).atHome(home).run("vapor")

    #expect(first.output == second.output && first.output == third.output)
    #expect(sandbox.requests.count == 2)
  }
}

// MARK: - Export

extension StarsCommandTests {
  private static let help = Task { await Harness().run("stars", "list", "--help").output }

  @Test(arguments: QualifierFlag.wanted + QualifierFlag.unwanted)
  func `filters by qualifiers, and names one that the copy cannot answer`(
    _ flag: QualifierFlag
  ) async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor"])
    let value =
      switch flag.valueName {
      case "range": "5"
      case "date-range": "2024-01-31"
      case "login": "vapor"
      default: flag.choices.first ?? "vapor/vapor"
      }

    let outcome = await harness(sandbox).run("stars", "list", "\(flag.flag)=\(value)")

    let isAnswerable = ![.in, .mirror, .followers, .goodFirstIssues, .helpWantedIssues]
      .contains(flag.qualifier)
    #expect(outcome.status == (isAnswerable ? .success : .usage), "\(outcome.errors)")
    #expect(
      isAnswerable
        || outcome.errors.contains("the local copy cannot be filtered by \(flag.flag);"),
      "\(outcome.errors)"
    )
    let form = flag.isBoolean ? "  \(flag.flag)[=<" : "  \(flag.flag) <"
    #expect(await Self.help.value.contains(form) == isAnswerable)
  }

  @Test(
    arguments: [
      (["in:name", "vapor"], "vapor/vapor"), (["vapor", "in:name,topics"], "vapor/vapor"),
      (["in:name", "framework"], nil),
    ] as [([String], String?)]
  )
  func `in: in the text limits a search to fields`(_ words: [String], _ found: String?) async throws
  {
    let sandbox = try await Self.sandbox(["vapor/vapor"])

    let outcome = await harness(sandbox).run(["stars", "search", "--exact"] + words)

    #expect(outcome.names == [found].compactMap(\.self))
  }

  @Test(
    arguments: [
      (["in:wiki", "a"], "the local copy cannot be filtered by in:wiki"),
      ([String(repeating: "a", count: 300)], "the query has 300 characters; the limit is 256"),
      (Array(repeating: "a", count: 40), "the query has 40 words and qualifiers; the limit is 32"),
      (["a", "in:readme", "--user", "vapor"], "note:, readme: and list:"),
      // `1y` exceeds the limit when written as GitHub's date.
      ([String(repeating: "a", count: 246), "pushed:1y"], "the query has 266 characters"),
    ]
  )
  func `a search of stars rejects flags that it would ignore`(
    _ arguments: [String],
    _ reason: String
  ) async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor"])

    let outcome = await harness(sandbox).run(["stars", "search"] + arguments)

    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
  }

  @Test func `exports every field and the time of each star`() async throws {
    let sandbox = try await Self.sandbox(["vapor/vapor"])

    let json = await harness(sandbox).run("stars", "export", "--json")
    let csv = await harness(sandbox).run("stars", "export", "--csv")
    let markdown = await harness(sandbox).run("stars", "export", "--markdown")

    #expect(json.output.contains(#""fullName":"vapor/vapor""#))
    #expect(json.output.contains(#""starredAt":"20"#))
    #expect(csv.lines.count == 2 && csv.lines[0].contains(",starredAt,"))
    #expect(markdown.output.hasPrefix("# Stars\n\n## Swift\n\n- [vapor/vapor](<https://"))
  }
}
