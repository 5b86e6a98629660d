import Foundation
import GitHubSandbox
import Output
import TestSupport
import TestTraits
import Testing

@testable import Commands

/// The program killed at any time during changes of stars and favorites, and during a sync.
///
/// Printed changes hold. A change whose process was killed before printing may or may not have
/// happened, but no later command sends it, and after a full sync the local copy matches GitHub.
///
/// Eight times in `make test`; `GHSEARCH_KILLS=1000 swift test --filter KillTests` for more.
@Suite(.ownThread, .timeLimit(.minutes(60))) struct KillTests {
  private let home = TemporaryFolder()

  private static let kills =
    ProcessInfo.processInfo.environment["GHSEARCH_KILLS"].flatMap { Int($0) } ?? 8

  private static let names = [
    "vapor/vapor", "iina/iina", "Alamofire/Alamofire", "rust-lang/rust", "swiftlang/swift",
  ]
  /// The effect of a command on the name after it.
  private struct Work: Sendable {
    let words: [String]
    let list: String
    let isThere: Bool
  }

  private static let works = [
    Work(words: ["star"], list: "stars", isThere: true),
    Work(words: ["unstar"], list: "stars", isThere: false),
    Work(words: ["favorites", "add"], list: "favorites", isThere: true),
    Work(words: ["favorites", "remove"], list: "favorites", isThere: false),
  ]

  /// Whether each name may be in the list: one value once it was printed, two after a kill.
  private typealias Truth = [String: [String: Set<Bool>]]

  /// The seed determines the changes and, as far as the system is precise, the moments.
  @Test(arguments: [Dice.seed])
  func `a killed process printed only true results, and a sync repairs the copy`(
    seed: UInt64
  ) async throws {
    var dice = Dice(state: seed)
    let sandbox = try await Sandbox.start { $0.rateLimits.core = 1_000_000 }
    let longest = try await timeOfOneRun(sandbox)
    let moment = { (dice: inout Dice) in longest * Double.random(in: 0..<1.2, using: &dice) }
    let nothing = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, Set([false])) })
    var (truth, killed) = (["stars": nothing, "favorites": nothing], 0)
    while killed < Self.kills {
      let (work, name) = (dice.one(of: Self.works), dice.one(of: Self.names))
      let run = try await run(work.words + [name], sandbox, killedAfter: moment(&dice))
      if run.printed.hasPrefix("\(name)\t") { truth[work.list]?[name] = [] }
      truth[work.list]?[name]?.insert(work.isThere)
      let sync = try await self.run(["stars", "sync"], sandbox, killedAfter: moment(&dice))
      killed += (run.isKilled ? 1 : 0) + (sync.isKilled ? 1 : 0)
    }
    try await expect(truth, sandbox)
  }

  /// Killed while each README in turn is in flight, so that every run gets one further.
  @Test func `a killed sync loses no README, and refetches only the one in flight`()
    async throws
  {
    let sandbox = try await Sandbox.start { $0.stars = ["octocat": Self.names] }
    // Found only through REST, one by one.
    for name in Self.names {
      sandbox.service.edit(name) { $0.files = ["ReadMe.text": "license"] }
    }
    let paths = Self.names.reversed().map { "/repos/\($0)/readme" }
    for path in paths {
      let gate = SandboxGate()
      sandbox.script(.hold(gate), on: .path(path))
      let program = LaunchedProgram(sandbox, ["stars", "sync", "--readmes"], home: home)
      try program.process.run()
      try await gate.arrivals(1)
      program.signal(SIGKILL)
      try await program.end()
      gate.open()
    }
    let harness = { Harness.signedIn(to: sandbox).atHome(home) }

    let last = await harness().run("stars", "sync")

    #expect(last.status == .success)
    #expect(last.output.hasSuffix("5 READMEs: 1 fetched\n"))
    let asked = sandbox.requests.map(\.path).filter { $0.hasSuffix("/readme") }
    #expect(asked == paths.flatMap { [$0, $0] })
    #expect(await harness().run("stars", "search", "license", "--in", "readme").lines.count == 5)
    #expect(!(await harness().run("doctor").output.contains("damaged")))
  }

  /// Killed while each page of stars in turn is in flight, so that every run gets one further.
  @Test func `a killed sync loses no star, and refetches only the page in flight`()
    async throws
  {
    let sandbox = try await Sandbox.start {
      $0.generatedRepositories = 550
      $0.stars = ["octocat": $0.allRepositories.suffix(550).map(\.fullName)]
    }
    let pages = 1...6
    for page in pages {
      let gate = SandboxGate()
      sandbox.script(.hold(gate), on: .path("/user/starred") && .page(page))
      let program = LaunchedProgram(sandbox, ["stars", "sync"], home: home)
      try program.process.run()
      try await gate.arrivals(1)
      program.signal(SIGKILL)
      try await program.end()
      gate.open()
    }

    let last = await Harness.signedIn(to: sandbox).atHome(home).run("stars", "sync")

    #expect(last.status == .success)
    // The first page is revalidated every time, which costs nothing.
    let asked = sandbox.requests.count {
      $0.path == "/user/starred" && $0.headers["If-None-Match"] == nil
    }
    #expect(asked == 2 * pages.count)
    let copied = await Harness.signedIn(to: sandbox).atHome(home)
      .run("stars", "list", "--template", "{{fullName}}").lines
    #expect(Set(copied) == Set(sandbox.starredNames()) && copied.count == 550)
  }

  private func expect(_ truth: Truth, _ sandbox: Sandbox) async throws {
    let harness = { Harness.signedIn(to: sandbox).atHome(home) }
    #expect(await harness().run("stars", "sync", "--full").status == .success)
    for list in ["stars", "favorites"] {
      let listed = Set(await harness().run(list, "list", "--template", "{{fullName}}").lines)
      for name in Self.names {
        #expect(truth[list]?[name]?.contains(listed.contains(name)) == true)
      }
      if list == "stars" { #expect(listed == Set(sandbox.starredNames())) }
    }
    // Asks SQLite whether both files are intact.
    let doctor = await harness().run("doctor").output
    #expect(doctor.contains("library") && !doctor.contains("damaged"))
  }
}

// MARK: Running

extension KillTests {
  /// Kills it after this time, unless it has already ended.
  private func run(
    _ arguments: [String],
    _ sandbox: Sandbox,
    killedAfter time: Duration
  ) async throws -> (printed: String, isKilled: Bool) {
    // The recorded limits would pace changes: at a second each, the test would take fifteen
    // minutes.
    try? FileManager.default.removeItem(atPath: home.path + "/.local/state")
    let program = LaunchedProgram(sandbox, arguments, home: home)
    try program.process.run()
    let killer = Task {
      try await Task.sleep(for: time)
      if program.process.isRunning { program.signal(SIGKILL) }
    }
    try await program.end()
    killer.cancel()
    #expect(program.said.isEmpty)
    return (program.printed, program.process.terminationReason == .uncaughtSignal)
  }

  private func timeOfOneRun(_ sandbox: Sandbox) async throws -> Duration {
    let start = ContinuousClock.now
    _ = try await run(["unstar", "vapor/vapor"], sandbox, killedAfter: .seconds(300))
    return ContinuousClock.now - start
  }
}
