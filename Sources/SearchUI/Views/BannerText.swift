import GitHubModel
package import SearchModel
package import Terminal

/// A failure in one line, as in `Couldn't star a/b: cannot connect to api.github.com · F5 to retry`.
package enum BannerText {
  /// The operation, the reason, the key that retries, and the advice, for which there may be no room; without
  /// keys, there is nothing to press.
  package static func text(_ banner: Banner, keymap: Keymap?) -> SafeText {
    let why = banner.failure.safeWhy
    let key = banner.canRetry ? keymap?.name(of: .retry) : nil
    return [key.map { "\($0) to retry" } ?? .empty, banner.failure.safeAdvice]
      .filter { !$0.isEmpty }
      .reduce(why.isEmpty ? what(banner) : what(banner) + ": " + why) { $0 + " · " + $1 }
  }

  private static func what(_ banner: Banner) -> SafeText {
    if banner.failure.kind == .tokenRejected, banner.operation == .search {
      return "Showing only public results"
    }
    return switch banner.operation {
    case .search: "Search failed"
    case .nextPage(let page): "Couldn't load page \(page)"
    case .stars(let writes): stars(writes)
    case .favorite(let write) where write.isFavorite:
      "Couldn't add \(write.repository.name.fullName) to favorites"
    case .favorite(let write):
      "Couldn't remove \(write.repository.name.fullName) from favorites"
    case .listFavorites: "Couldn't load favorites"
    case .lists(let change): lists(change)
    case .note(let change): "Couldn't save the note about \(change.repository.name.fullName)"
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
}

extension SearchFailure {
  /// The reason, for the screen.
  var safeWhy: SafeText { SafeText(why, longest: 300) }

  /// The advice, for the screen.
  var safeAdvice: SafeText { SafeText(advice, longest: 300) }
}
