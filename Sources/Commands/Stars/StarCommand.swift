import ArgumentParser
import GitHubAPI
import RepositoryStore

/// `ghsearch star`.
struct StarCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "star",
    abstract: "Star repositories; one that is starred already stays so.",
    discussion: """
      Prints each name, a tab and what became of it. GitHub wants changes at least a second apart, so \
      many of them take a while; a run that ended early says how to go on. Thousands of names are \
      read faster from standard input (-) than as arguments.
      """
  )

  @OptionGroup var repositories: RepositoryList
  @OptionGroup var change: ChangeOptions
  @OptionGroup var wait: WaitOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    try await Batch(verb: "star", repositories, wait, .changes(change), context)
      .run { services, name throws(GitHubError) in
        try await StarChanges(services).change(.star, name)
        return Batch.Answer(word: "starred")
      }
  }
}
