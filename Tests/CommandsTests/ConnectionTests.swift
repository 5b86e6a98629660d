import GitHubSandbox
import OperationTesting
import Output
import Testing

@testable import Commands

@Suite struct ConnectionTests {
  @Test
  func `the flag takes precedence over the environment, and its host gets no other host's token`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    var harness = Harness.anonymous(to: sandbox)
    harness.environment["GH_HOST"] = "github.example"
    harness.environment["GH_ENTERPRISE_TOKEN"] = "ghp_example"
    harness.environment["GH_TOKEN"] = "ghp_github"

    let outcome = await harness.run("auth", "status", "--hostname", "other.example")

    #expect(outcome.output == "api\thttps://other.example/api/v3\n")
    #expect(outcome.status == .authentication)
    #expect(sandbox.requests.isEmpty)
  }

  @Test(arguments: ["", "a b", "https://x", "x/y", "u@x"])
  func `rejects text that is not a host`(_ host: String) async {
    let outcome = await Harness().run("view", "--hostname=\(host)", "a/b")

    #expect(outcome.status == .usage)
  }

  @Test func `opens repository pages on the host given by the flag`() async {
    let outcome = await Harness().run("open", "a/b", "--hostname", "github.example")

    #expect(outcome.output == "https://github.example/a/b\n")
  }

  @Test func `verbose reports every request, including retries and redirects, but never the token`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    sandbox.script(.respond(status: 502), on: .path("/repos/apple/swift"))

    let outcome = await Harness.signedIn(to: sandbox).run("view", "apple/swift", "--verbose")

    let lines = outcome.errors.split(separator: "\n")
    let base = "ghsearch: GET \(sandbox.baseURL)"
    #expect(lines.count == 5)
    #expect(lines[0].hasPrefix("\(base)/repos/apple/swift 502 HTTP/1.1 "))
    #expect(lines[1] == "ghsearch: wait 1.000 s")
    #expect(lines[2].hasPrefix("\(base)/repos/apple/swift 301 HTTP/1.1 to \(sandbox.baseURL)/"))
    #expect(lines[3].contains(" 200 HTTP/1.1 ") && lines[3].contains(" bytes core "))
    #expect(lines[4].hasPrefix("\(base)/user/starred/swiftlang/swift 404 "))
    #expect(!outcome.errors.contains(SandboxToken.demonstration.value))
  }

  @Test(arguments: [["view", "vapor/vapor"], ["swift", "--message-format", "json"]])
  func `verbose does not report a request's time limit as a wait`(
    arguments: [String]
  ) async throws {
    var harness = try await Harness.signedIn()
    harness.terminal = TerminalSize(columns: 80, rows: 24)

    let outcome = await harness.run(arguments + ["--verbose"])

    #expect(outcome.status == .success)
    #expect(outcome.errors.contains("GET "))
    #expect(!outcome.errors.contains("wait "))
  }

  @Test func `verbose reports why a request failed`() async {
    let harness = Harness(environment: ["GHSEARCH_API_URL": "http://127.0.0.1:1"])

    let outcome = await harness.run("swift", "--verbose")

    #expect(outcome.status == .network)
    #expect(outcome.errors.contains("127.0.0.1:1/search/repositories?q=swift"))
    #expect(outcome.errors.contains(" failed (connection: "))
  }

  @Test func `reports no requests without --verbose`() async throws {
    #expect(try await Harness.signedIn().run("view", "vapor/vapor").errors == "")
  }
}
