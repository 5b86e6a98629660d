import Foundation
import GitHubSandbox
import OperationTesting
import Output
import Terminal
import TestSupport
import Testing

@testable import Commands

/// A sync says which stars have changed, and a prune decides by what GitHub says now.
@Suite struct StarChangesTests {
  private let home = TemporaryFolder()

  private static let names = ["vapor/vapor", "rust-lang/rust", "iina/iina", "jqlang/jq"]

  private func harness(_ sandbox: Sandbox) -> Harness {
    Harness.signedIn(to: sandbox).atHome(home)
  }

  // MARK: What has changed

  @Test func `shows a curator what has changed since the last sync`() async throws {
    let sandbox = try await Sandbox.start(stars: Self.names)
    let first = await harness(sandbox).run("stars", "sync")
    sandbox.service.edit("rust-lang/rust") { repository in
      repository.name = "rust-next"
      repository.flags.insert(.archived)
    }
    sandbox.service.edit("iina/iina") { $0.flags = .gone }
    sandbox.service.edit("vapor/vapor") { repository in
      let published = UnixTime(seconds: Int(Harness.date.timeIntervalSince1970) - 86_400)
      repository.latestRelease = SandboxRelease("v5", name: "Five", published: published)
    }

    let second = await harness(sandbox).run("stars", "sync")
    let changes = await harness(sandbox).run("stars", "changes", "--jsonl", "fullName,kind,from,to")
    let gone = await harness(sandbox).run("stars", "changes", "--kind", "gone", "--csv", "fullName")
    let listed = await harness(sandbox).run("stars", "list", "--gone", "--jsonl", "fullName")
    let releases = await harness(sandbox).run(
      "stars",
      "releases",
      "--json",
      "fullName,tagName,name"
    )

    #expect(first.output == "4 stars: 4 added, 0 removed\n")
    #expect(
      second.lines.last == "1 new release · 1 archived · 1 renamed · 1 gone",
      "\(second.output)\(second.errors)"
    )
    #expect(
      Set(changes.lines) == [
        #"{"fullName":"rust-lang/rust-next","kind":"renamed","#
          + #""from":"rust-lang/rust","to":"rust-lang/rust-next"}"#,
        #"{"fullName":"rust-lang/rust-next","kind":"archived","from":null,"to":null}"#,
        #"{"fullName":"iina/iina","kind":"gone","from":null,"to":null}"#,
        #"{"fullName":"vapor/vapor","kind":"release","from":null,"to":"v5"}"#,
      ]
    )
    #expect(gone.lines == ["fullName", "iina/iina"])
    #expect(listed.lines == [#"{"fullName":"iina/iina"}"#])
    #expect(
      releases.lines == [
        "[", #"{"fullName":"vapor/vapor","tagName":"v5","name":"Five"}"#, "]",
      ]
    )
  }

  @Test func `rows of releases have numbers that name their repositories`() async throws {
    let sandbox = try await Sandbox.start(stars: ["vapor/vapor", "jqlang/jq"])
    for (name, tag, days) in [("vapor/vapor", "v5", 2), ("jqlang/jq", "jq/1.9", 1)] {
      sandbox.service.edit(name) { repository in
        let seconds = Int(Harness.date.timeIntervalSince1970) - days * 86_400
        repository.latestRelease = SandboxRelease(tag, published: UnixTime(seconds: seconds))
      }
    }
    _ = await harness(sandbox).run("stars", "sync")
    var user = harness(sandbox)
    user.terminal = TerminalSize(columns: 100, rows: 24)

    let table = await user.run("stars", "releases")
    let page = await harness(sandbox).run("stars", "releases", "2", "--web")

    #expect(table.lines.map { $0.contains("jq/1.9") } == [true, false])
    // The sandbox has no web pages.
    #expect(page.status == .usage && page.errors.contains("open vapor/vapor"), "\(page.errors)")
  }

  @Test func `shows the latest release of a named repository however old it is`() async throws {
    let sandbox = try await Sandbox.start(stars: ["vapor/vapor"])
    sandbox.service.edit("vapor/vapor") { repository in
      repository.latestRelease = SandboxRelease(
        "v1",
        published: UnixTime(year: 2020, month: 1, day: 1)
      )
    }
    _ = await harness(sandbox).run("stars", "sync")
    let command = ["stars", "releases", "--csv", "tagName"]

    let all = await harness(sandbox).run(command)
    let one = await harness(sandbox).run(command + ["vapor/vapor"])
    let recent = await harness(sandbox).run(command + ["vapor/vapor", "--since", "30d"])

    #expect(all.lines == ["tagName"])
    #expect(one.lines == ["tagName", "v1"])
    #expect(recent.lines == ["tagName"])
  }

  // MARK: Failures

  @Test func `names an owner with single sign-on after one request, without failing`()
    async throws
  {
    let sandbox = try await Sandbox.start(
      stars: Self.names + ["microsoft/vscode", "microsoft/terminal"]
    )
    let first = await harness(sandbox).run("stars", "sync", "--readmes")
    sandbox.service.requireSignOn(of: "microsoft")
    sandbox.forgetRequests()

    let synced = await harness(sandbox).run("stars", "sync")

    #expect(first.status == .success && synced.status == .success)
    #expect(synced.output.hasPrefix("6 stars: "))
    #expect(synced.errors.split(separator: "\n").count == 1)
    #expect(synced.errors.contains("repositories of microsoft were not updated: "))
    #expect(synced.errors.contains("You must grant your Personal Access token access"))
    #expect(sandbox.requests.filter { $0.path.hasPrefix("/repos/") }.count == 1)
    let listed = await harness(sandbox).run("stars", "list", "--jsonl", "fullName")
    #expect(listed.output.contains("microsoft/terminal"))
  }

  @Test func `counts unreadable repositories and keeps their stored facts`() async throws {
    let sandbox = try await Sandbox.start(stars: Self.names)
    _ = await harness(sandbox).run("stars", "sync")
    var traps = GraphQLTraps()
    traps.slow = ["vapor/vapor"]
    sandbox.service.setTraps(traps)

    let synced = await harness(sandbox).run("stars", "sync")

    #expect(synced.status == .partial)
    #expect(synced.output.hasPrefix("4 stars: "))
    #expect(synced.errors.contains("the next `ghsearch stars sync` reads the rest"))
    let listed = await harness(sandbox).run("stars", "--language", "swift", "--jsonl", "fullName")
    #expect(listed.output.contains("vapor/vapor"))
  }

  // MARK: Prune

  @Test func `skips a repository that was pushed a minute ago`() async throws {
    let sandbox = try await Sandbox.start(stars: Self.names) { configuration in
      configuration.repositories = ["one", "two"].enumerated().map { index, name in
        let owner = SandboxOwner(login: "octo")
        var repository = SandboxRepository(id: 990_000_000 + index, owner: owner, name: name)
        repository.pushed = UnixTime(year: 2012, month: 1, day: 1)
        return repository
      }
      configuration.stars = ["octocat": ["octo/one", "octo/two"]]
    }
    let prune = ["stars", "prune", "--not-pushed-for", "10y"]
    _ = await harness(sandbox).run("stars", "sync")
    sandbox.service.edit("octo/one") { repository in
      repository.pushed = UnixTime(seconds: Int(Harness.date.timeIntervalSince1970) - 60)
    }

    let offline = await harness(sandbox).run(
      prune + ["--dry-run", "--offline", "--csv", "fullName"]
    )
    let pruned = await harness(sandbox).run(prune + ["--yes", "--json", "fullName"])

    #expect(offline.lines == ["fullName", "octo/two", "octo/one"])
    #expect(pruned.lines == ["[", #"{"fullName":"octo/two"}"#, "]"])
    #expect(pruned.errors.contains("skipped 1: no longer matching"))
    #expect(sandbox.starredNames() == ["octo/one"])
  }

  @Test func `unstars nothing without the network`() async throws {
    let sandbox = try await Sandbox.start(stars: Self.names)
    _ = await harness(sandbox).run("stars", "sync")
    sandbox.script(.drop, times: .max)

    let pruned = await harness(sandbox).run("stars", "prune", "--language", "rust", "--yes")
    let unsafe = await harness(sandbox).run(
      "stars",
      "prune",
      "--language",
      "rust",
      "--yes",
      "--offline"
    )

    #expect(pruned.status == .network && pruned.output.isEmpty)
    #expect(unsafe.status == .usage)
    #expect(sandbox.starredNames().count == 4)
  }

  @Test func `prune removes the stars of repositories that are gone`() async throws {
    let sandbox = try await Sandbox.start(stars: Self.names)
    sandbox.service.edit("iina/iina") { $0.flags = .gone }
    _ = await harness(sandbox).run("stars", "sync")
    sandbox.script(
      .failure(status: 404, message: "Not Found"),
      on: .method("DELETE"),
      times: .max
    )

    let pruned = await harness(sandbox).run("stars", "prune", "--gone", "--yes")
    let listed = await harness(sandbox).run("stars", "list", "--gone", "--jsonl", "fullName")

    #expect(pruned.output == "iina/iina\tunstarred\n", "\(pruned.errors)")
    #expect(listed.output.isEmpty)
  }
}
