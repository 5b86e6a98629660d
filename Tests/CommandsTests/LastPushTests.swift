import Foundation
import GitHubSandbox
import Output
import Testing

@testable import Commands

/// The date shown to people is the last push, regardless of `updated_at`.
@Suite struct LastPushTests {
  private static let fullName = "octo/old"

  /// A repository that is starred, in a list and a favorite, last pushed seven years ago and
  /// updated yesterday.
  private static func user(pushed: UnixTime) async throws -> ListsHarness {
    var old = SandboxRepository(id: 900_900_900, owner: SandboxOwner(login: "octo"), name: "old")
    (old.language, old.stars, old.description) = ("Zig", 12, "An archaeopteryx.")
    old.pushed = pushed
    old.changed = UnixTime(seconds: Int(Harness.date.timeIntervalSince1970) - 86_400)
    var user = try await ListsHarness.start(
      [("Later", [fullName])],
      stars: [fullName],
      repositories: [old]
    )
    #expect(await user.run("stars", "sync").status == .success)
    #expect(await user.run("favorites", "add", fullName).status == .success)
    user.terminal = TerminalSize(columns: 100, rows: 50)
    user.typed = "no"
    return user
  }

  private static let tables: [[String]] = [
    ["archaeopteryx"], ["search", "archaeopteryx"], ["archaeopteryx", "--all"],
    ["archaeopteryx", "--starred"], ["stars", "list", "--sort", "pushed"],
    ["stars", "list", "--sort", "updated"],
    ["stars", "search", "archaeopteryx"], ["stars", "prune", "--language", "zig", "--dry-run"],
    ["stars", "prune", "--not-pushed-for", "2y"], ["lists", "show", "Later"], ["favorites"],
  ]

  @Test(arguments: tables + [["view", fullName, "--no-readme"]])
  func `every table and the details show the last push`(
    _ command: [String]
  ) async throws {
    let user = try await Self.user(pushed: UnixTime(year: 2019, month: 9, day: 1))

    let outcome = await user.run(command)

    #expect(outcome.output.contains("7y ago"), "\(outcome.output)\(outcome.errors)")
    if command.first != "view" {
      #expect(!outcome.output.contains("1d ago") && !outcome.output.contains("yesterday"))
    }
  }

  @Test(
    arguments: [
      ["stars"], ["stars", "search", "archaeopteryx", "--sort", "starred"],
      ["lists", "show", "Later", "--sort", "starred"],
    ]
  )
  func `tables sorted by star date show it`(_ command: [String]) async throws {
    let user = try await Self.user(pushed: UnixTime(year: 2019, month: 9, day: 1))

    let outcome = await user.run(command)

    #expect(outcome.output.contains("  starred "), "\(outcome.output)")
    #expect(!outcome.output.contains("7y ago"), "\(outcome.output)")
  }

  @Test(arguments: tables.filter { $0.first != "stars" || $0[1...].first != "prune" })
  func `programs can read both dates`(_ command: [String]) async throws {
    var user = try await Self.user(pushed: UnixTime(year: 2019, month: 9, day: 1))
    user.terminal = nil

    let rows = await user.run(command)
    let fields = await user.run(command + ["--csv", "pushedAt,updatedAt"])

    #expect(rows.output.contains("\t2026-09-20T"), "\(rows.output)")
    #expect(!rows.output.contains("2019"), "\(rows.output)")
    let dates = try #require(fields.lines.last).split(separator: ",")
    #expect(dates.first?.hasPrefix("2019-09-01T") == true, "\(fields.output)")
    #expect(dates.last?.hasPrefix("2026-09-20T") == true, "\(fields.output)")
  }

  @Test func `sorts the copy by last push or last update`() async throws {
    var new = SandboxRepository(id: 900_900_901, owner: SandboxOwner(login: "octo"), name: "new")
    new.pushed = UnixTime(year: 2026, month: 9, day: 1)
    new.changed = new.pushed
    var old = SandboxRepository(id: 900_900_900, owner: SandboxOwner(login: "octo"), name: "old")
    old.pushed = UnixTime(year: 2019, month: 9, day: 1)
    old.changed = UnixTime(year: 2026, month: 9, day: 20)
    let names = [old.fullName, new.fullName]
    let user = try await ListsHarness.start(stars: names, repositories: [old, new])

    func list(_ sort: String) async -> [String] {
      await user.run("stars", "--sort", sort, "-t", #"{{fullName}}\n"#).lines
    }
    #expect(await list("pushed") == [new.fullName, old.fullName])
    #expect(await list("updated") == [old.fullName, new.fullName])
  }
}
