import ArgumentParser
import RepositoryStore

/// `ghsearch stars sync`.
struct StarsSyncCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Bring the local copy of your stars up to date.",
    discussion: """
      Where nothing changed, this is one request that GitHub does not count. A star that was taken \
      away long after it was given can go unnoticed as long as the newest hundred are the same: \
      --full looks at all of them. A run that ended early is gone on with, and so is a change of a \
      star that was cut short.
      """
  )

  @Flag(help: "Look at all pages, though nothing seems to have changed.")
  var full = false

  @OptionGroup var wait: WaitOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let services = try Services(context, patience: wait.patience)
    try services.library.require(for: StarSync.attempted)
    await StarChanges(services).finishEarlier(telling: context)
    var sync = StarSync(services, in: context)
    sync.isFull = full
    try context.print(try await sync.run().sentence + "\n")
    return .success
  }
}

extension StarSync.Outcome {
  /// As in `1,234 stars: 12 new, 3 gone`.
  var sentence: String {
    switch self {
    case .unchanged(let count): "\(Counted.text(count, "star")): nothing changed"
    case .changed(let outcome):
      "\(Counted.text(outcome.total, "star")): \(outcome.added) new, \(outcome.removed) gone"
    }
  }
}
