import GitHubModel
package import SearchModel
import System
package import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A failure in one line: what failed, why, and what helps.
package enum BannerText {
  /// The line of a banner, with the key that retries.
  package static func text(
    _ banner: Banner,
    _ retry: RetryState? = nil,
    keymap: Keymap
  ) -> SafeText {
    if let retry {
      let next: SafeText = "retrying in \(retry.secondsLeft) s (\(retry.number) of \(retry.count))"
      return short(banner.failure) + " · " + next
    }
    if banner.failure == .tokenRejected {
      return "Token rejected; showing public results. Run: ghsearch auth login"
    }
    if case .offline(let reason) = banner.failure, banner.operation == .search {
      return unreachable(reason, keymap)
    }
    if banner.operation == .sync, case .badResponse(let reason) = banner.failure {
      return operation(.sync) + ": " + SafeText(reason, longest: 300) + retryHint(banner, keymap)
    }
    if banner.operation.explainsRefusals, case .forbidden(let reason) = banner.failure {
      return operation(banner.operation) + ": " + SafeText(reason, longest: 300)
    }
    let text = operation(banner.operation) + ": " + cause(banner.failure)
    let hint = retryHint(banner, keymap)
    return hint.isEmpty ? advice(banner.failure).map { text + " · " + $0 } ?? text : text + hint
  }

  private static func retryHint(_ banner: Banner, _ keymap: Keymap) -> SafeText {
    guard banner.canRetry, let key = keymap.name(of: .retry) else { return .empty }
    return " · \(key) to retry"
  }

  /// The key before the reason, which may be long.
  private static func unreachable(_ reason: String, _ keymap: Keymap) -> SafeText {
    let key = keymap.name(of: .retry).map { " · \($0) to retry" as SafeText } ?? .empty
    let isSaid = reason.isEmpty || host(reason) != nil
    return short(.offline(reason)) + key
      + (isSaid ? .empty : " · " + SafeText(reason, longest: 300))
  }

  /// Leaves out the details, for which there is no room.
  private static func short(_ failure: SearchFailure) -> SafeText {
    switch failure {
    case .offline(let reason):
      "Can't connect" + (host(reason).map { " to " + SafeText($0, longest: 100) } ?? .empty)
    case .badResponse: "Unexpected response from GitHub"
    default: "Search failed"
    }
  }

  /// The host that a reason begins with, as in `127.0.0.1:1: Failed to connect`.
  private static func host(_ reason: String) -> String? {
    guard let range = reason.firstRange(of: ": ") else { return nil }
    let host = reason[..<range.lowerBound]
    return host.isEmpty || host.contains(" ") ? nil : String(host)
  }

  static func operation(_ operation: Banner.Operation) -> SafeText {
    switch operation {
    case .search: "Search failed"
    case .nextPage(let page): "Couldn't load page \(page)"
    case .stars(let writes): stars(writes)
    case .favorite(let name, true): "Couldn't add \(name.fullName) to favorites"
    case .favorite(let name, false): "Couldn't remove \(name.fullName) from favorites"
    case .listFavorites: "Couldn't load favorites"
    case .lists(let names):
      names.count == 1
        ? "Couldn't change the lists of \(names[0].fullName)"
        : "Couldn't change the lists of \(names.count) repositories"
    case .sync: "Sync failed"
    }
  }

  private static func stars(_ writes: [StarWrite]) -> SafeText {
    let directions = Set(writes.map(\.isStarred))
    let verb =
      directions.count > 1 ? "change the stars of" : directions == [true] ? "star" : "unstar"
    let one = writes.count == 1 ? writes.first : nil
    return "Couldn't \(verb) \(one?.repository.name.fullName ?? "\(writes.count) repositories")"
  }

  static func cause(_ failure: SearchFailure) -> SafeText {
    switch failure {
    case .offline(let reason): "can't connect" + reasonText(reason)
    case .rateLimited(let end): "rate limit reached" + until(end)
    case .validation(let reason): "GitHub rejected the query" + reasonText(reason)
    case .tokenMissing: "not signed in"
    case .notSynced: "no local copy yet"
    case .tokenRejected: "GitHub rejected the token; searching without it"
    case .forbidden(let reason): "the token does not allow this" + reasonText(reason)
    case .notFound: "not found, or private"
    case .badResponse(let reason): "unexpected response from GitHub" + reasonText(reason)
    case .localStore(let reason): "a local file can't be used" + reasonText(reason)
    case .cancelled: "canceled"
    }
  }

  /// Rounded up, so that the limit is over at the time shown.
  private static func until(_ date: Date?) -> SafeText {
    let seconds = date.flatMap { Int64(exactly: $0.timeIntervalSince1970.rounded(.up)) }
    return seconds.flatMap(CalendarTime.init(local:)).map { " until \($0.clock)" } ?? .empty
  }

  static func advice(_ failure: SearchFailure) -> SafeText? {
    switch failure {
    case .tokenMissing, .tokenRejected: "run ghsearch auth login"
    case .notSynced: "run ghsearch stars sync"
    case .forbidden: "the token needs the scope public_repo"
    case .validation: "change the query"
    case .offline, .rateLimited, .notFound, .badResponse, .localStore, .cancelled: nil
    }
  }

  private static func reasonText(_ reason: String) -> SafeText {
    reason.isEmpty ? .empty : " (" + SafeText(reason, longest: 300) + ")"
  }
}

extension Banner.Operation {
  /// Whether a refusal comes with its own words and advice.
  fileprivate var explainsRefusals: Bool {
    switch self {
    case .lists, .sync: true
    case .search, .nextPage, .stars, .favorite, .listFavorites: false
    }
  }
}
