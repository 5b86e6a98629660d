import Foundation
import GitHubSandbox
import OperationTesting
import Output
import System
import TestSupport
import Testing

@testable import Commands

@Suite struct TrendingCommandTests {
  @Test(arguments: [40, 80, 120])
  func `prints a table that fits the terminal`(_ columns: Int) async throws {
    let sandbox = try await GrowthSandbox.start()
    var harness = Harness.signedIn(to: sandbox)
    harness.terminal = TerminalSize(columns: columns, rows: 24)
    harness.environment["NO_COLOR"] = "1"

    let outcome = await harness.run("trending", "--language", "swift", "--limit", "8")

    #expect(outcome.status == .success)
    #expect(outcome.lines.allSatisfy { $0.count <= columns })
    #expect(outcome.errors.hasPrefix("8 of 34 candidates, by stars gained in 7 days; only "))
    try GoldenText.expect(outcome.output, "trending-\(columns)")
  }

  @Test func `ranks by the stars gained in the period`() async throws {
    let sandbox = try await GrowthSandbox.start { $0.generatedRepositories = 2_000 }
    let harness = Harness.signedIn(to: sandbox)

    for (period, days) in [("day", 1), ("week", 7), ("month", 30)] {
      let outcome = await harness.withFreshOutput()
        .run(
          "trending",
          "--period",
          period,
          "--limit",
          "50",
          "--jsonl",
          "gained,fullName,gained7d,weeks,rank"
        )
      let rows = try outcome.lines.map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
      let gained = rows.compactMap { $0["gained"] as? Int }
      #expect(gained.count == 50 && gained == gained.sorted(by: >) && gained.allSatisfy { $0 > 0 })
      #expect(rows.compactMap { $0["rank"] as? Int } == Array(1...50))
      for row in rows {
        let weeks = try #require(row["weeks"] as? [Int])
        #expect(weeks.count == 12 && weeks.last == row["gained7d"] as? Int)
        if days == 7 { #expect(weeks.last == row["gained"] as? Int) }
      }
    }
  }

  @Test func `parses ranges as a search does`() async throws {
    let sandbox = try await GrowthSandbox.start()

    _ = await Harness.signedIn(to: sandbox).run("trending", "stars:1k..90k", "language:swift")

    let query = try #require(sandbox.requests.first?.parameter("q"))
    #expect(query == "stars:1000..90000 language:swift")
  }

  @Test func `finds candidates with four searches, and reads each history once a day`()
    async throws
  {
    let sandbox = try await GrowthSandbox.start { $0.generatedRepositories = 2_000 }
    let (home, harness) = (TemporaryFolder(), Harness.signedIn(to: sandbox))

    for histories in [100, 0] {
      sandbox.forgetRequests()
      let outcome = await harness.atHome(home).run("trending")
      #expect(outcome.status == .success && outcome.lines.count == 25)
      #expect(sandbox.historyRequests.count == histories)
      let searches = sandbox.requests.filter { $0.path.hasPrefix("/search/") }
      #expect(
        searches.compactMap { $0.parameter("q") } == [
          "stars:>=10", "pushed:>=2026-08-22 stars:3000..15000",
          "pushed:>=2026-08-22 stars:500..3000",
          "pushed:>=2026-08-22 stars:50..500",
        ]
      )
    }
  }

  @Test(arguments: [
    (["swift", "--stars", ">100"], ["swift stars:>100"]),
    (["stars:>100"], ["stars:>100"]),
    (["--topic", "ios"], ["topic:ios"]),
    (["--new", "--stars", ">100"], ["stars:>100 created:>=2026-08-24"]),
  ])
  func `needs one search for a range of stars or few results`(
    _ flags: [String],
    _ queries: [String]
  ) async throws {
    let sandbox = try await GrowthSandbox.start()

    _ = await Harness.anonymous(to: sandbox).run(["trending", "--candidates", "1"] + flags)

    let searches = sandbox.requests.filter { $0.path.hasPrefix("/search/") }
    #expect(searches.compactMap { $0.parameter("q") } == queries)
    #expect(sandbox.historyRequests.count <= 1)
  }

  @Test func `reads more than twelve weeks only for rows that show a year`() async throws {
    let sandbox = try await GrowthSandbox.start { $0.generatedRepositories = 2_000 }

    let outcome = await Harness.signedIn(to: sandbox)
      .run("trending", "--limit", "2", "--jsonl", "gained365d")

    #expect(outcome.lines.count == 2 && !outcome.output.contains("null"))
    #expect(sandbox.historyRequests.count <= 110)
  }

  @Test func `ranks twenty candidates without a token`() async throws {
    let sandbox = try await GrowthSandbox.start()

    _ = await Harness.anonymous(to: sandbox).run("trending", "swift")

    #expect(sandbox.historyRequests.count == 20)
  }

  @Test func `rows show the user's stars, notes and lists`() async throws {
    let sandbox = try await GrowthSandbox.start()
    let home = TemporaryFolder()
    sandbox.service.setStar(true, on: "vapor/vapor", by: "octocat")
    let harness = Harness.signedIn(to: sandbox)
    _ = await harness.atHome(home).run("note", "vapor/vapor", "ours")
    _ = await harness.atHome(home).run("favorites", "add", "vapor/vapor")
    for command in [
      ["vapor"], ["trending", "vapor", "--limit", "400"], ["compare", "vapor/vapor", "iina/iina"],
      ["view", "vapor/vapor", "iina/iina"],
    ] {
      let outcome = await harness.atHome(home)
        .run(command + ["--jsonl", "fullName,isStarred,note,isFavorite"])

      #expect(
        outcome.lines.contains(
          #"{"fullName":"vapor/vapor","isStarred":true,"note":"ours","isFavorite":true}"#
        ),
        "\(command): \(outcome.output)"
      )
    }
  }

  // MARK: Failures

  @Test func `reports servers without star histories`() async throws {
    let sandbox = try await GrowthSandbox.start()
    sandbox.script(.failure(status: 404, message: "Not Found"), on: .history, times: .max)

    let outcome = await Harness.signedIn(to: sandbox).run("trending", "swift")

    #expect(outcome.status == .notFound && outcome.output == "")
    #expect(outcome.errors.contains("not available on 127.0.0.1"))
    // Fewer than one request per candidate: only those in progress when the failure is clear.
    #expect(sandbox.historyRequests.count < 20)
  }

  @Test func `suggests a larger limit only if it would show more`() async throws {
    let sandbox = try await GrowthSandbox.start()
    let harness = Harness.signedIn(to: sandbox)
    func advice(_ limit: String) async -> String? {
      let outcome = await harness.withFreshOutput()
        .run("trending", "swift", "--limit", limit, "--message-format", "json")
      let messages = outcome.errors.split(separator: "\n").compactMap {
        try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
      return messages.last { $0["type"] as? String == "summary" }?["advice"] as? String
    }

    #expect(await advice("3") == "a larger --limit shows more")
    #expect(await advice("400") == nil)
  }

  @Test func `skips repositories that are gone, and is partial after other failures`()
    async throws
  {
    let sandbox = try await GrowthSandbox.start()
    sandbox.script(.failure(status: 404, message: "Not Found"), on: .history)
    let gone = await Harness.signedIn(to: sandbox).run("trending", "swift")
    sandbox.script(.failure(status: 422, message: "No"), on: .history)
    let other = await Harness.signedIn(to: sandbox).run("trending", "swift")

    #expect(gone.status == .success && gone.lines.count == 25)
    #expect(other.status == .partial && other.lines.count == 25)
    #expect(other.errors.contains("GitHub rejected the request (No)"), "\(other.errors)")
  }

  @Test(arguments: [[], ["--jsonl", "fullName", "--jq", "."]])
  func `prints the rows ranked so far when interrupted`(_ flags: [String]) async throws {
    let sandbox = try await GrowthSandbox.start()
    let gate = SandboxGate()
    sandbox.script(.hold(gate), on: .path("/repos/vapor/vapor/stargazers/history"))
    let folder = TemporaryFolder()
    try writeScript("#!/bin/sh\ncat\n", to: "\(folder.path)/jq")
    var harness = Harness.signedIn(to: sandbox)
    harness.environment["PATH"] = "\(folder.path):/usr/bin:/bin"

    let run = Task { [harness] in
      await harness.run(["trending", "--language", "swift", "--limit", "100"] + flags)
    }
    // A search, and all histories except the one held back.
    try await sandbox.received(32)
    run.cancel()
    let outcome = await run.value

    #expect(outcome.status == .interrupted)
    #expect(!outcome.lines.isEmpty)
    let held = ["vapor/vapor\t", #""vapor/vapor""#]
    #expect(!outcome.lines.contains { line in held.contains { line.contains($0) } })
    gate.open()
  }
}

extension RequestMatcher {
  fileprivate static var history: Self { Self { $0.path.hasSuffix("/stargazers/history") } }
}

extension Harness {
  fileprivate func withFreshOutput() -> Self {
    var harness = self
    harness.output = MemorySink()
    return harness
  }
}
