import Discovery
import Foundation
import GitHubSandbox
import OperationTesting
import Output
import System
import TestSupport
import Testing

@testable import Commands

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A sandbox with the harness's clock.
enum GrowthSandbox {
  static func start(_ configure: (inout SandboxConfiguration) -> Void = { _ in }) async throws
    -> Sandbox
  {
    var configuration = SandboxConfiguration()
    let now = UnixTime(seconds: Int(Harness.date.timeIntervalSince1970))
    configuration.clock = ManualSandboxClock(now)
    configure(&configuration)
    return try await Sandbox.start(configuration)
  }
}

extension Sandbox {
  /// The paths of the requests for star histories.
  var historyRequests: [SandboxRequest] { requests.filter { $0.path.hasSuffix("/history") } }
}

@Suite struct GrowthCommandTests {
  private let name = "vapor/vapor"

  private func harness(_ sandbox: Sandbox, columns: Int, term: String = "xterm") -> Harness {
    var harness = Harness.anonymous(to: sandbox)
    harness.terminal = TerminalSize(columns: columns, rows: 24)
    harness.environment["TERM"] = term
    return harness
  }

  // MARK: On a terminal

  @Test(arguments: [40, 80, 120])
  func `draws a chart as wide as the terminal`(_ columns: Int) async throws {
    let sandbox = try await GrowthSandbox.start()
    var harness = harness(sandbox, columns: columns)
    harness.environment["NO_COLOR"] = "1"

    let outcome = await harness.run("growth", name)

    #expect(outcome.status == .success && outcome.errors == "")
    #expect(outcome.lines.allSatisfy { $0.count <= columns })
    try GoldenText.expect(outcome.output, "growth-\(columns)")
  }

  @Test func `uses the theme's colors, and only bars on a dumb terminal`() async throws {
    let sandbox = try await GrowthSandbox.start()

    let colored = await harness(sandbox, columns: 80).run("growth", name)
    let dumb = await harness(sandbox, columns: 80, term: "dumb").run("growth", name)

    try GoldenText.expect(colored.output.replacing("\u{1B}", with: "␛"), "growth-color")
    try GoldenText.expect(dumb.output, "growth-dumb")
    #expect(dumb.output.utf8.count { $0 >= 0x80 } == 4, "two middle dots between numbers")
  }

  @Test func `charts several years by month`() async throws {
    let sandbox = try await GrowthSandbox.start()

    let outcome = await harness(sandbox, columns: 80)
      .run("growth", name, "--since", "all", "--color", "never")

    #expect(outcome.output.contains("by the month they were added"))
    #expect(outcome.errors == "ghsearch: the star history of vapor/vapor takes 19 requests\n")
    #expect(sandbox.historyRequests.count == 19)
  }

  // MARK: For programs

  @Test func `prints one line per week, of which only the last is incomplete`() async throws {
    let sandbox = try await GrowthSandbox.start()

    let outcome = await Harness.anonymous(to: sandbox).run("growth", name, "apple/container")

    let rows = outcome.lines.map { $0.components(separatedBy: "\t") }
    #expect(rows.allSatisfy { $0.count == 3 && Int($0[2]) != nil })
    #expect(rows.filter { $0[0] == name }.map { $0[1] }.first == "2026-03-15")
    #expect(rows.filter { $0[0] == name }.map { $0[1] }.last == "2026-09-20")
    #expect(Set(rows.map { $0[0] }) == [name, "apple/container"])
  }

  @Test func `CSV has the same rows and a header`() async throws {
    let sandbox = try await GrowthSandbox.start()
    let harness = Harness.anonymous(to: sandbox)

    let rows = await harness.run("growth", name, "--since", "20d")
    let csv = await Harness.anonymous(to: sandbox).run("growth", name, "--since", "20d", "--csv")

    #expect(rows.lines.count == 20)
    #expect(csv.lines.first == "fullName,start,gained")
    #expect(csv.lines.dropFirst().map { $0.replacing(",", with: "\t") } == rows.lines)
  }

  @Test func `JSON has all fields, or those requested`() async throws {
    let sandbox = try await GrowthSandbox.start()

    let all = await Harness.anonymous(to: sandbox).run("growth", name, "--json")
    let some = await Harness.anonymous(to: sandbox)
      .run("growth", name, "--since", "1y", "--by", "month", "--json", "gained365d,from,to")

    let object = try #require(try json(all).first)
    #expect(Set(object.keys) == Set(GrowthRow.fields.map(\.name)))
    #expect(object["gained365d"] is NSNull)
    let buckets = try #require(object["buckets"] as? [[String: Any]])
    #expect(buckets.count == 28 && buckets.allSatisfy { $0["gained"] is Int })
    let named = try #require(try json(some).first)
    #expect(Set(named.keys) == ["gained365d", "from", "to"])
    #expect(named["gained365d"] as? Int ?? 0 > 0)
    #expect(named["from"] as? String == "2025-09-01" && named["to"] as? String == "2026-09-20")
  }

  @Test func `accepts the repository after any output flag, and the formats of every list`()
    async throws
  {
    let sandbox = try await GrowthSandbox.start()
    func run(_ words: String...) async -> Outcome {
      await Harness.anonymous(to: sandbox).run(["growth"] + words)
    }

    let object = try #require(try json(await run("--json", name)).first)
    #expect(Set(object.keys) == Set(GrowthRow.fields.map(\.name)))
    #expect(await run("--csv", name, "--since", "20d").lines.count == 21)
    #expect(await run(name, "--jsonl", "fullName").output == #"{"fullName":"vapor/vapor"}"# + "\n")
    #expect(await run("--csv", "fullName,from", name).lines.first == "fullName,from")
    #expect(await run(name, "-t{{fullName}}").output == "vapor/vapor\n")
  }

  private func json(_ outcome: Outcome) throws -> [[String: Any]] {
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(value as? [[String: Any]])
  }

  @Test func `writes a well-formed image with a line for each repository`() async throws {
    let sandbox = try await GrowthSandbox.start()
    let home = TemporaryFolder()
    let file = home.path + "/growth.svg"

    let written = await Harness.anonymous(to: sandbox)
      .run("growth", name, "apple/container", "--svg", file)
    let printed = await Harness.anonymous(to: sandbox)
      .run("growth", name, "apple/container", "--svg", "-")

    #expect(written.status == .success && written.output == "")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text == printed.output)
    #expect(text.hasPrefix("<svg ") && text.hasSuffix("</svg>\n"))
    #expect(text.components(separatedBy: "<polyline ").count == 3)
    #expect(text.contains("prefers-color-scheme: dark") && !text.contains("<script"))
    #expect(XMLParser(data: Data(text.utf8)).parse())
  }

  @Test func `writes an image through a symlink, with default permissions`()
    async throws
  {
    let sandbox = try await GrowthSandbox.start()
    let home = TemporaryFolder()
    let (file, link) = (home.path + "/a.svg", home.path + "/b.svg")
    try "an older and longer text".write(toFile: file, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)

    let written = await Harness.anonymous(to: sandbox).run("growth", name, "--svg", link)

    #expect(written.status == .success)
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("<svg "))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    #expect(FileStatus(of: file).mode == 0o640)
  }

  @Test(arguments: ["/nonexistent/x.svg", "/"])
  func `an image that cannot be written costs no request`(file: String) async throws {
    let sandbox = try await GrowthSandbox.start()

    let outcome = await Harness.anonymous(to: sandbox).run("growth", name, "--svg", file)

    #expect(outcome.status == .localFile && sandbox.requests.isEmpty)
    let why = file == "/" ? "it is a directory" : "No such file or directory"
    #expect(outcome.errors == "ghsearch: write \(file): \(why)\n")
  }

  // MARK: Requests

  @Test func `half a year takes one page and the facts, and nothing if repeated that day`()
    async throws
  {
    let sandbox = try await GrowthSandbox.start()
    let home = TemporaryFolder()
    let harness = Harness.signedIn(to: sandbox).atHome(home)

    var isFirst = true
    for (flags, paths) in [
      ([], ["/repos/vapor/vapor", "/repos/vapor/vapor/stargazers/history"]),
      ([], ["/repos/vapor/vapor"]),
      (["--cache", "1h"], []),
      (["--no-cache"], ["/repos/vapor/vapor", "/repos/vapor/vapor/stargazers/history"]),
    ] {
      sandbox.forgetRequests()
      let outcome = await harness.run(["growth", name] + flags)
      #expect(outcome.status == .success)
      #expect(sandbox.requests.map(\.path) == paths)
      let tags = sandbox.requests.compactMap { $0.headers["If-None-Match"] }
      #expect(tags.count == (isFirst ? 0 : paths.count))
      isFirst = false
    }
  }

  // MARK: Failures

  @Test func `reports servers without star histories, and repositories that do not exist`()
    async throws
  {
    let sandbox = try await GrowthSandbox.start()
    sandbox.script(
      .failure(status: 404, message: "Not Found"),
      on: .path("/repos/vapor/vapor/stargazers/history"),
      times: 2
    )

    let without = await Harness.anonymous(to: sandbox).run("growth", name)
    let missing = await Harness.anonymous(to: sandbox).run("growth", "no/such")
    let some = await Harness.anonymous(to: sandbox).run("growth", name, "apple/container")

    #expect(without.status == .notFound)
    let reason = "ghsearch: growth vapor/vapor: not available on 127.0.0.1"
    #expect(without.errors.hasPrefix(reason))
    #expect(missing.status == .notFound && missing.errors.contains("no/such"))
    #expect(some.status == .partial && some.output.contains("apple/container"))
  }

  @Test(arguments: [
    ["--since", "3h"], ["--since", "x"], ["--by", "year"], ["--json", "nme"], ["--json", "--csv"],
    ["--cache", "1h", "--no-cache"],
  ])
  func `rejects unsupported arguments before any request`(_ flags: [String]) async throws {
    let sandbox = try await GrowthSandbox.start()

    let outcome = await Harness.anonymous(to: sandbox).run(["growth", name] + flags)

    #expect(outcome.status == .usage && sandbox.requests.isEmpty)
  }
}
