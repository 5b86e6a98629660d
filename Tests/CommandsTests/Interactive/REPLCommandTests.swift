import Foundation
import GitHubSandbox
import OperationTesting
import Output
import TestSupport
import Testing

@testable import Commands

/// Complete sessions: lines in, all output out.
@Suite struct REPLCommandTests {
  private let home = TemporaryFolder()

  private func run(
    _ sandbox: Sandbox,
    _ lines: String...,
    flags: [String] = [],
    onTerminal: Bool = false,
    isTyped: Bool = false
  ) async -> Outcome {
    var harness = Harness.signedIn(to: sandbox).atHome(home)
    harness.environment["TERM"] = "dumb"
    harness.input = lines.joined(separator: "\n")
    harness.terminal = onTerminal ? TerminalSize(columns: 80, rows: 24) : nil
    harness.hasInputTerminal = isTyped
    return await harness.run(["repl"] + flags)
  }

  private func queries(_ sandbox: Sandbox) -> [String] {
    sandbox.requests.filter { $0.path == "/search/repositories" }
      .map { "\($0.parameter("q") ?? "") \($0.parameter("page") ?? "1")" }
  }

  @Test func `answers piped lines in order, formatted for a pipe`() async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await run(sandbox, "http server", "  iina  ", ":star 1", ":quit", "never")

    #expect(outcome.status == .success)
    #expect(outcome.lines.map { $0.prefix(9) } == ["vapor/vap", "iina/iina", "iina/iina"])
    #expect(outcome.lines.last == "iina/iina\tstarred")
    #expect(sandbox.starredNames() == ["iina/iina"])
    #expect(queries(sandbox) == ["http server 1", "iina 1"])
    #expect(!(outcome.output + outcome.errors).contains("\u{1B}"))
  }

  @Test func `starts without arguments or a terminal`() async throws {
    var harness = try await Harness.anonymous()
    harness.input = "alamofire"

    let outcome = await harness.run([])

    #expect(outcome.status == .success)
    #expect(outcome.output.contains("Alamofire/Alamofire"))
  }

  @Test func `:more continues the rows and their numbers to the end`() async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await run(
      sandbox,
      "topic:ios",
      ":more",
      ":limit 1000",
      ":more",
      ":more",
      ":star 3",
      flags: ["--limit", "2"],
      onTerminal: true
    )

    let rows = outcome.lines.dropLast().compactMap { $0.split(separator: " ").first }
    #expect(rows.map(String.init) == (1...rows.count).map(String.init), "\(outcome.output)")
    #expect(rows.count > 5)
    #expect(outcome.errors.contains(" · :more for the next rows\n"))
    #expect(outcome.errors.contains("\nno more results (\(rows.count) rows)\n"))
    let third = try #require(outcome.lines.dropFirst(2).first)
    #expect(third.contains(try #require(sandbox.starredNames().first)))
    #expect(outcome.status == .success)
  }

  @Test func `searches for a sentence with fewer words, and :more continues that search`()
    async throws
  {
    let sandbox = try await Sandbox.start()

    let outcome = await run(sandbox, "a good terminal for me", ":more", flags: ["--limit", "1"])

    #expect(outcome.lines.count == 2, "\(outcome.output)")
    #expect(Set(outcome.lines).count == 2)
    #expect(outcome.errors.contains("nothing has all 5 words; showing: terminal\n"))
    #expect(queries(sandbox).prefix(2) == ["a good terminal for me 1", "terminal 1"])
    #expect(queries(sandbox).dropFirst(2).allSatisfy { $0.hasPrefix("terminal ") })
  }

  @Test(arguments: [false, true])
  func `suggests a known name if nothing is found`(_ isStar: Bool) async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await run(sandbox, isStar ? ":star iina/iina" : "iina", "iian")

    #expect(outcome.errors.contains("ghsearch: did you mean iina?\n"), "\(outcome.errors)")
    #expect(queries(sandbox).last == "iian 1")
  }

  @Test func `repeating a line costs no request, and each page is requested once`() async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await run(sandbox, "iina", "iina", ":sort best-match", ":history")

    #expect(queries(sandbox) == ["iina 1"])
    #expect(outcome.lines.count == 4)
    #expect(outcome.lines.last == "iina")
  }

  @Test func `later sessions have the typed lines, in a file only the user can read`()
    async throws
  {
    let sandbox = try await Sandbox.start()

    _ = await run(sandbox, "iina", "alamofire", onTerminal: true, isTyped: true)
    _ = await run(sandbox, "vapor", flags: ["--no-history"], onTerminal: true, isTyped: true)
    _ = await run(sandbox, "swift")
    let later = await run(sandbox, ":history")
    let none = await run(sandbox, ":history", flags: ["--no-history"])

    #expect(later.lines == ["alamofire", "iina"])
    #expect(none.lines.isEmpty)
    let file = home.path + "/.cache/ghsearch/seen-loopback.db"
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `does not store possible secrets in the history`() async throws {
    let sandbox = try await Sandbox.start()
    let token = "ghp_" + String(repeating: "a1B2", count: 9)

    _ = await run(sandbox, "iina", "language:swift \(token)", onTerminal: true, isTyped: true)
    let later = await run(sandbox, ":history")

    #expect(later.lines == ["iina"])
  }

  @Test func `silently treats an unreadable history as empty`() async throws {
    let sandbox = try await Sandbox.start()
    try home.write("not a database", to: ".cache/ghsearch/seen-loopback.db", mode: 0o600)

    let outcome = await run(sandbox, ":history")

    #expect(outcome.lines.isEmpty)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.status == .success)
  }

  @Test func `:more continues the previous list after a failed search`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(.failure(status: 422, message: "no"), on: .parameter("q", "refused"))

    let outcome = await run(sandbox, "topic:ios", "refused", ":more", flags: ["-L", "1"])

    #expect(outcome.lines.count == 2, "\(outcome.output)")
    #expect(queries(sandbox).last?.hasPrefix("topic:ios") == true)
  }

  @Test func `reads files with Windows line endings`() async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await run(sandbox, "\u{FEFF}:limit 7\r", "iina\r")

    #expect(outcome.errors.contains("7 rows at a time"))
    #expect(queries(sandbox) == ["iina 1"])
  }

  @Test func `:more does not continue rows that another list has replaced`() async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await run(
      sandbox,
      ":more",
      ":fav iina/iina",
      "topic:ios",
      ":lists",
      ":favorites",
      ":star 1",
      ":more",
      flags: ["-L", "1"]
    )

    #expect(sandbox.starredNames() == ["iina/iina"])
    #expect(
      outcome.errors.components(separatedBy: ":more: no results to continue; search first").count
        == 2,
      "\(outcome.errors)"
    )
    #expect(outcome.errors.hasSuffix("no more results (1 row)\n"))
    #expect(outcome.status == .usage)
  }

  @Test func `:more continues a list shown with flags, or says why it cannot`()
    async throws
  {
    let sandbox = try await Sandbox.start()

    let outcome = await run(
      sandbox,
      ":search topic:ios --limit 2",
      ":fav 1-2",
      ":more",
      ":limit 1",
      ":more",
      ":favorites --limit 1",
      ":more"
    )

    let rows = outcome.lines.filter { $0.split(separator: "\t").count > 2 }
    #expect(rows.count == 6, "\(outcome.output)")
    #expect(Set(rows).count == 5)
    #expect(outcome.errors.contains("1 row at a time\na larger --limit shows more\n"))
    #expect(outcome.status == .success)
  }

  @Test func `:sort applies to the last list and to those after it`()
    async throws
  {
    var user = try await ListsHarness.start(
      [("Web", ["vapor/vapor", "iina/iina"])],
      stars: ["vapor/vapor", "iina/iina", "Alamofire/Alamofire"]
    )
    _ = await user.run("stars", "sync")
    user.input = """
      :stars
      :sort name
      :order desc
      :lists web
      :sort forks
      topic:ios
      :sort stars
      """

    let outcome = await user.run("repl", "--limit", "2")

    let names = outcome.lines.map { String($0.split(separator: "\t")[0]) }
    #expect(
      names.prefix(8) == [
        "Alamofire/Alamofire", "iina/iina", "Alamofire/Alamofire", "iina/iina", "vapor/vapor",
        "iina/iina", "vapor/vapor", "iina/iina",
      ],
      "\(names)"
    )
    #expect(names.count == 12)
    #expect(
      outcome.errors.contains(
        ":sort: this list takes one of relevance, starred, stars, pushed, updated, name"
      )
    )
    #expect(
      user.sandbox.requests.filter { $0.path == "/search/repositories" }
        .map { $0.parameter("sort") } == [nil, "stars"]
    )
  }

  @Test func `searches and shows the local copy of stars and lists`() async throws {
    var user = try await ListsHarness.start([("Web", ["vapor/vapor"])], stars: ["vapor/vapor"])
    _ = await user.run("stars", "sync")
    user.input = ":stars web\n:lists\n:lists web\n:fav 1\n:undo\nswift\n:lists no\n"

    let outcome = await user.run("repl", "--limit", "1")

    #expect(outcome.status == .notFound || outcome.status == .usage)
    let beginnings = [
      "vapor/vapor\t2", "Web", "vapor/vapor\t2", "vapor/vapor\tadded", "vapor/vapor\tremoved",
      "swiftlang/swift\t",
    ]
    #expect(outcome.lines.count == beginnings.count, "\(outcome.output)")
    #expect(zip(outcome.lines, beginnings).allSatisfy { $0.hasPrefix($1) }, "\(outcome.output)")
  }

  @Test func `undoes its own changes one by one, last first`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    _ = await run(sandbox, ":star iina/iina", ":fav iina/iina")

    let outcome = await run(
      sandbox,
      ":star iina/iina vapor/vapor",
      ":unstar iina/iina",
      ":fav iina/iina vapor/vapor",
      ":star atom/atom --dry-run",
      ":undo --dry-run",
      ":undo",
      ":undo",
      ":undo"
    )

    #expect(
      outcome.lines.suffix(4) == [
        "vapor/vapor\twould undo", "vapor/vapor\tremoved from favorites", "iina/iina\tstarred",
        "vapor/vapor\tunstarred",
      ],
      "\(outcome.output)"
    )
    #expect(sandbox.starredNames() == ["iina/iina"])
  }

  @Test func `undo reverts everything a line changed`() async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await run(
      sandbox,
      "topic:ios",
      ":fav 1-3",
      ":star 2 1",
      ":undo",
      ":undo",
      flags: ["--limit", "3"]
    )

    let names = outcome.names
    let rows = Array(names.prefix(3))
    // The last change first.
    #expect(Array(names.suffix(5)) == [rows[0], rows[1]] + rows.reversed(), "\(outcome.output)")
    #expect(outcome.lines.suffix(3).allSatisfy { $0.hasSuffix("\tremoved from favorites") })
    #expect(sandbox.starredNames().isEmpty)
  }

  @Test func `undo restores only the lists of what a line unstarred`()
    async throws
  {
    var user = try await ListsHarness.start(
      [("Web", ["vapor/vapor"])],
      stars: ["vapor/vapor", "rust-lang/rust"]
    )
    _ = await user.run("stars", "sync")
    let sandbox = user.sandbox
    user.onSleep = {
      // GitHub may remove an unstarred repository from its lists.
      guard !sandbox.starredNames().contains("vapor/vapor") else { return }
      sandbox.service.setLists([], of: "vapor/vapor")
    }
    user.input = ":unstar vapor/vapor rust-lang/rust\n:star iina/iina\n:undo\n:undo\n"

    let outcome = await user.run("repl")

    #expect(outcome.status == .success, "\(outcome.errors)")
    #expect(
      outcome.lines.suffix(3) == [
        "iina/iina\tunstarred", "vapor/vapor\tstarred", "rust-lang/rust\tstarred",
      ],
      "\(outcome.output)"
    )
    #expect(Set(sandbox.starredNames()) == ["vapor/vapor", "rust-lang/rust"])
    #expect(user.lists["Web"] == ["vapor/vapor"])
  }

  @Test func `:order requires a sort that can be reversed`() async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await run(
      sandbox,
      ":order asc",
      ":sort stars",
      ":order asc",
      ":sort updated",
      ":sort best-match"
    )

    #expect(
      outcome.errors == """
        ghsearch: :order: best-match has one order only; use :sort stars first
        sorted by stars, most first
        sorted by stars, fewest first
        sorted by updated, oldest first
        sorted by best-match

        """
    )
    #expect(outcome.status == .usage && sandbox.requests.isEmpty)
  }

  @Test func `reports a missing row without mentioning the terminal`() async throws {
    let lines = [":star 1", "topic:ios", ":star 99", "iina", ":star 2", ":star -1"]

    let outcome = await run(
      try await Sandbox.start(),
      lines.joined(separator: "\n"),
      flags: ["--limit", "2"]
    )

    #expect(
      outcome.errors == """
        ghsearch: star: no row 1 in the last list; run a search here first, or use OWNER/NAME
        ghsearch: star: no row 99 in the last list; use 1 to 2, or OWNER/NAME
        ghsearch: star: no row 2 in the last list; use 1, or OWNER/NAME
        ghsearch: usage: no row -1; rows are numbered from 1

        """
    )
  }

  @Test func `counts the rows added by :more correctly`() async throws {
    let outcome = await run(
      try await Sandbox.start(),
      "topic:ios",
      ":more",
      flags: ["--limit", "2"],
      onTerminal: true
    )

    #expect(outcome.errors.contains(/^2 of \d+ repositories · :more for the next rows\n3-4 of \d/))
  }

  @Test func `an undo that failed can be retried`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(.respond(status: 404), on: .method("DELETE"))

    let outcome = await run(
      sandbox,
      ":star iina/iina",
      ":undo",
      ":undo",
      ":undo"
    )

    #expect(sandbox.starredNames().isEmpty)
    #expect(outcome.errors.hasSuffix("ghsearch: nothing to undo\n"))
  }

  @Test func `exits with the status of the first line that failed after answering the rest`()
    async throws
  {
    let sandbox = try await Sandbox.start()

    let outcome = await run(sandbox, "alamofire", ":nonsense", ":star 9", ":view no/such", "iina")

    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains("ghsearch: :nonsense: "))
    #expect(outcome.errors.contains("no row 9"))
    #expect(outcome.lines.last?.hasPrefix("iina/iina\t") == true)
  }

  @Test(arguments: [":repl", ":mcp", ":interactive", ":star -"])
  func `a command that reads standard input does not consume the REPL's lines`(line: String)
    async throws
  {
    let sandbox = try await Sandbox.start()

    let outcome = await run(sandbox, line, "iina")

    #expect(outcome.status == .usage)
    #expect(outcome.lines.last?.hasPrefix("iina/iina\t") == true)
  }

  @Test(arguments: [["--no-wait"], ["--wait"], []])
  func `searches wait as long as the REPL's flags permit`(flags: [String])
    async throws
  {
    let sandbox = try await Sandbox.start { $0.rateLimits.search = 0 }

    let outcome = await run(sandbox, "iina", flags: flags)

    #expect(outcome.status == .rateLimited)
    #expect(outcome.errors.contains("waiting until") == (flags != ["--no-wait"]))
  }

  @Test func `searches for a command without its colon, with a hint`() async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await run(sandbox, "star 1")

    #expect(outcome.errors.hasPrefix("ghsearch: searching for star 1; did you mean :star 1?\n"))
    #expect(queries(sandbox) == ["star 1 1"])
  }

  /// The initial state of the screen, and the REPL's first answer instead of it.
  private static let beginnings: [(arguments: [String], search: String?, rows: [String])] = [
    (["iina"], "iina ", ["iina/iina"]),
    (
      ["topic:ios", "--language", "swift", "--sort", "forks"], "topic:ios language:swift forks", []
    ),
    (
      ["topic:ios", "--sort", "forks", "--order", "asc", "--accessible"], "topic:ios forks asc", []
    ),
    (["--tab", "stars"], nil, ["iina/iina", "vapor/vapor"]),
    (["--tab", "stars", "--sort", "stars", "--order", "asc"], nil, ["vapor/vapor", "iina/iina"]),
    (["--tab", "stars", "server"], nil, ["vapor/vapor"]),
    (["--tab", "lists"], nil, ["Web"]), (["--tab", "lists", "web"], nil, ["vapor/vapor"]),
    (["--tab", "favorites"], nil, ["iina/iina"]),
  ]

  @Test(arguments: beginnings.indices)
  func `without a terminal, interactive answers its arguments first`(index: Int) async throws {
    let (arguments, search, rows) = Self.beginnings[index]
    var user = try await ListsHarness.start(
      [("Web", ["vapor/vapor"])],
      stars: ["vapor/vapor", "iina/iina"]
    )
    _ = await user.run("stars", "sync")
    _ = await user.run("favorites", "add", "iina/iina")
    user.sandbox.forgetRequests()
    user.input = ":star 1"

    let outcome = await user.run(["interactive"] + arguments)

    let searches = user.sandbox.requests.filter { $0.path == "/search/repositories" }
    #expect(searches.count == (search == nil ? 0 : 1))
    if let search, let request = searches.first {
      let parts = ["q", "sort", "order"].map { request.parameter($0) ?? "" }.filter { !$0.isEmpty }
      #expect(search.hasPrefix(parts[0]), "\(parts)")
      for part in parts.dropFirst() where part != "desc" { #expect(search.contains(part)) }
    }
    if !rows.isEmpty {
      #expect(
        outcome.lines.prefix(rows.count).map { $0.split(separator: "\t")[0] }
          == rows.map { $0[...] }
      )
    }
  }

  @Test func `rejects commands that need a terminal`() async throws {
    let harness = Harness()

    let outcome = await harness.run("interactive", "--tab", "favorites", "web")

    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains("favorites can only be listed"))
  }
}
