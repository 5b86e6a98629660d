import Foundation
import GitHubModel
import SearchModel
import SearchUITesting
import System
import Testing

@testable import SearchUI

/// Whole sessions: lines in, all that is printed out.
@Suite struct REPLSessionTests {
  @Test func `a query is answered with numbered rows and a summary`() async {
    let harness = REPLHarness(.answering(Catalog.repositories(3)))

    let outcome = await harness.run(["swift"])

    #expect(
      harness.transcript == """
        > swift
        1     apple/swift-nio      8.1k Swift Event-driven network …
        2     vapor/vapor         24.9k Swift 💧 A server-side Swif…
        3     Alamofire/Alamofire 41.7k Swift Elegant HTTP Networki…
        ! 3 of 3 repositories · 28/30 searches left

        """
    )
    #expect(outcome == REPLOutcome(.endOfInput))
  }

  @Test func `lines are answered in order, each completely, without a debounce interval`() async {
    let harness = REPLHarness(.answering(Catalog.repositories(1)))

    let outcome = await harness.run(["swift", "", "  nio  ", ":quit", "never"])

    let lines = harness.transcript.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix(">") } == ["> swift", "> ", ">   nio  ", "> :quit"])
    #expect(harness.log.withLock { $0.requests.map(\.query.text) } == ["swift", "nio"])
    #expect(harness.log.withLock { $0.remembered } == ["swift", "nio"])
    #expect(outcome == REPLOutcome(.quit))
  }

  @Test(arguments: [
    ("star 1", ":star 1"), ("view 1-3", ":view 1-3"), ("sort stars", ":sort stars"),
    ("view vapor/vapor", ":view vapor/vapor"), ("more", ":more"), ("stars", ":stars"),
  ])
  func `a command without its colon is searched for, with a hint`(
    line: String,
    command: String
  ) async {
    let harness = REPLHarness(.answering(Catalog.repositories(1)))

    _ = await harness.run([line])

    #expect(
      harness.transcript.contains("! ghsearch: searching for \(line); did you mean \(command)?\n")
    )
    #expect(harness.log.withLock { $0.requests.map(\.query.text) } == [line])
  }

  @Test(arguments: [
    "swift", "star wars", "help me", "view", "sort algorithms", "exit code", "stars and planets",
    "lists of links",
  ])
  func `a query that only starts like a command gets no hint`(line: String) async {
    let harness = REPLHarness(.answering(Catalog.repositories(1)))

    _ = await harness.run([line])

    #expect(!harness.transcript.contains("did you mean"))
  }

  @Test(arguments: ["exit", "quit", " exit ", "quit\t"])
  func `exit and quit end the session without a search`(line: String) async {
    let harness = REPLHarness(.answering(Catalog.repositories(1)))

    let outcome = await harness.run([line, "never"])

    #expect(outcome == REPLOutcome(.quit))
    #expect(harness.log.withLock { $0.requests.isEmpty })
  }

  @Test func `help is shown without a colon, and searched for in quotes`() async {
    let harness = REPLHarness(.answering(Catalog.repositories(1)))

    _ = await harness.run(["help", #""help""#])

    #expect(harness.transcript.hasPrefix("> help\nQUERY "))
    #expect(harness.log.withLock { $0.requests.map(\.query.text) } == [#""help""#])
  }

  @Test(arguments: [[], ["swift"]])
  func `a repository that is no row is shown, opened and starred by its name`(
    before: [String]
  ) async throws {
    let repositories = Catalog.repositories(3)
    let (row, other) = (repositories[0], repositories[2])
    var script = REPLHarness.Script.answering([row])
    script.facts = .success(other)
    script.readme = .success("# Title")
    script.starred = .success([row.id: false, other.id: true])
    let harness = REPLHarness(script)

    let outcome = await harness.run(
      before + [
        ":view \(other.name)", ":open \(other.name)", ":unstar \(other.name)", ":fav \(other.name)",
      ]
    )

    #expect(outcome.failures.isEmpty)
    #expect(harness.transcript.contains("\n\(other.name)\n"))
    #expect(harness.transcript.contains("Starred      ★ yes"))
    #expect(harness.transcript.contains("Title"))
    #expect(harness.log.withLock { $0.opened } == [other.url])
    #expect(harness.log.withLock { $0.starWrites } == [StarWrite(other, isStarred: false)])
    #expect(harness.log.withLock { $0.favoriteWrites } == [FavoriteWrite(other, isFavorite: true)])
  }

  @Test func `a row that is named in any case is the row, and numbers stay valid`() async throws {
    let harness = REPLHarness(.answering(Catalog.repositories(3)))

    let outcome = await harness.run(["swift", ":star VAPOR/vapor", ":star 1", ":star 2"])

    #expect(harness.log.withLock { $0.starWrites.map(\.repository.id) } == [2, 1])
    #expect(outcome.failures.isEmpty)
  }

  @Test func `a name that GitHub does not know fails before anything is done`() async {
    let harness = REPLHarness(.answering(Catalog.repositories(1)))

    let outcome = await harness.run(["swift", ":star 1 nobody/nothing"])

    #expect(outcome.failures.map(\.kind) == [.notFound])
    #expect(harness.transcript.contains("! ghsearch: find nobody/nothing: "))
    #expect(harness.log.withLock { $0.starWrites.isEmpty })
  }

  @Test func `the same query again costs no request and shows its rows again`() async {
    let harness = REPLHarness(.answering(Catalog.repositories(1)))

    _ = await harness.run(["swift", "swift"])

    #expect(harness.log.withLock { $0.requests.count } == 1)
    #expect(harness.transcript.components(separatedBy: "apple/swift-nio").count == 3)
  }

  @Test func `:more continues where the list ended, page by page, to its end`() async {
    let harness = REPLHarness(.answering(Catalog.repositories(60)))

    let outcome = await harness.run(
      ["swift", ":more", ":more"],
      options: REPL.Options(limit: 40, style: REPLHarness.narrow)
    )

    let lines = harness.transcript.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.first?.isNumber == true || $0.first == " " }.count == 60)
    #expect(lines.contains { $0.hasPrefix("41 ") })
    #expect(harness.log.withLock { $0.requests.map(\.page) } == [1, 2])
    #expect(
      lines.filter { $0.hasPrefix("!") } == [
        "! 40 of 60 repositories · 28/30 searches left · :more for the next rows",
        "! 60 of 60 repositories · 28/30 searches left",
        "! no more results (60 rows)",
      ]
    )
    #expect(outcome.failures.isEmpty)
  }

  @Test func `a limit beyond a page asks for as many pages as it takes`() async {
    let harness = REPLHarness(.answering(Catalog.repositories(130)))

    _ = await harness.run([":limit 120", "swift"])

    #expect(harness.log.withLock { $0.requests.map(\.page) } == [1, 2, 3])
    #expect(harness.transcript.contains("\n120 "))
    #expect(!harness.transcript.contains("\n121 "))
  }

  @Test func `rows are starred by their numbers, a second apart, and the stars are shown`() async {
    let harness = REPLHarness(.answering(Catalog.repositories(3)))

    let outcome = await harness.run(["swift", ":star 1,3", ":unstar 1", "swift"])

    #expect(
      harness.log.withLock { $0.starWrites.map { "\($0.repository.id) \($0.isStarred)" } }
        == ["1 true", "3 true", "1 false"]
    )
    #expect(
      harness.transcript.contains("★ apple/swift-nio is starred\n★ Alamofire/Alamofire is starred")
    )
    #expect(harness.transcript.contains("☆ apple/swift-nio is not starred"))
    #expect(harness.transcript.contains("3 ★   Alamofire/Alamofire"))
    #expect(outcome.failures.isEmpty)
  }

  @Test func `a star that GitHub refuses is a failed line that says what was not tried`() async {
    var script = REPLHarness.Script.answering(Catalog.repositories(3))
    script.starFailure = SearchFailure(.tokenMissing)
    let harness = REPLHarness(script)

    let outcome = await harness.run(["swift", ":star 1-3"])

    #expect(harness.log.withLock { $0.starWrites.count } == 1)
    #expect(
      harness.transcript.hasSuffix(
        "! ghsearch: star apple/swift-nio: not signed in (2 more not tried); "
          + "run ghsearch auth login\n"
      )
    )
    #expect(outcome.failures.map(\.kind) == [.tokenMissing])
  }

  @Test func `favorites are added and removed, and a failure is reported`() async {
    let harness = REPLHarness(.answering(Catalog.repositories(2)))
    _ = await harness.run(["swift", ":fav 2", ":unfav 2", ":fav 1"])
    harness.script.withLock { $0.favoriteFailure = SearchFailure(.localFile, "the disk is full") }

    let outcome = await harness.run(["swift", ":unfav 1"])

    #expect(harness.transcript.contains("♥ vapor/vapor is a favorite\n"))
    #expect(harness.transcript.contains("♡ vapor/vapor is not a favorite\n"))
    #expect(harness.transcript.contains("1  ♥  apple/swift-nio"))
    #expect(harness.transcript.contains("a local file can't be used (the disk is full)"))
    #expect(outcome.failures.count == 1)
  }

  @Test func `another sort is searched for; best matches have no order`() async {
    let harness = REPLHarness(.answering(Catalog.repositories(1)))

    _ = await harness.run(["swift", ":order asc", ":sort stars", ":sort best-match"])

    #expect(
      harness.log.withLock { $0.requests.map { "\($0.query.sort) \($0.query.order)" } }
        == ["bestMatch descending", "stars ascending"]
    )
    #expect(harness.transcript.contains("! sorted by stars, least or oldest first\n1 "))
  }

  @Test func `a repository is shown with its facts and the start of its README`() async throws {
    let repository = try #require(Catalog.repositories(1).first)
    var script = REPLHarness.Script.answering([repository])
    script.starred = .success([repository.id: false])
    script.facts = .success(repository)
    script.readme = .success(
      "# Title\n\n" + (1...50).map { "Line \($0)." }.joined(separator: "\n\n")
    )
    let harness = REPLHarness(script)

    _ = await harness.run(["swift", ":view 1"])

    let lines = harness.transcript.split(separator: "\n").map(String.init)
    #expect(lines.contains("apple/swift-nio"))
    #expect(lines.contains { $0.hasPrefix("Stars ") })
    #expect(lines.contains("Starred      no"))
    #expect(lines.contains("Line 1."))
    #expect(!lines.contains("Line 50."))
    #expect(lines.last?.hasPrefix("… ") == true)
  }

  @Test func `a repository that is gone is a failed line each time`() async {
    let harness = REPLHarness(.answering(Catalog.repositories(1)))

    let outcome = await harness.run(["swift", ":view 1", ":view 1"])

    #expect(outcome.failures.map(\.kind) == [.notFound, .notFound])
  }

  @Test func `opens pages, and reports a browser that fails`() async {
    let harness = REPLHarness(.answering(Catalog.repositories(2)))
    _ = await harness.run(["swift", ":open 1-2"])
    harness.script.withLock { $0.openFailure = "no browser" }

    let outcome = await harness.run(["swift", ":open 1"])

    #expect(
      harness.log.withLock { $0.opened }.prefix(2)
        == ["https://github.com/apple/swift-nio", "https://github.com/vapor/vapor"]
    )
    #expect(outcome.failures.map(\.kind) == [.localFile])
  }

  @Test func `the history is listed, newest first`() async {
    var script = REPLHarness.Script.answering([])
    script.history = ["older"]
    let harness = REPLHarness(script)

    _ = await harness.run(["swift", ":history"])

    #expect(harness.transcript.hasSuffix("> :history\nswift\nolder\n"))
  }

  @Test func `without a local copy, stars and lists say how to make one`() async {
    let harness = REPLHarness(.answering([]))

    let outcome = await harness.run([":stars swift", ":lists"])

    #expect(outcome.failures.map(\.kind) == [.notSynced, .notSynced])
    #expect(harness.transcript.components(separatedBy: "run ghsearch stars sync").count == 3)
  }

  @Test func `the changes of a session are undone from the last to the first`() async {
    var script = REPLHarness.Script.answering(Catalog.repositories(3))
    script.starred = .success([1: false, 2: false, 3: false])
    let harness = REPLHarness(script)

    let outcome = await harness.run(["swift", ":star 1", ":fav 2", ":undo", ":undo", ":undo"])

    #expect(
      harness.log.withLock { $0.starWrites.map { "\($0.repository.id) \($0.isStarred)" } }
        == ["1 true", "1 false"]
    )
    #expect(harness.transcript.contains("\n> :undo\n♡ "))
    #expect(harness.transcript.contains("\n> :undo\n☆ "))
    #expect(harness.transcript.hasSuffix("> :undo\n! ghsearch: nothing to undo\n"))
    #expect(outcome.failures.isEmpty)
  }

  @Test func `a star that was not known before cannot be undone`() async {
    var script = REPLHarness.Script.answering([])
    script.facts = .success(Catalog.repositories(1)[0])
    let harness = REPLHarness(script)

    let outcome = await harness.run([":star apple/swift-nio", ":undo", ":undo"])

    #expect(outcome.failures.map(\.kind) == [.usage])
    #expect(harness.transcript.contains("! ghsearch: :undo: it is not known which of them were"))
    #expect(harness.transcript.hasSuffix("! ghsearch: nothing to undo\n"))
    #expect(harness.log.withLock { $0.starWrites.count } == 1)
  }

  @Test func `help is made from the table of commands`() async {
    let harness = REPLHarness(.answering([]))

    _ = await harness.run([":help"])

    #expect(
      harness.transcript == """
        > :help
        QUERY            search GitHub, such as: swift nio language:swift stars:>100
        :more            show the next rows
        :star N…         star rows
        :unstar N…       unstar rows
        :fav N…          add rows to favorites
        :unfav N…        remove rows from favorites
        :view N…         show details of rows
        :open N…         open rows in the browser
        :undo            undo the last star or favorite
        :stars [words]   search the copy of your stars
        :lists [name]    show your star lists, or one
        :sort best-match|stars|forks|help-wanted-issues|updated
                         change the sort order
        :order desc|asc  reverse the order
        :limit N         set the number of rows
        :history         list recent searches, newest first
        :help            show this help
        :quit            quit (Ctrl-D)
        N… are row numbers or names, such as 1 3-5 vapor/vapor.
        help, quit and exit need no colon; in quotes they are a query.

        """
    )
  }
}
