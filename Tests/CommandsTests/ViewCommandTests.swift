import Foundation
import GitHubSandbox
import OperationTesting
import Output
import System
import TestSupport
import Testing

@testable import Commands

@Suite struct ViewCommandTests {
  private let name = "vapor/vapor"

  private func harness(_ sandbox: Sandbox, rows: Int = 200) -> Harness {
    var harness = Harness.anonymous(to: sandbox)
    harness.terminal = TerminalSize(columns: 80, rows: rows)
    return harness
  }

  // MARK: On a terminal

  @Test func `shows facts, languages and the README in order`() async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await harness(sandbox).run("view", name, "--color", "never")

    #expect(outcome.status == .success)
    let lines = outcome.lines
    let facts = try #require(lines.firstIndex { $0.hasPrefix("Stars ") })
    let languages = try #require(lines.firstIndex { $0.hasPrefix("Swift ") && $0.contains("%") })
    let readme = try #require(lines.firstIndex(of: "Install"))
    #expect(facts < languages && languages < readme)
    #expect(lines.contains("  git clone https://github.com/vapor/vapor.git"))
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test func `requests a README only if it is shown`() async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await harness(sandbox).run("view", name, "--no-readme")

    #expect(!outcome.output.contains("git clone"))
    #expect(!sandbox.requests.contains { $0.path.hasSuffix("/readme") })
  }

  @Test(arguments: [("", 0), ("--readme", 10), ("--no-readme", 0)])
  func `shows the facts if the README fails, which is a failure only if it was requested`(
    flag: String,
    status: Int
  ) async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(
      .blocked(reason: "dmca", at: "2026-01-02T03:04:05Z", url: "https://github.com/github/dmca"),
      on: .path("/repos/vapor/vapor/readme"),
      times: .max
    )

    let outcome = await harness(sandbox).run(["view", name] + (flag.isEmpty ? [] : [flag]))

    #expect(Int(outcome.status.rawValue) == status)
    #expect(outcome.output.contains("Stars") && outcome.output.contains("86.9%"))
    let note = "ghsearch: README not shown: "
    #expect(outcome.errors.hasPrefix(note) == (flag != "--no-readme"))
    #expect(outcome.errors.split(separator: "\n").count <= 1)
  }

  /// Refuses the optional extras of `view` one by one.
  @Test(arguments: [
    "/user/starred/vapor/vapor", "/repos/vapor/vapor/languages", "/repos/vapor/vapor/readme",
  ])
  func `waits for a refused extra like any other request`(_ path: String) async throws {
    for (seconds, flags) in [(3, []), (60, []), (300, ["--wait"])] {
      for isTerminal in [true, false] {
        let sandbox = try await Sandbox.start()
        sandbox.script(.secondaryRateLimit(retryAfter: seconds), on: .path(path))
        var harness = Harness.signedIn(to: sandbox)
        if isTerminal { harness.terminal = TerminalSize(columns: 80, rows: 200) }

        let arguments = ["view", name, "--readme", "--color", "never"]
        let outcome = await harness.run(arguments + flags)

        #expect(outcome.status == .success)
        #expect(outcome.output.contains("git clone"))
        #expect(outcome.output.contains(isTerminal ? "Starred       no" : "starred\tno"))
        #expect(!outcome.errors.contains("not shown"))
        let isAsked = isTerminal || !path.hasSuffix("languages")
        #expect(harness.clock.sleeps.contains(.seconds(seconds)) == isAsked)
      }
    }
  }

  @Test(arguments: [(300, []), (3, ["--no-wait"])])
  func `waits for an extra no longer than the flags allow`(
    _ seconds: Int,
    _ flags: [String]
  ) async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(
      .secondaryRateLimit(retryAfter: seconds),
      on: .path("/repos/vapor/vapor/readme"),
      times: .max
    )
    let harness = harness(sandbox)

    let outcome = await harness.run(["view", name] + flags)

    #expect(outcome.status == .success && outcome.output.contains("Stars"))
    #expect(outcome.errors.hasPrefix("ghsearch: README not shown: rate limit exceeded"))
    #expect(outcome.errors.contains("or add --wait") == flags.isEmpty)
    #expect(!harness.clock.sleeps.contains(.seconds(seconds)))
  }

  @Test(arguments: [500, 502, 503, 403])
  func `one message names all missing parts, and none is retried`(status: Int) async throws {
    let sandbox = try await Sandbox.start()
    let broken = ["/user/starred/\(name)", "/repos/\(name)/languages", "/repos/\(name)/readme"]
    for path in broken {
      sandbox.script(.failure(status: status, message: "broken"), on: .path(path), times: .max)
    }
    var harness = Harness.signedIn(to: sandbox)
    harness.terminal = TerminalSize(columns: 80, rows: 200)

    let outcome = await harness.run("view", name)

    #expect(outcome.status == .success)
    #expect(outcome.output.contains("Stars"))
    #expect(
      outcome.errors.hasPrefix("ghsearch: star state, languages and README not shown: ")
        && outcome.errors.split(separator: "\n").count == 1
    )
    for path in broken { #expect(sandbox.requests.count { $0.path == path } == 1, "\(path)") }
  }

  @Test(arguments: [[], ["--json", "all,readme"], ["--readme"]])
  func `requests independent parts concurrently`(_ flags: [String]) async throws {
    let sandbox = try await Sandbox.start()
    let gate = SandboxGate()
    let facts = "/repos/\(name)"
    sandbox.script(.hold(gate), on: RequestMatcher { $0.path != facts }, times: .max)
    var harness = Harness.signedIn(to: sandbox)
    if flags.isEmpty { harness.terminal = TerminalSize(columns: 80, rows: 200) }
    let task = Task { [harness] in await harness.run(["view", name] + flags) }

    // On a terminal: the star state, the languages, the README and the star history.
    try await gate.arrivals(flags.isEmpty ? 4 : 2)
    gate.open()
    let outcome = await task.value

    #expect(outcome.status == .success)
    #expect(outcome.output.contains("git clone"))
  }

  // MARK: The owner's picture

  @Test(arguments: [
    (["TERM": "xterm-kitty"], "\u{1B}_Ga=T,f=100,c=6,r=3,C=1,q=2,m=0;iVBORw0KGgo"),
    (["TERM": "xterm", "TERM_PROGRAM": "mintty"], "\u{1B}]1337;File=inline=1;size=93;width=6;"),
  ])
  func `fetches the owner's avatar without the token, and shows it beside the name`(
    variables: [String: String],
    start: String
  ) async throws {
    let sandbox = try await Sandbox.start()
    var harness = Harness.signedIn(to: sandbox)
    harness.terminal = TerminalSize(columns: 80, rows: 200)
    harness.environment.merge(variables) { $1 }

    let outcome = await harness.run("view", name)

    #expect(outcome.status == .success)
    #expect(outcome.output.hasPrefix("\n\n\n\u{1B}[3A\u{1B}7" + start))
    #expect(outcome.output.contains("\u{1B}8\n\u{1B}[8C\u{1B}[1mvapor/vapor\u{1B}[m\n\n\n"))
    let requests = sandbox.requests.filter { $0.path.hasPrefix("/u/") }
    #expect(requests.count == 1)
    #expect(requests.first?.headers["Authorization"] == nil)
  }

  @Test(arguments: [
    ["TERM": "xterm-256color"], ["TERM": "xterm-kitty", "TMUX": "x"],
    ["TERM": "xterm-kitty", "PAGER": "less"],
  ])
  func `shows initials in other terminals and in a pager`(_ variables: [String: String])
    async throws
  {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox, rows: variables["PAGER"] == nil ? 200 : 20)
    harness.environment.merge(variables) { $1 }

    let outcome = await harness.run("view", name)

    let text = outcome.output + harness.shown.withLock { $0.map(\.text).joined() }
    #expect(text.contains("  VA  "))
    #expect(!text.contains("\u{1B}_G") && !text.contains("\u{1B}7"))
  }

  @Test func `requests no avatar without colors, and ignores one that fails`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    var harness = harness(sandbox)
    harness.environment["TERM"] = "xterm-kitty"

    let plain = await harness.run("view", name, "--color", "never")
    #expect(plain.status == .success && !sandbox.requests.contains { $0.path.hasPrefix("/u/") })
    #expect(plain.output.hasPrefix("vapor/vapor\n"))

    sandbox.script(
      .failure(status: 404, message: "no"),
      on: RequestMatcher { $0.path.hasPrefix("/u/") },
      times: .max
    )
    let outcome = await harness.run("view", name)
    #expect(outcome.status == .success && outcome.output.contains("  VA  "))
    #expect(outcome.errors.isEmpty)
  }

  // MARK: Elsewhere

  @Test func `in a pipe, prints the README's source on request`() async throws {
    let sandbox = try await Sandbox.start()

    let plain = await Harness.anonymous(to: sandbox).run("view", name)
    let outcome = await Harness.anonymous(to: sandbox).run("view", name, "--readme")

    #expect(!sandbox.requests.contains { $0.path.hasSuffix("/languages") })
    #expect(outcome.output.hasPrefix(plain.output))
    let rest = outcome.output.dropFirst(plain.output.count)
    #expect(rest.hasPrefix("--\n# vapor\n"))
    #expect(rest.contains("```sh\n"))
  }

  @Test func `in a pipe, truncates the description to the requested length`() async throws {
    let outcome = try await Harness.anonymous().run("view", name, "--max-description", "3")

    let text = try #require(outcome.lines.first { $0.hasPrefix("description\t") }).dropFirst(12)
    #expect(text.count == 3 && text.hasSuffix("…"))
  }

  @Test func `in a pipe, the facts do not wait for the star state`() async throws {
    let sandbox = try await Sandbox.start()
    let gate = SandboxGate()
    sandbox.script(.hold(gate), on: .star)
    let harness = Harness.signedIn(to: sandbox)
    let task = Task { await harness.run("view", name) }
    try await gate.arrivals(1)

    let before = harness.output.text
    gate.open()
    let outcome = await task.value

    #expect(before.hasSuffix("fork\tno\n"))
    #expect(outcome.output == before + "starred\tno\n")
    #expect(outcome.status == .success)
  }

  @Test func `in a pipe, a requested README without a response is a missing part`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    sandbox.script(
      .failure(status: 403, message: "no"),
      on: .path("/repos/vapor/vapor/readme"),
      times: .max
    )

    let plain = await Harness.anonymous(to: sandbox).run("view", name)
    let outcome = await Harness.anonymous(to: sandbox).run("view", name, "--readme")

    #expect(outcome.status == .partial)
    #expect(outcome.output == plain.output)
    #expect(outcome.errors.hasPrefix("ghsearch: README not shown: "))
  }

  @Test func `a requested star state without a response is missing from one row or several`()
    async throws
  {
    let sandbox = try await Sandbox.start()
    sandbox.script(.failure(status: 403, message: "no"), on: .graphQL, times: .max)
    var harness = Harness.signedIn(to: sandbox)

    let one = await harness.run("view", name, "--json", "fullName,isStarred")
    harness.output = MemorySink()
    let two = await harness.run("view", name, name, "--jsonl", "fullName,isStarred")
    let other = await Harness.signedIn(to: sandbox).run("view", name, "--json", "fullName")

    #expect(one.status == .partial && two.status == .partial)
    #expect(one.output == "{\"fullName\":\"vapor/vapor\",\"isStarred\":null}\n")
    #expect(two.output == one.output + one.output)
    #expect(one.errors.hasPrefix("ghsearch: star states are unknown: "))
    #expect(other.status == .success && other.errors.isEmpty)
  }

  @Test func `prints fields as one JSON object`() async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await Harness.anonymous(to: sandbox)
      .run("view", name, "--json", "fullName,subscribersCount")
    let unknown = await Harness.anonymous(to: sandbox).run("view", name, "--json", "fullNam")

    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let fields = try #require(object as? [String: Any])
    #expect(fields["fullName"] as? String == name)
    #expect(fields["subscribersCount"] is Int)
    #expect(unknown.status == .usage)
  }

  @Test func `opens the page without a request`() async throws {
    let sandbox = try await Sandbox.start()
    var harness = Harness.anonymous(to: sandbox)
    harness.environment["BROWSER"] = "see"

    let outcome = await harness.run("view", name, "--web", "--hostname", "github.com")

    #expect(outcome.status == .success)
    #expect(harness.launched.withLock { $0 } == [["see", "https://github.com/vapor/vapor"]])
    #expect(sandbox.requests.isEmpty)
  }
}
