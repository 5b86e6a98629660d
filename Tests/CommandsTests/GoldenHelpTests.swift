import ArgumentParser
import Testing

@testable import Commands

/// The help of all commands, as in `Golden/help.txt`: a section shared by several commands is
/// complete for the first, and only named for the others.
@Suite struct GoldenHelpTests {
  /// Every command with the words that call it.
  static func commands(
    below command: any ParsableCommand.Type = GHSearchCommand.self,
    words: [String] = ["ghsearch"]
  ) -> [(words: [String], type: any ParsableCommand.Type)] {
    let subcommands = command.configuration.subcommands.flatMap { type in
      commands(below: type, words: words + [type.configuration.commandName ?? "?"])
    }
    return [(words, command)] + subcommands
  }

  @Test func `the help of all commands matches the recording`() throws {
    var known: [Substring: String] = [:]
    var all = ""
    for (words, type) in Self.commands() {
      let help = CommandHelp.arranged(GHSearchCommand.helpMessage(for: type, columns: 80))
      let command = words.joined(separator: " ")
      let sections = help.split(separator: /\n\n(?=[A-Z ]+.*:\n)/).map { section in
        if let other = known[section] {
          return "\(section.prefix { $0 != "\n" }) the same as for \(other)"
        }
        known[section] = command
        return String(section)
      }

      all += "$ \(command) --help\n" + sections.joined(separator: "\n\n") + "\n\n"
    }
    try GoldenText.expect(all, "help")
  }

  @Test func `each command's help fits 80 columns and ends with examples`() {
    for (words, type) in Self.commands() {
      let help = CommandHelp.arranged(GHSearchCommand.helpMessage(for: type, columns: 80))

      #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(words)")
      let flags = help.firstRange(of: "-h, --help")
      let examples = help.firstRange(of: "\n\nEXAMPLES:\n  ")
      #expect(examples != nil && flags != nil, "\(words)")
      if let flags, let examples { #expect(flags.lowerBound < examples.lowerBound, "\(words)") }
    }
  }
}
