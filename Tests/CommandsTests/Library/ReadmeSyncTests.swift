import Foundation
import GitHubSandbox
import Terminal
import TestSupport
import Testing

@testable import Commands

@Suite struct ReadmeSyncTests {
  private let home: TemporaryHome

  init() throws {
    home = try TemporaryHome()
  }

  private func sandbox(
    _ stars: [String],
    _ configure: (inout SandboxConfiguration) -> Void = { _ in }
  ) async throws -> Sandbox {
    var configuration = SandboxConfiguration()
    configuration.stars = ["octocat": stars]
    configure(&configuration)
    return try await Sandbox.start(configuration)
  }

  private func harness(_ sandbox: Sandbox) -> Harness {
    Harness.signedIn(to: sandbox).atHome(home)
  }

  private func readmeRequests(_ sandbox: Sandbox) -> [String] {
    sandbox.requests.map(\.path).filter { $0.hasSuffix("/readme") }
      .map { String($0.dropFirst("/repos/".count).dropLast("/readme".count)) }
  }

  private static func names(_ outcome: Outcome) -> [String] {
    outcome.lines.map { String($0.prefix { $0 != "\t" }) }
  }

  // MARK: Fetching

  @Test func `fetches the newest stars first, and remembers that READMEs are wanted`() async throws
  {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq", "vapor/vapor"])

    let plain = await harness(sandbox).run("stars", "sync")
    #expect(plain.output == "3 stars: 3 added, 0 removed\n")
    let first = await harness(sandbox).run("stars", "sync", "--readmes")
    let asked = readmeRequests(sandbox)
    sandbox.forgetRequests()
    let second = await harness(sandbox).run("stars", "sync")

    #expect(first.output == "3 stars: nothing changed\n3 READMEs: 3 fetched\n")
    #expect(asked == ["vapor/vapor", "jqlang/jq", "junegunn/fzf"])
    #expect(second.output == "3 stars: nothing changed\n3 READMEs: nothing changed\n")
    #expect(readmeRequests(sandbox) == [])
    await sandbox.stop()
  }

  @Test func `asks for READMEs one after another, not too fast`() async throws {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq"])
    let harness = harness(sandbox)

    _ = await harness.run("stars", "sync", "--readmes")

    #expect(harness.clock.sleeps.count { $0 == .milliseconds(70) } == 2)
    await sandbox.stop()
  }

  @Test func `after a push, asks only for that README, and a 304 leaves it unchanged`() async throws
  {
    let names = ["octo/one", "octo/two"]
    func configure(pushed: Int) -> (inout SandboxConfiguration) -> Void {
      { configuration in
        configuration.repositories = names.enumerated().map { index, name in
          var repository = Self.repository(name, id: 990_000_000 + index)
          if index == 0 { repository.pushed = UnixTime(seconds: pushed) }
          return repository
        }
      }
    }
    let before = try await sandbox(names, configure(pushed: 1_700_000_000))
    _ = await harness(before).run("stars", "sync", "--readmes")
    await before.stop()

    let after = try await sandbox(names, configure(pushed: 1_700_000_100))
    let outcome = await harness(after).run("stars", "sync")

    #expect(outcome.output.hasSuffix("2 READMEs: 1 unchanged\n"))
    #expect(readmeRequests(after) == ["octo/one"])
    #expect(after.requests.last?.headers["If-None-Match"]?.isEmpty == false)
    #expect(Self.names(await harness(after).run("stars", "search", "topics")).sorted() == names)
    await after.stop()
  }

  private static func repository(_ name: String, id: Int) -> SandboxRepository {
    let parts = name.split(separator: "/").map(String.init)
    var repository = SandboxRepository(
      id: id,
      owner: SandboxOwner(login: parts[0]),
      name: parts[1]
    )
    repository.description = "Some words"
    return repository
  }

  @Test func `records READMEs that are gone, blocked or absent as missing`() async throws {
    let sandbox = try await sandbox(["octo/gone", "octo/blocked", "octocat/boysenberry-repo-1"]) {
      var gone = Self.repository("octo/gone", id: 990_000_001)
      gone.flags = .gone
      var blocked = Self.repository("octo/blocked", id: 990_000_002)
      blocked.flags = .blocked
      $0.repositories = [gone, blocked]
    }

    let first = await harness(sandbox).run("stars", "sync", "--readmes")
    sandbox.forgetRequests()
    let second = await harness(sandbox).run("stars", "sync")

    #expect(first.status == .success)
    #expect(first.output.hasSuffix("0 READMEs: 3 missing\n"))
    #expect(second.output.hasSuffix("0 READMEs: nothing changed\n"))
    #expect(readmeRequests(sandbox) == [])
    await sandbox.stop()
  }

  @Test func `follows a repository that was renamed meanwhile`() async throws {
    let before = try await sandbox(["octo/before"]) {
      $0.repositories = [Self.repository("octo/before", id: 990_000_001)]
    }
    _ = await harness(before).run("stars", "sync")
    await before.stop()
    // Its page of stars is the same, so only the request for the README meets the new name.
    let after = try await sandbox(["octo/after"]) {
      var renamed = Self.repository("octo/after", id: 990_000_001)
      renamed.formerNames = ["octo/before"]
      $0.repositories = [renamed]
    }
    after.script(.respond(status: 304, body: ""), on: .path("/user/starred"))

    let outcome = await harness(after).run("stars", "sync", "--readmes")

    #expect(outcome.output.hasSuffix("1 README: 1 fetched\n"))
    await after.stop()
  }

  // MARK: Ending early

  @Test func `continues a run that ended early`() async throws {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq", "vapor/vapor"])
    sandbox.script(.drop, on: .path("/repos/jqlang/jq/readme"), times: .max)

    let first = await harness(sandbox).run("stars", "sync", "--readmes")
    sandbox.forgetFaults()
    sandbox.forgetRequests()
    let second = await harness(sandbox).run("stars", "sync")

    #expect(first.status == .partial)
    #expect(first.output.hasSuffix("1 README: 1 fetched, 2 left\n"))
    #expect(first.errors.contains("the next `ghsearch stars sync` resumes from there"))
    #expect(second.output.hasSuffix("3 READMEs: 2 fetched\n"))
    #expect(readmeRequests(sandbox) == ["jqlang/jq", "junegunn/fzf"])
    await sandbox.stop()
  }

  @Test func `a README that GitHub fails to send does not stop the others`()
    async throws
  {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq", "vapor/vapor"])
    sandbox.script(
      .failure(status: 502, message: "Oops"),
      on: .path("/repos/jqlang/jq/readme"),
      times: 4
    )

    let first = await harness(sandbox).run("stars", "sync", "--readmes")
    let second = await harness(sandbox).run("stars", "sync")

    #expect(first.status == .partial)
    #expect(first.output.hasSuffix("2 READMEs: 2 fetched, 1 failed\n"))
    #expect(second.status == .success)
    #expect(second.output.hasSuffix("3 READMEs: 1 fetched\n"))
    await sandbox.stop()
  }

  @Test func `leaves 500 requests of the hour`() async throws {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq", "vapor/vapor"]) {
      // One is for the user, one for the stars.
      $0.rateLimits.core = 504
    }

    let outcome = await harness(sandbox).run("stars", "sync", "--readmes")

    #expect(outcome.status == .partial)
    #expect(outcome.output.hasSuffix("2 READMEs: 2 fetched, 1 left\n"))
    #expect(
      outcome.errors.contains("the last 500 requests of this hour are kept for other commands")
    )
    #expect(readmeRequests(sandbox).count == 2)
    await sandbox.stop()
  }

  @Test func `READMEs that wait for the limit are no failure of a sync that did not ask for them`()
    async throws
  {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq", "vapor/vapor"]) {
      $0.rateLimits.core = 504
    }
    func sync(_ flags: String...) async -> Outcome {
      var harness = harness(sandbox)
      harness.errorTerminal = TerminalSize(columns: 80, rows: 24)
      return await harness.run(["stars", "sync"] + flags)
    }

    let asked = await sync("--readmes")
    let later = await sync()

    #expect(asked.status == .partial)
    #expect(asked.errors.contains("ghsearch: this hour's rate limit allows 2 of 3 READMEs\n"))
    #expect(later.status == .success)
    #expect(later.output.hasSuffix("2 READMEs: 1 left\n"), "\(later.output)")
    #expect(later.errors.contains("kept for other commands; run `ghsearch stars sync` after"))
    await sandbox.stop()
  }

  @Test func `continues after the reset with --wait`() async throws {
    let clock = ManualSandboxClock()
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq", "vapor/vapor"]) {
      $0.rateLimits.core = 504
      $0.clock = clock
    }
    var harness = harness(sandbox)
    harness.onSleep = { length in
      if length > .seconds(60) { clock.advance(seconds: 3_601) }
    }

    let outcome = await harness.run("stars", "sync", "--readmes", "--wait")

    #expect(outcome.status == .success)
    #expect(outcome.output.hasSuffix("3 READMEs: 3 fetched\n"))
    #expect(outcome.errors.contains("waiting until"))
    await sandbox.stop()
  }

  @Test func `READMEs can be removed again`() async throws {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq"])
    _ = await harness(sandbox).run("stars", "sync", "--readmes")

    let removed = await harness(sandbox).run("stars", "sync", "--no-readmes")
    let later = await harness(sandbox).run("stars", "sync")

    #expect(removed.output.hasSuffix("2 READMEs removed\n"))
    #expect(later.output == "2 stars: nothing changed\n")
    #expect(await harness(sandbox).run("stars", "search", "gitignore").output.isEmpty)
    await sandbox.stop()
  }

  // MARK: Searching

  @Test(
    arguments: [
      ("\"command history\"", "junegunn/fzf"), ("缓存穿透", "Snailclimb/JavaGuide"),
      ("マウスホイール", "Caldis/Mos"), ("협업", "excalidraw/excalidraw"),
    ]
  )
  func `finds a repository by a phrase that only its README has`(
    _ text: String,
    _ name: String
  ) async throws {
    let sandbox = try await sandbox([
      "junegunn/fzf", "Snailclimb/JavaGuide", "Caldis/Mos", "excalidraw/excalidraw", "jqlang/jq",
    ])
    _ = await harness(sandbox).run("stars", "sync", "--readmes")
    await sandbox.stop()

    let found = await harness(sandbox).run("stars", "search", text)
    let elsewhere = await harness(sandbox).run("stars", "search", text, "--in", "name,description")

    #expect(Self.names(found) == [name])
    #expect(elsewhere.output.isEmpty)
  }

  @Test func `a terminal shows a line of context, and JSON has it`() async throws {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq"])
    _ = await harness(sandbox).run("stars", "sync", "--readmes")
    await sandbox.stop()
    var terminal = harness(sandbox)
    terminal.terminal = TerminalSize(columns: 60, rows: 24)

    let shown = await terminal.run("stars", "search", "bookmarks", "--color", "always")
    let json = await harness(sandbox).run(
      "stars",
      "search",
      "bookmarks",
      "--jsonl",
      "fullName,match"
    )
    let byName = await harness(sandbox).run("stars", "search", "fzf", "--jsonl", "fullName,match")
    let rows = await harness(sandbox).run("stars", "search", "bookmarks")

    #expect(shown.lines.count == 2)
    #expect(shown.lines.last?.contains("\u{1B}[") == true)
    #expect(shown.lines.last?.contains("bookmarks") == true)
    #expect(
      json.output.contains(#""match":"…"#) && json.output.contains("bookmarks or git commits")
    )
    #expect(byName.output == "{\"fullName\":\"junegunn/fzf\",\"match\":null}\n")
    #expect(rows.lines.count == 1)
  }

  @Test func `a search with a limit says how many there are, also with filters`() async throws {
    let sandbox = try await sandbox(["junegunn/fzf", "jqlang/jq", "vapor/vapor"])
    _ = await harness(sandbox).run("stars", "sync", "--readmes")
    func footer(_ flags: String...) async -> String {
      var harness = harness(sandbox)
      harness.terminal = TerminalSize(columns: 80, rows: 24)
      return await harness.run(["stars", "search", "license"] + flags).errors
    }

    #expect(await footer() == "3 stars\n")
    #expect(await footer("-L", "1") == "1 of 3 stars\n")
    #expect(await footer("-L", "3") == "3 stars\n")
    #expect(await footer("-L", "1", "--language", "go") == "1 of 3 stars\n")
    await sandbox.stop()
  }

  @Test func `an unknown field of --in is refused`() async throws {
    let sandbox = try await sandbox([])

    let outcome = await harness(sandbox).run("stars", "search", "x", "--in", "name,title")

    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains("name, topics, description, readme"))
    await sandbox.stop()
  }
}
