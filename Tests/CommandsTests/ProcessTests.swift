import Foundation
import GitHubSandbox
import Terminal
import Testing

/// The program as a process: what only the system sees of it.
@Suite struct ProcessTests {
  private func process(
    _ sandbox: Sandbox,
    _ arguments: [String],
    home: TemporaryHome? = nil
  ) -> (Process, Pipe, Pipe) {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = Self.executable
    process.arguments = arguments
    process.environment = [
      "GHSEARCH_API_URL": sandbox.baseURL, "GHSEARCH_TOKEN": SandboxToken.demonstration.value,
    ]
    process.environment?["HOME"] = home?.path
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    return (process, output, errors)
  }

  /// Beside the bundle of tests, where the package's products are.
  private static var executable: URL {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    return folder.appendingPathComponent("ghsearch")
  }

  private func text(_ pipe: Pipe) throws -> String {
    String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends it as a signal does, with JSON closed`(_ number: Int32) async throws {
    var configuration = SandboxConfiguration()
    configuration.generatedRepositories = 200
    let sandbox = try await Sandbox.start(configuration)
    let gate = SandboxGate()
    sandbox.script(.hold(gate), on: .page(2))
    let (process, output, errors) = process(
      sandbox,
      ["fork:true", "stars:>=0", "--limit", "200", "--json", "id"]
    )

    try process.run()
    try await gate.arrivals(1)
    kill(process.processIdentifier, number)
    let written = try text(output)
    process.waitUntilExit()

    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == number)
    #expect(try text(errors) == "")
    let rows = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [Any]
    #expect(rows?.count == 100)
    await sandbox.stop()
  }

  @Test func `a batch that is interrupted says how to go on`() async throws {
    let sandbox = try await Sandbox.start()
    let gate = SandboxGate()
    sandbox.script(.holdAnswer(gate), on: .path("/user/starred/iina/iina"))
    let (process, output, errors) = process(sandbox, ["star", "vapor/vapor", "iina/iina"])

    try process.run()
    try await gate.arrivals(1)
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()

    #expect(process.terminationStatus == SIGINT)
    #expect(try text(output) == "vapor/vapor\tstarred\n")
    #expect(try text(errors).hasSuffix("the rest: the same with --after vapor/vapor\n"))
    await sandbox.stop()
  }

  /// Before the request is carried out, and after.
  @Test(arguments: [true, false])
  func `what a killed process had begun is brought to an end by the next`(
    _ isBefore: Bool
  ) async throws {
    let sandbox = try await Sandbox.start()
    let (gate, home) = (SandboxGate(), try TemporaryHome())
    sandbox.script(isBefore ? .hold(gate) : .holdAnswer(gate), on: .method("PUT"))
    let (killed, _, _) = process(sandbox, ["star", "iina/iina"], home: home)
    try killed.run()
    try await gate.arrivals(1)
    kill(killed.processIdentifier, SIGKILL)
    killed.waitUntilExit()

    let (next, output, errors) = process(sandbox, ["star", "vapor/vapor"], home: home)
    try next.run()
    // The sandbox answers on threads that a test must not sit on.
    await DedicatedThread.run { next.waitUntilExit() }

    #expect(try text(output) == "vapor/vapor\tstarred\n")
    #expect(try text(errors).contains("iina/iina"))
    #expect(Set(sandbox.starredNames()) == ["iina/iina", "vapor/vapor"])
    let listed = await Harness.signedIn(to: sandbox).atHome(home)
      .run("stars", "list", "--sort", "name", "--template", "{{fullName}}")
    #expect(listed.output == "iina/iina\nvapor/vapor\n")
    await sandbox.stop()
  }
}
