import Foundation
import GitHubSandbox
import Output
import TestSupport
import TestTraits
import Testing

@testable import Commands

/// The server as a process, over pipes.
@Suite(.ownThread) struct MCPProcessTests {
  private static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

  private static func request(_ id: Int, _ method: String, _ members: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(members)\#(meta)}}"#
  }

  @Test func `finds repositories for a client, and exits with it`() async throws {
    let sandbox = try await Sandbox.start()
    let program = LaunchedProgram(sandbox, ["mcp"], home: TemporaryFolder())
    let input = Pipe()
    program.process.standardInput = input
    let search = #""name":"search_repositories","arguments":{"query":"vapor","limit":1},"#
    let lines = [
      Self.request(1, "server/discover"), "garbage", Self.request(2, "tools/list"),
      Self.request(3, "tools/call", search),
    ]

    try program.process.run()
    // The last line is incomplete, so it must not be treated as a message.
    try input.fileHandleForWriting.write(
      contentsOf: Data((lines.joined(separator: "\n") + "\n" + Self.request(4, "ping")).utf8)
    )
    try input.fileHandleForWriting.close()
    try await program.end()
    let printed = program.printed

    #expect(program.process.terminationStatus == 0)
    #expect(program.said == "")
    let answers = printed.split(separator: "\n")
    #expect(answers.count == 4)
    #expect(answers[1].contains("-32700"))
    #expect(answers[2].matches(of: /"inputSchema"/).count == 8)
    #expect(answers[3].contains(#""fullName":"vapor/vapor""#))
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal ends the server while a call waits for GitHub`(_ number: Int32) async throws {
    let sandbox = try await Sandbox.start()
    let gate = SandboxGate()
    sandbox.script(.hold(gate), on: .search)
    let program = LaunchedProgram(sandbox, ["mcp"])
    let input = Pipe()
    program.process.standardInput = input
    let search = #""name":"search_repositories","arguments":{"query":"vapor"},"#

    try program.process.run()
    try input.fileHandleForWriting.write(
      contentsOf: Data((Self.request(1, "tools/call", search) + "\n").utf8)
    )
    try await gate.arrivals(1)
    program.signal(number)
    try await program.end()

    #expect(program.process.terminationReason == .uncaughtSignal)
    #expect(program.printed == "")
  }

  @Test func `arguments or a terminal get a one-line hint instead of a server`() async throws {
    var harness = try await Harness.anonymous()

    let words = await harness.run("mcp", "server")
    harness.hasInputTerminal = true
    let typed = await harness.run("mcp")

    #expect([words.status, typed.status] == [.usage, .usage])
    #expect(words.errors.hasSuffix("use `ghsearch search mcp server`\n"))
    #expect(typed.errors.hasSuffix("use `ghsearch search mcp`\n"))
    #expect(typed.errors.split(separator: "\n").count == 1)
  }

  /// `make mcp-test` installs this client, and runs the same against a release build.
  private static let python = Project.file(".build/mcp/bin/python").path

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: python)))
  func `serves the client of the Python SDK`() async throws {
    let sandbox = try await Sandbox.start()
    let script = Project.file("Tests/CommandsTests/MCP/client.py").path
    let client = LaunchedProgram(
      sandbox,
      [script, LaunchedProgram.path],
      home: TemporaryFolder()
    )
    client.process.executableURL = URL(fileURLWithPath: Self.python)

    try client.process.run()
    try await client.end()
    let printed = client.printed

    #expect(client.process.terminationStatus == 0, "\(printed)")
  }
}
