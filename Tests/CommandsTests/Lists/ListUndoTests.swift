import GitHubSandbox
import OperationTesting
import Output
import System
import TestSupport
import Testing

@testable import Commands

/// `lists undo` and the journal, and `stars undo` where it restores lists.
@Suite struct ListUndoTests {
  @Test func `undo reverts only the difference, keeping later changes by others`() async throws {
    let user = try await ListsHarness.start([
      ("Web", ["iina/iina"]), ("Later", ["vapor/vapor"]), ("Mac", []),
    ])
    let arguments = ["lists", "move", "--from", "Later", "--to", "Web", "vapor/vapor"]
    _ = await user.run(arguments)
    user.sandbox.service.setLists(["Web", "Mac"], of: "vapor/vapor")
    user.wait(seconds: 20)

    let undone = await user.run("lists", "undo")

    #expect(undone.output == "vapor/vapor\tadded to Later, removed from Web\n")
    #expect(
      user.lists == ["Web": ["iina/iina"], "Later": ["vapor/vapor"], "Mac": ["vapor/vapor"]]
    )
  }

  @Test func `undo ignores what others have already reverted`() async throws {
    let user = try await ListsHarness.start([("Web", [])])
    _ = await user.run("lists", "add", "Web", "vapor/vapor")
    user.sandbox.service.setLists([], of: "vapor/vapor")
    user.sandbox.forgetRequests()
    user.wait(seconds: 20)

    #expect(await user.run("lists", "undo").output == "vapor/vapor\tunchanged\n")
    #expect(user.mutations.isEmpty)
  }

  @Test func `changes a list's description and visibility, and undoes it`() async throws {
    let user = try await ListsHarness.start()
    _ = await user.run("lists", "create", "Web", "--description", "Servers", "--private")
    func properties() async -> String? {
      await user.run("lists", "--csv", "name,description,isPrivate").lines.last
    }

    let edited = await user.run("lists", "edit", "web", "--description", "Sites", "--public")
    #expect(edited.output == "Web\tedited\n")
    #expect(await properties() == "Web,Sites,false")
    let planned = await user.run("lists", "edit", "web", "--description", "", "--dry-run")
    #expect(planned.output == "Web\twould edit\n")
    #expect(await user.run("lists", "edit", "web", "--description", "").status == .success)
    #expect(await properties() == "Web,,false")
    #expect(await user.run("lists", "edit", "web", "--public").output == "Web\tunchanged\n")

    #expect(await user.run("lists", "undo").output == "Web\trestored\n")
    #expect(await properties() == "Web,Sites,false")
    #expect(await user.run("lists", "undo").output == "Web\trestored\n")
    #expect(await properties() == "Web,Servers,true")
    #expect(await user.run("lists", "edit", "web").status == .usage)
  }

  @Test func `undoes changes one by one, last first`() async throws {
    let user = try await ListsHarness.start()
    _ = await user.run("lists", "create", "Web", "--description", "Servers", "--private")
    _ = await user.run("lists", "add", "Web", "vapor/vapor", "iina/iina")
    _ = await user.run("lists", "edit", "Web", "--name", "Net")
    _ = await user.run("lists", "delete", "Net", "--yes")
    #expect(user.lists.isEmpty)

    #expect(await user.run("lists", "undo", "--dry-run").output == "Net\twould undo\n")
    #expect(await user.run("lists", "undo").output == "Net\trestored\n")
    #expect(user.lists == ["Net": ["iina/iina", "vapor/vapor"]])
    let list = await user.run("lists", "--csv", "name,description,isPrivate").lines.last
    #expect(list == "Net,Servers,true")
    #expect(await user.run("lists", "undo").output == "Net\trenamed to Web\n")
    #expect(user.lists.keys.sorted() == ["Web"])
    let removed = "iina/iina\tremoved from Web\nvapor/vapor\tremoved from Web\n"
    #expect(await user.run("lists", "undo").output == removed)
    #expect(user.lists == ["Web": []])
    #expect(await user.run("lists", "undo").output == "Web\tdeleted\n")
    #expect(user.lists.isEmpty)
    #expect(await user.run("lists", "undo").errors.contains("nothing to undo"))
  }

  @Test func `asks before deleting a list that others have filled`() async throws {
    let user = try await ListsHarness.start()
    _ = await user.run("lists", "create", "Web")
    user.sandbox.service.setLists(["Web"], of: "vapor/vapor")
    user.wait(seconds: 20)

    let refused = await user.run("lists", "undo")

    #expect(refused.status == .usage && refused.errors.contains("vapor/vapor"))
    #expect(user.lists == ["Web": ["vapor/vapor"]])
  }

  @Test func `undo does not take a name that another list has now`() async throws {
    let user = try await ListsHarness.start([("Web", [])])
    _ = await user.run("lists", "edit", "Web", "--name", "Net")
    user.sandbox.service.makeList("Web")
    user.wait(seconds: 20)

    let refused = await user.run("lists", "undo")

    #expect(
      refused.status == .usage && refused.errors.contains("a list named \"Web\" already exists")
    )
    #expect(user.lists.keys.sorted() == ["Net", "Web"])
  }

  @Test func `journals a write without a response`() async throws {
    let user = try await ListsHarness.start([("Web", [])])
    user.sandbox.script(.dropResponse, on: .listWrite)
    // Its outcome cannot be determined either.
    let isOver = Guarded(false)
    user.sandbox.script(
      .failure(status: 500, message: "broken"),
      on: RequestMatcher { request in
        let isRead = String(decoding: request.body, as: UTF8.self).contains("node(id")
        return isRead && !isOver.withLock { $0 }
      },
      times: .max
    )

    let failed = await user.run("lists", "add", "Web", "vapor/vapor")
    #expect(failed.status == .network)
    #expect(user.lists == ["Web": ["vapor/vapor"]])
    isOver.withLock { $0 = true }
    user.wait(seconds: 20)

    #expect(await user.run("lists", "undo").output == "vapor/vapor\tremoved from Web\n")
    #expect(user.lists == ["Web": []])
  }

  @Test func `does not journal a write that GitHub refused`() async throws {
    let user = try await ListsHarness.start([("Web", [])])
    user.sandbox.script(
      .replaceBody(#"{"errors": [{"type": "FORBIDDEN", "message": "No."}]}"#),
      on: .listWrite
    )

    let refused = await user.run("lists", "add", "Web", "vapor/vapor")
    let undone = await user.run("lists", "undo")

    #expect(refused.status == .permission)
    #expect(undone.errors.contains("nothing to undo"))
  }

  @Test(arguments: [["unstar", "vapor/vapor"], ["stars", "prune", "--topic", "http", "--yes"]])
  func `stars undo restores the lists of unstarred repositories`(_ removal: [String]) async throws {
    let user = try await ListsHarness.start(
      [("Web", ["vapor/vapor"]), ("Later", ["vapor/vapor", "iina/iina"])],
      stars: ["vapor/vapor", "iina/iina"]
    )
    _ = await user.run("stars", "sync")
    let removed = await user.run(removal)
    #expect(removed.output.contains("vapor/vapor\tunstarred\n"))
    // GitHub may remove an unstarred repository from its lists.
    user.sandbox.service.setLists(["Mac"], of: "vapor/vapor")
    user.wait(seconds: 20)

    let undone = await user.run("stars", "undo")

    #expect(undone.output.contains("vapor/vapor\tstarred\n") && undone.status == .success)
    #expect(user.sandbox.starredNames().contains("vapor/vapor"))
    #expect(user.lists["Web"] == ["vapor/vapor"])
    #expect(Set(user.lists["Later"] ?? []) == ["vapor/vapor", "iina/iina"])
    #expect(user.lists["Mac"] == ["vapor/vapor"])
    #expect(await user.run("stars", "undo").errors.contains("nothing to undo"))
  }

  @Test func `stars undo adds no star that the copy did not have`() async throws {
    let user = try await ListsHarness.start(stars: ["iina/iina"])
    _ = await user.run("stars", "sync")
    _ = await user.run("unstar", "vapor/vapor")

    #expect(await user.run("stars", "undo").output == "")
    #expect(user.sandbox.starredNames() == ["iina/iina"])
  }

  @Test func `the next undo retries lists that could not be restored`() async throws {
    let user = try await ListsHarness.start([("Web", ["iina/iina"])], stars: ["iina/iina"])
    _ = await user.run("stars", "sync")
    _ = await user.run("unstar", "iina/iina")
    user.sandbox.service.setLists([], of: "iina/iina")
    user.wait(seconds: 20)
    user.sandbox.script(.failure(status: 400, message: "Oops"), on: .listWrite)

    let first = await user.run("stars", "undo")
    let second = await user.run("stars", "undo")

    #expect(first.status == .partial && first.output == "iina/iina\tstarred\n")
    #expect(second.status == .success)
    #expect(user.lists == ["Web": ["iina/iina"]])
  }
}
