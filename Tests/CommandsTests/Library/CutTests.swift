import Foundation
import GitHubSandbox
import OperationTesting
import Output
import System
import TestSupport
import TestTraits
import Testing

@testable import Commands

/// The program killed, or cut off from the network, at each request of a long command.
///
/// No stored data is lost, the output is true, the same command again does the rest, and `undo`
/// restores the original state.
///
/// In `make test` at a few requests, and only after their effect; at night at all requests of
/// commands with twenty repositories.
@Suite(.ownThread, .timeLimit(.minutes(60))) struct CutTests {
  private static let size = Rounds.count(4, of: 20)

  /// A cut at a request.
  enum Cut: CaseIterable {
    /// The network is gone before the request takes effect, or after.
    case networkBefore, networkAfter
    /// The program is killed before the request takes effect, or after.
    case killBefore, killAfter

    var kills: Bool { self == .killBefore || self == .killAfter }
  }

  private static let cuts = Rounds.areAll ? Cut.allCases : [.networkAfter, .killAfter]

  @Test(arguments: cuts)
  func `a README sync`(_ cut: Cut) async throws {
    try await tryAll(cut, ReadmeChanges(size: Self.size))
  }

  @Test(arguments: cuts)
  func `additions to a list`(_ cut: Cut) async throws {
    try await tryAll(cut, ListAdditions(size: Self.size))
  }

  @Test(arguments: cuts)
  func `new stars`(_ cut: Cut) async throws {
    try await tryAll(cut, Starring(size: Self.size))
  }

  @Test(arguments: cuts)
  func `a prune`(_ cut: Cut) async throws {
    try await tryAll(cut, Pruning(size: Self.size))
  }
}

/// A command, its environment, and its invariants.
private protocol Scenario: Sendable {
  var command: [String] { get }
  /// Prepares the local data.
  func prepare(_ home: TemporaryFolder) async throws
  /// GitHub as the command finds it.
  func start() async throws -> Sandbox
  /// The invariant after the command was cut at any point.
  func expectNoLoss(_ ending: Ending, _ user: User) async
  /// The invariant once the command has run again.
  func expectCompletion(_ user: User) async
}

/// The output of a command, and whether it reports completion.
private struct Ending: Sendable {
  let output: String
  let isSuccess: Bool

  /// The names in lines that contain the word.
  func names(_ word: String) -> Set<String> {
    let ending = "\t\(word)"
    let lines = output.split(separator: "\n").map(String.init).filter { $0.hasSuffix(ending) }
    return Set(lines.map { String($0.dropLast(ending.count)) })
  }
}

private struct User: Sendable {
  let sandbox: Sandbox
  let home: TemporaryFolder

  func run(_ arguments: String...) async -> Outcome { await run(arguments) }

  func run(_ arguments: [String]) async -> Outcome {
    var harness = Harness.signedIn(to: sandbox).atHome(home)
    harness.localDate = { Date() }
    return await harness.run(arguments)
  }

  func names(_ arguments: String...) async -> Set<String> {
    Set(await run(arguments + ["--template", "{{fullName}}"]).lines)
  }

  /// Asks SQLite whether both files are intact.
  func expectSoundFiles() async {
    let doctor = await run("doctor").output
    #expect(doctor.contains("library") && !doctor.contains("damaged"), "\(doctor)")
  }

  var lists: [String: Set<String>] {
    Dictionary(sandbox.service.listMembers().map { ($0.name, Set($0.members)) }) { $1 }
  }
}

// MARK: - Cutting

extension CutTests {
  private func tryAll(_ cut: Cut, _ scenario: some Scenario) async throws {
    let model = TemporaryFolder()
    try await scenario.prepare(model)
    let count = try await countRequests(scenario, model)
    let step = Rounds.areAll ? 1 : max(count / (cut.kills ? 2 : 5), 1)
    let all = Array(stride(from: 1, through: count, by: step))
    // Killed programs mostly wait a second between two changes.
    let width = cut.kills ? 8 : 2
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, number) in all.enumerated() {
        if index >= width { try await group.next() }
        group.addTask { try await attempt(cut, at: number, scenario, model) }
      }
      try await group.waitForAll()
    }
    print("\(cut) at \(all.count) of \(count) requests of `ghsearch \(scenario.command.prefix(2))`")
  }

  private func user(_ scenario: some Scenario, _ model: TemporaryFolder) async throws -> User {
    let user = User(sandbox: try await scenario.start(), home: TemporaryFolder())
    for name in try FileManager.default.contentsOfDirectory(atPath: model.path) {
      try FileManager.default.copyItem(
        atPath: "\(model.path)/\(name)",
        toPath: "\(user.home.path)/\(name)"
      )
    }
    return user
  }

  private func countRequests(
    _ scenario: some Scenario,
    _ model: TemporaryFolder
  ) async throws -> Int {
    let user = try await user(scenario, model)
    let whole = await user.run(scenario.command)
    #expect(whole.status == .success, "\(whole.errors)")
    let count = user.sandbox.requests.count
    await scenario.expectCompletion(user)
    await user.sandbox.stop()
    return count
  }

  private func attempt(
    _ cut: Cut,
    at number: Int,
    _ scenario: some Scenario,
    _ model: TemporaryFolder
  ) async throws {
    let user = try await user(scenario, model)
    let counter = Counter()
    let isReached = RequestMatcher { _ in counter.next() == number }
    let isAfter = RequestMatcher { _ in counter.count > number }
    let ending: Ending
    if cut.kills {
      let gate = SandboxGate()
      user.sandbox.script(
        cut == .killBefore ? .hold(gate) : .holdResponse(gate),
        on: isReached,
        times: .max
      )
      let program = LaunchedProgram(user.sandbox, scenario.command, home: user.home)
      try program.process.run()
      let killer = Task {
        try await gate.arrivals(1)
        if program.process.isRunning { program.signal(SIGKILL) }
      }
      try await program.end()
      // The number of list reads depends on the clock, so it differs from the counted run.
      killer.cancel()
      user.sandbox.forgetFaults()
      gate.open()
      let isSuccess =
        program.process.terminationReason == .exit && program.process.terminationStatus == 0
      ending = Ending(output: program.printed, isSuccess: isSuccess)
    } else {
      user.sandbox.script(
        cut == .networkBefore ? .drop : .dropResponse,
        on: isReached,
        times: .max
      )
      user.sandbox.script(.drop, on: isAfter, times: .max)
      let outcome = await user.run(scenario.command)
      user.sandbox.forgetFaults()
      ending = Ending(output: outcome.output, isSuccess: outcome.status == .success)
    }
    await scenario.expectNoLoss(ending, user)
    await user.expectSoundFiles()

    let again = await user.run(scenario.command)

    #expect(again.status == .success, "\(cut) at \(number): \(again.output)\(again.errors)")
    await scenario.expectCompletion(user)
    await user.expectSoundFiles()
  }

  private final class Counter: Sendable {
    private let value = Guarded(0)

    var count: Int { value.withLock { $0 } }

    func next() -> Int {
      value.withLock { value in
        value += 1
        return value
      }
    }
  }
}

// MARK: - Scenarios

/// READMEs that have changed or are gone, new stars, and removed stars.
private struct ReadmeChanges: Scenario {
  let command = ["stars", "sync", "--readmes"]
  let size: Int

  private enum Fate: CaseIterable {
    case unchanged, changed, gone, blocked, unstarred, new
  }

  private var repositories: [(name: String, fate: Fate)] {
    (0..<size + 2).map { index in
      ("octo/r\(index)", Fate.allCases[index % Fate.allCases.count])
    }
  }

  private func names(_ fates: Set<Fate>) -> Set<String> {
    Set(repositories.filter { fates.contains($0.fate) }.map(\.name))
  }

  private func sandbox(isLater: Bool) async throws -> Sandbox {
    var configuration = SandboxConfiguration()
    configuration.includesCatalog = false
    configuration.stars = [
      "octocat": repositories.filter { $0.fate != (isLater ? .unstarred : .new) }.map(\.name)
    ]
    configuration.repositories = repositories.enumerated().map { index, item in
      var repository = SandboxRepository(
        id: 990_000_000 + index,
        owner: SandboxOwner(login: "octo"),
        name: "r\(index)"
      )
      let isOther = isLater && item.fate == .changed || item.fate == .new
      repository.description = isOther ? "later words" : "former words"
      let isPushed = isLater && item.fate != .unchanged
      repository.pushed = UnixTime(seconds: isPushed ? 1_700_000_100 : 1_700_000_000)
      // Some are found only through REST.
      if index % 4 < 2 { repository.files = ["ReadMe.text": repository.description ?? ""] }
      if isLater, item.fate == .gone { repository.flags = .gone }
      if isLater, item.fate == .blocked { repository.flags = .blocked }
      return repository
    }
    return try await Sandbox.start(configuration)
  }

  func prepare(_ home: TemporaryFolder) async throws {
    let sandbox = try await sandbox(isLater: false)
    let user = User(sandbox: sandbox, home: home)
    #expect(await user.run(command).status == .success)
  }

  func start() async throws -> Sandbox { try await sandbox(isLater: true) }

  private func found(_ word: String, _ user: User) async -> Set<String> {
    await user.names("stars", "search", word, "--in", "readme", "-L", "100")
  }

  func expectNoLoss(_ ending: Ending, _ user: User) async {
    let (former, later) = (await found("former", user), await found("later", user))
    #expect(former.isSuperset(of: names([.unchanged])))
    #expect(former.union(later).isSuperset(of: names([.unchanged, .changed])))
    #expect(later.isSubset(of: names([.changed, .new])))
    #expect(!ending.isSuccess || former.isDisjoint(with: names([.changed])))
    // A line such as `12 READMEs: 2 fetched, 4 left`.
    if let line = ending.output.split(separator: "\n").first(where: { $0.contains(" README") }) {
      #expect(line.hasPrefix("\(former.union(later).count) README"), "\(line)")
    }
  }

  func expectCompletion(_ user: User) async {
    #expect(await found("former", user) == names([.unchanged, .gone, .blocked]))
    #expect(await found("later", user) == names([.changed, .new]))
    #expect(await user.names("stars", "list") == Set(user.sandbox.starredNames()))
  }
}

/// Repositories, some of which are already in lists.
private struct ListAdditions: Scenario {
  let names: [String]

  init(size: Int) {
    names = Array(Catalog.names.prefix(size))
  }

  var command: [String] { ["lists", "add", "Later", "--yes"] + names }

  func prepare(_ home: TemporaryFolder) async throws {}

  func start() async throws -> Sandbox {
    let sandbox = try await Sandbox.start(Catalog.configuration)
    for (index, name) in names.enumerated() where !index.isMultiple(of: 3) {
      sandbox.service.setLists(index.isMultiple(of: 2) ? ["Web"] : ["Web", "Old"], of: name)
    }
    sandbox.service.makeList("Later")
    sandbox.service.setLists(["Later"], of: "vapor/vapor")
    sandbox.service.settleLists()
    return sandbox
  }

  private var before: [String: Set<String>] {
    let listed = names.enumerated().filter { !$0.offset.isMultiple(of: 3) }
    return [
      "Later": ["vapor/vapor"], "Web": Set(listed.map(\.element)),
      "Old": Set(listed.filter { !$0.offset.isMultiple(of: 2) }.map(\.element)),
    ]
  }

  func expectNoLoss(_ ending: Ending, _ user: User) async {
    let lists = user.lists
    for (list, members) in before {
      #expect(lists[list]?.isSuperset(of: members) == true, "\(list)")
    }
    #expect(lists["Later"]?.isSuperset(of: ending.names("added")) == true)
    #expect(!ending.isSuccess || lists["Later"]?.isSuperset(of: names) == true)
  }

  func expectCompletion(_ user: User) async {
    var wanted = before
    wanted["Later"]?.formUnion(names)
    #expect(user.lists == wanted)
    #expect(await user.names("lists", "show", "Later") == wanted["Later"])
    for _ in 0..<3 { #expect(await user.run("lists", "undo", "--yes").status == .success) }
    #expect(await user.run("lists", "undo", "--yes").errors.contains("nothing to undo"))
    #expect(user.lists == before)
  }
}

/// Stars, one of which already existed.
private struct Starring: Scenario {
  let names: [String]
  var command: [String] { ["star"] + names }

  init(size: Int) {
    names = Array(Catalog.names.prefix(size))
  }

  func prepare(_ home: TemporaryFolder) async throws {
    let sandbox = try await start()
    #expect(await User(sandbox: sandbox, home: home).run("stars", "sync").status == .success)
  }

  func start() async throws -> Sandbox {
    var configuration = Catalog.configuration
    configuration.stars = ["octocat": [names[0]]]
    return try await Sandbox.start(configuration)
  }

  func expectNoLoss(_ ending: Ending, _ user: User) async {
    let starred = Set(user.sandbox.starredNames())
    #expect(starred.contains(names[0]) && starred.isSuperset(of: ending.names("starred")))
  }

  func expectCompletion(_ user: User) async {
    #expect(Set(user.sandbox.starredNames()) == Set(names))
    for _ in 0..<3 { #expect(await user.run("undo").status == .success) }
    #expect(await user.run("undo").errors.contains("nothing to undo"))
    #expect(user.sandbox.starredNames() == [names[0]])
  }
}

/// Stars of a list.
private struct Pruning: Scenario {
  let names: [String]
  let command = ["stars", "prune", "--list", "Old", "--yes"]

  init(size: Int) {
    names = Array(Catalog.names.prefix(size))
  }

  private var stars: Set<String> { Set(names).union(["vapor/vapor", "iina/iina"]) }

  func prepare(_ home: TemporaryFolder) async throws {
    let sandbox = try await start()
    #expect(await User(sandbox: sandbox, home: home).run("stars", "sync").status == .success)
  }

  func start() async throws -> Sandbox {
    var configuration = Catalog.configuration
    configuration.stars = ["octocat": stars.sorted()]
    let sandbox = try await Sandbox.start(configuration)
    for name in names { sandbox.service.setLists(["Old", "Web"], of: name) }
    sandbox.service.settleLists()
    return sandbox
  }

  func expectNoLoss(_ ending: Ending, _ user: User) async {
    let starred = Set(user.sandbox.starredNames())
    #expect(starred.isSuperset(of: stars.subtracting(names)))
    #expect(starred.isDisjoint(with: ending.names("unstarred")))
    #expect(!ending.isSuccess || starred.isDisjoint(with: names))
    #expect(user.lists == ["Old": Set(names), "Web": Set(names)])
  }

  func expectCompletion(_ user: User) async {
    #expect(Set(user.sandbox.starredNames()) == stars.subtracting(names))
    for _ in 0..<3 { #expect(await user.run("stars", "undo").status == .success) }
    #expect(await user.run("stars", "undo").errors.contains("nothing to undo"))
    #expect(Set(user.sandbox.starredNames()) == stars)
    #expect(user.lists == ["Old": Set(names), "Web": Set(names)])
    #expect(await user.names("stars", "list") == stars)
  }
}

private enum Catalog {
  static let names = (0..<20).map { "octo/r\($0)" }

  static var configuration: SandboxConfiguration {
    var configuration = SandboxConfiguration()
    configuration.repositories = names.enumerated().map { index, name in
      SandboxRepository(
        id: 990_000_000 + index,
        owner: SandboxOwner(login: "octo"),
        name: "r\(index)"
      )
    }
    return configuration
  }
}
