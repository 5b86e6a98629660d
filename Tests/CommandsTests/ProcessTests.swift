import Foundation
import GitHubSandbox
import Testing

/// The program as a process: what only the system sees of it.
@Suite struct ProcessTests {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends it as a signal does, with JSON closed`(_ number: Int32) async throws {
    var configuration = SandboxConfiguration()
    configuration.generatedRepositories = 200
    let sandbox = try await Sandbox.start(configuration)
    let gate = SandboxGate()
    sandbox.script(.hold(gate), on: .page(2))
    let search = ["fork:true", "stars:>=0", "--limit", "200", "--json", "id"]
    let program = LaunchedProgram(sandbox, search)

    try program.process.run()
    try await gate.arrivals(1)
    program.signal(number)
    let written = try program.printed()
    await program.end()

    #expect(program.process.terminationReason == .uncaughtSignal)
    #expect(program.process.terminationStatus == number)
    #expect(try program.said() == "")
    let rows = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [Any]
    #expect(rows?.count == 100)
    await sandbox.stop()
  }

  @Test func `a batch that is interrupted says how to go on`() async throws {
    let sandbox = try await Sandbox.start()
    let gate = SandboxGate()
    sandbox.script(.holdAnswer(gate), on: .path("/user/starred/iina/iina"))
    let program = LaunchedProgram(sandbox, ["star", "vapor/vapor", "iina/iina"])

    try program.process.run()
    try await gate.arrivals(1)
    program.signal(SIGINT)
    await program.end()

    #expect(program.process.terminationStatus == SIGINT)
    #expect(try program.printed() == "vapor/vapor\tstarred\n")
    #expect(try program.said().hasSuffix("the rest: the same with --after vapor/vapor\n"))
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
    let killed = LaunchedProgram(sandbox, ["star", "iina/iina"], home: home)
    try killed.process.run()
    try await gate.arrivals(1)
    killed.signal(SIGKILL)
    await killed.end()

    let next = LaunchedProgram(sandbox, ["star", "vapor/vapor"], home: home)
    try next.process.run()
    await next.end()

    #expect(try next.printed() == "vapor/vapor\tstarred\n")
    let said = try next.said()
    #expect(said.contains("iina/iina"), "\(said)")
    #expect(Set(sandbox.starredNames()) == ["iina/iina", "vapor/vapor"])
    let listed = await Harness.signedIn(to: sandbox).atHome(home)
      .run("stars", "list", "--sort", "name", "--template", "{{fullName}}")
    #expect(listed.output == "iina/iina\nvapor/vapor\n")
    await sandbox.stop()
  }
}
