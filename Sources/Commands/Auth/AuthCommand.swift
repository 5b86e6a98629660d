import ArgumentParser

/// `ghsearch auth`: the token.
struct AuthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "auth",
    abstract: "Tell where the token comes from.",
    subcommands: [AuthStatusCommand.self],
    defaultSubcommand: AuthStatusCommand.self
  )
}
