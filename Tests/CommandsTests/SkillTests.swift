import Foundation
import Output
import System
import TestSupport
import Testing

@testable import Commands

/// The skill for agents, whose commands are run.
@Suite(.timeLimit(.minutes(10))) struct SkillTests {
  private static let text = Result { try Project.text(of: "skills/ghsearch/SKILL.md") }

  /// The lines of its code blocks.
  private static func commands() throws -> [String] {
    let blocks = try text.get().matches(of: /```sh\n((?s).*?)```/)
    return blocks.flatMap { $0.output.1.split(separator: "\n").map(String.init) }
  }

  @Test func `prints the file that agents read`() async throws {
    let outcome = await Harness().run("skill")

    #expect(outcome.status == .success && outcome.errors.isEmpty)
    #expect(outcome.output == (try Self.text.get()))
  }

  @Test func `has a name, a description and fewer than 150 lines`() throws {
    let lines = try Self.text.get().split(separator: "\n", omittingEmptySubsequences: false)

    #expect(lines[0] == "---" && lines[1] == "name: ghsearch" && lines[3] == "---")
    #expect(lines[2].hasPrefix("description: ") && lines[2].count < 1024)
    #expect(lines.count - 4 < 150)
  }

  @Test func `every command in it succeeds, in order`() async throws {
    let commands = try Self.commands()
    #expect(commands.count { $0.hasPrefix("ghsearch ") } > 20)
    // Waiting for commands blocks, which Swift's pool does not allow.
    let outputs = try await DedicatedThread.run {
      Result {
        let shell = try UsageShell(
          SandboxProcess(starred: ["junegunn/fzf", "iina/iina"]),
          without: []
        )
        return try commands.map { try shell.output(of: $0 + "; echo status=$?") }
      }
    }.get()
    for (command, output) in zip(commands, outputs) {
      #expect(output.hasSuffix("status=0\n"), "\(command) prints\n\(output)")
    }
  }
}
