import Core
import Foundation
import GitHubAPI
import GitHubModel
import GitHubSandbox
import OperationTesting
import Output
import RepositoryStore
import Stars
import System
import TestSupport
import Testing

@testable import Commands

/// Writes of lists, where GitHub can only replace all lists of a repository.
@Suite struct ListWriteTests {
  @Test func `add and remove keep a repository's other lists`() async throws {
    let user = try await ListsHarness.start([
      ("Web", ["vapor/vapor", "iina/iina"]), ("Later", ["iina/iina"]),
    ])

    let added = await user.run("lists", "add", "later", "vapor/vapor")
    let removed = await user.run("lists", "remove", "web", "https://github.com/iina/iina")

    #expect(added.output == "vapor/vapor\tadded\n" && added.status == .success)
    #expect(removed.output == "iina/iina\tremoved\n" && removed.status == .success)
    #expect(user.lists == ["Web": ["vapor/vapor"], "Later": ["vapor/vapor", "iina/iina"]])
  }

  @Test func `rereads lists before a write, since others change them`() async throws {
    let user = try await ListsHarness.start([("Web", []), ("Later", []), ("Mac", [])])
    _ = await user.run("lists")
    user.sandbox.service.setLists(["Later"], of: "vapor/vapor")
    user.wait(seconds: 10)

    _ = await user.run("lists", "add", "Web", "vapor/vapor")

    #expect(user.lists["Later"] == ["vapor/vapor"])
    #expect(user.lists["Web"] == ["vapor/vapor"])
  }

  @Test func `reads lists once within ten seconds, and again after several changes`()
    async throws
  {
    let user = try await ListsHarness.start([("Web", []), ("Later", [])])
    _ = await user.run("lists")
    user.sandbox.forgetRequests()

    _ = await user.run("lists", "add", "Web", "vapor/vapor", "iina/iina", "atom/atom")
    #expect(user.listReads == 2)

    user.wait(seconds: 10)
    user.sandbox.service.setLists(["Web", "Later"], of: "vapor/vapor")
    _ = await user.run("lists", "remove", "Web", "vapor/vapor")
    #expect(user.listReads == 3)
    #expect(user.lists["Later"] == ["vapor/vapor"])
  }

  @Test func `a long run rereads lists every ten seconds`() async throws {
    var user = try await ListsHarness.start([("Web", [])])
    let found = await user.run("stars:>0", "--limit", "30").lines
    user.input = found.joined(separator: "\n")
    user.sandbox.forgetRequests()

    let outcome = await user.run("lists", "add", "Web", "-", "--yes")

    #expect(outcome.status == .success && outcome.errors.isEmpty)
    #expect(user.lists["Web"]?.count == 30)
    // Thirty changes take half a minute.
    #expect((3...5).contains(user.listReads))
  }

  @Test func `sends writes a second apart`() async throws {
    let user = try await ListsHarness.start([("Web", [])])
    let harness = user.harness()

    _ = await harness.run("lists", "add", "Web", "vapor/vapor", "iina/iina", "atom/atom")

    #expect(user.mutations.count == 3)
    #expect(harness.clock.elapsed >= .seconds(3))
  }

  @Test(arguments: [1, 5, 8]) func `lagging reads lose no lists`(_ lag: Int) async throws {
    let user = try await ListsHarness.start([("Web", []), ("Later", [])], readLag: lag)

    let first = await user.run("lists", "add", "Web", "vapor/vapor")
    user.wait(seconds: 10)
    let second = await user.run("lists", "add", "Later", "vapor/vapor")

    #expect(first.status == .success && second.status == .success)
    #expect(first.errors.isEmpty && second.errors.isEmpty)
    #expect(user.lists == ["Web": ["vapor/vapor"], "Later": ["vapor/vapor"]])
  }

  @Test(arguments: Rounds.areAll ? Array(1...16) : [1, 2, 5, 16])
  func `a read that lacks an earlier run's changes reverts nothing`(
    _ lag: Int
  ) async throws {
    let user = try await ListsHarness.start(
      [("Web", []), ("Later", []), ("Mac", [])],
      readLag: lag,
      readsAlternate: true
    )

    for list in ["Web", "Later", "Mac"] {
      let outcome = await user.run("lists", "add", list, "vapor/vapor")
      #expect(outcome.output == "vapor/vapor\tadded\n" && outcome.errors.isEmpty)
    }
    let moved = await user.run("lists", "move", "--from", "Mac", "--to", "Web", "vapor/vapor")

    #expect(moved.output == "vapor/vapor\tmoved\n" && moved.errors.isEmpty)
    #expect(user.lists == ["Web": ["vapor/vapor"], "Later": ["vapor/vapor"], "Mac": []])
  }

  @Test func `repeats changes that another machine overwrites in the meantime`()
    async throws
  {
    var user = try await ListsHarness.start([("Web", []), ("Later", [])])
    let service = user.sandbox.service
    let pauses = Guarded(0)
    user.onSecond = {
      pauses.withLock { $0 += 1 }
      // The second change is about to be read back, and the first is no longer checked.
      if pauses.withLock({ $0 }) == 2 { service.setLists(["Later"], of: "vapor/vapor") }
    }

    let outcome = await user.run("lists", "add", "Web", "vapor/vapor", "iina/iina")

    #expect(outcome.status == .success && outcome.errors.isEmpty)
    #expect(user.lists["Web"].map(Set.init) == ["vapor/vapor", "iina/iina"])
    #expect(user.lists["Later"] == ["vapor/vapor"])
    #expect(await user.run("lists", "undo").lines.count == 2)
  }

  @Test func `yields to other processes between two changes`() async throws {
    var user = try await ListsHarness.start([("Web", [])])
    let turns = Guarded(0)
    let path = user.home.path + "/.local/state/ghsearch/lists.lock"
    user.onSleep = { if (try? FileLock(path)) != nil { turns.withLock { $0 += 1 } } }

    _ = await user.run("lists", "add", "Web", "vapor/vapor", "iina/iina", "--yes")

    #expect(turns.withLock { $0 } >= 2)
  }

  @Test func `a change that GitHub never shows fails after ten seconds per try`() async throws {
    let user = try await ListsHarness.start([("Web", [])], readLag: 100_000)
    let harness = user.harness()

    let outcome = await harness.run("lists", "add", "Web", "vapor/vapor")

    #expect(outcome.status == .badResponse)
    #expect(outcome.errors.contains("does not show"))
    #expect(harness.clock.elapsed >= .seconds(30) && harness.clock.elapsed < .seconds(60))
  }

  @Test func `repeats a change that another program overwrites`() async throws {
    var user = try await ListsHarness.start([("Web", []), ("Later", [])])
    let service = user.sandbox.service
    let hasWritten = Guarded(false)
    user.onSecond = {
      if hasWritten.claim() { service.setLists(["Later"], of: "vapor/vapor") }
    }

    let outcome = await user.run("lists", "add", "Web", "vapor/vapor")

    #expect(outcome.output == "vapor/vapor\tadded\n" && outcome.errors.isEmpty)
    #expect(user.lists == ["Web": ["vapor/vapor"], "Later": ["vapor/vapor"]])
  }

  @Test func `three concurrent processes lose no lists`() async throws {
    let user = try await ListsHarness.start([("Web", []), ("Later", []), ("Mac", [])])
    let lists = ["Web", "Later", "Mac"]
    let programs = lists.map {
      LaunchedProgram(user.sandbox, ["lists", "add", $0, "vapor/vapor"], home: user.home)
    }

    for program in programs { try program.process.run() }
    for program in programs { try await program.end() }

    for program in programs {
      let said = program.said
      #expect(said == "")
    }
    for list in lists { #expect(user.lists[list] == ["vapor/vapor"]) }
  }

  @Test(arguments: [0, 2])
  func `does not overwrite a change made between its read and its write`(
    _ lag: Int
  ) async throws {
    let user = try await ListsHarness.start([("Web", []), ("Later", [])], readLag: lag)
    let name = try #require(RepositoryName("vapor/vapor"))
    let session = try Session(user.harness().context())
    let first = try await StarListEditor(session)
    let second = try await StarListEditor(session)
    let member = try #require(try await first.repositories([name]).first?.repository?.member)
    func change(_ lists: [StarListContents], _ list: String) throws -> MembershipChange {
      let id = try #require(lists.first { $0.list.name == list }?.list.id)
      return MembershipChange(adding: [id])
    }
    let lists = try await second.current()

    #expect(try await first.apply(try change(lists, "Web"), to: member))
    // The copy gets the second run's reading late.
    let account = second.account
    try await session.library.perform {
      try $0.replaceStarLists(lists, of: account)
    }
    #expect(try await second.apply(try change(lists, "Later"), to: member))

    #expect(user.lists == ["Web": ["vapor/vapor"], "Later": ["vapor/vapor"]])
  }

  @Test func `a change without effect sends nothing and is not journaled`() async throws {
    let user = try await ListsHarness.start([("Web", ["vapor/vapor"]), ("Later", [])])

    let added = await user.run("lists", "add", "Web", "vapor/vapor")
    let removed = await user.run("lists", "remove", "Later", "vapor/vapor")
    let renamed = await user.run("lists", "rename", "Web", "Web")
    let undone = await user.run("lists", "undo")

    #expect(added.output == "vapor/vapor\tunchanged\n")
    #expect(removed.output == "vapor/vapor\tunchanged\n")
    #expect(renamed.output == "Web\tunchanged\n")
    #expect(undone.output == "" && undone.errors.contains("nothing to undo"))
    #expect(user.mutations.isEmpty)
  }

  @Test func `a move is one change`() async throws {
    let user = try await ListsHarness.start([
      ("Web", ["vapor/vapor"]), ("Later", ["iina/iina"]), ("Mac", ["vapor/vapor"]),
    ])

    let arguments = ["lists", "move", "--from", "Web", "--to", "Later"]
    let outcome = await user.run(arguments + ["vapor/vapor", "iina/iina", "atom/atom"])

    #expect(outcome.status == .partial)
    #expect(
      outcome.output == "vapor/vapor\tmoved\niina/iina\tunchanged\natom/atom\tfailed\n"
    )
    #expect(outcome.errors.contains("atom/atom is not in the list \"Web\""))
    #expect(user.mutations == ["updateUserListsForItem"])
    #expect(
      user.lists
        == ["Web": [], "Later": ["vapor/vapor", "iina/iina"], "Mac": ["vapor/vapor"]]
    )
    let undone = await user.run("lists", "undo")
    #expect(undone.output == "vapor/vapor\tadded to Web, removed from Later\n")
    #expect(user.lists["Web"] == ["vapor/vapor"] && user.lists["Later"] == ["iina/iina"])
  }

  @Test func `a dry run shows the plan and changes nothing`() async throws {
    let user = try await ListsHarness.start([("Web", ["iina/iina"])])

    let added = await user.run("lists", "add", "Web", "vapor/vapor", "iina/iina", "--dry-run")
    let created = await user.run("lists", "create", "New", "--dry-run")
    let renamed = await user.run("lists", "rename", "Web", "Servers", "--dry-run")
    let deleted = await user.run("lists", "delete", "Web", "--dry-run")

    #expect(added.output == "vapor/vapor\twould add\niina/iina\tunchanged\n")
    #expect(added.errors == "ghsearch: dry run: would make 1 change\n")
    #expect(created.output == "New\twould create\n")
    #expect(renamed.output == "Web\twould rename to Servers\n")
    #expect(deleted.output == "Web\twould delete\n")
    #expect(deleted.errors == "Web: 1 repository\n  iina/iina\n")
    #expect(user.mutations.isEmpty)
  }

  @Test func `stars only with the flag, and before changing lists`() async throws {
    let user = try await ListsHarness.start([("Web", [])])

    _ = await user.run("lists", "add", "Web", "vapor/vapor")
    #expect(user.sandbox.starredNames() == [])
    user.sandbox.forgetRequests()
    let starred = await user.run("lists", "add", "Web", "iina/iina", "vapor/vapor", "--star")

    #expect(starred.output == "iina/iina\tadded\nvapor/vapor\tadded\n")
    #expect(Set(user.sandbox.starredNames()) == ["iina/iina", "vapor/vapor"])
    let changes = user.sandbox.requests.filter { $0.method != "GET" }.map(\.path)
    let star = try #require(changes.firstIndex(of: "/user/starred/iina/iina"))
    #expect(changes[star + 1] == "/graphql" && user.mutations.count == 1)
  }

  @Test func `reads names from a pipe, and requires --yes for more than ten`() async throws {
    var user = try await ListsHarness.start([("Web", [])])
    user.input = await user.run("stars:>0", "--limit", "11").output
    user.sandbox.forgetRequests()

    let unasked = await user.run("lists", "add", "Web", "-")
    #expect(unasked.status == .usage && unasked.errors.contains("--yes"))
    #expect(unasked.errors.contains("cannot ask for confirmation without a terminal"))
    #expect(user.mutations.isEmpty)

    let confirmed = await user.run("lists", "add", "Web", "-", "--yes")
    #expect(confirmed.lines.count == 11 && confirmed.lines.allSatisfy { $0.hasSuffix("\tadded") })
    #expect(user.lists["Web"]?.count == 11)
    #expect(await user.run("lists", "undo").status == .usage)
    #expect(await user.run("lists", "undo", "--yes").status == .success)
    #expect(user.lists["Web"] == [])
  }

  @Test func `asks on a terminal, and changes nothing after a no`() async throws {
    var user = try await ListsHarness.start([("Web", ["vapor/vapor"])])
    user.typed = "n\n"

    let refused = await user.run("lists", "delete", "Web")
    #expect(refused.status == .negative)
    #expect(refused.errors.hasPrefix("Web: 1 repository\n  vapor/vapor\n"))
    #expect(user.lists["Web"] != nil)

    user.typed = "yes\n"
    #expect(await user.run("lists", "delete", "Web").output == "Web\tdeleted\n")
    #expect(user.lists.isEmpty)
  }

  @Test func `Ctrl-C between two repositories reports progress, and the next run does the rest`()
    async throws
  {
    let user = try await ListsHarness.start([("Web", [])])
    let names = ["vapor/vapor", "iina/iina", "atom/atom"]
    let gate = SandboxGate()
    let writes = Guarded(0)
    let isSecond = RequestMatcher { request in
      guard String(decoding: request.body, as: UTF8.self).contains("updateUserListsForItem(")
      else { return false }
      return writes.withLock { count in
        count += 1
        return count == 2
      }
    }
    user.sandbox.script(.hold(gate), on: isSecond)
    let run = Task { await user.run(["lists", "add", "Web"] + names) }
    try await gate.arrivals(1)
    run.cancel()
    let outcome = await run.value

    #expect(outcome.status == .interrupted)
    #expect(outcome.output == "vapor/vapor\tadded\n")
    #expect(
      outcome.errors == "ghsearch: lists add iina/iina: canceled; "
        + "1 more not attempted; to continue, run the command again\n"
    )

    user.sandbox.forgetRequests()
    let again = await user.run(["lists", "add", "Web"] + names)
    #expect(again.output == "vapor/vapor\tunchanged\niina/iina\tadded\natom/atom\tadded\n")
    #expect(user.mutations.count == 2)
    #expect(Set(user.lists["Web"] ?? []) == Set(names))
  }

  @Test func `continues after a repository that does not exist`() async throws {
    let user = try await ListsHarness.start([("Web", [])])

    let outcome = await user.run("lists", "add", "Web", "no/such-thing", "vapor/vapor")

    #expect(outcome.status == .partial)
    #expect(outcome.output == "no/such-thing\tfailed\nvapor/vapor\tadded\n")
    #expect(outcome.errors.contains("no/such-thing was not found"))
  }
}
