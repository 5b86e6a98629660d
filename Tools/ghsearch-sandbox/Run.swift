import ArgumentParser
import Foundation
import GitHubSandbox
import System

/// `ghsearch-sandbox run -- COMMAND…`: runs a command against a new sandbox.
struct Run: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run a command against a new sandbox.",
    discussion: """
      GHSEARCH_API_URL and GHSEARCH_TOKEN are set for the command. The exit status is the \
      command's: 128+n when signal n ended it, 127 when it was not found, 126 when it could not \
      be run.
      """
  )

  @OptionGroup var options: SandboxOptions

  @Argument(parsing: .postTerminator, help: "Command and arguments, after --.")
  var command: [String] = []

  func validate() throws {
    guard !command.isEmpty else { throw ValidationError("Missing command after --.") }
  }

  func run() async throws {
    let sandbox = try await Sandbox.start(options.configuration(port: 0))
    let status = await exitStatus(of: command, environment: environment(for: sandbox))
    await sandbox.stop()
    throw ExitCode(status)
  }

  private func environment(for sandbox: Sandbox) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["GHSEARCH_API_URL"] = sandbox.baseURL
    environment["GHSEARCH_TOKEN"] = options.token
    return environment
  }

  private func exitStatus(of command: [String], environment: [String: String]) async -> Int32 {
    let child: ChildProcess
    do throws(SystemError) {
      child = try ChildProcess(command, environment: .exactly(environment))
    } catch {
      FileHandle.standardError.write(Data("ghsearch-sandbox: \(command[0]): \(error)\n".utf8))
      return error.isMissingFile ? 127 : 126
    }
    // The child is in the same process group, so the terminal's signals reach it directly.
    let forwarding = Task {
      for await signal in Signals.arrivals where !signal.isFromTerminal {
        child.send(signal.number)
      }
    }
    defer { forwarding.cancel() }
    return await child.wait() ?? 1
  }
}
