import ArgumentParser
import GitHubAPI

/// `ghsearch star`.
struct StarCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "star",
    abstract: "Star repositories; one that is starred already stays so.",
    discussion: "GitHub wants changes at least a second apart, so many of them take a while."
  )

  @OptionGroup var repositories: RepositoryList
  @OptionGroup var wait: WaitOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    try await Batch(verb: "star", repositories, wait, context)
      .run { client, name throws(GitHubError) in
        try await client.star(name)
        return Batch.Answer(word: "starred")
      }
  }
}
