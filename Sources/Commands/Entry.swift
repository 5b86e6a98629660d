import ArgumentParser
import Core
package import Essentials
import GitHubModel
import JSON
import Output
import RepositoryStore
import System

/// The process from start to exit.
package enum Program {
  /// Runs the program on the main thread, before other threads exist.
  ///
  /// `now` returns the current date.
  package static func main(now: @escaping @Sendable () -> Date = { Date() }) -> Never {
    let arguments = Arguments(CurrentProcess.arguments())
    do throws(CurrentProcess.TooFewDescriptors) {
      try CurrentProcess.configure()
    } catch {
      let failure = OperationFailure(
        .localFile,
        "start",
        "the open-file limit is \(error.limit)",
        advice: "raise it with `ulimit -n \(error.needed)`"
      )
      let format = arguments.messageFormat ?? MessageFormat(ProcessInfo.processInfo.environment)
      Messages(
        sink: DescriptorSink(descriptor: FileDescriptor.standardError),
        format: format ?? .text
      )
      .write(.error, failure.message, status: failure.status, retryAfter: nil)
      CurrentProcess.exit(failure.status.rawValue)
    }
    Interruption.run { await Entry.run(arguments, in: .live(now: now)).rawValue }
  }

}

/// The program's arguments, with the options common to all commands already read.
struct Arguments: Sendable {
  /// All arguments as given; empty if they are not valid text.
  let given: [String]
  /// The arguments for the command.
  let words: [String]
  let messageFormat: MessageFormat?
  /// A mistake that is known before the command is.
  let mistake: OperationFailure?

  /// Reads arguments; nil stands for invalid text.
  init(_ arguments: [String]?) {
    given = arguments ?? []
    var words = given
    var mistake =
      arguments == nil
      ? OperationFailure(
        .usage,
        "usage",
        "cannot read the arguments",
        advice: "use UTF-8, and make sure that /proc is mounted"
      ) : nil
    do throws(OperationFailure) {
      messageFormat = try MessageFormat.remove(from: &words)
    } catch {
      (messageFormat, mistake) = (nil, error)
    }
    (self.words, self.mistake) = (words, mistake)
  }
}

extension Context {
  fileprivate func taking(_ arguments: Arguments) -> Self {
    var context = self
    context.arguments = arguments.given
    context.messageFormat =
      arguments.messageFormat ?? MessageFormat(world.environment) ?? context.messageFormat
    // A terminal that shows JSON gets no status line and no hints.
    if context.messageFormat == .json { context.errorTerminal = nil }
    let first = arguments.words.first
    context.namesCommand = first == "--" || first.flatMap(CommandName.init) != nil
    return context
  }
}

enum Entry {
  /// Parses the arguments, runs the command, and reports failures on one line.
  ///
  /// Nil arguments stand for invalid text.
  static func run(_ arguments: [String]?, in context: Context) async -> ExitStatus {
    await run(Arguments(arguments), in: context)
  }

  /// Runs the program like ``run(_:in:)``, with arguments that have been read.
  static func run(_ arguments: Arguments, in context: Context) async -> ExitStatus {
    var context = context.taking(arguments)
    do throws(OperationFailure) {
      if let mistake = arguments.mistake { throw mistake }
      if let search = FastPath.search(arguments.words) {
        context.operation = CommandName.search.rawValue
        return try await search.run(in: context)
      }
      return try await command(arguments.words, context)
    } catch {
      // Users who interrupt the program know why it ends.
      if error.kind != .canceled { context.report(error) }
      return error.status
    }
  }

  private static func command(
    _ arguments: [String],
    _ context: Context
  ) async throws(OperationFailure) -> ExitStatus {
    let arguments =
      arguments.isEmpty
      // The full screen on a terminal, otherwise the REPL over standard input.
      ? [context.hasInputTerminal ? "interactive" : "repl"]
      : try QualifierFlag.expandingBooleans(arguments)
    if arguments.first == "help" { try CommandPath.checkHelp(arguments) }
    if let text = FastPath.text(for: arguments) ?? schema(for: arguments) {
      try context.print(text + "\n")
      return .success
    }
    do {
      // The shell scripts request completions this way.
      if arguments.first == "---completion" {
        try await KnownNames.provided { _ = try parse(arguments) }
      }
      var command = try parse(arguments)
      if let command = command as? any RunnableCommand {
        return try await run(command, named: CommandPath(arguments).words, context)
      }
      // The rest are the parser's own commands, such as help, which throw their output.
      try command.run()
      return .success
    } catch let failure as OperationFailure {
      throw failure
    } catch {
      return try show(error, arguments, context)
    }
  }

  /// The response to a command's only flag `--json schema`; nil for anything else.
  private static func schema(for arguments: [String]) -> String? {
    let path = CommandPath(arguments)
    guard [["--json", "schema"], ["--json=schema"]].contains(Array(path.rest)) else { return nil }
    return (path.type as? any DescribedCommand.Type)?.schema.text
  }

  private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    try FastPath.command(arguments) ?? GHSearchCommand.parseAsRoot(arguments)
  }

  private static func run(
    _ command: any RunnableCommand,
    named words: [String],
    _ context: Context
  ) async throws(OperationFailure) -> ExitStatus {
    var context = context
    context.operation = words.joined(separator: " ")
    let typed = context.arguments.isEmpty ? words : context.arguments
    let line = typed.map(ShellWord.quoted).joined(separator: " ")
    context.world.run = CommandRun(line.cut(to: maxCommandLength))
    do throws(OperationFailure) {
      let status = try await command.run(in: context)
      context.noteUndo()
      return status
    } catch {
      throw error.of(command: context.operation)
    }
  }

  /// The maximum length of a command in the journal, in characters.
  private static let maxCommandLength = 200

  /// Prints help and the version on standard output; all other errors are usage mistakes.
  private static func show(
    _ error: any Error,
    _ arguments: [String],
    _ context: Context
  ) throws(OperationFailure) -> ExitStatus {
    guard GHSearchCommand.exitCode(for: error).isSuccess else {
      throw UsageMistake(GHSearchCommand.message(for: error), in: arguments).failure
    }
    let text = CommandHelp.arranged(GHSearchCommand.fullMessage(for: error))
    try context.print(CompletionScript.text(text, for: arguments) + "\n")
    return .success
  }
}
