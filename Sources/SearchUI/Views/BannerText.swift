import Essentials
import GitHubModel
package import SearchModel
import System
package import Terminal

/// A failure in one line: the operation, the reason, and the advice.
package enum BannerText {
  /// The line of a banner, with the key that retries.
  package static func text(_ banner: Banner, keymap: Keymap) -> SafeText {
    let kind = banner.failure.kind
    if kind == .tokenRejected {
      return "Token rejected; showing public results. Run: ghsearch auth login"
    }
    if kind == .unreachable, banner.operation == .search {
      return unreachable(banner.failure, keymap)
    }
    if banner.operation.explainsFailures,
      [.forbidden, .notFound, .badResponse, .usage, .partial].contains(kind)
    {
      return operation(banner.operation) + ": " + reason(banner.failure)
        + retryHint(banner, keymap)
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
  private static func unreachable(_ failure: SearchFailure, _ keymap: Keymap) -> SafeText {
    let key = keymap.name(of: .retry).map { " · \($0) to retry" as SafeText } ?? .empty
    let isNamed = failure.reason.isEmpty || host(failure.reason) != nil
    return short(failure) + key + (isNamed ? .empty : " · " + reason(failure))
  }

  /// Leaves out the details, for which there is no room.
  private static func short(_ failure: SearchFailure) -> SafeText {
    switch failure.kind {
    case .unreachable:
      "Can't connect"
        + (host(failure.reason).map { " to " + SafeText($0, longest: 100) } ?? .empty)
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
    case .lists(let change): lists(change)
    case .note(let name): "Couldn't save the note about \(name.fullName)"
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

  private static func lists(_ change: ListsChange) -> SafeText {
    guard let edit = change.edit else {
      let names = change.moves.map(\.repository.name.fullName)
      let what = names.count == 1 ? names[0] : "\(names.count) repositories"
      return "Couldn't change the lists of \(what)"
    }
    let verb: SafeText =
      switch edit {
      case _ where change.isUndo: "undo the change of"
      case .create: "create"
      case .rename, .describe, .setPrivate: "change"
      case .delete: "delete"
      }
    return "Couldn't " + verb + " the list " + SafeText(edit.name, longest: 100)
  }

  static func cause(_ failure: SearchFailure) -> SafeText {
    let details = failure.reason.isEmpty ? .empty : " (" + reason(failure) + ")"
    return switch failure.kind {
    case .cancelled: "canceled"
    case .tokenMissing: "not signed in"
    case .tokenRejected: "GitHub rejected the token; searching without it"
    case .forbidden:
      failure.reason.isEmpty ? "the token does not allow this" : reason(failure)
    case .notFound: "not found, or private"
    case .notSynced: "no local copy yet"
    case .invalidRequest: "GitHub rejected the query" + details
    case .rateLimited: "rate limit reached" + until(failure.resetsAt)
    case .unreachable: "can't connect" + details
    case .badResponse: "unexpected response from GitHub" + details
    case .localFile: "a local file can't be used" + details
    case .output, .usage, .partial: reason(failure)
    }
  }

  /// Rounded up, so that the limit is over at the time shown.
  private static func until(_ date: Date?) -> SafeText {
    let seconds = date.flatMap { Int64(exactly: $0.timeIntervalSince1970.rounded(.up)) }
    return seconds.flatMap(CalendarTime.init(local:)).map { " until \($0.clock)" } ?? .empty
  }

  static func advice(_ failure: SearchFailure) -> SafeText? {
    switch failure.kind {
    case .tokenMissing, .tokenRejected: "run ghsearch auth login"
    case .notSynced: "run ghsearch stars sync"
    case .invalidRequest: "change the query"
    case .cancelled, .forbidden, .notFound, .rateLimited, .unreachable, .badResponse, .localFile,
      .output,
      .usage, .partial:
      nil
    }
  }

  static func reason(_ failure: SearchFailure) -> SafeText {
    SafeText(failure.reason, longest: 300)
  }
}

extension Banner.Operation {
  /// Whether a command does it as well, which words what GitHub refuses or cannot do.
  fileprivate var explainsFailures: Bool {
    switch self {
    case .lists, .sync: true
    case .search, .nextPage, .stars, .favorite, .listFavorites, .note: false
    }
  }
}
