import ArgumentParser

/// `ghsearch stars`: one's own stars, kept on this machine.
struct StarsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stars",
    abstract: "List, search and tidy up your own stars; they are kept here for use offline.",
    subcommands: [
      StarsListCommand.self, StarsSyncCommand.self, StarsSearchCommand.self,
      StarsExportCommand.self, StarsStatsCommand.self, StarsPruneCommand.self,
      StarsUndoCommand.self,
    ],
    defaultSubcommand: StarsListCommand.self
  )
}
