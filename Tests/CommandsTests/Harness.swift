import Core
import CurlTransport
import Foundation
import GitHubAPI
import GitHubSandbox
import HTTPTransport
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

/// The program in a world of a test's choosing, over real libcurl against a sandbox.
struct Harness {
  var environment: [String: String] = [:]
  var input = ""
  var terminal: TerminalSize?
  var errorTerminal: TerminalSize?
  var output = MemorySink()
  let launched = Guarded<[[String]]>([])
  /// The texts that a pager got.
  let shown = Guarded<[Shown]>([])

  struct Shown: Sendable {
    let text: String
    let command: UserCommand
    let variables: [String]
  }

  var launchStatus: Int32 = 0
  /// Called in place of a launched program.
  var onLaunch: @Sendable ([String]) -> Void = { _ in }
  var hasInputTerminal = false
  var hasInputPipe = false
  var workingDirectory = "/nonexistent"
  /// The answer typed at the process's terminal; nil for a process without one.
  var typed: String?
  var session = "test"
  /// Waits on it end at once.
  var clock = ManualClock()
  var rateLimits = RateLimitStore()
  /// Carries requests in place of libcurl.
  var transport: (any HTTPTransport)?
  /// The local time; by default a date that stands still.
  var localDate: @Sendable () -> Date = { Self.date }
  /// Called while the program waits.
  var onSleep: @Sendable (Duration) -> Void = { _ in }

  /// Kept running for as long as the program may ask it.
  private var sandbox: Sandbox?

  static let date = Date(timeIntervalSince1970: 1_790_000_000)

  init(environment: [String: String] = [:]) {
    self.environment = environment
  }

  /// Signed in with the sandbox's token.
  static func signedIn(to sandbox: Sandbox) -> Self {
    var harness = anonymous(to: sandbox)
    harness.environment["GHSEARCH_TOKEN"] = SandboxToken.demonstration.value
    return harness
  }

  /// Signed in to a new sandbox.
  static func signedIn() async throws -> Self { signedIn(to: try await Sandbox.start()) }

  static func anonymous() async throws -> Self { anonymous(to: try await Sandbox.start()) }

  static func anonymous(to sandbox: Sandbox) -> Self {
    var harness = Self(environment: ["GHSEARCH_API_URL": sandbox.baseURL])
    harness.sandbox = sandbox
    return harness
  }

  /// The same with a home directory, where a library can be.
  func atHome(_ home: TemporaryFolder) -> Self {
    var harness = self
    harness.environment["HOME"] = home.path
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
    let world = World(
      environment: environment,
      workingDirectory: workingDirectory,
      now: localDate,
      transport: transport ?? UnhurriedTransport(),
      rateLimits: rateLimits,
      clock: requestClock,
      retries: RetryPolicy(delays: [.seconds(1), .seconds(4), .seconds(9)], jitter: { 0 })
    )
    return Context(
      world: world,
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

  /// The services of a command, which wait for rate limits so long.
  func session(waitLimit: WaitPolicy.WaitLimit) throws -> Session {
    var context = context()
    context.world.waitLimit = waitLimit
    return try Session(context)
  }

  private var requestClock: RequestClock {
    let (clock, onSleep) = (clock, onSleep)
    return RequestClock(
      // The same for all runs on the clock, as it is for all processes of a machine.
      now: { Moment(milliseconds: 0) + clock.elapsed },
      sleep: { length in
        try await clock.sleep(for: length)
        onSleep(length)
        try Task.checkCancellation()
      },
      timer: { _ in try await untilCanceled() },
      date: localDate
    )
  }
}

/// libcurl with very long time limits: on a busy machine a time-out proves nothing.
private struct UnhurriedTransport: HTTPTransport {
  private let transport: CurlTransport

  init() {
    var configuration = CurlConfiguration()
    configuration.connectTimeout = .seconds(300)
    configuration.minRateTime = .seconds(300)
    transport = CurlTransport(configuration)
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    var request = request
    request.timeout = .seconds(300)
    return try await transport.send(request)
  }
}
