import ArgumentParser
import GitHubAPI
import GitHubModel
import RepositoryStore

/// `ghsearch stars undo`.
struct StarsUndoCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Give back the stars that the last prune took away.",
    discussion: "GitHub dates them today; the oldest come first, so that their order stays."
  )

  @OptionGroup var wait: WaitOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let own = try OwnStars(for: "undo the last prune", in: context)
    let account = try await own.account()
    let last = try own.perform { (store) throws(StoreError) in try store.lastPrune(of: account) }
    guard let prune = last, !prune.names.isEmpty else {
      context.note("ghsearch: there is no prune left to undo")
      return .success
    }
    return try await Batch(verb: "star", choosing: prune.names, wait, context)
      .run { services, name throws(GitHubError) in
        try await StarChanges(services).change(.star, name)
        services.library.attempt { () throws(StoreError) in
          try services.library.existing()?.markRestored(name, of: prune.id)
        }
        return Batch.Answer(word: "starred")
      }
  }
}
