import Foundation
package import GitHubSandbox
package import System
package import TestSupport

/// A user with stars and star lists, a sandbox and a home directory.
package struct StarsUser: Sendable {
  package let sandbox: Sandbox
  package let home: TemporaryFolder
  /// The time of the local clock, in seconds after ``TestWorld/date``.
  package let seconds = Guarded(0.0)
  /// Called at each second that the program waits.
  package var onSecond: @Sendable () -> Void = {}
  /// Called whenever the program waits.
  package var onSleep: @Sendable () -> Void = {}
  package var token = SandboxToken.demonstration

  /// `lists` are names of lists with their members; reads are up to date unless `readLag` delays
  /// them by a number of reads.
  package static func start(
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

  package var world: TestWorld {
    var world = TestWorld.signedIn(to: sandbox).atHome(home)
    world.environment["GHSEARCH_TOKEN"] = token.value
    let (seconds, onSecond, onSleep) = (seconds, onSecond, onSleep)
    world.localDate = { TestWorld.date + seconds.withLock { $0 } }
    world.onSleep = { length in
      seconds.withLock { $0 += length / .seconds(1) }
      if length == .seconds(1) { onSecond() }
      onSleep()
    }
    return world
  }

  /// Advances the local clock, as between two commands.
  package func wait(seconds more: Double) { seconds.withLock { $0 += more } }

  /// The contents of the lists on GitHub.
  package var lists: [String: [String]] {
    Dictionary(uniqueKeysWithValues: sandbox.service.listMembers().map { ($0.name, $0.members) })
  }

  /// The changes of lists that were sent, by the names of their mutations.
  package var mutations: [String] {
    sandbox.requests.compactMap { request in
      let text = String(decoding: request.body, as: UTF8.self)
      guard request.path == "/graphql", text.contains("\"mutation ") else { return nil }
      return text.firstMatch(of: /\) \{ ([a-zA-Z]+)/).map { String($0.output.1) }
    }
  }

  /// The requests that read all lists.
  package var listReads: Int {
    sandbox.requests.count { String(decoding: $0.body, as: UTF8.self).contains("viewer {") }
  }
}

extension Sandbox {
  /// Starts a sandbox whose user has these stars, in a configuration that may differ further.
  package static func start(
    stars: [String],
    _ configure: (inout SandboxConfiguration) -> Void = { _ in }
  ) async throws -> Sandbox {
    try await start { configuration in
      configuration.stars = ["octocat": stars]
      configure(&configuration)
    }
  }
}

extension RequestMatcher {
  /// GraphQL requests with that text.
  package static func graphQL(_ text: String) -> Self {
    Self { $0.path == "/graphql" && String(decoding: $0.body, as: UTF8.self).contains(text) }
  }

  /// Writes of the lists of a repository.
  package static let listWrite = graphQL("{ updateUserListsForItem(")

  /// Requests for many READMEs.
  package static let readmes = graphQL("isTruncated")

  /// Requests for one README or for many.
  package static let anyReadme = Self { readmes.matches($0) || $0.path.hasSuffix("/readme") }
}
