import GitHubSandbox
import Testing

@Suite(.timeLimit(.minutes(20))) struct SandboxTests {
  @Test func `throws if the port is in use`() async throws {
    let sandbox = try await Sandbox.start()
    var configuration = SandboxConfiguration()
    configuration.port = sandbox.port
    let taken = configuration

    await #expect(throws: (any Error).self) { try await Sandbox.start(taken) }
  }
}
