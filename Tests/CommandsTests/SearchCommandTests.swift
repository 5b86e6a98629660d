import ArgumentParser
import Core
import Foundation
import GitHubSandbox
import HTTPTransport
import HTTPTypes
import OperationTesting
import Output
import System
import TestSupport
import Testing

@testable import Commands

@Suite struct SearchCommandTests {
  @Test func `writes tab-separated rows without a terminal`() async throws {
    let outcome = try await Harness.signedIn().run(
      "swift",
      "--sort",
      "stars",
      "--limit",
      "3"
    )

    #expect(outcome.status == .success)
    #expect(outcome.errors == "")
    #expect(outcome.lines.count == 3)
    let first = outcome.lines[0].components(separatedBy: "\t")
    #expect(first.count == 6)
    #expect(first[0] == "swiftlang/swift")
    #expect(Int(first[1]) ?? 0 > 60_000)
    #expect(first[4].hasSuffix("Z"))
  }

  @Test func `fetches 150 rows with two requests of 100`() async throws {
    let sandbox = try await Sandbox.start { $0.generatedRepositories = 400 }

    let outcome = await Harness.signedIn(to: sandbox).run("stars:>=0", "--limit", "150")

    #expect(outcome.status == .success)
    #expect(outcome.lines.count == 150)
    #expect(Set(outcome.lines).count == 150)
    #expect(sandbox.requests.map { $0.parameter("per_page") } == ["100", "100"])
  }

  @Test func `sends typed text and checked flags together`() async throws {
    let sandbox = try await Sandbox.start()

    _ = await Harness.anonymous(to: sandbox)
      .run(
        "a+b",
        "&",
        "#%",
        "日本",
        "--language",
        "c++",
        "--topic",
        "x y",
        "--owner",
        "o",
        "--stars",
        "1..*"
      )

    let query = sandbox.requests.first?.parameter("q")
    #expect(query == "a+b & #% 日本 language:c++ topic:\"x y\" user:o stars:1..*")
  }

  @Test func `writes JSON, JSON lines and CSV with the requested fields`() async throws {
    let sandbox = try await Sandbox.start()
    let harness = { Harness.signedIn(to: sandbox) }
    let search = ["swift", "--sort", "stars", "--limit", "2"]

    let json = await harness().run(search + ["--json", "rank,fullName,isStarred,subscribersCount"])
    let lines = await harness().run(search + ["--jsonl", "fullName"])
    let csv = await harness().run(search + ["--csv", "fullName,rank"])
    let all = await harness().run(search + ["--json", "all"])

    #expect(
      json.lines[1]
        == #"{"rank":1,"fullName":"swiftlang/swift","isStarred":false,"subscribersCount":null},"#
    )
    #expect(json.lines.first == "[" && json.lines.last == "]")
    #expect(lines.lines.count == 2)
    #expect(csv.output.hasPrefix("fullName,rank\r\nswiftlang/swift,1\r\n"))
    let objects = try JSONSerialization.jsonObject(with: Data(all.output.utf8)) as? [[String: Any]]
    #expect(objects?.count == 2)
    #expect(objects?.first?.count == RepositoryRow.all.count)
  }

  @Test func `prints only a note if a search has no results`() async throws {
    let sandbox = try await Sandbox.start()

    let plain = await Harness.anonymous(to: sandbox).run("zzz-nothing-zzz")
    let json = await Harness.anonymous(to: sandbox).run("zzz-nothing-zzz", "--json", "id")

    #expect(plain.status == .success)
    #expect(plain.output == "")
    #expect(plain.errors == "ghsearch: no repositories match zzz-nothing-zzz\n")
    #expect(json.output == "[]\n")
  }

  @Test func `shows a table that fits, and the number of matches`() async throws {
    let sandbox = try await Sandbox.start { $0.rateLimits.anonymousSearch = 100 }
    for columns in [1, 20, 40, 60, 80, 120, 200] {
      var harness = Harness.anonymous(to: sandbox)
      harness.terminal = TerminalSize(columns: columns, rows: 24)
      harness.environment["NO_COLOR"] = "1"

      let outcome = await harness.run("swift", "--sort", "stars", "--limit", "5")

      #expect(outcome.lines.count == 5)
      #expect(outcome.lines.allSatisfy { $0.count <= max(columns, 12) }, "\(columns)")
      #expect(outcome.errors.hasPrefix("5 of "))
      #expect(!outcome.output.contains("\u{1B}"))
    }
  }

  @Test(arguments: [
    (["NO_COLOR": "1"], false), (["TERM": ""], false), (["TERM": "dumb"], false),
    (["CLICOLOR": "0"], false), (["TERM": "", "CLICOLOR_FORCE": "1"], true),
    (["TERM": "xterm"], true), ([:], true),
  ])
  func `uses colors on a terminal unless the environment says otherwise`(
    variables: [String: String],
    isColored: Bool
  ) async throws {
    var harness = try await Harness.anonymous()
    harness.terminal = TerminalSize(columns: 80, rows: 24)
    harness.environment.merge(variables) { $1 }

    let outcome = await harness.run("swift", "--limit", "1")

    #expect(outcome.output.contains("\u{1B}[") == isColored)
  }

  @Test func `prints the rows before a failure and exits with 10`() async throws {
    let sandbox = try await Sandbox.start { $0.generatedRepositories = 400 }
    for flag in [[], ["--json", "id"], ["--csv", "id"]] {
      sandbox.script(.failure(status: 502, message: "Bad Gateway"), on: .page(2), times: 4)

      let outcome = await Harness.signedIn(to: sandbox).run(["stars:>=0", "--limit", "150"] + flag)

      #expect(outcome.status == .partial)
      #expect(outcome.lines.count >= 100)
      #expect(outcome.errors.contains("stopped after 100 of 150 rows"))
      if flag.first == "--json" {
        #expect(throws: Never.self) {
          try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        }
      }
    }
  }

  @Test func `reports that GitHub's search ran out of time`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(.incompleteResults)

    let outcome = await Harness.anonymous(to: sandbox).run("swift")

    #expect(outcome.errors.contains("search timed out"))
  }

  @Test(arguments: [["-L3"], ["-L=3"], ["-L", "3"], ["--limit=3"]])
  func `a short option accepts its value in any form`(_ limit: [String]) async throws {
    let found = try await Harness.anonymous().run(["swift"] + limit + ["-t{{name}}"])
    let fields = await Harness().run(["fields"] + limit)

    #expect(found.status == .success && found.lines.count == 3)
    #expect(found.lines.allSatisfy { !$0.contains("/") })
    #expect(fields.status == .success && fields.lines.count == 3)
  }

  @Test(arguments: [
    ["search", "x"], ["trending"], ["stars"], ["stars", "list"], ["stars", "search", "x"],
    ["stars", "changes"], ["stars", "releases"], ["lists"], ["lists", "show", "x"],
    ["favorites"], ["fields"],
  ])
  func `every list accepts a limit in any form`(_ command: [String]) throws {
    for limit in [["-L3"], ["-L=3"], ["-L", "3"], ["--limit", "3"], ["--limit=3"]] {
      #expect(throws: Never.self) { try GHSearchCommand.parseAsRoot(command + limit) }
    }
  }

  @Test func `opens the search in the browser, or prints its address`() async throws {
    let url = "https://github.com/search?q=c%2B%2B&type=repositories&s=stars&o=asc"
    var harness = Harness()

    let printed = await harness.run("c++", "--sort", "stars", "--order", "asc", "--web")
    harness.environment["BROWSER"] = "firefox --new %s"
    _ = await harness.run("c++", "--sort", "stars", "--order", "asc", "--web")

    #expect(printed.output == url + "\n")
    let words = ["/bin/sh", "-c", "firefox --new \"$1\"", "sh", url]
    #expect(harness.launched.withLock { $0 } == [words])
  }

  @Test(arguments: [
    ["search"], [""], ["x", "--limit", "0"], ["x", "--limit", "-1"], ["x", "--limit", "1001"],
    ["x", "--limit", "1e3"], ["x", "--sort", "star"], ["x", "--stars", "many"], ["x", "--bogus"],
    ["x", "--json", "id", "--csv", "id"], ["x", "--json", ""], ["x", "--language", ""],
    [Text(repeating: "x", count: 257)], [Text(repeating: "x", count: 1_000_000)],
    ["a OR b OR c OR d OR e OR f OR g"], ["x", "--json", "id,zzzz"], ["x", "-language:go"],
    ["stars", "prune"], ["auth", "nonsense"], ["x", "--starred", "--web"],
    ["x", "--json", "description", "--max-description", "5"],
    ["trending", "--new", "--created", ">2020-01-01"], ["trending", "--new", "created:>2020"],
    ["compare", "a/b", "c/d", "--max-description", "5"],
    ["growth", "a/b", "--max-description", "5"], ["view", "a/b", "--web", "--readme"],
    ["view", "a/b", "--web", "--no-readme"], ["stars", "--web", "--language", "go"],
    ["stars", "--web", "--gone"],
  ])
  func `rejects a mistake before any request`(_ arguments: [Text]) async {
    let outcome = await Harness().run(arguments.map(\.value))

    #expect(outcome.status == .usage)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("ghsearch: "))
    #expect(outcome.errors.utf8.count <= 500)
    #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test func `explains where fields are listed if one is unknown`() async {
    let outcome = await Harness().run("x", "--json", "zzzz")

    #expect(outcome.errors.contains("`ghsearch fields` lists them"))
  }

  @Test func `rejects arguments that are not UTF-8`() async {
    #expect(await Harness().run(nil).status == .usage)
  }
}

/// The estimated cost of `--all`, from GitHub's first response.
@Suite struct CrawlPlanTests {
  @Test(
    arguments: [
      (1, "1 repository matches: about 1 request\n"),
      (
        2_900,
        "2,900 repositories match: about 32 requests, which take about a minute; Ctrl-C to stop\n"
      ),
      (
        12_345,
        "12,345 repositories match: about 137 requests, which take about 4 minutes with --wait; Ctrl-C to stop\n"
      ),
      (
        500_000,
        "500,000 repositories match: about 5,500 requests, which take about 3 hours with --wait; Ctrl-C to stop\n"
      ),
    ]
  )
  func `reports how long requests take`(_ total: Int, _ sentence: String) async {
    var harness = Harness()
    harness.transport = CountedSearch(total: total)

    let outcome = await harness.run("x", "--all")

    #expect(outcome.errors.hasPrefix("ghsearch: \(sentence)"), "\(outcome.errors)")
  }
}

/// Answers every search with its total and a rate limit that is nearly unused.
private struct CountedSearch: HTTPTransport {
  let total: Int

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    var head = HTTPResponse(status: .ok)
    let limit = ["limit": "30", "remaining": "29", "reset": "1790000060", "resource": "search"]
    for (name, value) in limit {
      if let name = HTTPField.Name("X-RateLimit-\(name)") { head.headerFields[name] = value }
    }
    let body = #"{"total_count":\#(total),"items":[]}"#
    return TransportResponse(head: head, body: Array(body.utf8))
  }
}
