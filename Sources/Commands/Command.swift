import ArgumentParser
import Core
import JSON
import Output

/// A parsed command, which runs in a given context.
protocol RunnableCommand: ParsableCommand {
  func run(in context: Context) async throws(OperationFailure) -> ExitStatus
}

/// A command with a session for the API given by its options.
protocol SessionCommand: RunnableCommand {
  var connection: ConnectionOptions { get }

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus
}

extension SessionCommand {
  func run(in context: Context) async throws(OperationFailure) -> ExitStatus {
    let context = context.connected(connection).showingProgress()
    return try await run(Session(context), context)
  }
}

/// A command that prints rows in the format given by its options.
protocol RowCommand: SessionCommand, DescribedCommand {
  associatedtype Row: OutputRow

  var output: RowOptions<Row> { get }

  func run(_ session: Session, _ context: Context, as format: RowFormat<Row>)
    async throws(OperationFailure) -> ExitStatus
}

extension RowCommand {
  static var schema: JSONValue { Row.schema }

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    try await output.deliver(in: context) { context, format throws(OperationFailure) in
      try await run(session, context, as: format)
    }
  }
}

/// A command that describes its JSON with `--json schema`, regardless of what it needs to print
/// any.
protocol DescribedCommand: ParsableCommand {
  static var schema: JSONValue { get }
}

extension Session {
  /// The services of a command in this context.
  init(_ context: Context) throws(OperationFailure) {
    try self.init(context.world, userAgent: "ghsearch/\(Version.current)")
  }
}
