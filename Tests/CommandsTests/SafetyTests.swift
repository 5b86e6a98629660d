import Foundation
import GitHubSandbox
import OperationTesting
import Output
import Testing

@testable import Commands

/// External text never sends hidden or control characters to a terminal.
@Suite(.serialized) struct SafetyTests {
  private static let hostile =
    "a\u{1B}[2J\u{1B}]0;x\u{07}\u{202E}b\u{200B}\u{9B}1mc\u{0}\u{7F}\r\u{8}\u{E0041}"

  private func harness(_ sandbox: Sandbox) -> Harness {
    var harness = Harness.signedIn(to: sandbox)
    harness.terminal = TerminalSize(columns: 100, rows: 24)
    harness.errorTerminal = nil
    harness.environment["NO_COLOR"] = "1"
    harness.environment["HOME"] = "/\(Self.hostile)"
    return harness
  }

  /// Whether a scalar controls a terminal or is invisible to readers.
  private func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: scalar != "\n" && scalar != "\t"
    case .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
    default: false
    }
  }

  private func sandbox() async throws -> Sandbox {
    var repository = SandboxRepository(id: 7, owner: SandboxOwner(login: "octo"), name: "evil")
    repository.description = Self.hostile
    repository.language = Self.hostile
    repository.homepage = Self.hostile
    repository.topics = [Self.hostile]
    repository.stars = 5
    var configuration = SandboxConfiguration()
    configuration.repositories = [repository]
    configuration.includesCatalog = false
    return try await Sandbox.start(configuration)
  }

  @Test(arguments: [
    ["stars:5"], ["stars:5", "--csv", "all"], ["view", "octo/evil"], ["auth", "status"],
    ["star", "octo/evil"], ["starred", "octo/evil"], [hostile], ["view", hostile],
    ["star", "octo/evil", hostile], ["star", "octo/evil", "--after", hostile],
    ["--json", hostile, "x"],
    ["--\(hostile)"], ["--sort", hostile, "x"], ["--limit", hostile, "x"],
    ["--stars", hostile, "x"],
    ["--language", hostile, "x"], ["open", hostile], ["auth", hostile], ["help", hostile],
    ["x", "--color", hostile], ["search", "--help", hostile], ["--all", "stars:5"], ["-\(hostile)"],
  ])
  func `escapes control characters of arguments and responses on a terminal`(_ arguments: [String])
    async throws
  {
    let sandbox = try await sandbox()

    let outcome = await harness(sandbox).run(arguments)

    let output = outcome.output.replacing("\r\n", with: "\n")
    #expect(!output.unicodeScalars.contains(where: isUnsafe))
    #expect(!outcome.errors.unicodeScalars.contains(where: isUnsafe))
  }

  @Test(arguments: [400, 401, 403, 404, 422, 429, 500])
  func `escapes control characters in GitHub's error messages`(_ status: Int) async throws {
    let sandbox = try await sandbox()
    let fault = SandboxFault.failure(
      status: status,
      message: Self.hostile,
      headers: ["X-OAuth-Scopes": "a\u{9B}b", "X-Accepted-OAuth-Scopes": "\u{202E}"]
    )
    for arguments in [["x"], ["view", "octo/evil"], ["star", "octo/evil"], ["x", "--all"]] {
      sandbox.script(fault, times: .max)

      let outcome = await harness(sandbox).run(arguments + ["--no-wait"])

      #expect(outcome.status != .success)
      #expect(!outcome.errors.unicodeScalars.contains(where: isUnsafe))
      #expect(outcome.errors.utf8.count <= 500)
    }
  }

  @Test func `a pager gets colors and no other control sequences`() async throws {
    let sandbox = try await sandbox()
    var harness = harness(sandbox)
    harness.terminal = nil

    for arguments in [["stars:5"], ["view", "octo/evil"]] {
      harness.output = MemorySink()
      let output = await harness.run(arguments + ["--color", "always"]).output
      let plain = output.replacing(/\u{1B}\[[0-9]*m/, with: "")
      #expect(!plain.unicodeScalars.contains(where: isUnsafe))
    }
  }

  @Test func `writes the same JSON to a terminal and to a pipe`() async throws {
    let sandbox = try await sandbox()

    let outcome = await harness(sandbox).run("stars:5", "--json", "description")

    let objects = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    #expect((objects as? [[String: String]])?.first?["description"] == Self.hostile)
  }
}
