import GitHubSandbox
import Testing

@testable import Commands

@Suite struct REPLCommandTests {
  @Test func `answers piped lines in order`() async throws {
    let sandbox = try await Sandbox.start(SandboxConfiguration())
    var harness = Harness.signedIn(to: sandbox)
    harness.input = """
      alamofire
      :star 1
      """

    let outcome = await harness.run("repl", "--limit", "1")

    #expect(outcome.status == .success)
    #expect(outcome.lines.first?.contains("Alamofire/Alamofire") == true)
    #expect(sandbox.starredNames() == ["Alamofire/Alamofire"])
    await sandbox.stop()
  }

  @Test func `no arguments and no terminal is the same as repl`() async throws {
    let sandbox = try await Sandbox.start(SandboxConfiguration())
    var harness = Harness.anonymous(to: sandbox)
    harness.input = "alamofire"

    let outcome = await harness.run([])

    #expect(outcome.status == .success)
    #expect(outcome.output.contains("Alamofire/Alamofire"))
    #expect(!outcome.output.contains("\u{1B}"))
    await sandbox.stop()
  }

  @Test func `ends with the code of the first line that failed, whatever else was answered`()
    async throws
  {
    let sandbox = try await Sandbox.start(SandboxConfiguration())
    var harness = Harness.anonymous(to: sandbox)
    harness.input = """
      alamofire
      :nonsense
      """

    let outcome = await harness.run("repl")

    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains("\nghsearch: :nonsense: "))
    await sandbox.stop()
  }
}
