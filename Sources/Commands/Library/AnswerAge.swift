import GitHubAPI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How old an answer may be, as in `10m`.
struct AnswerAge: Equatable, Sendable {
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

extension Services {
  /// The client for what GitHub need not be asked again within that time.
  func client(acceptingAge age: AnswerAge?) -> GitHubAPIClient {
    guard let age else { return client }
    return client.caching(
      AnswerCache(StoreAnswers(library: library), longestAge: age.seconds)
    )
  }
}
