import GitHubModel
package import SearchModel
package import Terminal

/// A fault in one line: what did not work, why, and what helps.
package enum BannerText {
  package static func text(_ banner: Banner, keymap: Keymap) -> SafeText {
    let text = attempt(banner.attempt) + ": " + cause(banner.failure)
    if banner.canRetry, let key = keymap.name(of: .retry) {
      return "\(key) tries again · " + text
    }
    return advice(banner.failure).map { text + " · " + $0 } ?? text
  }

  static func attempt(_ attempt: Banner.Attempt) -> SafeText {
    switch attempt {
    case .search: "No answer"
    case .nextPage(let page): "Page \(page) did not come"
    case .star(let name, true): "\(name.fullName) is not starred"
    case .star(let name, false): "\(name.fullName) is still starred"
    case .favourite(let name, true): "\(name.fullName) is no favorite"
    case .favourite(let name, false): "\(name.fullName) is still a favorite"
    case .listStars: "The stars did not come"
    case .listFavourites: "The favorites did not come"
    }
  }

  static func cause(_ failure: SearchFailure) -> SafeText {
    switch failure {
    case .offline(let reason): "GitHub cannot be reached" + reasonText(reason)
    case .rateLimited: "GitHub's limit is used up"
    case .validation(let reason): "GitHub does not understand the query" + reasonText(reason)
    case .tokenMissing: "this needs a token"
    case .tokenRefused: "GitHub refuses the token, so it is left out"
    case .forbidden(let reason): "the token may not do this" + reasonText(reason)
    case .notFound: "there is no such repository, or it is hidden"
    case .badAnswer(let reason): "GitHub's answer makes no sense" + reasonText(reason)
    case .localStore(let reason): "a file of this machine failed" + reasonText(reason)
    case .cancelled: "it was given up"
    }
  }

  static func advice(_ failure: SearchFailure) -> SafeText? {
    switch failure {
    case .tokenMissing, .tokenRefused: "ghsearch auth login stores one"
    case .forbidden: "it needs the scope public_repo"
    case .validation: "change the query"
    case .offline, .rateLimited, .notFound, .badAnswer, .localStore, .cancelled: nil
    }
  }

  private static func reasonText(_ reason: String) -> SafeText {
    reason.isEmpty ? .empty : " (" + SafeText(reason, longest: 300) + ")"
  }
}
