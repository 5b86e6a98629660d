import GitHubSandbox
import OperationTesting
import Output
import System
import Terminal
import TerminalTesting
import TestSupport
import Testing

@testable import Commands

/// Changes of many things are confirmed at the terminal, even if names come from a pipe.
@Suite struct ConfirmationTests {
  /// Commands that ask before they change anything, with their piped input.
  private static let commands: [([String], question: String)] = [
    (["lists", "add", "Web", "-"], "Change the lists of 11 repositories? [y/N] "),
    (["lists", "remove", "Full", "-"], "Change the lists of 11 repositories? [y/N] "),
    (
      ["lists", "move", "--from", "Full", "--to", "Web", "-"],
      "Change the lists of 11 repositories? [y/N] "
    ),
    (["lists", "delete", "Full"], #"Delete "Full"? [y/N] "#),
    (["stars", "prune", "--list", "Full"], "Unstar 11 repositories? [y/N] "),
  ]

  private static func user() async throws -> ListsHarness {
    let sandbox = try await Sandbox.start()
    let names = await Harness.anonymous(to: sandbox).run("stars:>0", "--limit", "11").names
    await sandbox.stop()
    var user = try await ListsHarness.start([("Full", names), ("Web", [])], stars: names)
    user.input = names.joined(separator: "\n")
    return user
  }

  private static let answers = Rounds.first(3, of: ["y\n", "\n", nil, "yes\n", "n\n", ""])

  @Test(arguments: commands.map(\.0), answers)
  func `asks on the terminal, and changes nothing without a yes`(
    _ command: [String],
    _ answer: String?
  ) async throws {
    var user = try await Self.user()
    user.typed = answer
    let question = Self.commands.first { $0.0 == command }?.question ?? ""

    let outcome = await user.run(command)

    let isYes = answer?.first == "y"
    #expect(outcome.status == (isYes ? .success : answer == nil ? .usage : .negative))
    #expect(outcome.errors.contains(question) == (answer != nil), "\(outcome.errors)")
    if answer == nil {
      #expect(
        outcome.errors.contains("cannot ask for confirmation without a terminal; add --yes\n")
      )
    } else if !isYes {
      #expect(outcome.errors.contains("ghsearch: canceled; nothing was "))
    }
    if !isYes {
      #expect(user.lists["Full"]?.count == 11 && user.lists["Web"]?.isEmpty == true)
      #expect(user.sandbox.starredNames().count == 11)
    }
  }

  @Test(arguments: [["lists", "delete", "1"], ["lists", "undo"]])
  func `escapes questions for the terminal even if standard output is redirected`(
    _ command: [String]
  ) async throws {
    let name = "Ev\u{202E}il\u{1B}[31mX"
    var user = try await ListsHarness.start(stars: ["vapor/vapor"])
    _ = await user.run("lists", "create", name)
    user.sandbox.service.setLists([name], of: "vapor/vapor")
    user.terminal = TerminalSize(columns: 80, rows: 24)
    _ = await user.run("lists")
    (user.terminal, user.typed) = (nil, "n\n")

    let outcome = await user.run(command)

    #expect(outcome.errors.contains("[y/N]") && outcome.status == .negative, "\(outcome.errors)")
    #expect(!outcome.errors.contains("\u{1B}") && !outcome.errors.contains("\u{202E}"))
  }

  @Test func `asks on the real terminal when standard input is a pipe`() async throws {
    let user = try await Self.user()
    let (url, home, names) = (user.sandbox.baseURL, user.home.path, user.input)

    // The sandbox responds on threads that a test must not block.
    let sitting = try await DedicatedThread.run {
      Result {
        let terminal = try PseudoTerminal()
        try terminal.run(
          "/bin/sh",
          [
            "-c", #"printf '%s\n' "$NAMES" | "$0" lists add Web - 2>/dev/null | cat"#,
            LaunchedProgram.path,
          ],
          environment: [
            "TERM": "xterm-256color", "GHSEARCH_API_URL": url, "HOME": home, "NAMES": names,
            "GHSEARCH_TOKEN": SandboxToken.demonstration.value, "PATH": "/usr/bin:/bin",
          ]
        )
        let isAsked = terminal.read(until: "Change the lists of 11 repositories? [y/N] ")
        terminal.type("n\r")
        return (isAsked: isAsked, ending: terminal.ending(), text: terminal.text)
      }
    }
    .get()

    #expect(sitting.isAsked, "\(sitting.text)")
    #expect(user.lists["Web"] == [])
  }
}
