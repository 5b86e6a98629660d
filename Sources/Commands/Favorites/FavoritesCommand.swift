import ArgumentParser

/// `ghsearch favorites`: a list of one's own, on this machine.
struct FavoritesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favorites",
    abstract: "Keep a list of repositories on this machine; it needs no token.",
    subcommands: [
      FavoritesListCommand.self, FavoritesAddCommand.self, FavoritesRemoveCommand.self,
    ],
    defaultSubcommand: FavoritesListCommand.self
  )
}
