import Foundation
import GitHubSandbox
import OperationTesting
import Output
import TestSupport
import Testing

@testable import Commands

/// `stars list --user` and `stars search --user`.
@Suite struct OtherUserTests {
  private let home = TemporaryFolder()

  private static func sandbox(
    _ stars: [String] = ["vapor/vapor", "junegunn/fzf", "rust-lang/rust"]
  ) async throws -> Sandbox {
    var configuration = SandboxConfiguration()
    configuration.stars = ["octocat": ["iina/iina", "junegunn/fzf"], "Hubot": stars]
    return try await Sandbox.start(configuration)
  }

  private func signedIn(_ sandbox: Sandbox) -> Harness {
    Harness.signedIn(to: sandbox).atHome(home)
  }

  private func anonymous(_ sandbox: Sandbox) -> Harness {
    Harness.anonymous(to: sandbox).atHome(home)
  }

  @Test func `lists and searches another user's stars, also without a token`() async throws {
    let sandbox = try await Self.sandbox()

    let all = await anonymous(sandbox).run("stars", "--user", "hubot")
    let some = await anonymous(sandbox).run("stars", "list", "--user", "hubot", "--language", "go")
    let found = await anonymous(sandbox).run("stars", "search", "--user", "HUBOT", "fuzy finder")

    #expect(all.names == ["rust-lang/rust", "junegunn/fzf", "vapor/vapor"])
    #expect(some.names == ["junegunn/fzf"])
    #expect(found.names == ["junegunn/fzf"])
    #expect(found.errors.contains(#"showing "fuzzy finder""#))
    #expect(sandbox.requests.map(\.path) == ["/users/hubot/starred"])
  }

  @Test func `rereads another user's stars after a day, or with --no-cache`() async throws {
    let sandbox = try await Self.sandbox()
    let command = ["stars", "list", "--user", "hubot"]
    func next(_ name: String, after hours: Double, _ flags: String...) async -> [String] {
      sandbox.service.setStar(true, on: name, by: "hubot")
      var harness = anonymous(sandbox)
      harness.localDate = { Harness.date + hours * 3_600 }
      return await harness.run(command + flags).names
    }
    _ = await anonymous(sandbox).run(command)

    #expect(await next("iina/iina", after: 23).count == 3)
    #expect(await next("vim/vim", after: 25).count == 5)
    #expect(await next("tmux/tmux", after: 26).count == 5)
    #expect(await next("curl/curl", after: 26, "--no-cache").count == 7)
    sandbox.service.setStar(false, on: "curl/curl", by: "hubot")
    #expect(await next("vim/vim", after: 26, "--no-cache").count == 6)
  }

  @Test func `leaves the user's own stars unchanged, and marks them`() async throws {
    let sandbox = try await Self.sandbox()
    _ = await signedIn(sandbox).run("stars", "sync")

    let rows = await signedIn(sandbox).run(
      "stars",
      "list",
      "--user",
      "hubot",
      "--sort",
      "name",
      "--jsonl",
      "fullName,isStarred"
    )
    sandbox.forgetRequests()
    let own = await signedIn(sandbox).run("stars", "list")

    #expect(
      rows.lines == [
        #"{"fullName":"junegunn/fzf","isStarred":true}"#,
        #"{"fullName":"rust-lang/rust","isStarred":false}"#,
        #"{"fullName":"vapor/vapor","isStarred":false}"#,
      ]
    )
    #expect(own.names == ["junegunn/fzf", "iina/iina"])
    #expect(sandbox.requests.isEmpty)
  }

  @Test func `shows when that user starred each repository`() async throws {
    let sandbox = try await Self.sandbox()
    let list = ["stars", "list", "--jsonl", "fullName,starredAt"]
    let own = await signedIn(sandbox).run(list).lines
    let anonymous = await anonymous(sandbox).run(list + ["--user", "hubot"]).lines

    let others = await signedIn(sandbox).run(list + ["--user", "hubot"]).lines

    #expect(others == anonymous && !others.joined().contains("null"))
    let shared = { (lines: [String]) in lines.filter { $0.contains("junegunn/fzf") } }
    #expect(shared(others).count == 1 && shared(others) != shared(own))
  }

  @Test func `reports an unknown user, and a user without stars`() async throws {
    let sandbox = try await Self.sandbox()

    let missing = await anonymous(sandbox).run("stars", "list", "--user", "nobody-at-all")
    let none = await anonymous(sandbox).run("stars", "list", "--user", "vapor")

    #expect(missing.status == .notFound && missing.output.isEmpty)
    #expect(missing.errors == "ghsearch: stars list nobody-at-all: not found; check the login\n")
    #expect(none.status == .success)
    #expect(none.errors == "ghsearch: vapor has no public stars\n")
  }

  @Test(
    arguments: [
      ["list", "--unlisted"], ["list", "--list", "Later"], ["list", "--gone"],
      ["search", "note:work"], ["search", "a (b OR -readme:c)"], ["search", "list:later"],
      ["search", "a", "--in", "name,readme"], ["search", "a", "--in", "note"],
    ]
  )
  func `rejects flags that apply only to the user's own stars`(_ arguments: [String]) async throws {
    let sandbox = try await Self.sandbox()

    let outcome = await anonymous(sandbox).run(["stars"] + arguments + ["--user", "hubot"])

    #expect(outcome.status == .usage)
    #expect(outcome.errors.hasPrefix("ghsearch: usage: --user and "), "\(outcome.errors)")
    #expect(outcome.errors.contains(" cannot be used together; see `ghsearch stars "))
    #expect(sandbox.requests.isEmpty)
  }

  @Test(arguments: [["--user", "not a login"], ["--user", "../x"], ["--no-cache"]])
  func `rejects text that is not a login`(_ arguments: [String]) async throws {
    let sandbox = try await Self.sandbox()

    let outcome = await anonymous(sandbox).run(["stars", "list"] + arguments)

    #expect(outcome.status == .usage)
    #expect(sandbox.requests.isEmpty)
  }

  @Test func `resumes an interrupted read`() async throws {
    let sandbox = try await Sandbox.start()
    let names = await anonymous(sandbox).run("stars:>0", "--limit", "250").names
    for name in names { sandbox.service.setStar(true, on: name, by: "vapor") }
    sandbox.script(
      .respond(status: 404, body: "{}"),
      on: .path("/users/vapor/starred") && .page(3)
    )

    let first = await anonymous(sandbox).run("stars", "list", "--user", "vapor")
    sandbox.forgetRequests()
    let second = await anonymous(sandbox).run("stars", "list", "--user", "vapor")

    #expect(first.status == .partial && first.output.isEmpty)
    #expect(first.errors.contains("stopped after 200 of about 300 stars"), "\(first.errors)")
    #expect(first.errors.hasSuffix("the same command resumes from there\n"), "\(first.errors)")
    #expect(second.lines.count == 250)
    #expect(sandbox.requests.compactMap { $0.parameter("page") } == ["1", "3"])
  }

  @Test func `removes other users' stars a month after the last read`() async throws {
    let sandbox = try await Self.sandbox()
    _ = await anonymous(sandbox).run("stars", "list", "--user", "hubot")
    let directory = "\(home.path)/.cache/ghsearch/stars-loopback"
    let files = { Set(try FileManager.default.contentsOfDirectory(atPath: directory)) }
    #expect(try files().contains("hubot.db"))

    var later = anonymous(sandbox)
    later.localDate = { Date.now + 40 * 86_400 }
    _ = await later.run("stars", "list", "--user", "vapor")

    #expect(try files().contains("vapor.db"))
    #expect(try !files().contains { $0.hasPrefix("hubot") })
  }
}
