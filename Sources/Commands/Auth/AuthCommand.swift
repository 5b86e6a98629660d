import ArgumentParser

/// `ghsearch auth`: the token.
struct AuthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "auth",
    abstract: "Sign in, sign out, and tell where the token comes from.",
    subcommands: [AuthStatusCommand.self, AuthLoginCommand.self, AuthLogoutCommand.self],
    defaultSubcommand: AuthStatusCommand.self
  )
}
