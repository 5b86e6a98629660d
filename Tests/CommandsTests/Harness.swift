import Commands
import CurlTransport
import Foundation
import GitHubAPI
import GitHubSandbox
import Locking

/// What a command printed and how it ended.
struct Outcome {
  let status: ExitStatus
  let output: String
  let errors: String

  var lines: [String] { output.split(whereSeparator: \.isNewline).map(String.init) }
}

/// The program in a world of a test's choosing, over real libcurl against a sandbox.
struct Harness {
  var environment: [String: String] = [:]
  var input = ""
  var terminal: TerminalSize?
  var output = MemorySink()
  let launched = Guarded<[[String]]>([])
  var launchStatus: Int32 = 0

  /// Signed in with the sandbox's token.
  static func signedIn(to sandbox: Sandbox) -> Self {
    Self(environment: [
      "GHSEARCH_API_URL": sandbox.baseURL, "GHSEARCH_TOKEN": SandboxToken.demonstration.value,
    ])
  }

  static func anonymous(to sandbox: Sandbox) -> Self {
    Self(environment: ["GHSEARCH_API_URL": sandbox.baseURL])
  }

  func run(_ arguments: String...) async -> Outcome {
    await run(arguments)
  }

  func run(_ arguments: [String]?) async -> Outcome {
    let errors = MemorySink()
    let (input, launched, launchStatus) = (input, launched, launchStatus)
    let context = Context(
      environment: environment,
      workingDirectory: "/nonexistent",
      output: output,
      errors: errors,
      readInput: { () throws(CommandFailure) in input },
      terminal: terminal,
      now: { Date(timeIntervalSince1970: 1_790_000_000) },
      transport: CurlTransport(),
      pacer: WritePacer(interval: .zero),
      launch: { program throws(CommandFailure) in
        launched.withLock { $0.append(program) }
        return launchStatus
      }
    )
    let status = await Entry.run(arguments, in: context)
    return Outcome(status: status, output: output.text, errors: errors.text)
  }
}
