import ArgumentParser
import GitHubAPI

/// `ghsearch unstar`.
struct UnstarCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "unstar",
    abstract: "Take stars away; where there is none, nothing changes.",
    discussion: StarCommand.configuration.discussion
  )

  @OptionGroup var repositories: RepositoryList
  @OptionGroup var change: ChangeOptions
  @OptionGroup var wait: WaitOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    try await Batch(verb: "unstar", repositories, wait, change: change, context)
      .run { client, name throws(GitHubError) in
        try await client.unstar(name)
        return Batch.Answer(word: "unstarred")
      }
  }
}
