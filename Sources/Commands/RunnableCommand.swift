import ArgumentParser

/// A command that has been parsed and can be run in a world of the caller's choosing.
protocol RunnableCommand: ParsableCommand {
  func run(in context: Context) async throws(CommandFailure) -> ExitStatus
}
