import Foundation
import GitHubSandbox
import OperationTesting
import Output
import TestSupport
import Testing

@testable import Commands

@Suite final class DoctorTests {
  private let folder = TemporaryFolder()

  private func harness(_ sandbox: Sandbox) -> Harness {
    var harness = Harness.signedIn(to: sandbox)
    harness.environment["HOME"] = folder.path
    return harness
  }

  /// The verdicts about a subject.
  private func verdicts(_ outcome: Outcome, on subject: String) -> [String] {
    let rows = outcome.lines.map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    return rows.filter { $0.count > 2 && $0[1] == subject }.map { $0[0] }
  }

  @Test func `reports no problems in a healthy installation, and changes nothing`() async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await harness(sandbox).run("doctor")

    #expect(outcome.status == .success)
    for subject in ["network", "trust", "token", "stars", "config", "state", "data", "cache"] {
      #expect(verdicts(outcome, on: subject) == ["ok"], "\(subject)")
    }
    #expect(verdicts(outcome, on: "limits") == ["ok", "ok"])
    #expect(!outcome.output.contains(SandboxToken.demonstration.value))
    #expect(try folder.names() == [])
    #expect(sandbox.requests.allSatisfy { $0.method == "GET" })
  }

  @Test func `warns about a missing token, and succeeds`() async throws {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox)
    harness.environment["GHSEARCH_TOKEN"] = nil

    let outcome = await harness.run("doctor")

    #expect(outcome.status == .success)
    #expect(verdicts(outcome, on: "token") == ["warn"])
  }

  @Test func `a rejected token exits with 4, and a missing scope is a warning`() async throws {
    var configuration = SandboxConfiguration()
    configuration.tokens = [SandboxToken("weak", kind: .classic(scopes: ["gist"]))]
    let sandbox = try await Sandbox.start(configuration)
    var harness = harness(sandbox)

    #expect(await harness.run("doctor").status == .authentication)

    harness.output = MemorySink()
    harness.environment["GHSEARCH_TOKEN"] = "weak"
    let outcome = await harness.run("doctor")
    #expect(outcome.status == .success)
    #expect(verdicts(outcome, on: "stars") == ["warn"])
  }

  @Test func `warns about an app's token, such as that of GitHub Actions`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(
      .failure(status: 403, message: "Resource not accessible by integration"),
      on: .path("/user"),
      times: .max
    )

    let outcome = await harness(sandbox).run("doctor")

    #expect(outcome.status == .success)
    #expect(verdicts(outcome, on: "token") == ["warn"])
  }

  @Test func `a token that is refused everything is a failure`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(.failure(status: 403, message: "Your account was suspended"), times: .max)

    let outcome = await harness(sandbox).run("doctor")

    #expect(outcome.status == .permission)
    #expect(outcome.output.contains("fail\ttoken\tGitHub refused the request (Your account was"))
  }

  @Test func `works while both the token's and the anonymous limit are used up`() async throws {
    var configuration = SandboxConfiguration()
    configuration.rateLimits.core = 1
    configuration.rateLimits.anonymousCore = 1
    let sandbox = try await Sandbox.start(configuration)
    var harness = harness(sandbox)
    for token in [nil, SandboxToken.demonstration.value] {
      harness.environment["GHSEARCH_TOKEN"] = token
      // The first uses up the limit, and the second is refused.
      for _ in 1...2 {
        _ = await harness.run("view", "vapor/vapor", "--jsonl", "fullName", "--no-wait")
      }
    }

    harness.output = MemorySink()
    let report = await harness.run("doctor")
    harness.output = MemorySink()
    let status = await harness.run("auth", "status", "--no-wait")

    #expect(report.status == .success)
    #expect(verdicts(report, on: "network") == ["ok"])
    // The response about limits, which is not counted, also proves that the token works.
    #expect(verdicts(report, on: "token") == ["ok"] && verdicts(report, on: "stars") == ["ok"])
    #expect(report.output.contains("token\tvalid, from GHSEARCH_TOKEN"))
    #expect(report.output.contains("limits\tcore: 0/1 left, resets at "))
    #expect(!report.output.contains("add --wait"))
    #expect(status.status == .rateLimited)
    #expect(status.output.contains("core\t0/1 left, resets at "))
  }

  @Test func `an exhausted anonymous limit does not affect the report about the token`()
    async throws
  {
    let sandbox = try await Sandbox.start { $0.rateLimits.anonymousCore = 1 }
    var harness = harness(sandbox)
    harness.environment["GHSEARCH_TOKEN"] = nil
    for _ in 1...2 {
      _ = await harness.run("view", "vapor/vapor", "--jsonl", "fullName", "--no-wait")
    }

    harness.environment["GHSEARCH_TOKEN"] = SandboxToken.demonstration.value
    harness.output = MemorySink()
    let report = await harness.run("doctor")

    #expect(report.status == .success)
    for subject in ["network", "token"] { #expect(verdicts(report, on: subject) == ["ok"]) }
  }

  @Test(arguments: [("GHSEARCH_API_URL", "foo"), ("GH_HOST", "a b")])
  func `reports an invalid address and checks everything else`(
    _ name: String,
    _ value: String
  ) async throws {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox)
    harness.environment["GHSEARCH_API_URL"] = nil
    harness.environment[name] = value

    let outcome = await harness.run("doctor")

    #expect(outcome.status == .usage)
    #expect(outcome.output.contains("fail\tnetwork\t\(name): not a"))
    for subject in ["data", "cache"] { #expect(verdicts(outcome, on: subject) == ["ok"]) }
    #expect(sandbox.requests.isEmpty)
  }

  @Test func `the first failure decides the status, and network checks come before directories`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox)
    harness.environment["XDG_DATA_HOME"] = "/dev/null/data"

    #expect(await harness.run("doctor").status == .localFile)

    harness.output = MemorySink()
    harness.environment["GHSEARCH_API_URL"] = "http://127.0.0.1:1"
    let outcome = await harness.run("doctor")
    #expect(outcome.status == .network)
    #expect(verdicts(outcome, on: "network") == ["fail"])
    #expect(verdicts(outcome, on: "token") == ["warn"])
    #expect(verdicts(outcome, on: "data") == ["fail"])
  }

  @Test func `warns about directories that others can read`() async throws {
    let sandbox = try await Sandbox.start()
    let config = "\(folder.path)/.config/ghsearch"
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: config)

    let outcome = await harness(sandbox).run("doctor")

    #expect(verdicts(outcome, on: "config") == ["warn"])
  }

  @Test func `without a home directory, every directory check fails`() async throws {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox)
    harness.environment["HOME"] = nil

    let outcome = await harness.run("doctor")

    #expect(outcome.status == .localFile)
    #expect(verdicts(outcome, on: "cache") == ["fail"])
  }

  @Test func `reports a wrong clock, a missing CA bundle and a small screen`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    sandbox.script(
      .respond(status: 200, headers: ["Date": "Sun, 06 Nov 1994 08:49:37 GMT"], body: "{}"),
      on: .path("/rate_limit")
    )
    var harness = harness(sandbox)
    harness.environment["SSL_CERT_FILE"] = "\(folder.path)/missing.pem"
    harness.environment["TERM"] = "xterm"
    harness.environment["NO_COLOR"] = "1"
    harness.terminal = TerminalSize(columns: 20, rows: 5)

    let outcome = await harness.run("doctor")

    #expect(outcome.status == .network)
    #expect(outcome.output.contains("warn  clock"))
    #expect(outcome.output.contains("fail  trust"))
    #expect(outcome.output.contains("warn  terminal  TERM=xterm, 20 × 5, too small"))
  }

  @Test func `wraps lines at spaces and indents continuation lines`() {
    let finding = Finding.warning(
      "subject",
      "a text of some words",
      fix: "and what to do about it"
    )

    let lines = Finding.text([finding], on: Display(width: 40, now: Harness.date)).split(
      separator: "\n"
    )

    #expect(
      lines == [
        "warn  subject   a text of some words;", "                and what to do about it",
      ]
    )
  }

  @Test func `prints the same report as JSON`() async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await harness(sandbox).run("doctor", "--json")

    let findings = try JSONDecoder().decode(
      [[String: String?]].self,
      from: Data(outcome.output.utf8)
    )
    #expect(findings.first?["verdict"] == "ok")
    #expect(findings.first?["subject"] == "network")
  }
}
