import ArgumentParser
import Testing

@testable import Commands

/// The help of every command, as it stands in `Golden/help-….txt`.
@Suite struct GoldenHelpTests {
  /// Every command with the words that call it.
  private static func commands(
    below command: any ParsableCommand.Type = GHSearchCommand.self,
    words: [String] = ["ghsearch"]
  ) -> [(words: [String], type: any ParsableCommand.Type)] {
    let subcommands = command.configuration.subcommands.flatMap { type in
      commands(below: type, words: words + [type.configuration.commandName ?? "?"])
    }
    return [(words, command)] + subcommands
  }

  @Test func `the help of each command is what it was`() throws {
    for (words, type) in Self.commands() {
      let help = GHSearchCommand.helpMessage(for: type, columns: 80)

      try GoldenText.expect(help + "\n", "help-" + words.joined(separator: "-"))
    }
  }

  @Test func `no help is kept of what is no command any more`() throws {
    let kept = try GoldenText.names().filter { $0.hasPrefix("help-") }

    #expect(kept == Set(Self.commands().map { "help-" + $0.words.joined(separator: "-") }))
  }
}
