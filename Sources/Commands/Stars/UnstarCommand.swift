import ArgumentParser
import GitHubAPI
import RepositoryStore

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
    try await Batch(verb: "unstar", repositories, wait, .changes(change), context)
      .run { services, name throws(GitHubError) in
        try await StarChanges(services).change(.unstar, name)
        return Batch.Answer(word: "unstarred")
      }
  }
}
