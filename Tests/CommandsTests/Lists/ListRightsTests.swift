import GitHubSandbox
import OperationTesting
import Output
import Testing

@testable import Commands

/// The permissions that tokens need for lists, and GitHub's limits.
@Suite struct ListRightsTests {
  private static func token(_ scopes: String...) -> SandboxToken {
    SandboxToken("ghp_lists", kind: .classic(scopes: scopes))
  }

  private static let fineGrained = SandboxToken("github_pat_lists")

  private static let secret: SandboxRepository = {
    var repository = SandboxRepository(
      id: 990_000_002,
      owner: SandboxOwner(login: "octocat"),
      name: "secret"
    )
    repository.flags = .private
    return repository
  }()

  @Test func `syncs stars with a token that cannot read lists`() async throws {
    let user = try await ListsHarness.start(
      [("Web", [])],
      stars: ["vapor/vapor"],
      tokens: [Self.token("public_repo")]
    )

    let synced = await user.run("stars", "sync")

    #expect(synced.status == .success)
    #expect(synced.output == "1 star: 1 added, 0 removed\n")
    #expect(synced.errors.hasPrefix("ghsearch: star lists were not synced: "))
    #expect(synced.errors.contains("`gh auth refresh -s read:user`"))
    #expect(synced.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test(arguments: [["lists"], ["lists", "show", "Web"], ["stars", "list", "--list", "Web"]])
  func `names the scope that a token needs to read lists`(_ command: [String]) async throws {
    let user = try await ListsHarness.start(
      [("Web", [])],
      stars: ["vapor/vapor"],
      tokens: [Self.token("public_repo")]
    )

    let outcome = await user.run(command)

    #expect(outcome.status == .permission && outcome.output.isEmpty)
    #expect(outcome.errors.contains("`gh auth refresh -s read:user`"))
    #expect(outcome.errors.contains("add the scope \"read:user\""))
  }

  @Test(arguments: [
    (["vapor/vapor", "iina/iina"], "vapor/vapor\tfailed\n", 2),
    (["octocat/secret", "octocat/other"], "", 1),
  ])
  func `a refusal by an organization ends list changes if the rest belong to it`(
    _ names: [String],
    _ output: String,
    _ attempts: Int
  ) async throws {
    let other = SandboxRepository(
      id: 990_000_003,
      owner: SandboxOwner(login: "octocat"),
      name: "other"
    )
    let user = try await ListsHarness.start(
      [("Web", [])],
      tokens: [Self.token("repo", "user")],
      repositories: [Self.secret, other]
    )
    user.sandbox.script(
      .failure(status: 403, message: "Resource protected by organization SAML enforcement."),
      on: .listWrite,
      times: .max
    )

    let outcome = await user.run(["lists", "add", "Web"] + names)

    #expect(outcome.status == .permission && outcome.output == output)
    #expect(outcome.errors.contains("to continue, run the command again"))
    #expect(outcome.errors.count { $0 == "\n" } == attempts)
  }

  @Test(arguments: [
    ["add", "Web", "vapor/vapor", "--star"], ["remove", "Web", "iina/iina"], ["create", "New"],
    ["edit", "Web", "--name", "Net"], ["delete", "Web", "--yes"],
  ])
  func `a token that can only read lists changes nothing`(_ command: [String]) async throws {
    let user = try await ListsHarness.start(
      [("Web", ["iina/iina"])],
      tokens: [Self.token("public_repo", "read:user")]
    )
    #expect(await user.run("lists").output == "Web\t1\tno\t\n")

    let outcome = await user.run(["lists"] + command)

    #expect(outcome.status == .permission && outcome.output.isEmpty)
    #expect(outcome.errors.contains("lacks the scope \"user\"; run `gh auth refresh -s user`"))
    #expect(user.lists == ["Web": ["iina/iina"]])
    #expect(user.sandbox.starredNames().isEmpty)
    #expect(await user.run("lists", "undo").errors.contains("nothing to undo"))
  }

  @Test(arguments: [
    ["add", "Web", "vapor/vapor"], ["create", "New"], ["edit", "Web", "--name", "Net"],
    ["delete", "Web", "--yes"],
  ])
  func `names the scope for the change, not for the read before it`(
    _ command: [String]
  ) async throws {
    let user = try await ListsHarness.start([("Web", [])], tokens: [Self.token("public_repo")])

    let outcome = await user.run(["lists"] + command)

    #expect(outcome.status == .permission)
    #expect(outcome.errors.contains("lacks the scope \"user\"; run `gh auth refresh -s user`"))
    #expect(!outcome.errors.contains("read:user"))
  }

  @Test func `does not blame a scope that GitHub does not name`() async throws {
    let user = try await ListsHarness.start([("Web", [])])
    user.sandbox.script(
      .replaceBody(#"{"errors": [{"type": "FORBIDDEN", "message": "Not from this address."}]}"#),
      on: .graphQL
    )

    let outcome = await user.run("lists")

    #expect(outcome.status == .permission && outcome.errors.contains("Not from this address."))
    #expect(!outcome.errors.contains("scope"))
  }

  @Test func `says which token to use instead of a fine-grained one`() async throws {
    let user = try await ListsHarness.start([("Web", [])], tokens: [Self.fineGrained])

    let outcome = await user.run("lists")

    #expect(outcome.status == .permission)
    #expect(outcome.errors.contains("lists need a classic token with the scope \"user\""))
  }

  @Test func `sends nothing without a token`() async throws {
    let user = try await ListsHarness.start()

    let outcome = await Harness.anonymous(to: user.sandbox).atHome(user.home).run("lists")

    #expect(outcome.status == .authentication)
    #expect(user.sandbox.requests.isEmpty)
  }

  @Test func `a private repository requires a token that sees all members`() async throws {
    let all = Self.token("repo", "user")
    let some = SandboxToken("ghp_some", kind: .classic(scopes: ["public_repo", "user"]))
    var user = try await ListsHarness.start(
      [("Web", ["octocat/secret", "vapor/vapor"]), ("Later", [])],
      tokens: [all, some],
      repositories: [Self.secret]
    )
    user.token = some
    // As GitHub would show it to a token with access to only this repository.
    user.sandbox.script(
      .replaceBody(
        """
        {"data": {"r0": {"node_id": "R_1", "id": 990000002, "private": true, \
        "full_name": "octocat/secret", "viewerHasStarred": true}}}
        """
      ),
      on: .graphQL("r0: repository")
    )

    let shown = await user.run("lists", "add", "Later", "octocat/secret", "vapor/vapor")
    let unseen = await user.run("lists", "add", "Later", "octocat/secret")
    let open = await user.run("lists", "add", "Later", "vapor/vapor")

    #expect(shown.status == .permission)
    #expect(shown.errors.contains("octocat/secret is private"))
    #expect(shown.errors.contains("`gh auth refresh -s repo`"))
    #expect(unseen.status == .notFound && unseen.errors.contains("scope \"repo\""))
    #expect(open.output == "vapor/vapor\tadded\n")
    #expect(user.lists["Web"] == ["octocat/secret", "vapor/vapor"])

    user.token = all
    user.wait(seconds: 20)
    #expect(await user.run("lists", "add", "Later", "octocat/secret").status == .success)
    #expect(user.lists["Web"] == ["octocat/secret", "vapor/vapor"])
    #expect(user.lists["Later"] == ["octocat/secret", "vapor/vapor"])
  }

  @Test func `rejects names and descriptions that are too long before any request`() async throws {
    let user = try await ListsHarness.start()
    let (name, text) = (String(repeating: "ä", count: 33), String(repeating: "x", count: 161))

    for command in [
      ["create", name], ["create", "Web", "--description", text], ["edit", "Web", "--name", name],
      ["create", "  "],
    ] {
      #expect(await user.run(["lists"] + command).status == .usage)
    }
    #expect(user.sandbox.requests.isEmpty)

    let longest = String(repeating: "ä", count: 32)
    let most = String(repeating: "x", count: 160)
    let created = await user.run("lists", "create", longest, "--description", most)
    #expect(created.output == "\(longest)\tcreated\n")
  }

  @Test func `rejects a duplicate name and a 33rd list before sending a change`()
    async throws
  {
    let user = try await ListsHarness.start((1...32).map { ("List \($0)", []) })

    let full = await user.run("lists", "create", "One more")
    let taken = await user.run("lists", "create", "list 1")
    let renamed = await user.run("lists", "edit", "List 2", "--name", "LIST 1")

    #expect(full.status == .usage && full.errors.contains("GitHub allows only 32"))
    #expect(
      taken.status == .usage && taken.errors.contains("a list named \"List 1\" already exists")
    )
    #expect(renamed.status == .usage)
    #expect(user.mutations.isEmpty)
  }
}
