import ArgumentParser
import GitHubAPI

/// `ghsearch starred`.
struct StarredCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "starred",
    abstract: "Tell whether you starred repositories.",
    discussion: """
      Prints each name, a tab, and yes or no. The exit status is 0 when all of them are starred, \
      and 1 when one is not.
      """
  )

  @OptionGroup var repositories: RepositoryList
  @OptionGroup var wait: WaitOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    try await Batch(verb: "check", repositories, wait, .questions, context)
      .run { services, name throws(GitHubError) in
        let isStarred = try await services.client.isStarred(name)
        return isStarred ? Batch.Answer(word: "yes") : Batch.Answer(word: "no", status: .no)
      }
  }
}
