import ArgumentParser
import GitHubAPI

/// The flag for how old an answer may be.
struct CacheOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take an answer from this machine that is no older: 30s, 10m, 1h, 1d.",
      valueName: "duration"
    )
  )
  var cache: AnswerAge?

  /// The client for what GitHub may be asked whether it still holds, which costs nothing.
  func revalidatingClient(_ services: Services) -> GitHubAPIClient {
    services.client.caching(
      AnswerCache(StoreAnswers(library: services.library), longestAge: cache?.seconds ?? 0)
    )
  }
}

extension AnswerAge: ExpressibleByArgument {}
