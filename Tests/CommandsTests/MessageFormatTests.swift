import ArgumentParser
import Foundation
import GitHubSandbox
import OperationTesting
import Output
import TestSupport
import TestTraits
import Testing

@testable import Commands

/// Standard error with `--message-format json`.
@Suite(.ownThread) struct MessageFormatTests {
  /// A line of standard error.
  private struct Message: Decodable {
    enum Kind: String, Decodable {
      case summary, error, warning, progress, note
    }

    let type: Kind
    var status: Int32?
    var what: String?
    var why: String?
    var advice: String?
    var retryAfter: Int?
    var shown: Int?
    var total: Int?
    var incomplete: Bool?
    var next: [String]?
    var correction: Correction?

    struct Correction: Decodable, Equatable {
      let from: String
      let to: String
    }

    var text: String?
  }

  private static let flags = ["--message-format", "json"]

  /// Every line as a message; any other line is an issue.
  private static func messages(_ outcome: Outcome) throws -> [Message] {
    try outcome.errors.split(separator: "\n").map { line in
      let message = try JSONDecoder().decode(Message.self, from: Data(line.utf8))
      #expect(!line.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E }, "\(line)")
      return message
    }
  }

  /// Every command with the words that invoke it.
  private static func commands(
    below command: any ParsableCommand.Type = GHSearchCommand.self,
    words: [String] = []
  ) -> [[String]] {
    let names = command.configuration.subcommands.flatMap { type in
      commands(below: type, words: words + [type.configuration.commandName ?? "?"])
    }
    return names.isEmpty ? [words] : names
  }

  @Test func `a usage error in any command is one JSON error`() async throws {
    for command in Self.commands() {
      for mistake in [["--bogus"], ["--limit"], ["--color", "no\u{1B}[2J"]] {
        let outcome = await Harness().run(command + mistake + Self.flags)
        let messages = try Self.messages(outcome)

        #expect(outcome.status == .usage, "\(command)")
        #expect(messages.map(\.type) == [.error], "\(command) \(mistake)")
        #expect(messages.first?.status == 64)
      }
    }
  }

  @Test(
    arguments: [
      ["help", "nonsense"], ["x", "--archived", "true"], ["stars", "terminal"],
      ["x", "--json", "nmae"],
      ["x", "--template", "{{name"], ["x", "--jq", ".", "--csv", "id"], ["view"],
      ["", "--limit", "2"],
    ]
  )
  func `a mistake found before or after parsing is one JSON error`(_ arguments: [String])
    async throws
  {
    let outcome = await Harness().run(Self.flags + arguments)

    #expect(outcome.status == .usage)
    #expect(try Self.messages(outcome).map(\.type) == [.error])
  }

  @Test(arguments: [401, 403, 404, 410, 422, 429, 451, 500, 502])
  func `each class of failure is an error with its status`(_ status: Int) async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(
      .failure(
        status: status,
        message: "\u{1B}[2J\u{202E}\n{}",
        headers: status == 429 ? ["Retry-After": "90"] : [:]
      ),
      times: .max
    )
    let harness = Harness.signedIn(to: sandbox)

    for words in [
      ["vapor"], ["view", "vapor/vapor"], ["star", "vapor/vapor"], ["auth", "status"],
    ] {
      let outcome = await harness.run(words + Self.flags)
      let last = try #require(try Self.messages(outcome).last { $0.type != .progress })

      #expect(last.type == .error)
      #expect(last.status == outcome.status.rawValue)
      #expect(last.what?.isEmpty == false && last.why?.isEmpty == false)
      if status == 429, words == ["vapor"] { #expect(last.retryAfter ?? 0 > 60) }
    }
  }

  @Test func `network failures, wrong variables and unreadable arguments are JSON errors`()
    async throws
  {
    var harness = Harness(environment: [
      "GHSEARCH_API_URL": "http://127.0.0.1:1", "GHSEARCH_MESSAGES": "json",
    ])
    let unreachable = await harness.run("x")
    let unreadable = await harness.run(nil)
    harness.environment["GHSEARCH_API_URL"] = "ftp://x"
    let wrong = await harness.run("x")

    for outcome in [unreachable, unreadable, wrong] {
      let last = try #require(try Self.messages(outcome).last)
      #expect(last.type == .error && last.status == outcome.status.rawValue)
    }
  }

  @Test func `accepts the flag anywhere, and prefers it to the variable`() async throws {
    let environment = ["GHSEARCH_MESSAGES": "json"]
    let mistake = ["view", "nonsense"]

    for index in 0...mistake.count {
      var (spaced, joined) = (mistake, mistake)
      spaced.insert(contentsOf: Self.flags, at: index)
      joined.insert("--message-format=json", at: index)
      #expect(await Harness().run(spaced).errors.hasPrefix("{\"type\":\"error\""))
      #expect(await Harness().run(joined).errors.hasPrefix("{\"type\":\"error\""))
    }
    let text = await Harness(environment: environment).run(mistake + ["--message-format", "text"])
    #expect(text.errors.hasPrefix("ghsearch: "))
    let wrong = await Harness().run("x", "--message-format", "jsno")
    #expect(
      wrong.errors == "ghsearch: --message-format: invalid value \"jsno\"; "
        + "did you mean json? Use text, json\n"
    )
    let missing = await Harness().run("x", "--message-format")
    #expect(missing.errors == "ghsearch: --message-format: missing value; use text, json\n")
  }

  @Test func `reports how many rows a search shows, and how to continue it`() async throws {
    let harness = try await Harness.signedIn()
    func run(_ arguments: [String]) async -> Outcome {
      var harness = harness
      harness.output = MemorySink()
      return await harness.run(arguments)
    }
    let whole = await run(["swift", "--limit", "100"])
    #expect(whole.lines.count > 20)

    for filter in [[], ["--not-starred"]] {
      let expected = await run(["swift", "--limit", "100"] + filter)
      #expect(expected.errors == "")
      var arguments: [String]? = Self.flags + ["swift", "--limit=7"] + filter
      var output = ""
      while let words = arguments {
        let outcome = await run(words)
        let summary = try #require(try Self.messages(outcome).first)
        #expect(summary.type == .summary && summary.incomplete == false)
        #expect(summary.shown == outcome.lines.count)
        #expect(summary.total == whole.lines.count)
        output += outcome.output
        arguments = summary.next
        if let next = arguments { #expect(Array(next.prefix(3)) == Self.flags + ["swift"]) }
      }
      #expect(output == expected.output)
    }
    let nothing = try Self.messages(await run(["nosuchthing"] + Self.flags))
    #expect(nothing.map(\.type) == [.warning, .summary])
    #expect(nothing.last?.shown == 0 && nothing.last?.next == nil)
  }

  @Test func `suggests --all at GitHub's limit of a thousand results`() async throws {
    var configuration = SandboxConfiguration()
    configuration.includesCatalog = false
    configuration.generatedRepositories = 1200
    let sandbox = try await Sandbox.start(configuration)
    let arguments = ["fork:true", "stars:>=0", "--skip", "990"] + Self.flags

    let outcome = await Harness.signedIn(to: sandbox).run(arguments)

    let summary = try #require(try Self.messages(outcome).last)
    #expect(summary.shown == 10 && summary.total == 1200 && summary.next == nil)
    #expect(summary.advice?.contains("--all") == true)
  }

  @Test func `an interrupted search reports its rows and how to continue`() async throws {
    var configuration = SandboxConfiguration()
    configuration.includesCatalog = false
    configuration.generatedRepositories = 300
    let sandbox = try await Sandbox.start(configuration)
    sandbox.script(.failure(status: 502, message: "Bad Gateway"), on: .page(2), times: 4)

    let outcome = await Harness.signedIn(to: sandbox)
      .run(["fork:true", "stars:>=0", "--limit", "150"] + Self.flags)

    let messages = try Self.messages(outcome)
    #expect(messages.filter { $0.type == .progress }.count == 3)
    let ends = messages.filter { $0.type != .progress }
    #expect(ends.map(\.type) == [.summary, .error])
    #expect(ends[0].incomplete == true && ends[0].next?.suffix(2) == ["--skip", "100"])
    #expect(ends[1].status == 10)
  }

  @Test func `local lists report their rows, and what was searched for instead`() async throws {
    var configuration = SandboxConfiguration()
    configuration.stars = ["octocat": ["vapor/vapor", "rust-lang/rust", "Alamofire/Alamofire"]]
    let sandbox = try await Sandbox.start(configuration)
    let harness = Harness.signedIn(to: sandbox).atHome(TemporaryFolder())

    let synced = await harness.run(["stars", "sync"] + Self.flags)
    _ = try Self.messages(synced)
    let first = try Self.messages(await harness.run(["stars", "--limit", "2"] + Self.flags))
    let next = try #require(first.last?.next)
    let rest = try Self.messages(await harness.run(next))
    let found = try Self.messages(await harness.run(["stars", "search", "alamofier"] + Self.flags))
    let none = try Self.messages(await harness.run(["favorites"] + Self.flags))

    #expect(first.last?.shown == 2 && first.last?.total == 3)
    #expect(rest.last?.shown == 1 && rest.last?.next == nil)
    #expect(
      found.last?.correction == .init(from: "alamofier", to: "alamofire") && found.last?.shown == 1
    )
    #expect(none.map(\.type) == [.summary] && none[0].shown == 0)
  }

  @Test func `reports a rate limit wait as progress, with its seconds`() async throws {
    let sandbox = try await Sandbox.start()
    sandbox.script(
      .failure(status: 429, message: "slow down", headers: ["Retry-After": "30"]),
      on: .search
    )

    let outcome = await Harness.signedIn(to: sandbox).run(["vapor"] + Self.flags)

    let messages = try Self.messages(outcome)
    #expect(messages.map(\.type) == [.progress, .summary])
    #expect(messages[0].text?.contains("waiting until") == true)
    #expect(outcome.lines.count == 1)
  }

  @Test func `leaves standard output and the status unchanged`() async throws {
    let sandbox = try await Sandbox.start()
    let commands = [
      ["swift", "--limit", "3"], ["view", "vapor/vapor", "--json", "name"],
      ["starred", "vapor/vapor"],
      ["star", "--dry-run", "vapor/vapor", "no/such"], ["doctor"], ["lists"],
      ["trending", "swift"],
      ["stars", "changes"], ["stra", "vapor/vapor"],
    ]
    for words in commands {
      let home = TemporaryFolder()
      let text = await Harness.signedIn(to: sandbox).atHome(home).run(words)
      let json = await Harness.signedIn(to: sandbox).atHome(home).run(words + Self.flags)

      #expect(text.status == json.status, "\(words)")
      if words != ["doctor"] { #expect(text.output == json.output, "\(words)") }
      _ = try Self.messages(json)
    }
  }
}
