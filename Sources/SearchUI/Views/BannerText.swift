import GitHubModel
import SearchModel
import Terminal

/// A failure in the words of the command line, as in `star a/b: cannot connect to api.github.com`.
extension Banner {
  /// The operation and the reason.
  var what: SafeText {
    let words: SafeText =
      switch (operation, failure.kind) {
      case (.search, .tokenRejected): "Showing only public results"
      case (.search, .localFile): "read the local data"
      default: operation.words
      }
    let why = failure.safeWhy
    return why.isEmpty ? words : words + ": " + why
  }

  /// The key that retries, and the advice; without keys, there is nothing to press.
  func advice(_ keymap: Keymap?) -> [SafeText] {
    let key = canRetry ? keymap?.name(of: .retry) : nil
    return [key.map { "\($0) to retry" } ?? .empty, failure.safeAdvice].filter { !$0.isEmpty }
  }

  /// All of it in one line, which may have no room for the advice.
  func line(_ keymap: Keymap?) -> SafeText {
    advice(keymap).reduce(what) { $0 + " · " + $1 }
  }
}

extension Banner.Operation {
  /// As a command names it, such as `star a/b`.
  var words: SafeText {
    switch self {
    case .search: "search"
    case .nextPage(let page): "load page \(page)"
    case .stars(let writes):
      (writes.first?.isStarred == false ? "unstar " : "star ")
        + Self.names(writes.map(\.repository))
    case .favorite(let write) where write.isFavorite:
      "add \(write.repository.name.fullName) to favorites"
    case .favorite(let write): "remove \(write.repository.name.fullName) from favorites"
    case .listFavorites: "read favorites"
    case .lists(let change): Self.words(of: change)
    case .note(let change): "save the note about \(change.repository.name.fullName)"
    case .sync: "sync"
    }
  }

  /// As in `a/b and 2 more`.
  private static func names(_ repositories: [Repository]) -> SafeText {
    let rest = repositories.count - 1
    return "\(repositories.first?.name.fullName ?? "")\(rest > 0 ? " and \(rest) more" : "")"
  }

  private static func words(of change: ListsChange) -> SafeText {
    guard let edit = change.edit else {
      return "change the lists of " + names(change.moves.map(\.repository))
    }
    let verb: SafeText =
      switch edit {
      case _ where change.isUndo: "undo the change of"
      case .create: "create"
      case .rename, .describe, .setPrivate: "change"
      case .delete: "delete"
      }
    return verb + " the list " + SafeText(edit.name, longest: 100)
  }
}

extension SearchFailure {
  /// The reason, for the screen.
  var safeWhy: SafeText { SafeText(why, longest: 300) }

  /// The advice, for the screen.
  var safeAdvice: SafeText { SafeText(advice, longest: 300) }
}
