import GitHubSandbox
import OperationTesting
import Output
import Testing

@testable import Commands

/// Changes of lists whose responses are lost.
@Suite struct ListAnswerTests {
  /// A change, its output, and the resulting lists.
  struct Change: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let mutation: String
    let output: String
    let lists: [String: [String]]

    var testDescription: String { mutation }
  }

  private static let before = ["Web": ["iina/iina"]]

  private static let changes = [
    Change(
      arguments: ["create", "New", "--description", "Text"],
      mutation: "createUserList",
      output: "New\tcreated\n",
      lists: ["Web": ["iina/iina"], "New": []]
    ),
    Change(
      arguments: ["edit", "Web", "--name", "Net"],
      mutation: "updateUserList",
      output: "Web\trenamed to Net\n",
      lists: ["Net": ["iina/iina"]]
    ),
    Change(
      arguments: ["delete", "Web", "--yes"],
      mutation: "deleteUserList",
      output: "Web\tdeleted\n",
      lists: [:]
    ),
    Change(
      arguments: ["add", "Web", "vapor/vapor"],
      mutation: "updateUserListsForItem",
      output: "vapor/vapor\tadded\n",
      lists: ["Web": ["vapor/vapor", "iina/iina"]]
    ),
  ]

  private func user(readLag: Int = 0) async throws -> ListsHarness {
    try await ListsHarness.start([("Web", ["iina/iina"])], readLag: readLag)
  }

  @Test(arguments: changes, [0, 3])
  func `sends a list change without a response once, and succeeds if it was made`(
    _ change: Change,
    _ readLag: Int
  ) async throws {
    for fault in [SandboxFault.dropResponse, .truncate(bytes: 5)] {
      let user = try await user(readLag: readLag)
      user.sandbox.script(fault, on: .graphQL("{ \(change.mutation)("))

      let outcome = await user.run(["lists"] + change.arguments)

      #expect(outcome.status == .success && outcome.output == change.output)
      #expect(user.mutations == [change.mutation])
      #expect(user.lists == change.lists)
      #expect(user.sandbox.unusedFaultCount == 0)
      user.wait(seconds: 20)
      user.sandbox.service.settleLists()
      #expect(await user.run("lists", "undo", "--yes").status == .success)
      #expect(user.lists == Self.before)
    }
  }

  @Test(arguments: changes)
  func `sends a list change without a response once, and fails if it was not made`(_ change: Change)
    async throws
  {
    for (fault, status) in [
      (SandboxFault.drop, ExitStatus.network),
      (.failure(status: 502, message: "broken"), .badResponse),
    ] {
      let user = try await user()
      user.sandbox.script(fault, on: .graphQL("{ \(change.mutation)("))

      let outcome = await user.run(["lists"] + change.arguments)

      #expect(outcome.status == status && outcome.output.isEmpty)
      #expect(user.mutations == [change.mutation])
      #expect(user.lists == Self.before)
    }
  }

  @Test func `does not mistake another machine's list for the new one`()
    async throws
  {
    let user = try await user()
    user.sandbox.script(.drop, on: .graphQL("{ createUserList("))

    let outcome = await user.run("lists", "create", "Web 2")
    let again = await user.run("lists", "create", "Web 2")

    #expect(outcome.status == .network)
    #expect(again.output == "Web 2\tcreated\n")
  }
}

/// Lists and repositories that GitHub omits from its responses.
@Suite struct HiddenListTests {
  private static let secret = SandboxRepository(
    id: 990_000_003,
    owner: SandboxOwner(login: "acme", kind: .organization),
    name: "secret"
  )

  private func user() async throws -> ListsHarness {
    try await ListsHarness.start(
      [("Web", ["acme/secret", "vapor/vapor", "iina/iina"]), ("Later", [])],
      repositories: [Self.secret]
    )
  }

  private static let reason = "Resource protected by organization SAML enforcement."

  @Test func `commands work despite a repository behind single sign-on`()
    async throws
  {
    let user = try await user()
    _ = await user.run("stars", "sync")
    user.sandbox.service.requireSignOn(of: "acme")
    user.sandbox.service.setLists([], of: "iina/iina")

    let synced = await user.run("stars", "sync")
    let shown = await user.run("lists", "show", "Web")
    let added = await user.run("lists", "add", "Later", "acme/secret", "vapor/vapor")
    let removed = await user.run("lists", "remove", "Web", "vapor/vapor")
    let created = await user.run("lists", "create", "New")

    #expect(synced.status == .success)
    let warning = "ghsearch: acme/secret in the list \"Web\" cannot be read: \(Self.reason)"
    #expect(synced.errors.hasPrefix(warning) && synced.errors.filter { $0 == "\n" }.count == 1)
    // Unreadable repositories stay in the copy, and those removed from the list do not.
    #expect(shown.output.contains("acme/secret") && !shown.output.contains("iina/iina"))
    #expect(added.status == .partial)
    #expect(added.output == "acme/secret\tfailed\nvapor/vapor\tadded\n")
    #expect(added.errors.contains("acme/secret cannot be read (\(Self.reason)"))
    #expect(!added.errors.contains("scope"))
    #expect(removed.output == "vapor/vapor\tremoved\n")
    #expect(created.status == .success)
    #expect(user.lists == ["Web": ["acme/secret"], "Later": ["vapor/vapor"], "New": []])
  }

  @Test func `without a copy, reports how many repositories of a list are unreadable`() async throws
  {
    let user = try await user()
    user.sandbox.service.requireSignOn(of: "acme")

    let outcome = await user.run("lists")

    #expect(outcome.status == .success && outcome.output.hasPrefix("Web\t"))
    #expect(
      outcome.errors.contains("1 repository in the list \"Web\" cannot be read: \(Self.reason)")
    )
  }

  @Test func `a null list does not prevent the others from being read`() async throws {
    let user = try await user()
    user.sandbox.service.hideList("Web")

    let outcome = await user.run("lists")

    #expect(outcome.status == .success && outcome.output == "Later\t0\tno\t\n")
    #expect(outcome.errors.contains("ghsearch: 1 list cannot be read: GitHub left it out\n"))
  }

  @Test(arguments: [
    ["add", "Later", "vapor/vapor"], ["add", "Later", "apple/container"],
    ["remove", "Web", "iina/iina"], ["move", "--from", "Web", "--to", "Later", "iina/iina"],
  ])
  func `does not replace a repository's lists while one of them is null`(
    _ command: [String]
  ) async throws {
    let user = try await user()
    _ = await user.run("stars", "sync")
    let before = user.lists
    user.sandbox.service.hideList("Web")

    for flags in [[], ["--dry-run"]] {
      let outcome = await user.run(["lists"] + command + flags)

      #expect(outcome.status == .badResponse && outcome.output.isEmpty)
      #expect(outcome.errors.contains("GitHub left out 1 list"))
    }

    #expect(user.mutations.isEmpty && user.lists == before)
    // The copy still has the list.
    #expect(await user.run("lists", "show", "Web").output.contains("vapor/vapor"))
  }

  @Test(arguments: [["list", "--unlisted"], ["export", "--markdown", "--by-list"]])
  func `shows no star as unlisted if the sync lacks a list`(
    _ command: [String]
  ) async throws {
    let user = try await ListsHarness.start([("Web", ["iina/iina"])], stars: ["iina/iina"])
    user.sandbox.service.hideList("Web")
    _ = await user.run("stars", "sync")

    let outcome = await user.run(["stars"] + command)

    #expect(outcome.status == .badResponse && outcome.output.isEmpty)
    #expect(outcome.errors.contains("GitHub left out 1 list"))
  }

  @Test func `a star's lists are unknown if the sync lacks a list`() async throws {
    let user = try await ListsHarness.start([("Web", ["iina/iina"])], stars: ["iina/iina"])
    user.sandbox.service.hideList("Web")
    _ = await user.run("stars", "sync")

    let outcome = await user.run("stars", "list", "--jsonl", "fullName,lists")

    #expect(outcome.output == "{\"fullName\":\"iina/iina\",\"lists\":null}\n")
  }

  @Test func `creates, renames and deletes a list while another one is null`() async throws {
    let user = try await user()
    user.sandbox.service.hideList("Web")

    #expect(await user.run("lists", "create", "New").status == .success)
    #expect(await user.run("lists", "edit", "New", "--name", "Newer").status == .success)
    #expect(await user.run("lists", "delete", "Newer", "--yes").status == .success)

    #expect(user.lists.keys.sorted() == ["Later", "Web"])
  }
}
