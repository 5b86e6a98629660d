import ArgumentParser

/// The program from arguments to exit status.
package enum Entry {
  /// Parses the arguments, runs the command they name, and says on one line what went wrong.
  ///
  /// No arguments at all means that they could not be read as text.
  package static func run(_ arguments: [String]?, in context: Context) async -> ExitStatus {
    do throws(CommandFailure) {
      guard let arguments else {
        throw CommandFailure(
          .usage,
          "usage",
          "the arguments cannot be read",
          advice: "write them in UTF-8, and mount /proc where there is none"
        )
      }
      return try await command(arguments, context)
    } catch {
      // Whoever asked for the end knows of it.
      if error.status != .interrupted { context.note(error.line) }
      return error.status
    }
  }

  /// Whether it is plain already that the arguments make a request.
  package static func expectsRequest(_ arguments: [String]?) -> Bool {
    guard let arguments = arguments.map(LoneFlags.completed) else { return false }
    if PlainSearch.job(arguments) != nil { return true }
    guard let (type, rest) = Shortcut.command(in: arguments) else { return false }
    return type == SearchCommand.self && !Shortcut.mayAskForHelp(rest)
  }

  private static func command(
    _ arguments: [String],
    _ context: Context
  ) async throws(CommandFailure) -> ExitStatus {
    let arguments =
      arguments.isEmpty ? [defaultCommand(context)] : LoneFlags.completed(arguments)
    do {
      if let answer = Shortcut.answer(to: arguments) {
        try context.print(answer)
        return .success
      }
      if let job = PlainSearch.job(arguments) {
        return try await job.run(in: context.connected(job.connection))
      }
      var command = try parse(arguments)
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

  /// The command that is named does not wait for the tree of all others to be built.
  static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    guard let (type, rest) = Shortcut.command(in: arguments) else {
      return try GHSearchCommand.parseAsRoot(arguments)
    }
    // Help speaks in the name of the whole.
    return try Shortcut.mayAskForHelp(rest)
      ? GHSearchCommand.parseAsRoot(arguments) : type.parse(rest)
  }

  private static func run(
    _ command: any RunnableCommand,
    _ context: Context
  ) async throws(CommandFailure) -> ExitStatus {
    guard let connecting = command as? any ConnectingCommand else {
      return try await command.run(in: context)
    }
    return try await command.run(in: context.connected(connecting.connection.choice))
  }

  /// What `ghsearch` alone is: the screen where somebody sits at it, else the lines of its input.
  private static func defaultCommand(_ context: Context) -> String {
    context.hasInputTerminal ? "interactive" : "repl"
  }

  /// Help and version are asked for and go to standard output; the rest are mistakes.
  private static func answer(
    _ error: any Error,
    _ arguments: [String],
    _ context: Context
  ) throws(CommandFailure) -> ExitStatus {
    let named = Shortcut.command(in: arguments)?.type ?? GHSearchCommand.self
    let mayBeHelp = named == GHSearchCommand.self || Shortcut.mayAskForHelp(arguments)
    if mayBeHelp, GHSearchCommand.exitCode(for: error).isSuccess {
      let text = GHSearchCommand.fullMessage(for: error)
      try context.print(CompletionScript.answer(text, to: arguments) + "\n")
      return .success
    }
    let mistake = ParsingMistake(named.message(for: error))
    throw CommandFailure(.usage, "usage", mistake.why, advice: mistake.advice)
  }
}
