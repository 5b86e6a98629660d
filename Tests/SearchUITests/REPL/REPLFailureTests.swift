import Foundation
import GitHubModel
import Reactive
import ReactiveTesting
import SearchModel
import SearchUITesting
import System
import Testing

@testable import SearchUI

/// What goes wrong, and what is said of it.
@Suite struct REPLFailureTests {
  @Test(arguments: [
    (":strr 1", ":strr: unknown command; did you mean :star? :help lists the commands"),
    (":xyzzy", ":xyzzy: unknown command; :help lists the commands"),
    (":", ":: unknown command; :help lists the commands"),
    (":hi", ":hi: unknown command; did you mean :history? :help lists the commands"),
    (":more 3", ":more: takes no argument; use :more"),
    (
      ":star",
      ":star: takes row numbers or names; "
        + "use :star N…, such as :star 1 3-5 or :star vapor/vapor"
    ),
    (
      ":star x",
      ":star: \"x\" is neither a row number nor OWNER/NAME; "
        + "use :star N…, such as :star 1 3-5 or :star vapor/vapor"
    ),
    (
      ":star 0",
      ":star: \"0\" is neither a row number nor OWNER/NAME; "
        + "use :star N…, such as :star 1 3-5 or :star vapor/vapor"
    ),
    (
      ":star 5-3",
      ":star: \"5-3\" is neither a row number nor OWNER/NAME; "
        + "use :star N…, such as :star 1 3-5 or :star vapor/vapor"
    ),
    (
      ":star -1",
      ":star: \"-1\" is neither a row number nor OWNER/NAME; "
        + "use :star N…, such as :star 1 3-5 or :star vapor/vapor"
    ),
    (
      ":star 1-",
      ":star: \"1-\" is neither a row number nor OWNER/NAME; "
        + "use :star N…, such as :star 1 3-5 or :star vapor/vapor"
    ),
    (":star 1", "no row 1: no list yet; search first"),
    (":limit 0", ":limit: takes a number from 1 to 1000; use :limit N"),
    (":limit 1e3", ":limit: takes a number from 1 to 1000; use :limit N"),
    (":order up", ":order: takes one of desc, asc; use :order desc|asc"),
    (":more", ":more: no results to continue; search first"),
  ])
  func `a wrong command is one line that helps`(line: String, message: String) async {
    let harness = REPLHarness(.answering([]))

    let outcome = await harness.run([line])

    #expect(harness.transcript == "> \(line)\n! ghsearch: \(message)\n")
    #expect(outcome.failures.map(\.kind) == [.usage])
    #expect(outcome.ending == .endOfInput)
  }

  @Test func `a failed query is reported, and the next line is answered`() async {
    var script = REPLHarness.Script()
    script.answer = { request in
      request.query.text == "bad"
        ? .failure(SearchFailure(.invalidRequest, "no such field")) : .success(emptyPage)
    }
    let harness = REPLHarness(script)

    let outcome = await harness.run(["bad", "good"])

    #expect(
      harness.transcript == """
        > bad
        ! ghsearch: search: GitHub rejected the query (no such field); change the query
        > good
        ! no repositories match good

        """
    )
    #expect(outcome.failures.count == 1)
  }

  @Test func `sends a query that failed again when it is repeated`() async {
    let count = Guarded(0)
    var script = REPLHarness.Script()
    script.answer = { request in
      count.withLock { $0 += 1 }
      return count.withLock { $0 } == 1
        ? .failure(SearchFailure(.unreachable, "no host")) : .success(emptyPage)
    }
    let harness = REPLHarness(script)

    let outcome = await harness.run(["swift", "swift"])

    #expect(count.withLock { $0 } == 2)
    #expect(outcome.failures.count == 1)
  }

  @Test func `shows cached results, marked, if GitHub cannot be reached`() async {
    var script = REPLHarness.Script()
    script.answer = { _ in .failure(SearchFailure(.unreachable, "no host")) }
    script.local = Catalog.repositories(1)
    let harness = REPLHarness(script)

    let outcome = await harness.run(["nio"])

    #expect(harness.transcript.contains("1   ~ apple/swift-nio"))
    #expect(harness.transcript.contains("! cached results (~); GitHub did not respond\n"))
    #expect(outcome.failures.map(\.kind) == [.unreachable])
  }

  @Test func `keeps the rows before a page that fails, and :more retries it`() async {
    let count = Guarded(0)
    var script = REPLHarness.Script()
    script.answer = { request in
      guard request.page == 2,
        count.withLock({
          $0 += 1
          return $0
        }) == 1
      else {
        return .success(REPLHarness.Script.page(request, Catalog.repositories(60)))
      }
      return .failure(SearchFailure(.unreachable, ""))
    }
    let harness = REPLHarness(script)

    let outcome = await harness.run(
      ["swift", ":more"],
      options: REPL.Options(limit: 55, style: REPLHarness.narrow)
    )

    #expect(
      harness.transcript.contains(
        "! ghsearch: get the next rows: can't connect; check the network and try again"
      )
    )
    #expect(harness.transcript.contains("\n50 "))
    #expect(harness.transcript.contains("\n60 "))
    #expect(outcome.failures.count == 1)
  }

  @Test func `a rejected token is reported once, and the search goes on without it`() async {
    var script = REPLHarness.Script()
    script.answer = { request in
      request.access == .signedIn ? .failure(SearchFailure(.tokenRejected)) : .success(emptyPage)
    }
    let harness = REPLHarness(script)

    let outcome = await harness.run(["a", "b"])

    #expect(harness.transcript.components(separatedBy: "rejected the token").count == 2)
    #expect(outcome.failures.isEmpty)
  }

  @Test func `a query that is too long costs no request`() async {
    let harness = REPLHarness(.answering([]))

    let outcome = await harness.run([String(repeating: "a", count: 300)])

    #expect(outcome.failures.map(\.kind) == [.usage])
    #expect(harness.log.withLock { $0.requests.isEmpty })
  }

  @Test func `output that cannot be written ends the session`() async {
    let harness = REPLHarness(.answering(Catalog.repositories(1)))
    var ports = harness.ports
    ports.print = { _ in false }
    let repl = REPL(search: harness.search, options: REPL.Options(), ports: ports)

    let outcome = await harness.flying {
      await repl.run(reading: ScriptedLines(["swift", "never"]) { _ in })
    }

    #expect(outcome == REPLOutcome(.outputLost))
  }
}

/// The search budget in a session.
@Suite struct REPLBudgetTests {
  @Test func `a used-up rate limit is reported with its end and waited for`() async {
    var script = REPLHarness.Script.answering(Catalog.repositories(1))
    script.emptyBudgets = 1
    let harness = REPLHarness(script)

    let outcome = await harness.run(["swift"])

    let lines = harness.transcript.split(separator: "\n").dropFirst()
    #expect(
      lines.first == "! ghsearch: search limit reached; waiting until 12:00:30 (Ctrl-C to stop)"
    )
    #expect(lines.dropFirst().first?.contains("apple/swift-nio") == true)
    #expect(outcome.failures.isEmpty)
  }

  @Test(arguments: [0, 29])
  func `a wait that is too long is an error, and no request is sent later`(
    patience: Double
  ) async {
    var script = REPLHarness.Script.answering(Catalog.repositories(1))
    script.emptyBudgets = 1
    let harness = REPLHarness(script)

    let outcome = await harness.run(["swift"], options: REPL.Options(waitLimit: patience))
    harness.clock.advance(by: .seconds(120))

    #expect(
      harness.transcript
        == "> swift\n! ghsearch: search: search limit reached; try again after 12:00:30, or add --wait\n"
    )
    #expect(outcome.failures.map(\.kind) == [.rateLimited])
    #expect(harness.log.withLock { $0.requests.isEmpty })
  }
}

private let emptyPage = RepositoryPage(repositories: [], totalCount: 0)
