import ArgumentParser

/// `ghsearch`: the root, which runs a search when no other command is named.
struct GHSearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ghsearch",
    abstract: "Find, inspect and star GitHub repositories.",
    usage: """
      ghsearch
      ghsearch QUERY ... [flags]
      ghsearch COMMAND ...
      """,
    discussion: """
      Words that are no command are a search: `ghsearch swift --sort stars` is \
      `ghsearch search swift --sort stars`. Without any, it searches as you type. Searching needs no token; starring does.

      A REPO is OWNER/NAME, https://github.com/OWNER/NAME, or '#3' for the third row of the list \
      that this terminal showed last.
      """,
    version: "ghsearch \(Version.current)",
    subcommands: [
      SearchCommand.self, ViewCommand.self, OpenCommand.self, StarCommand.self,
      UnstarCommand.self, StarredCommand.self, StarsCommand.self, FavoritesCommand.self,
      AuthCommand.self, InteractiveCommand.self, REPLCommand.self, DoctorCommand.self,
    ],
    defaultSubcommand: SearchCommand.self
  )
}
