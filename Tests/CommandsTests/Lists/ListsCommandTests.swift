import GitHubSandbox
import OperationTesting
import Output
import Testing

@testable import Commands

/// Commands that show lists, and flags that select stars by list.
@Suite struct ListsCommandTests {
  private static func user() async throws -> ListsHarness {
    try await ListsHarness.start(
      [("Web servers", ["vapor/vapor"]), ("Later", ["iina/iina", "vapor/vapor", "atom/atom"])],
      stars: ["vapor/vapor", "iina/iina", "junegunn/fzf"]
    )
  }

  @Test func `the first run copies the lists and says so, and the next needs no network`()
    async throws
  {
    let user = try await Self.user()

    let first = await user.run("lists")
    await user.sandbox.stop()
    let second = await user.run("lists")

    #expect(first.output == "Web servers\t1\tno\t\nLater\t3\tno\t\n")
    #expect(
      first.errors
        == "ghsearch: no local copy of your lists yet; fetched 2 lists from GitHub\n"
    )
    #expect(second.output == first.output && second.errors.isEmpty)
  }

  @Test(arguments: [nil, TerminalSize(columns: 80, rows: 24)])
  func `explains how to create the first list`(_ terminal: TerminalSize?) async throws {
    var user = try await ListsHarness.start()
    user.terminal = terminal
    _ = await user.run("lists")

    let outcome = await user.run("lists")

    #expect(outcome.status == .success && outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "ghsearch: no star lists yet; create one with `ghsearch lists create NAME`\n"
    )
  }

  @Test func `a sync updates the lists`() async throws {
    let user = try await Self.user()

    let synced = await user.run("stars", "sync")
    user.sandbox.service.deleteList("Later")
    user.sandbox.service.setLists(["Mac"], of: "iina/iina")
    let again = await user.run("stars", "sync")

    #expect(synced.output == "3 stars: 3 added, 0 removed\n2 lists: 4 repositories\n")
    #expect(again.output == "3 stars: nothing changed\n2 lists: 2 repositories\n")
    #expect(await user.run("lists").output == "Web servers\t1\tno\t\nMac\t1\tno\t\n")
  }

  @Test func `a sync with unreadable lists is partial, and keeps the old lists`() async throws {
    let user = try await Self.user()
    _ = await user.run("lists")
    user.sandbox.script(.failure(status: 400, message: "Oops"), on: .graphQL, times: 2)

    let synced = await user.run("stars", "sync")

    #expect(synced.status == .partial && synced.output == "3 stars: 3 added, 0 removed\n")
    #expect(synced.errors.contains("ghsearch: sync your star lists: "))
    #expect(await user.run("lists").output == "Web servers\t1\tno\t\nLater\t3\tno\t\n")
  }

  @Test func `prints lists in the same formats as repositories`() async throws {
    let user = try await Self.user()
    _ = await user.run("lists", "create", "Read, later", "--description", "Soon", "--private")

    let json = await user.run("lists", "--json", "name,slug,description,isPrivate,repositoryCount")
    #expect(
      json.lines.dropFirst(3).first == #"{"name":"Read, later","slug":"read-later","#
        + #""description":"Soon","isPrivate":true,"repositoryCount":0}"#
    )
    let all = await user.run("lists", "--jsonl", "all", "-L", "1").output
    #expect(all.contains(#""createdAt":"20"#) && all.contains(#""updatedAt":"20"#))
    #expect(
      await user.run("lists", "--csv", "name,repositoryCount").output
        == "name,repositoryCount\r\nWeb servers,1\r\nLater,3\r\n\"Read, later\",0\r\n"
    )
    #expect(
      await user.run("lists", "--template", "{{name}}: {{repositoryCount}}", "-L", "2").output
        == "Web servers: 1\nLater: 3\n"
    )
    let unknown = await user.run("lists", "--json", "nmae")
    #expect(unknown.status == .usage && unknown.errors.contains("did you mean name?"))
  }

  @Test func `numbers the rows of lists shown on a terminal`() async throws {
    var user = try await Self.user()
    #expect(await user.run("lists", "show", "2").status == .notFound)
    user.terminal = TerminalSize(columns: 60, rows: 24)

    let table = await user.run("lists")
    #expect(table.output == "1  Web servers  1\n2  Later        3\n")
    #expect(table.errors.hasSuffix("2 lists\n"))

    user.terminal = nil
    for row in ["2", "#2"] {
      let shown = await user.run("lists", "show", row)
      #expect(shown.names == ["iina/iina", "vapor/vapor", "atom/atom"])
    }
  }

  @Test(arguments: ["Web servers", "web SERVERS", "web-servers"])
  func `finds a list by its name in any case, or by its slug`(_ name: String) async throws {
    let user = try await Self.user()

    #expect(await user.run("lists", "show", name).names == ["vapor/vapor"])
  }

  @Test func `matches case exactly if several lists differ only in case`() async throws {
    let user = try await ListsHarness.start([("Web", ["vapor/vapor"]), ("WEB", ["iina/iina"])])

    #expect(await user.run("lists", "show", "WEB").names == ["iina/iina"])
    let ambiguous = await user.run("lists", "show", "web")
    #expect(ambiguous.status == .usage)
    #expect(ambiguous.errors.contains("is ambiguous: \"Web\", \"WEB\""))
  }

  @Test func `distinguishes an empty list from one with no matches`() async throws {
    let user = try await ListsHarness.start([("Web", ["vapor/vapor"]), ("Later", [])])

    let empty = await user.run("lists", "show", "Later")
    let filtered = await user.run("lists", "show", "Web", "--language", "cobol")

    #expect(empty.errors.hasSuffix("ghsearch: the list is empty\n"), "\(empty.errors)")
    #expect(filtered.errors.hasSuffix("ghsearch: no stars match\n"), "\(filtered.errors)")
  }

  @Test func `an unknown list is not found, and the nearest name is suggested`() async throws {
    let user = try await Self.user()

    for command in [["show", "Latr"], ["add", "Latr", "vapor/vapor"], ["delete", "Latr"]] {
      let outcome = await user.run(["lists"] + command)
      #expect(outcome.status == .notFound)
      #expect(outcome.errors.contains("no list \"Latr\", did you mean \"Later\"?"))
    }
    #expect(user.mutations.isEmpty)
  }

  @Test func `shows the repositories in a list like stars, with lists and times`() async throws {
    let user = try await Self.user()
    _ = await user.run("stars", "sync")

    let shown = await user.run(
      "lists",
      "show",
      "Later",
      "--jsonl",
      "fullName,isStarred,lists",
      "-L",
      "3"
    )
    #expect(
      shown.lines == [
        #"{"fullName":"iina/iina","isStarred":true,"lists":["Later"]}"#,
        #"{"fullName":"vapor/vapor","isStarred":true,"lists":["Web servers","Later"]}"#,
        #"{"fullName":"atom/atom","isStarred":false,"lists":["Later"]}"#,
      ]
    )
    let times = await user.run("lists", "show", "Later", "--csv", "starredAt").lines
    #expect(times.count == 3 && times[1].hasPrefix("20"))
    #expect(await user.run("lists", "show", "Later", "--language", "swift").names.count == 2)

    await user.sandbox.stop()
    let again = await user.run("lists", "show", "Later")
    #expect(again.lines.count == 3 && again.errors.isEmpty)
  }

  @Test func `requests unknown members of a list once`() async throws {
    let members = ["vapor/vapor", "iina/iina", "rust-lang/rust"]
    let user = try await ListsHarness.start([("Web", members)])
    _ = await user.run("lists")
    user.sandbox.forgetRequests()

    let shown = await user.run("lists", "show", "Web", "--jsonl", "fullName,language", "-L", "1")

    #expect(shown.output == #"{"fullName":"vapor/vapor","language":"Swift"}"# + "\n")
    #expect(user.sandbox.requests.map(\.path) == ["/graphql"])
  }

  @Test func `selects stars in any of several lists, or in none`() async throws {
    let user = try await Self.user()
    _ = await user.run("stars", "sync")

    let union = await user.run("stars", "list", "--list", "later", "--list", "web-servers")
    #expect(Set(union.names) == ["vapor/vapor", "iina/iina"])
    let web = await user.run("stars", "search", "web", "--list", "Web servers")
    #expect(web.names == ["vapor/vapor"])
    let none = await user.run("stars", "list", "--unlisted")
    #expect(none.names == ["junegunn/fzf"])
    let export = await user.run("stars", "export", "--csv", "--unlisted").lines
    #expect(export.count == 2)
    let prune = await user.run("stars", "prune", "--list", "Web servers", "--dry-run")
    #expect(prune.names == ["vapor/vapor"])
    let both = await user.run("stars", "list", "--list", "Later", "--unlisted")
    #expect(both.status == .usage)
    let unknown = await user.run("stars", "list", "--list", "Nowhere")
    #expect(unknown.status == .notFound)
  }

  @Test func `stars have the fields lists and starredAt`() async throws {
    let user = try await Self.user()
    let before = await user.run("stars", "list", "--jsonl", "lists", "-L", "1").output
    #expect(before == "{\"lists\":null}\n")
    _ = await user.run("stars", "sync")

    let stars = await user.run("stars", "list", "--sort", "name", "--jsonl", "fullName,lists")
    #expect(
      stars.lines == [
        #"{"fullName":"iina/iina","lists":["Later"]}"#,
        #"{"fullName":"junegunn/fzf","lists":[]}"#,
        #"{"fullName":"vapor/vapor","lists":["Web servers","Later"]}"#,
      ]
    )
    let times = await user.run("stars", "list", "--jsonl", "starredAt").lines
    #expect(times.allSatisfy { $0.hasPrefix(#"{"starredAt":"20"#) })
    let export = await user.run("stars", "export", "--json").output
    #expect(export.contains(#""lists":["Web servers","Later"]"#))
  }

  @Test func `an export by list ends with unlisted stars, and omits empty lists`()
    async throws
  {
    let user = try await Self.user()
    _ = await user.run("lists", "create", "Empty")
    _ = await user.run("stars", "sync")

    let export = await user.run("stars", "export", "--markdown", "--by-list").lines
    #expect(
      export.filter { !$0.isEmpty }.map { $0.prefix { $0 != "]" } } == [
        "# Stars", "## Web servers", "- [vapor/vapor", "## Later", "- [iina/iina",
        "- [vapor/vapor", "## In no list", "- [junegunn/fzf",
      ]
    )
    #expect(await user.run("stars", "export", "--json", "--by-list").status == .usage)
  }

  @Test func `view names a repository's lists`() async throws {
    var user = try await Self.user()
    _ = await user.run("stars", "sync")

    let lines = await user.run("view", "vapor/vapor").lines
    #expect(lines.last == "lists\tWeb servers, Later")
    let json = await user.run("view", "iina/iina", "--json", "lists").output
    #expect(json == "{\"lists\":[\"Later\"]}\n")
    let unlisted = await user.run("view", "junegunn/fzf").output
    #expect(!unlisted.contains("\nlists\t"))
    user.terminal = TerminalSize(columns: 80, rows: 200)
    let screen = await user.run("view", "vapor/vapor", "--no-readme").output
    #expect(screen.contains("\nLists         Web servers, Later\n"))
  }
}
