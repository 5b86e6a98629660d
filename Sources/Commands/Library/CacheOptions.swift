import ArgumentParser
import GitHubAPI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The flag for how old an answer may be.
struct CacheOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take an answer from this machine that is no older: 30s, 10m, 1h, 1d.",
      valueName: "duration"
    )
  )
  var cache: AnswerAge?

  /// The client for what GitHub need not be asked again within that time.
  func client(_ services: Services) -> GitHubAPIClient {
    guard let cache else { return services.client }
    return services.client.caching(
      AnswerCache(StoreAnswers(library: services.library), longestAge: cache.seconds)
    )
  }

  /// The client for what GitHub may be asked whether it still holds, which costs nothing.
  func revalidatingClient(_ services: Services) -> GitHubAPIClient {
    services.client.caching(
      AnswerCache(StoreAnswers(library: services.library), longestAge: cache?.seconds ?? 0)
    )
  }
}

/// How old an answer may be, as in `10m`.
struct AnswerAge: ExpressibleByArgument {
  let seconds: TimeInterval

  /// A whole number and `s`, `m`, `h` or `d`.
  init?(argument: String) {
    guard let unit = argument.last.flatMap({ Self.units[$0] }),
      let count = Int(argument.dropLast()),
      (0...1_000_000).contains(count)
    else { return nil }
    seconds = TimeInterval(count) * unit
  }

  private static let units: [Character: TimeInterval] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
}
