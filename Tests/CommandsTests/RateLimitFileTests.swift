import Foundation
import GitHubModel
import GitHubSandbox
import OperationTesting
import Output
import System
import TestSupport
import Testing
import TokenStore

@testable import Commands
@testable import GitHubAPI

@Suite struct RateLimitFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/state/ghsearch" }
  private var file: String { path + "/rate-limits.json" }

  private func store(boot: String = "boot") -> RateLimitStore {
    RateLimitStore(directory: path, boot: boot, lockRetryDelay: lockRetryDelay)
  }

  private func harness(_ sandbox: Sandbox, _ store: RateLimitStore) -> Harness {
    var harness = Harness.anonymous(to: sandbox)
    harness.rateLimits = store
    return harness
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// Runs one search each with separate stores, like separate processes.
  private func search(_ count: Int, _ sandbox: Sandbox) async -> [Outcome] {
    var outcomes: [Outcome] = []
    for _ in 0..<count {
      outcomes.append(await harness(sandbox, store()).run("swift", "--limit", "1", "--no-wait"))
    }
    return outcomes
  }

  @Test func `processes share one limiter, and none sends early`() async throws {
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
        "rate-limits.json", "rate-limits.lock",
      ]
    )
  }

  @Test(arguments: [
    "", "{", "null", "[]", "\u{0}", #"{"version":1}"#, #"{"version":1,"boot":"boot","ledger":{}}"#,
    #"{"version":1,"boot":"boot","key":"00000000000000010000000000000002","accounts":{"x":7}}"#,
    #"{"version":"x"}"#, Text(repeating: "[", count: 60_000),
    Text(repeating: " ", count: 70_000),
  ])
  func `replaces an unusable file`(_ content: Text) async throws {
    let sandbox = try await Sandbox.start()
    try folder.write(content.value, to: "state/ghsearch/rate-limits.json")

    let outcomes = await search(2, sandbox)

    #expect(outcomes.allSatisfy { $0.status == .success && $0.errors == "" })
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains(#""remaining":8"#))
  }

  @Test func `counts in memory if the file has no directory`() async throws {
    let sandbox = try await Sandbox.start()
    let plain = try folder.write("a file", to: "plain")
    for folder in [nil, plain, plain + "/below", "/proc/ghsearch", "/dev/null/x"] {
      let store = RateLimitStore(directory: folder, boot: "boot", lockRetryDelay: {})
      let outcome = await harness(sandbox, store).run("swift", "--limit", "1")
      #expect(outcome.status == .success, "\(folder ?? "nowhere")")
      #expect(outcome.errors == "")
    }
  }

  @Test func `counts in memory once the file cannot be written`() async throws {
    let sandbox = try await Sandbox.start()
    try folder.makeDirectory("state/ghsearch/rate-limits.json/in the way")
    let store = store()
    var statuses: [Output.ExitStatus] = []
    for _ in 0..<11 {
      statuses.append(await harness(sandbox, store).run("x", "--no-wait").status)
    }

    #expect(statuses.filter { $0 == .success }.count == 10)
    #expect(sandbox.requests.count == 10)
  }

  @Test func `does not wait forever for a lock`() async throws {
    let sandbox = try await Sandbox.start()
    try folder.makeDirectory("state/ghsearch")
    let lock = try FileLock(path + "/rate-limits.lock")

    let outcomes = await search(1, sandbox)

    #expect(outcomes.map(\.status) == [.success])
    _ = consume lock
  }

  @Test func `eight concurrent processes lose nothing`() async throws {
    let path = path
    let origin = try #require(Origin("https://api.github.com"))
    let token = AccessToken("one")
    let request = RateLimiter.Request(
      origin: origin,
      token: token,
      resource: .core,
      isWrite: false
    )
    let now = Moment(milliseconds: 1_000_000)
    let window = RateLimitReport.Window(
      resource: .core,
      limit: 500,
      remaining: 500,
      resetsIn: .seconds(600)
    )
    await store().update {
      $0.record(RateLimitReport(window: window), for: request, sent: now, at: now)
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let store = RateLimitStore(
            directory: path,
            boot: "boot",
            lockRetryDelay: lockRetryDelay
          )
          for _ in 0..<25 { _ = await store.update { $0.reserve(request, at: now) } }
        }
      }
    }

    let status = await store().update {
      $0.status(of: .core, at: origin, token: token, now: now)
    }
    #expect(status.remaining == 300)
  }

  @Test func `records a canceled call while the file is locked`() async throws {
    let path = path
    let origin = try #require(Origin("https://api.github.com"))
    let request = RateLimiter.Request(origin: origin, token: nil, resource: .core, isWrite: false)
    let now = Moment(milliseconds: 1_000_000)
    try folder.makeDirectory("state/ghsearch")
    let lock = open(path + "/rate-limits.lock", O_RDWR | O_CREAT, 0o600)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
    let store = RateLimitStore(directory: path, boot: "boot") {
      // Another process releases the lock once this one waits; a canceled task would not wait at
      // all.
      try Task.checkCancellation()
      flock(lock, LOCK_UN)
    }
    let recorded = Task {
      await store.update {
        $0.record(RateLimitReport(refusal: .unspecified), for: request, sent: now, at: now)
      }
    }
    recorded.cancel()
    await recorded.value

    let other = await self.store().update {
      $0.status(of: .core, at: origin, token: nil, now: now)
    }
    #expect(other.blockedFor == .seconds(60))
  }

  @Test func `the monotonic clock advances, and the boot has an identifier`() {
    let first = SystemClock.milliseconds()

    #expect(first > 0)
    #expect(SystemClock.milliseconds() >= first)
    #expect(!SystemClock.boot().isEmpty)
  }
}
