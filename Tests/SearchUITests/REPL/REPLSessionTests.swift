import Foundation
import GitHubModel
import Locking
import SearchModel
import Testing

@testable import SearchUI

/// Whole sessions: lines in, all that is printed out.
@Suite struct REPLSessionTests {
  @Test func `a query is answered with numbered rows and a summary`() async {
    let bench = REPLBench(.answering(Catalogue.repositories(3)))

    let outcome = await bench.run(["swift"])

    #expect(
      bench.transcript == """
        > swift
        1     apple/swift-nio      8.1k Swift Event-driven network …
        2     vapor/vapor         24.9k Swift 💧 A server-side Swif…
        3     Alamofire/Alamofire 41.7k Swift Elegant HTTP Networki…
        ! 3 of 3 repositories · 28 of 30 searches left

        """
    )
    #expect(outcome == REPLOutcome(.endOfInput, answered: 1))
  }

  @Test func `lines are answered in order, each completely, and asked for at once`() async {
    let bench = REPLBench(.answering(Catalogue.repositories(1)))

    let outcome = await bench.run(["swift", "", "  nio  ", ":quit", "never"])

    let lines = bench.transcript.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix(">") } == ["> swift", "> ", ">   nio  ", "> :quit"])
    #expect(bench.log.withLock { $0.requests.map(\.query.text) } == ["swift", "nio"])
    #expect(bench.log.withLock { $0.remembered } == ["swift", "nio"])
    #expect(outcome == REPLOutcome(.quit, answered: 2))
  }

  @Test func `the same query again costs no request and shows its rows again`() async {
    let bench = REPLBench(.answering(Catalogue.repositories(1)))

    _ = await bench.run(["swift", "swift"])

    #expect(bench.log.withLock { $0.requests.count } == 1)
    #expect(bench.transcript.components(separatedBy: "apple/swift-nio").count == 3)
  }

  @Test func `more goes on where the list ended, page by page, to its end`() async {
    let bench = REPLBench(.answering(Catalogue.repositories(60)))

    let outcome = await bench.run(
      ["swift", ":more", ":more"],
      options: REPL.Options(limit: 40, look: REPLBench.narrow)
    )

    let lines = bench.transcript.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.first?.isNumber == true || $0.first == " " }.count == 60)
    #expect(lines.contains { $0.hasPrefix("41 ") })
    #expect(bench.log.withLock { $0.requests.map(\.page) } == [1, 2])
    #expect(
      lines.filter { $0.hasPrefix("!") } == [
        "! 40 of 60 repositories · 28 of 30 searches left · :more goes on",
        "! 60 of 60 repositories · 28 of 30 searches left",
        "! that was all: 60 rows",
      ]
    )
    #expect(outcome.failures.isEmpty)
  }

  @Test func `a limit beyond a page asks for as many pages as it takes`() async {
    let bench = REPLBench(.answering(Catalogue.repositories(130)))

    _ = await bench.run([":limit 120", "swift"])

    #expect(bench.log.withLock { $0.requests.map(\.page) } == [1, 2, 3])
    #expect(bench.transcript.contains("\n120 "))
    #expect(!bench.transcript.contains("\n121 "))
  }

  @Test func `rows are starred by their numbers, a second apart, and the stars are shown`() async {
    let bench = REPLBench(.answering(Catalogue.repositories(3)))

    let outcome = await bench.run(["swift", ":star 1,3", ":unstar 1", "swift"])

    #expect(
      bench.log.withLock { $0.starWrites.map { "\($0.repository.id) \($0.isStarred)" } }
        == ["1 true", "3 true", "1 false"]
    )
    #expect(
      bench.transcript.contains("★ apple/swift-nio is starred\n★ Alamofire/Alamofire is starred")
    )
    #expect(bench.transcript.contains("☆ apple/swift-nio is not starred"))
    #expect(bench.transcript.contains("3 ★   Alamofire/Alamofire"))
    #expect(outcome.answeredCount == 4)
  }

  @Test func `a star that GitHub refuses is a failed line that says what was not tried`() async {
    var script = REPLBench.Script.answering(Catalogue.repositories(3))
    script.starFailure = .tokenMissing
    let bench = REPLBench(script)

    let outcome = await bench.run(["swift", ":star 1-3"])

    #expect(bench.log.withLock { $0.starWrites.count } == 1)
    #expect(
      bench.transcript.hasSuffix(
        "! ghsearch: star apple/swift-nio: this needs a token (2 more were not tried); "
          + "ghsearch auth login stores one\n"
      )
    )
    #expect(outcome.failures.map(\.kind) == [.service(.tokenMissing)])
  }

  @Test func `favourites are kept and taken off, and a failure is said`() async {
    let bench = REPLBench(.answering(Catalogue.repositories(2)))
    _ = await bench.run(["swift", ":fav 2", ":unfav 2", ":fav 1"])
    bench.script.withLock { $0.favouriteFailure = .localStore("the disk is full") }

    let outcome = await bench.run(["swift", ":unfav 1"])

    #expect(bench.transcript.contains("♥ vapor/vapor is a favorite\n"))
    #expect(bench.transcript.contains("♡ vapor/vapor is no favorite\n"))
    #expect(bench.transcript.contains("1  ♥  apple/swift-nio"))
    #expect(bench.transcript.contains("a file of this machine failed (the disk is full)"))
    #expect(outcome.failures.count == 1)
  }

  @Test func `sorting asks again at once; the best matches know no order`() async {
    let bench = REPLBench(.answering(Catalogue.repositories(1)))

    _ = await bench.run(["swift", ":order asc", ":sort stars", ":sort best-match"])

    #expect(
      bench.log.withLock { $0.requests.map { "\($0.query.sort) \($0.query.order)" } }
        == ["bestMatch descending", "stars ascending"]
    )
    #expect(bench.transcript.contains("! sorted by stars, least or oldest first\n1 "))
  }

  @Test func `a repository is shown with its facts and the start of its README`() async throws {
    let repository = try #require(Catalogue.repositories(1).first)
    var script = REPLBench.Script.answering([repository])
    script.starred = .success([repository.id: false])
    script.facts = .success(repository)
    script.readme = .success(
      "# Title\n\n" + (1...50).map { "Line \($0)." }.joined(separator: "\n\n")
    )
    let bench = REPLBench(script)

    _ = await bench.run(["swift", ":view 1"])

    let lines = bench.transcript.split(separator: "\n").map(String.init)
    #expect(lines.contains("apple/swift-nio"))
    #expect(lines.contains { $0.hasPrefix("Stars ") })
    #expect(lines.contains("Starred      no"))
    #expect(lines.contains("Line 1."))
    #expect(!lines.contains("Line 50."))
    #expect(lines.last?.hasPrefix("… ") == true)
  }

  @Test func `a repository that is gone is a failed line each time`() async {
    let bench = REPLBench(.answering(Catalogue.repositories(1)))

    let outcome = await bench.run(["swift", ":view 1", ":view 1"])

    #expect(outcome.failures.map(\.kind) == [.service(.notFound), .service(.notFound)])
  }

  @Test func `pages are opened, and a browser that fails is said`() async {
    let bench = REPLBench(.answering(Catalogue.repositories(2)))
    _ = await bench.run(["swift", ":open 1-2"])
    bench.script.withLock { $0.openFailure = "no browser" }

    let outcome = await bench.run(["swift", ":open 1"])

    #expect(
      bench.log.withLock { $0.opened }.prefix(2)
        == ["https://github.com/apple/swift-nio", "https://github.com/vapor/vapor"]
    )
    #expect(outcome.failures.map(\.kind) == [.browser])
  }

  @Test func `the history is listed, newest first`() async {
    var script = REPLBench.Script.answering([])
    script.history = ["older"]
    let bench = REPLBench(script)

    _ = await bench.run(["swift", ":history"])

    #expect(bench.transcript.hasSuffix("> :history\nswift\nolder\n"))
  }

  @Test func `help is made from the table of commands`() async {
    let bench = REPLBench(.answering([]))

    _ = await bench.run([":help"])

    #expect(
      bench.transcript == """
        > :help
        QUERY            search, as on github.com: swift nio language:swift stars:>100
        :more            the next rows
        :star N…         star rows
        :unstar N…       take the stars away
        :fav N…          put rows on the list of favorites
        :unfav N…        take them off
        :view N…         what there is to know of rows
        :open N…         open their pages in the browser
        :sort best-match|stars|forks|help-wanted-issues|updated
                         sort the answer
        :order desc|asc  turn the sort around
        :limit N         so many rows at a time
        :history         what was searched for before, newest first
        :help            this list
        :quit            leave, as the end of input does
        N… are numbers of rows, as in 1 3-5.

        """
    )
  }
}
