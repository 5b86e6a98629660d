import Core
import Foundation
import GitHubSandbox
import OperationTesting
import Output
import System
import TestSupport
import TestTraits

@testable import Commands

/// The output and exit status of a command.
struct Outcome {
  let status: ExitStatus
  let output: String
  let errors: String

  var lines: [String] { output.split(whereSeparator: \.isNewline).map(String.init) }
  /// The first column of each line, which is the name of a repository or a list.
  var names: [String] { lines.map { String($0.prefix { $0 != "\t" }) } }
}

/// The program in a world of a test's choosing.
@dynamicMemberLookup
struct Harness {
  var world = TestWorld()
  var input = ""
  var terminal: TerminalSize?
  var errorTerminal: TerminalSize?
  var output = MemorySink()
  let launched = Guarded<[[String]]>([])
  /// The texts passed to a pager.
  let shown = Guarded<[Shown]>([])

  struct Shown: Sendable {
    let text: String
    let command: UserCommand
    let variables: [String]
  }

  var launchStatus: Int32 = 0
  /// Called instead of launching a program.
  var onLaunch: @Sendable ([String]) -> Void = { _ in }
  var hasInputTerminal = false
  var hasInputPipe = false
  /// The answer typed at the process's terminal; nil for a process without one.
  var typed: String?
  var session = "test"

  static let date = TestWorld.date

  init(environment: [String: String] = [:]) { world = TestWorld(environment: environment) }

  init(_ world: TestWorld) { self.world = world }

  subscript<Value>(dynamicMember path: WritableKeyPath<TestWorld, Value>) -> Value {
    get { world[keyPath: path] }
    set { world[keyPath: path] = newValue }
  }

  /// Signed in with the sandbox's token.
  static func signedIn(to sandbox: Sandbox) -> Self { Self(.signedIn(to: sandbox)) }

  /// A harness signed in to a new sandbox.
  static func signedIn() async throws -> Self { signedIn(to: try await Sandbox.start()) }

  static func anonymous() async throws -> Self { anonymous(to: try await Sandbox.start()) }

  static func anonymous(to sandbox: Sandbox) -> Self { Self(.anonymous(to: sandbox)) }

  /// A copy with a home directory, where a library can be.
  func atHome(_ home: TemporaryFolder) -> Self {
    var harness = self
    harness.world = world.atHome(home)
    harness.output = MemorySink()
    return harness
  }

  func run(_ arguments: String...) async -> Outcome {
    await run(arguments)
  }

  func run(_ arguments: [String]?) async -> Outcome {
    let errors = MemorySink()
    let context = context(errors: errors)
    let status = await OwnThread.run { await Entry.run(arguments, in: context) }
    return Outcome(status: status, output: output.text, errors: errors.text)
  }

  /// The context of a command.
  func context(errors: MemorySink = MemorySink()) -> Context {
    let (input, launched, shown, launchStatus) = (input, launched, shown, launchStatus)
    let onLaunch = onLaunch
    let typed = typed
    return Context(
      world: world.world,
      output: output,
      errors: errors,
      readInput: { () throws(OperationFailure) in input },
      lines: { _ in TextLines(input) },
      ask: { question in
        guard let typed else { return nil }
        try? errors.write("\(question) \(Context.answerKeys) ")
        return await TextLines(typed).next()
      },
      hasInputTerminal: hasInputTerminal,
      hasInputPipe: hasInputPipe,
      mayTakeTerminal: false,
      session: session,
      terminal: terminal,
      errorTerminal: errorTerminal,
      launch: { program, _ throws(OperationFailure) in
        launched.withLock { $0.append(program) }
        onLaunch(program)
        return launchStatus
      },
      show: { text, command, variables throws(OperationFailure) in
        shown.withLock { $0.append(Shown(text: text, command: command, variables: variables)) }
      }
    )
  }
}
