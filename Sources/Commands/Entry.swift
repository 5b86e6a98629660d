import ArgumentParser

/// The program from arguments to exit status.
package enum Entry {
  /// Parses the arguments, runs the command they name, and says on one line what went wrong.
  ///
  /// No arguments at all means that they could not be read as text.
  package static func run(_ arguments: [String]?, in context: Context) async -> ExitStatus {
    do throws(CommandFailure) {
      guard let arguments else {
        throw CommandFailure(.usage, "usage", "the arguments cannot be read as UTF-8 text")
      }
      return try await command(arguments, context)
    } catch {
      // Whoever asked for the end knows of it.
      if error.status != .interrupted { context.note(error.line) }
      return error.status
    }
  }

  private static func command(
    _ arguments: [String],
    _ context: Context
  ) async throws(CommandFailure) -> ExitStatus {
    try refuseReserved(arguments)
    let arguments = arguments.isEmpty ? [defaultCommand(context)] : arguments
    do {
      var command = try GHSearchCommand.parseAsRoot(arguments)
      if let command = command as? any RunnableCommand {
        return try await run(command, context)
      }
      // What is left is the parser's own, such as help: it throws what it has to say.
      try command.run()
      return .success
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      return try answer(error, arguments, context)
    }
  }

  private static func run(
    _ command: any RunnableCommand,
    _ context: Context
  ) async throws(CommandFailure) -> ExitStatus {
    guard let connecting = command as? any ConnectingCommand else {
      return try await command.run(in: context)
    }
    return try await command.run(in: context.connected(connecting.connection))
  }

  /// What `ghsearch` alone is: the screen where somebody sits at it, else the lines of its input.
  private static func defaultCommand(_ context: Context) -> String {
    context.hasInputTerminal ? "interactive" : "repl"
  }

  /// Words that will be commands one day; searching for one today would break a script then.
  private static let reserved: Set<String> = [
    "stars", "favorites",
  ]

  private static func refuseReserved(_ arguments: [String]) throws(CommandFailure) {
    guard let word = arguments.first, reserved.contains(word) else { return }
    throw CommandFailure(
      .usage,
      word,
      "this version has no such command",
      advice: "to search for the word, write `ghsearch search \(word)`"
    )
  }

  /// Help and version are asked for and go to standard output; the rest are mistakes.
  private static func answer(
    _ error: any Error,
    _ arguments: [String],
    _ context: Context
  ) throws(CommandFailure) -> ExitStatus {
    if GHSearchCommand.exitCode(for: error).isSuccess {
      let text = GHSearchCommand.fullMessage(for: error)
      try context.print(CompletionScript.answer(text, to: arguments) + "\n")
      return .success
    }
    var message = GHSearchCommand.message(for: error)
    if message.last == "." { message.removeLast() }
    let advice =
      message.hasPrefix("Unknown option")
      ? "query text that starts with a dash goes behind --; see `ghsearch --help`"
      : "see `ghsearch --help`"
    throw CommandFailure(.usage, "usage", message, advice: advice)
  }
}
