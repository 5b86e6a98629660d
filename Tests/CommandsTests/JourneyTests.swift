import Foundation
import GitHubSandbox
import System
import Terminal
import TerminalTesting
import TestSupport
import Testing

/// The program on a new terminal, against a sandbox.
@Suite(.timeLimit(.minutes(20))) struct JourneyTests {
  @Test func `types, shows rows, stars one and leaves`() async throws {
    let sandbox = try await Sandbox.start(SandboxConfiguration())

    let journey = await Journey.run(against: sandbox) { terminal in
      guard terminal.shows("Type to search") else { return "the first frame" }
      terminal.paste("vapor")
      guard terminal.shows("☆  vapor/vapor") else { return "the rows and their stars" }
      terminal.type("\u{13}")
      guard terminal.shows("★ starred") else { return "the star" }
      terminal.type("\u{1B}")
      guard terminal.shows("Type to search") else { return "the query to be cleared" }
      terminal.type("\u{1B}")
      return nil
    }

    #expect(journey.missing == nil)
    #expect(journey.ending == .exit(0))
    #expect(journey.isTerminalRestored)
    #expect(sandbox.starredNames() == ["vapor/vapor"])
    #expect(sandbox.requests.filter { $0.path == "/search/repositories" }.count == 1)
  }

  @Test func `the first frame and echo do not wait for the network`() async throws {
    let sandbox = try await Sandbox.start(SandboxConfiguration())
    let gate = SandboxGate()
    sandbox.script(.hold(gate), on: .any, times: 100)

    let journey = await Journey.run(against: sandbox) { terminal in
      guard terminal.shows("Type to search") else { return "the first frame" }
      terminal.type("swift")
      guard terminal.shows("❯ swift") else { return "the echo" }
      terminal.type("\u{3}")
      return nil
    }

    #expect(journey.missing == nil)
    #expect(journey.ending == .exit(130))
    #expect(journey.isTerminalRestored)
    gate.open()
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func `a signal during a search restores the terminal`(_ signal: Int32) async throws {
    let sandbox = try await Sandbox.start(SandboxConfiguration())
    let gate = SandboxGate()
    sandbox.script(.hold(gate), on: .search, times: 100)

    let journey = await Journey.run(against: sandbox) { terminal in
      guard terminal.shows("Type to search") else { return "the first frame" }
      terminal.type("swift")
      guard terminal.read(until: { _ in !sandbox.requests.isEmpty }) else { return "a request" }
      terminal.send(signal)
      return nil
    }

    #expect(journey.missing == nil)
    #expect(journey.ending == .signal(signal))
    #expect(journey.isTerminalRestored)
    gate.open()
  }

  @Test func `filters, opens and changes stars and a star list`() async throws {
    var configuration = SandboxConfiguration()
    configuration.stars = ["octocat": ["iina/iina", "Alamofire/Alamofire", "vapor/vapor"]]
    let sandbox = try await Sandbox.start(configuration)
    sandbox.service.makeList("Web")

    let journey = await Journey.run(against: sandbox, after: [["stars", "sync"]]) { terminal in
      guard terminal.shows("Stars 3") else { return "the number of stars" }
      terminal.type(Self.nextTab)
      guard terminal.shows("★  iina/iina") else { return "the stars" }
      terminal.type("alam")
      guard terminal.shows("1–1 of 1") else { return "the filtered stars" }
      terminal.type("\u{18}")
      guard terminal.shows("[ ] Web") else { return "the choice of lists" }
      terminal.type(" \r")
      guard terminal.shows("Added Alamofire/Alamofire to Web") else {
        return "the change of a list"
      }
      guard terminal.read(until: { _ in Self.isInWeb(sandbox) }) else {
        return "the list on GitHub"
      }
      terminal.type(Self.nextTab)
      guard terminal.shows("▌Web  1") else { return "the star lists" }
      terminal.type("\r")
      guard terminal.shows("Lists: Web") else { return "the star list" }
      terminal.type("\u{1B}")
      guard terminal.shows("▌Web  1") else { return "the way back" }
      terminal.type(Self.nextTab)
      guard terminal.shows("No favorites yet") else { return "the favorites" }
      terminal.type(Self.previousTab + Self.previousTab)
      guard terminal.shows("❯ alam") else { return "the filter of before" }
      terminal.type("\u{3}")
      return nil
    }

    #expect(journey.missing == nil)
    #expect(journey.ending == .exit(130))
    #expect(journey.isTerminalRestored)
    #expect(Self.isInWeb(sandbox))
    #expect(!sandbox.requests.contains { $0.path == "/search/repositories" })
  }

  @Test func `creates a star list from the search, renames it and deletes it`() async throws {
    let sandbox = try await Sandbox.start(SandboxConfiguration())
    @Sendable func has(_ names: [String]) -> Bool {
      sandbox.service.listMembers().map(\.name) == names
    }

    let journey = await Journey.run(against: sandbox, after: [["lists"]]) { terminal in
      guard terminal.shows("Type to search") else { return "the first frame" }
      terminal.paste("vapor")
      guard terminal.shows("☆  vapor/vapor") else { return "the rows" }
      terminal.type("\u{18}")
      guard terminal.shows("No lists yet") else { return "the choice of lists" }
      terminal.type("To read")
      guard terminal.shows("+ new list \"To read\"") else { return "the new list" }
      terminal.type("\r")
      guard terminal.shows("Created the list To read with vapor/vapor") else {
        return "the report of the new list"
      }
      guard sandbox.service.listMembers().first?.members == ["vapor/vapor"] else {
        return "the list on GitHub"
      }
      terminal.type(Self.previousTab + Self.previousTab)
      guard terminal.shows("▌To read  1") else { return "the star lists" }
      terminal.type("\u{1B}l\r s\r")
      guard terminal.shows("Renamed the list To read to To read s"), has(["To read s"]) else {
        return "the new name"
      }
      guard terminal.shows("▌To read s") else { return "the new name in the tab" }
      terminal.type("\u{1B}l\u{1B}>\r")
      guard terminal.shows("Delete the list To read s? y/n") else { return "the question" }
      terminal.type("y")
      guard terminal.shows("Deleted the list To read s"), has([]) else { return "the deletion" }
      terminal.type("\u{1B}u")
      guard terminal.shows("Undone: restored the list To read s"), has(["To read s"]) else {
        return "the undo"
      }
      terminal.type("\u{3}")
      return nil
    }

    #expect(journey.missing == nil)
    #expect(journey.ending == .exit(130))
    #expect(sandbox.service.listMembers().first?.members == ["vapor/vapor"])
  }

  private static let nextTab = "\u{1B}OR"
  private static let previousTab = "\u{1B}OQ"

  private static func isInWeb(_ sandbox: Sandbox) -> Bool {
    sandbox.service.listMembers().contains { $0.members == ["Alamofire/Alamofire"] }
  }

  @Test func `holds a warning until the screen is closed`() async throws {
    let sandbox = try await Sandbox.start(SandboxConfiguration())
    let warning = "continuing without a token"

    let journey = await Journey.run(against: sandbox, tokenFileMode: 0o644) { terminal in
      guard terminal.shows("Type to search") else { return "the first frame" }
      terminal.paste("vapor")
      // The token is read before the request.
      let hasAsked = terminal.read { _ in
        sandbox.requests.contains { $0.path.hasSuffix("/vapor/readme") }
      }
      guard hasAsked else { return "the README" }
      if String(decoding: terminal.output, as: UTF8.self).contains(warning) { return "no warning" }
      terminal.type("\u{3}")
      return terminal.read(until: warning) ? nil : "the warning"
    }

    #expect(journey.missing == nil)
    #expect(journey.ending == .exit(130))
  }

  @Test func `reports a rate limit reached while typing, and keeps the rows`() async throws {
    let sandbox = try await Sandbox.start { $0.rateLimits.search = 1 }

    let journey = await Journey.run(against: sandbox) { terminal in
      guard terminal.shows("Type to search") else { return "the first frame" }
      terminal.paste("vapor")
      guard terminal.shows("vapor/vapor") else { return "the rows" }
      terminal.type("\u{15}")
      terminal.paste("alamofire")
      guard terminal.shows("limit reached") else { return "the limit" }
      terminal.type("\u{3}")
      return nil
    }

    #expect(journey.missing == nil)
    #expect(sandbox.requests.filter { $0.path == "/search/repositories" }.count == 1)
  }
}

/// How an interactive program ended.
private struct Journey: Sendable {
  /// The expected text that the terminal did not show.
  var missing: String?
  var ending: PseudoTerminal.Ending?
  var isTerminalRestored = false

  /// Runs `ghsearch` in a new home; `steps` returns the text that it waited for in vain, or nil.
  ///
  /// `commands` run first. The token is in the environment, or in a file with these permissions.
  static func run(
    against sandbox: Sandbox,
    after commands: [[String]] = [],
    tokenFileMode: Int? = nil,
    _ steps: @escaping @Sendable (PseudoTerminal) -> String?
  ) async -> Self {
    let url = sandbox.baseURL
    // The steps wait for the terminal, which must not block a thread of a task.
    return await DedicatedThread.run { sit(against: url, after: commands, tokenFileMode, steps) }
  }

  private static func sit(
    against url: String,
    after commands: [[String]],
    _ tokenFileMode: Int?,
    _ steps: @Sendable (PseudoTerminal) -> String?
  ) -> Self {
    let home = TemporaryFolder()
    do {
      let terminal = try PseudoTerminal(size: .fallback)
      let settings = terminal.settings
      var environment = environment(url, home.path)
      if let tokenFileMode {
        environment["GHSEARCH_TOKEN"] = nil
        try home.write(
          "\(SandboxToken.demonstration.value)\n",
          to: ".config/ghsearch/token",
          mode: tokenFileMode
        )
      }
      for command in commands {
        let other = try PseudoTerminal(size: .fallback)
        try other.run(program, command, environment: environment)
        guard other.ending() == .exit(0) else { return Self(missing: "\(command)") }
      }
      try terminal.run(program, environment: environment)
      var journey = Self(missing: steps(terminal))
      if journey.missing != nil { return journey }
      journey.ending = terminal.ending()
      journey.isTerminalRestored = terminal.settings == settings
      return journey
    } catch {
      return Self(missing: "\(error)")
    }
  }

  private static func environment(_ url: String, _ home: String) -> [String: String] {
    [
      "TERM": "xterm-256color", "HOME": home, "GHSEARCH_API_URL": url,
      "GHSEARCH_TOKEN": SandboxToken.demonstration.value,
    ]
  }

  private static let program: String = {
    let runner = CommandLine.arguments[0]
    return runner.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/ghsearch"
  }()
}

extension PseudoTerminal {
  /// Whether the screen eventually shows a text.
  fileprivate func shows(_ text: String) -> Bool {
    read { terminal in terminal.screen().lines.contains { $0.contains(text) } }
  }
}

extension PseudoTerminal {
  /// Types all keys at once: on a busy machine the search could start between two of them.
  fileprivate func paste(_ text: String) {
    type("\u{1B}[200~\(text)\u{1B}[201~")
  }
}
