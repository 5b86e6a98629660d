import Foundation
import GitHubModel
import Locking
import ReactiveTesting
import SearchModel
import Testing

@testable import SearchUI

/// What goes wrong, and what is said of it.
@Suite struct REPLFailureTests {
  @Test(arguments: [
    (":strr 1", ":strr: there is no such command; did you mean :star? :help lists them"),
    (":xyzzy", ":xyzzy: there is no such command; :help lists them"),
    (":", ":: there is no such command; :help lists them"),
    (":hi", ":hi: there is no such command; did you mean :history? :help lists them"),
    (":more 3", ":more: it takes nothing; write :more"),
    (":star", ":star: it takes the numbers of rows; write :star N…, as in :star 1 3-5"),
    (":star x", ":star: \"x\" is no number of a row; write :star N…, as in :star 1 3-5"),
    (":star 0", ":star: \"0\" is no number of a row; write :star N…, as in :star 1 3-5"),
    (":star 5-3", ":star: \"5-3\" is no number of a row; write :star N…, as in :star 1 3-5"),
    (":star -1", ":star: \"-1\" is no number of a row; write :star N…, as in :star 1 3-5"),
    (":star 1-", ":star: \"1-\" is no number of a row; write :star N…, as in :star 1 3-5"),
    (":star 1", "row 1: there is none of that number; search first"),
    (":limit 0", ":limit: it takes a number from 1 to 1000; write :limit N"),
    (":limit 1e3", ":limit: it takes a number from 1 to 1000; write :limit N"),
    (":order up", ":order: it takes one of desc, asc; write :order desc|asc"),
    (":more", ":more: there is no list to go on; search first"),
  ])
  func `a wrong command is one line that helps`(line: String, message: String) async {
    let bench = REPLBench(.answering([]))

    let outcome = await bench.run([line])

    #expect(bench.transcript == "> \(line)\n! ghsearch: \(message)\n")
    #expect(outcome.failures.map(\.kind) == [.usage])
    #expect(outcome.ending == .endOfInput)
  }

  @Test func `a failed query is said, and the next line is answered`() async {
    var script = REPLBench.Script()
    script.answer = { request in
      request.query.text == "bad"
        ? .failure(.validation("no such field")) : .success(.init(page: emptyPage))
    }
    let bench = REPLBench(script)

    let outcome = await bench.run(["bad", "good"])

    #expect(
      bench.transcript == """
        > bad
        ! ghsearch: search: GitHub does not understand the query (no such field); change the query
        > good
        ! no repositories match good

        """
    )
    #expect(outcome.failures.count == 1)
    #expect(outcome.answeredCount == 1)
  }

  @Test func `a query that failed is asked for again when it comes again`() async {
    let count = Guarded(0)
    var script = REPLBench.Script()
    script.answer = { request in
      count.withLock { $0 += 1 }
      return count.withLock { $0 } == 1
        ? .failure(.offline("no host")) : .success(.init(page: emptyPage))
    }
    let bench = REPLBench(script)

    let outcome = await bench.run(["swift", "swift"])

    #expect(count.withLock { $0 } == 2)
    #expect(outcome.answeredCount == 1)
  }

  @Test func `what is known here is shown when GitHub cannot be reached, marked as such`() async {
    var script = REPLBench.Script()
    script.answer = { _ in .failure(.offline("no host")) }
    script.local = Catalogue.repositories(1)
    let bench = REPLBench(script)

    let outcome = await bench.run(["nio"])

    #expect(bench.transcript.contains("1   ~ apple/swift-nio"))
    #expect(bench.transcript.contains("! these are known here (~); GitHub did not answer\n"))
    #expect(outcome.failures.map(\.kind) == [.service(.offline("no host"))])
  }

  @Test func `a page that fails leaves the rows before it, and more tries it again`() async {
    let count = Guarded(0)
    var script = REPLBench.Script()
    script.answer = { request in
      guard request.page == 2,
        count.withLock({
          $0 += 1
          return $0
        }) == 1
      else {
        return .success(REPLBench.Script.page(request, Catalogue.repositories(60)))
      }
      return .failure(.offline(""))
    }
    let bench = REPLBench(script)

    let outcome = await bench.run(
      ["swift", ":more"],
      options: REPL.Options(limit: 55, look: REPLBench.narrow)
    )

    #expect(
      bench.transcript.contains(
        "! ghsearch: get the next rows: GitHub cannot be reached; check the network and try again"
      )
    )
    #expect(bench.transcript.contains("\n50 "))
    #expect(bench.transcript.contains("\n60 "))
    #expect(outcome.failures.count == 1)
    #expect(outcome.answeredCount == 1)
  }

  @Test func `a refused token is said once, and the search goes on without it`() async {
    var script = REPLBench.Script()
    script.answer = { request in
      request.access == .signedIn ? .failure(.tokenRefused) : .success(.init(page: emptyPage))
    }
    let bench = REPLBench(script)

    let outcome = await bench.run(["a", "b"])

    #expect(bench.transcript.components(separatedBy: "refuses the token").count == 2)
    #expect(outcome.answeredCount == 2)
  }

  @Test func `a query that is too long costs no request`() async {
    let bench = REPLBench(.answering([]))

    let outcome = await bench.run([String(repeating: "a", count: 300)])

    #expect(outcome.failures.map(\.kind) == [.usage])
    #expect(bench.log.withLock { $0.requests.isEmpty })
  }

  @Test func `output that cannot be written ends the session`() async {
    let bench = REPLBench(.answering(Catalogue.repositories(1)))
    var ports = bench.ports
    ports.print = { _ in false }
    let repl = REPL(search: bench.search, options: REPL.Options(), ports: ports)

    let outcome = await bench.flying {
      await repl.run(reading: ScriptedLines(["swift", "never"]) { _ in })
    }

    #expect(outcome == REPLOutcome(.outputLost))
  }
}

/// The search budget in a session.
@Suite struct REPLBudgetTests {
  @Test func `a used up budget is said with its end, waited for, and the answer comes`() async {
    var script = REPLBench.Script.answering(Catalogue.repositories(1))
    script.deniedClaims = 1
    let bench = REPLBench(script)

    let outcome = await bench.run(["swift"])

    let lines = bench.transcript.split(separator: "\n").dropFirst()
    #expect(lines.first == "! ghsearch: no searches are left; waiting until 12:00:30")
    #expect(lines.dropFirst().first?.contains("apple/swift-nio") == true)
    #expect(outcome.answeredCount == 1)
  }

  @Test(arguments: [0, 29])
  func `who waits no longer gets an error instead, and no request leaves later`(
    patience: Double
  ) async {
    var script = REPLBench.Script.answering(Catalogue.repositories(1))
    script.deniedClaims = 1
    let bench = REPLBench(script)

    let outcome = await bench.run(["swift"], options: REPL.Options(longestWait: patience))
    bench.clock.advance(by: .seconds(120))

    #expect(
      bench.transcript
        == "> swift\n! ghsearch: search: no searches are left; try again after 12:00:30, or add --wait\n"
    )
    #expect(outcome.failures.map(\.kind) == [.rateLimited])
    #expect(bench.log.withLock { $0.requests.isEmpty })
  }
}

private let emptyPage = RepositoryPage(repositories: [], totalCount: 0)
