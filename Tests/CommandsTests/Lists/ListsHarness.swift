import Foundation
import GitHubSandbox
import Output
import System
import TestSupport

@testable import Commands

/// A user of star lists, with a sandbox and a home directory.
struct ListsHarness {
  let sandbox: Sandbox
  let home: TemporaryFolder
  /// The time of the local clock, in seconds after ``Harness/date``.
  let seconds = Guarded(0.0)
  /// Called at each second that the program waits.
  var onSecond: @Sendable () -> Void = {}
  /// Called whenever the program waits.
  var onSleep: @Sendable () -> Void = {}
  var input = ""
  var typed: String?
  var terminal: TerminalSize?
  var token = SandboxToken.demonstration

  /// `lists` are the names of lists and what is in them; they are not read late, unless `readLag` says
  /// for how many reads.
  static func start(
    _ lists: [(String, [String])] = [],
    stars: [String] = [],
    tokens: [SandboxToken] = [.demonstration],
    repositories: [SandboxRepository] = [],
    readLag: Int = 0,
    readsAlternate: Bool = false
  ) async throws -> Self {
    var configuration = SandboxConfiguration()
    configuration.stars = ["octocat": stars]
    configuration.tokens = tokens
    configuration.repositories = repositories
    configuration.listReadLag = readLag
    configuration.listReadsAlternate = readsAlternate
    let sandbox = try await Sandbox.start(configuration)
    var names: [String: [String]] = [:]
    for (list, members) in lists {
      sandbox.service.makeList(list)
      for member in members.reversed() {
        names[member, default: []].append(list)
        sandbox.service.setLists(names[member] ?? [], of: member)
      }
    }
    sandbox.service.settleLists()
    return Self(sandbox: sandbox, home: TemporaryFolder(), token: tokens[0])
  }

  func run(_ arguments: String...) async -> Outcome { await run(arguments) }

  func run(_ arguments: [String]) async -> Outcome { await harness().run(arguments) }

  func harness() -> Harness {
    var harness = Harness.signedIn(to: sandbox).atHome(home)
    harness.environment["GHSEARCH_TOKEN"] = token.value
    harness.environment["NO_COLOR"] = "1"
    harness.input = input
    harness.typed = typed
    harness.terminal = terminal
    let (seconds, onSecond, onSleep) = (seconds, onSecond, onSleep)
    harness.localDate = { Harness.date + seconds.withLock { $0 } }
    harness.onSleep = { length in
      seconds.withLock { $0 += length / .seconds(1) }
      if length == .seconds(1) { onSecond() }
      onSleep()
    }
    return harness
  }

  /// Lets the local clock go on, as between two commands.
  func wait(seconds more: Double) { seconds.withLock { $0 += more } }

  /// The contents of the lists on GitHub.
  var lists: [String: [String]] {
    Dictionary(uniqueKeysWithValues: sandbox.service.listMembers().map { ($0.name, $0.members) })
  }

  /// The changes of lists that were sent, by the names of their mutations.
  var mutations: [String] {
    sandbox.requests.compactMap { request in
      let text = String(decoding: request.body, as: UTF8.self)
      guard request.path == "/graphql", text.contains("\"mutation ") else { return nil }
      return text.firstMatch(of: /\) \{ ([a-zA-Z]+)/).map { String($0.output.1) }
    }
  }

  /// The requests that read all lists.
  var listReads: Int {
    sandbox.requests.count { String(decoding: $0.body, as: UTF8.self).contains("viewer {") }
  }
}

extension RequestMatcher {
  /// GraphQL requests with that text.
  static func graphQL(_ text: String) -> Self {
    Self { $0.path == "/graphql" && String(decoding: $0.body, as: UTF8.self).contains(text) }
  }

  /// Writes of the lists of a repository.
  static let listWrite = graphQL("{ updateUserListsForItem(")
}
