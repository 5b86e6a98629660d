import GitHubSandbox
import OperationTesting
import Output
import TestSupport

@testable import Commands

/// A user of star lists who runs commands.
@dynamicMemberLookup
struct ListsHarness {
  var user: StarsUser
  var input = ""
  var typed: String?
  var terminal: TerminalSize?

  /// `lists` are the names of lists and their repositories; `readLag` is the number of reads that
  /// return old lists, zero by default.
  static func start(
    _ lists: [(String, [String])] = [],
    stars: [String] = [],
    tokens: [SandboxToken] = [.demonstration],
    repositories: [SandboxRepository] = [],
    readLag: Int = 0,
    readsAlternate: Bool = false
  ) async throws -> Self {
    Self(
      user: try await .start(
        lists,
        stars: stars,
        tokens: tokens,
        repositories: repositories,
        readLag: readLag,
        readsAlternate: readsAlternate
      )
    )
  }

  subscript<Value>(dynamicMember path: WritableKeyPath<StarsUser, Value>) -> Value {
    get { user[keyPath: path] }
    set { user[keyPath: path] = newValue }
  }

  subscript<Value>(dynamicMember path: KeyPath<StarsUser, Value>) -> Value { user[keyPath: path] }

  func run(_ arguments: String...) async -> Outcome { await run(arguments) }

  func run(_ arguments: [String]) async -> Outcome { await harness().run(arguments) }

  func harness() -> Harness {
    var harness = Harness(user.world)
    harness.environment["NO_COLOR"] = "1"
    (harness.input, harness.typed, harness.terminal) = (input, typed, terminal)
    return harness
  }

  /// Advances the local clock, as between two commands.
  func wait(seconds more: Double) { user.wait(seconds: more) }
}
