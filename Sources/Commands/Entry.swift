import ArgumentParser

/// The program from arguments to exit status.
package enum Entry {
  /// Parses the arguments, runs the command they name, and says on one line what went wrong.
  ///
  /// No arguments at all means that they could not be read as text.
  package static func run(_ arguments: [String]?, in context: Context) async -> ExitStatus {
    do throws(CommandFailure) {
      guard let arguments else {
        throw CommandFailure(.usage, "usage", "an argument is no UTF-8 text")
      }
      return try await command(arguments, context)
    } catch {
      context.note(error.line)
      return error.status
    }
  }

  private static func command(
    _ arguments: [String],
    _ context: Context
  ) async throws(CommandFailure) -> ExitStatus {
    let command: any ParsableCommand
    do {
      command = try GHSearchCommand.parseAsRoot(arguments)
    } catch {
      return try answer(error, context)
    }
    if let command = command as? any RunnableCommand { return try await command.run(in: context) }
    return try answer(CleanExit.helpRequest(command), context)
  }

  /// Help and version are asked for and go to standard output; the rest are mistakes.
  private static func answer(
    _ error: any Error,
    _ context: Context
  ) throws(CommandFailure) -> ExitStatus {
    if GHSearchCommand.exitCode(for: error).isSuccess {
      try context.print(GHSearchCommand.fullMessage(for: error) + "\n")
      return .success
    }
    throw CommandFailure(
      .usage,
      "usage",
      GHSearchCommand.message(for: error),
      advice: "see `ghsearch --help`"
    )
  }
}
