import Foundation
import GitHubModel
import GitHubSandbox
import Testing
import TokenStore

@testable import Commands
@testable import GitHubAPI

@Suite struct FileBudgetTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("ghsearch-budget-\(UUID().uuidString)")
  private var path: String { folder.appendingPathComponent("state/ghsearch").path }
  private var file: String { path + "/budget.json" }

  private func budget(boot: String = "boot") -> FileBudget {
    FileBudget(folder: path, boot: boot, rest: restForOther)
  }

  private func harness(_ sandbox: Sandbox, _ budget: FileBudget) -> Harness {
    var harness = Harness.anonymous(to: sandbox)
    harness.budget = budget
    return harness
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// A search each, every one with a keeper of its own, as separate processes have.
  private func search(_ count: Int, _ sandbox: Sandbox) async -> [Outcome] {
    var outcomes: [Outcome] = []
    for _ in 0..<count {
      outcomes.append(await harness(sandbox, budget()).run("swift", "--limit", "1", "--no-wait"))
    }
    return outcomes
  }

  @Test func `processes share one budget, and none sends an early request`() async throws {
    let sandbox = try await Sandbox.start()

    let outcomes = await search(13, sandbox)

    #expect(
      outcomes.map(\.status) == Array(repeating: .success, count: 10) + [
        .rateLimited, .rateLimited, .rateLimited,
      ]
    )
    #expect(sandbox.requests.count == 10)
    #expect(try mode(file) == 0o600)
    #expect(try mode(path) == 0o700)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: path).sorted() == [
        "budget.json", "budget.lock",
      ]
    )
    await sandbox.stop()
    try FileManager.default.removeItem(at: folder)
  }

  @Test(arguments: [
    "", "{", "null", "[]", "\u{0}", #"{"version":1}"#, #"{"version":1,"boot":"boot","ledger":{}}"#,
    #"{"version":1,"boot":"boot","ledger":{"digest":{"first":1,"second":2},"accounts":{"x":7}}}"#,
    #"{"version":"x"}"#, String(repeating: "[", count: 60_000),
    String(repeating: " ", count: 70_000),
  ])
  func `a file that is of no use is replaced`(_ content: String) async throws {
    let sandbox = try await Sandbox.start()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try content.write(toFile: file, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)

    let outcomes = await search(2, sandbox)

    #expect(outcomes.allSatisfy { $0.status == .success && $0.errors == "" })
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains(#""remaining":8"#))
    await sandbox.stop()
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `a file of a later version is left as it is`() async throws {
    let sandbox = try await Sandbox.start()
    let content = #"{"version":2,"news":true}"#
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try content.write(toFile: file, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)

    #expect(await search(1, sandbox).map(\.status) == [.success])
    #expect(try String(contentsOfFile: file, encoding: .utf8) == content)
    await sandbox.stop()
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `what another run of the machine wrote is forgotten`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(.secondaryRateLimit(retryAfter: 600))

    let first = await harness(sandbox, budget(boot: "one")).run("x")
    let second = await harness(sandbox, budget(boot: "one")).run("x")
    let third = await harness(sandbox, budget(boot: "two")).run("x")

    #expect([first.status, second.status, third.status] == [.rateLimited, .rateLimited, .success])
    #expect(sandbox.requests.count == 2)
    await sandbox.stop()
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `goes on by itself where there is no place for a file`() async throws {
    let sandbox = try await Sandbox.start()
    let plain = folder.path
    try "a file".write(toFile: plain, atomically: false, encoding: .utf8)
    for folder in [nil, plain, plain + "/below", "/proc/ghsearch", "/dev/null/x"] {
      let budget = FileBudget(folder: folder, boot: "boot", rest: {})
      let outcome = await harness(sandbox, budget).run("swift", "--limit", "1")
      #expect(outcome.status == .success, "\(folder ?? "nowhere")")
      #expect(outcome.errors == "")
    }
    await sandbox.stop()
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `keeps count by itself once the file cannot be written`() async throws {
    let sandbox = try await Sandbox.start()
    try FileManager.default.createDirectory(
      atPath: file + "/in the way",
      withIntermediateDirectories: true
    )
    let budget = budget()
    var statuses: [Commands.ExitStatus] = []
    for _ in 0..<11 {
      statuses.append(await harness(sandbox, budget).run("x", "--no-wait").status)
    }

    #expect(statuses.filter { $0 == .success }.count == 10)
    #expect(sandbox.requests.count == 10)
    await sandbox.stop()
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `does not wait for ever for a lock that somebody sits on`() async throws {
    let sandbox = try await Sandbox.start()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let lock = try FileLock(path + "/budget.lock")

    let outcomes = await search(1, sandbox)

    #expect(outcomes.map(\.status) == [.success])
    _ = consume lock
    await sandbox.stop()
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `eight at once lose nothing`() async throws {
    let path = path
    let origin = try #require(Origin("https://api.github.com"))
    let account = BudgetAccount(origin: origin, token: AccessToken("one"))
    let request = BudgetRequest(account: account, resource: .core, isWrite: false)
    let now = Moment(milliseconds: 1_000_000)
    let first = RateLimitReport.Budget(
      resource: .core,
      limit: 500,
      remaining: 500,
      resetsIn: .seconds(600)
    )
    await budget().update { $0.hear(RateLimitReport(budget: first), for: request, at: now) }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let budget = FileBudget(folder: path, boot: "boot", rest: restForOther)
          for _ in 0..<25 { _ = await budget.update { $0.reserve(request, at: now) } }
        }
      }
    }

    let status = await budget().update { $0.status(of: .core, for: account, at: now) }
    #expect(status.remaining == 300)
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `looks where the XDG specification says`() {
    #expect(StateFolder.path(["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/ghsearch")
    #expect(StateFolder.path(["XDG_STATE_HOME": "s", "HOME": "/h"]) == "/h/.local/state/ghsearch")
    #expect(StateFolder.path(["XDG_STATE_HOME": "", "HOME": "h"]) == nil)
    #expect(StateFolder.path([:]) == nil)
  }

  @Test func `the machine's own time goes forward and has a name`() {
    let first = LiveClock.milliseconds()

    #expect(first > 0)
    #expect(LiveClock.milliseconds() >= first)
    #expect(!LiveClock.boot().isEmpty)
  }
}
