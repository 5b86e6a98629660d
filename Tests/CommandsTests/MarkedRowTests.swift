import GitHubSandbox
import OperationTesting
import Output
import Terminal
import Testing

@testable import Commands

/// Names of emoji and words of the search in rows.
@Suite struct MarkedRowTests {
  @Test func `shows emoji to people and shortcodes to programs`() async throws {
    var repository = SandboxRepository(
      id: 900_900_901,
      owner: SandboxOwner(login: "octo"),
      name: "fuzzy"
    )
    repository.description = ":cherry_blossom: A fuzzy archaeopteryx"
    var user = try await ListsHarness.start(repositories: [repository])
    for command in [["archaeopteryx"], ["view", "octo/fuzzy", "--no-readme"]] {
      user.terminal = TerminalSize(columns: 100, rows: 50)
      let shown = await user.run(command)
      user.terminal = nil
      let piped = await user.run(command)

      #expect(shown.output.contains("🌸 A fuzzy"), "\(shown)")
      #expect(piped.output.contains(":cherry_blossom: A fuzzy"), "\(piped)")
    }
  }

  @Test func `marks the words of the search only in a colored table`() async throws {
    var harness = try await Harness.signedIn()
    harness.terminal = TerminalSize(columns: 120, rows: 24)
    harness.environment["NO_COLOR"] = "1"
    let plain = await harness.run("vapor", "--limit", "1")
    harness.environment["NO_COLOR"] = nil
    harness.output = MemorySink()
    let colored = await harness.run("vapor", "--limit", "1")

    #expect(plain.output.contains("vapor/vapor"))
    let word = "\u{1B}[1;4mvapor\u{1B}[0m"
    #expect(colored.output.contains("\(word)\u{1B}[1m/\u{1B}[0m\(word)"))
  }
}
