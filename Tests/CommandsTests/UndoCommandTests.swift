import Core
import GRDB
import GitHubAPI
import GitHubModel
import GitHubSandbox
import OperationTesting
import Output
import RepositoryStore
import Stars
import System
import Terminal
import TestSupport
import Testing

@testable import Commands

/// `undo` and `log`: one journal of stars, lists, favorites and notes.
@Suite struct UndoCommandTests {
  // MARK: One command

  @Test func `removes a star, but not one that already existed`() async throws {
    let user = try await ListsHarness.start(stars: ["iina/iina"])
    _ = await user.run("star", "vapor/vapor", "iina/iina", "jqlang/jq")

    let planned = await user.run("undo", "--dry-run")
    let undone = await user.run("undo")

    #expect(planned.output == "jqlang/jq\twould undo\nvapor/vapor\twould undo\n")
    #expect(undone.output == "jqlang/jq\tunstarred\nvapor/vapor\tunstarred\n")
    #expect(undone.status == .success && undone.errors == "")
    #expect(user.sandbox.starredNames() == ["iina/iina"])
    #expect(await user.run("stars", "list").names == ["iina/iina"])
  }

  @Test func `restores a removed star with its lists`() async throws {
    let user = try await ListsHarness.start([("Web", ["vapor/vapor"])], stars: ["vapor/vapor"])
    _ = await user.run("stars", "sync")
    _ = await user.run("unstar", "vapor/vapor")
    user.sandbox.service.setLists([], of: "vapor/vapor")
    user.wait(seconds: 20)

    #expect(await user.run("undo").output == "vapor/vapor\tstarred\n")
    #expect(user.sandbox.starredNames() == ["vapor/vapor"])
    #expect(user.lists == ["Web": ["vapor/vapor"]])
  }

  @Test func `restores a removed favorite to its place`() async throws {
    let user = try await ListsHarness.start()
    let names = ["vapor/vapor", "iina/iina", "jqlang/jq"]
    _ = await user.run(["favorites", "add"] + names)
    _ = await user.run("favorites", "remove", "vapor/vapor", "iina/iina")

    let undone = await user.run("undo")

    #expect(
      undone.output == "iina/iina\tadded to favorites\nvapor/vapor\tadded to favorites\n"
    )
    #expect(await user.run("favorites").names == names)
    let all = await user.run("undo")
    #expect(all.lines.count == 3)
    #expect(all.lines.allSatisfy { $0.hasSuffix("\tremoved from favorites") })
    #expect(await user.run("favorites").names == [])
  }

  @Test func `restores the previous text of a note, or removes it`() async throws {
    let user = try await ListsHarness.start()
    for text in ["one", "two"] { _ = await user.run("note", "vapor/vapor", text) }
    _ = await user.run("note", "vapor/vapor", "--remove")
    var found: [String] = []
    for _ in 0..<3 {
      found.append(await user.run("undo").output)
      found.append(await user.run("note", "vapor/vapor").output)
    }

    #expect(
      found == [
        "vapor/vapor\tnote restored\n", "two\n", "vapor/vapor\tnote restored\n", "one\n",
        "vapor/vapor\tnote removed\n", "",
      ]
    )
  }

  @Test func `undoes an addition to a list, including the stars it added`() async throws {
    let user = try await ListsHarness.start([("Web", [])])
    _ = await user.run("lists", "add", "Web", "vapor/vapor", "--star")

    let undone = await user.run("lists", "undo")

    #expect(undone.output == "vapor/vapor\tremoved from Web\nvapor/vapor\tunstarred\n")
    #expect(user.lists == ["Web": []] && user.sandbox.starredNames().isEmpty)
  }

  // MARK: Several commands

  @Test func `undoes commands of all kinds from last to first`() async throws {
    let user = try await ListsHarness.start(stars: ["iina/iina"])
    _ = await user.run("star", "vapor/vapor")
    _ = await user.run("lists", "create", "Web")
    _ = await user.run("favorites", "add", "iina/iina")
    _ = await user.run("note", "iina/iina", "a player")
    _ = await user.run("unstar", "iina/iina")

    var undone: [String] = []
    for _ in 0..<6 { undone += await user.run("undo").lines }

    #expect(
      undone == [
        "iina/iina\tstarred", "iina/iina\tnote removed", "iina/iina\tremoved from favorites",
        "Web\tdeleted", "vapor/vapor\tunstarred",
      ]
    )
    let again = await user.run("undo")
    #expect(again.status == .success && again.errors == "ghsearch: nothing to undo\n")
  }

  @Test func `stars undo and lists undo revert the last command of their kind`() async throws {
    let user = try await ListsHarness.start([("Web", [])])
    _ = await user.run("star", "vapor/vapor")
    _ = await user.run("lists", "add", "Web", "vapor/vapor")
    _ = await user.run("note", "vapor/vapor", "why")

    #expect(await user.run("stars", "undo").output == "vapor/vapor\tunstarred\n")
    #expect(await user.run("lists", "undo").output == "vapor/vapor\tremoved from Web\n")
    #expect(await user.run("stars", "undo").errors.contains("nothing to undo"))
    #expect(await user.run("undo").output == "vapor/vapor\tnote removed\n")
  }

  @Test func `--repo undoes only the last change of that repository`() async throws {
    let user = try await ListsHarness.start()
    _ = await user.run("star", "vapor/vapor", "iina/iina")
    _ = await user.run("favorites", "add", "iina/iina", "jqlang/jq")

    let undone = await user.run("undo", "--repo", "vapor/vapor", "--repo", "jqlang/jq")

    #expect(undone.output == "vapor/vapor\tunstarred\njqlang/jq\tremoved from favorites\n")
    #expect(user.sandbox.starredNames() == ["iina/iina"])
    #expect(await user.run("undo").output == "iina/iina\tremoved from favorites\n")
    #expect(await user.run("undo").output == "iina/iina\tunstarred\n")
  }

  // MARK: What others have changed

  @Test func `keeps reverts made by others`() async throws {
    let user = try await ListsHarness.start(stars: ["iina/iina"])
    _ = await user.run("star", "vapor/vapor")
    _ = await user.run("unstar", "iina/iina")
    user.sandbox.service.setStar(false, on: "vapor/vapor", by: "octocat")
    user.sandbox.service.setStar(true, on: "iina/iina", by: "octocat")
    user.sandbox.forgetRequests()

    #expect(await user.run("undo").output == "iina/iina\tunchanged\n")
    #expect(await user.run("undo").output == "vapor/vapor\tunchanged\n")
    #expect(!user.sandbox.requests.contains { ["PUT", "DELETE"].contains($0.method) })
    #expect(await user.run("undo").errors.contains("nothing to undo"))
  }

  @Test func `leaves a repository that took over the name alone`() async throws {
    let user = try await ListsHarness.start()
    let session = try user.harness().world.session(waitLimit: .upTo(.zero))
    let name = try #require(RepositoryName("vapor/vapor"))
    let account = try await session.account()
    user.sandbox.service.setStar(true, on: "vapor/vapor", by: "octocat")
    try await session.library.perform {
      _ = try $0.record(.starred(name, id: 1), in: CommandRun("star"), of: account)
    }

    let undone = await user.run("undo")

    #expect(undone.output == "vapor/vapor\tunchanged\n")
    #expect(undone.errors.contains("vapor/vapor was not restored"))
    #expect(user.sandbox.starredNames() == ["vapor/vapor"])
  }

  // MARK: Failures

  @Test func `undoes the completed part of a failed command`() async throws {
    let user = try await ListsHarness.start()
    let failed = await user.run("star", "vapor/vapor", "no/such-thing", "iina/iina")
    #expect(failed.status == .partial)
    let refused = await user.run("star", "no/such-thing")
    #expect(refused.status == .notFound)

    #expect(
      await user.run("log", "--jsonl", "changes").lines == [
        #"{"changes":"starred vapor/vapor, iina/iina"}"#
      ]
    )
    #expect(await user.run("undo").output == "iina/iina\tunstarred\nvapor/vapor\tunstarred\n")
  }

  @Test func `a failed undo can be repeated`() async throws {
    let user = try await ListsHarness.start()
    _ = await user.run("star", "vapor/vapor", "iina/iina")
    user.sandbox.script(.respond(status: 404), on: .method("DELETE"))

    let failed = await user.run("undo")
    let again = await user.run("undo")

    #expect(failed.status == .partial)
    #expect(failed.output == "iina/iina\tfailed\nvapor/vapor\tunstarred\n")
    #expect(again.output == "iina/iina\tunstarred\n" && again.status == .success)
    #expect(user.sandbox.starredNames().isEmpty)
  }

  @Test func `an unreadable entry is in the log, and hides no earlier one`() async throws {
    let user = try await ListsHarness.start()
    _ = await user.run("favorites", "add", "vapor/vapor")
    _ = await user.run("favorites", "add", "iina/iina")
    let session = try user.harness().world.session(waitLimit: .upTo(.zero))
    let queue = try DatabaseQueue(path: try #require(session.library.places.library))
    try queue.inDatabase { try $0.execute(sql: "UPDATE undo_step SET payload = '{' WHERE id = 2") }
    try queue.close()

    let log = await user.run("log")
    let undone = await user.run("undo")

    #expect(
      log.lines.map { $0.split(separator: "\t").dropFirst().joined(separator: "|") } == [
        "favorites add iina/iina|unreadable",
        "favorites add vapor/vapor|added vapor/vapor to favorites",
      ]
    )
    #expect(undone.output == "vapor/vapor\tremoved from favorites\n")
  }

  // MARK: Without GitHub

  @Test func `undoes local changes without a token`() async throws {
    let user = try await ListsHarness.start()
    _ = await user.run("star", "vapor/vapor")
    func run(_ arguments: String...) async -> Outcome {
      var harness = user.harness()
      harness.environment["GHSEARCH_TOKEN"] = nil
      return await harness.run(arguments)
    }
    _ = await run("favorites", "add", "iina/iina")
    user.sandbox.forgetRequests()

    #expect(await run("undo").output == "iina/iina\tremoved from favorites\n")
    #expect(user.sandbox.requests.isEmpty)
    // The star needs one.
    #expect(await run("undo").status == .authentication)
  }

  @Test func `a command without changes is not in the journal`() async throws {
    let user = try await ListsHarness.start(stars: ["vapor/vapor"])
    for arguments in [
      ["star", "vapor/vapor"], ["unstar", "iina/iina"], ["star", "iina/iina", "--dry-run"],
      ["favorites", "remove", "iina/iina"], ["note", "iina/iina", "--remove"], ["undo"], ["log"],
    ] {
      #expect(await user.run(arguments).status == .success)
    }

    let log = await user.run("log")
    #expect(log.status == .success && log.output == "")
    #expect(log.errors == "ghsearch: no changes yet\n")
  }

  // MARK: The log

  @Test func `the log shows the time, words and changes of a day's commands`()
    async throws
  {
    let user = try await ListsHarness.start([("Web", []), ("Later", [])])
    let names = ["vapor/vapor", "iina/iina", "jqlang/jq", "atom/atom", "rust-lang/rust"]
    let commands = [
      ["star"] + names, ["lists", "add", "Web", "vapor/vapor", "iina/iina"],
      ["lists", "move", "--from", "Web", "--to", "Later", "vapor/vapor"],
      ["lists", "rename", "Web", "Net"], ["favorites", "add", "iina/iina"],
      ["note", "iina/iina", "it plays", "films"], ["unstar", "iina/iina"],
    ]
    for command in commands {
      #expect(await user.run(command).status == .success)
      user.wait(seconds: 3_600)
    }
    _ = await user.run("undo")

    let log = await user.run("log", "--csv", "date,command,changes,kinds,canUndo")

    #expect(
      log.lines.dropFirst().map { $0.drop { $0 != "," }.dropFirst() } == [
        "unstar iina/iina,unstarred iina/iina,stars,false",
        "note iina/iina 'it plays' films,wrote a note about iina/iina,notes,true",
        "favorites add iina/iina,added iina/iina to favorites,favorites,true",
        "lists rename Web Net,renamed the list Web to Net,lists,true",
        "lists move --from Web --to Later vapor/vapor,\"vapor/vapor added to Later, removed from Net\",lists,true",
        "lists add Web vapor/vapor iina/iina,\"vapor/vapor, iina/iina added to Net\",lists,true",
        "star \(names.joined(separator: " ")),\"starred vapor/vapor, iina/iina and 3 more\",stars,true",
      ]
    )
    #expect(await user.run("log", "--limit", "1").lines.count == 1)
    #expect(await user.run("log").lines.first?.hasSuffix("\tunstarred iina/iina\tundone") == true)
    var harness = user.harness()
    harness.terminal = TerminalSize(columns: 72, rows: 24)
    let table = await harness.run("log", "--limit", "2").lines
    #expect(
      table.map { $0.drop { $0 != ":" }.dropFirst(6).drop { $0 == " " } } == [
        "unstar iina/iina                 undone: unstarred iina/iina",
        "note iina/iina 'it plays' films  wrote a note about iina/iina",
      ]
    )
  }

  // MARK: The last line

  @Test(arguments: [
    (["star", "vapor/vapor"], true), (["favorites", "add", "vapor/vapor"], true),
    (["note", "vapor/vapor", "why"], true), (["lists", "create", "Web"], true),
    (["star", "iina/iina"], false), (["undo"], false), (["view", "vapor/vapor"], false),
  ])
  func `the last line of a command on a terminal says how to undo it`(
    _ command: [String],
    _ isReversible: Bool
  ) async throws {
    let user = try await ListsHarness.start(stars: ["iina/iina"])
    let size = TerminalSize(columns: 80, rows: 24)
    var harness = user.harness()
    (harness.terminal, harness.errorTerminal) = (size, size)
    var piped = harness
    piped.terminal = nil

    let shown = await harness.run(command)
    _ = await user.run("undo")

    #expect(shown.errors.hasSuffix("Undo: ghsearch undo\n") == isReversible)
    #expect(shown.errors.split(separator: "\n").count { $0.contains("Undo:") } <= 1)
    #expect(await !piped.run(command).errors.contains("Undo:"))
  }
}
