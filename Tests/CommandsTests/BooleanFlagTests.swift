import ArgumentParser
import GitHubModel
import Output
import TestTraits
import Testing

@testable import Commands

/// Flags that may stand alone, and the following word.
@Suite(.ownThread) struct BooleanFlagTests {
  private static let flags = [
    "--archived", "--is-template", "--mirror", "--not-archived", "--not-is-template",
    "--not-mirror",
  ]

  /// The commands with boolean flags, and their other arguments; the first has no name.
  private static let commands = [
    [], ["search"], ["stars"], ["stars", "list"], ["stars", "export", "--json"],
    ["stars", "prune", "--dry-run"],
  ]

  private static let values = ["true", "false", "TRUE", "False", "tRuE"]

  /// Other arguments around the flag; `FastPath` leaves the last ones to the argument parser.
  private static let surroundings: [(before: [String], after: [String])] = [
    ([], []), (["tui"], []), (["tui", "--language", "go"], ["cli"]), ([], ["--limit", "5"]),
    (["tui"], ["--verbose"]), (["--wait", "tui"], ["--", "-x"]),
  ]

  @Test func `lists the flags that take true or false`() {
    let declared = QualifierFlag.wanted.filter(\.isBoolean)

    #expect(declared.map(\.flag) + declared.map(\.negated.flag) == Self.flags)
  }

  @Test func `help shows only accepted forms of boolean flags`() throws {
    var count = 0
    for name in CommandName.allCases {
      let commands = name.type.configuration.subcommands
      for command in commands.isEmpty ? [name.type] : commands {
        let help = CommandHelp.arranged(GHSearchCommand.helpMessage(for: command))
        for match in help.matches(of: /(?m)^  (--[a-z-]+) ?(\[=)?<(\w+)\|/) {
          let (option, sign, value) = (match.output.1, match.output.2, match.output.3)
          let given = sign == nil ? ["\(option)", "\(value)"] : ["\(option)=\(value)"]
          #expect(throws: Never.self) { try QualifierFlag.expandingBooleans(given) }
          count += 1
        }
      }
    }
    #expect(count > 10)
  }

  @Test(arguments: flags, commands)
  func `rejects a separate true or false with a hint instead of searching for it`(
    _ flag: String,
    _ command: [String]
  ) async {
    for (index, value) in Self.values.enumerated() {
      let (before, after) = Self.surroundings[index % Self.surroundings.count]
      let arguments = command + before + [flag, value] + after

      let outcome = await Harness().run(arguments)

      #expect(outcome.status == .usage, "\(arguments)")
      #expect(outcome.output == "")
      let hint = flag.hasPrefix("--not-") ? "\(flag) without" : "\(flag)=\(value.lowercased())"
      #expect(outcome.errors.contains("use \(hint)"), "\(outcome.errors)")
    }
  }

  @Test(arguments: flags, ["yes", "no", "1", "0", "truth"])
  func `any other word is query text, in both parsers`(
    _ flag: String,
    _ word: String
  ) async throws {
    let arguments = try QualifierFlag.expandingBooleans(["tui", flag, word])
    let parsed = try #require(try GHSearchCommand.parseAsRoot(arguments) as? SearchCommand)

    let outcome = await Harness().run("tui", flag, word, "--web")

    let search = try #require(FastPath.search(arguments))
    #expect(Plain(search) == (try Plain(parsed)))
    #expect(parsed.query == ["tui", word])
    #expect(outcome.output.contains("tui%20\(word.percentEncoded)%20"))
  }

  @Test(arguments: flags, ["true", "FALSE"])
  func `true and false are query text after two dashes and after a flag's value`(
    _ flag: String,
    _ value: String
  ) async throws {
    let behind = await Harness().run("--web", flag, "--", "tui", flag, value)
    let alone = await Harness().run("--web", "--", flag, value)
    let joined = await Harness().run("--web", "--archived=false", value)

    #expect(behind.output.contains("q=tui%20\(flag)%20\(value)%20"))
    #expect(alone.output.contains("q=\(flag)%20\(value)&"))
    #expect(joined.output.contains("q=\(value)%20archived%3Afalse&"))
  }
}
