import GitHubModel
import SearchModel
import Terminal

/// A failure in the command line's words, such as `star a/b: cannot connect to api.github.com`.
extension Banner {
  /// Whether only the network failed.
  private var isNetwork: Bool { failure.kind == .unreachable }

  /// The operation and the reason.
  var what: SafeText {
    if isNetwork, operation.concernsQuery {
      let why = failure.safeWhy.description
      return SafeText(why.prefix(1).uppercased() + why.dropFirst())
    }
    let words: SafeText =
      switch (operation, failure.kind) {
      case (.search, .tokenRejected): "Showing only public results"
      case (.search, .localFile): "read the local data"
      default: operation.words
      }
    let why = failure.safeWhy
    return why.isEmpty ? words : words + ": " + why
  }

  /// The retry key and the advice; without a keymap, there is no key.
  func advice(_ keymap: Keymap?) -> [SafeText] {
    let key = canRetry ? keymap?.name(of: .retry) : nil
    if isNetwork { return ["Check your network" + (key.map { ", then press \($0)." } ?? ".")] }
    return [key.map { "\($0) to retry" } ?? .empty, failure.safeAdvice].filter { !$0.isEmpty }
  }

  /// The failure on one line, which may have no space for the advice.
  func line(_ keymap: Keymap?) -> SafeText {
    advice(keymap).reduce(what) { $0 + (isNetwork ? ". " : " · ") + $1 }
  }
}

extension Banner.Operation {
  /// The operation as named by a command, such as `star a/b`.
  var words: SafeText {
    switch self {
    case .search: "search"
    case .nextPage(let page): "load page \(page)"
    case .writes(let writes): (writes.first?.words ?? .empty) + Self.more(writes.count - 1)
    case .listFavorites: "read favorites"
    case .visit(let name): "view \(name.fullName)"
    case .sync: "Sync failed"
    }
  }

  /// Text such as ` and 2 more`; empty if there are none.
  fileprivate static func more(_ count: Int) -> SafeText {
    count > 0 ? " and \(count) more" : .empty
  }
}

extension Write {
  /// The operation as named by a command, such as `star a/b`.
  var words: SafeText {
    switch self {
    case .star(let write):
      "\(write.isStarred ? "star" : "unstar") \(write.repository.name.fullName)"
    case .favorite(let repository, true): "add \(repository.name.fullName) to favorites"
    case .favorite(let repository, false): "remove \(repository.name.fullName) from favorites"
    case .lists(let change): Self.words(of: change)
    case .note(let change): "save the note about \(change.repository.name.fullName)"
    }
  }

  private static func words(of change: StarListWrite) -> SafeText {
    guard let edit = change.edit else {
      let name = change.moves.first?.repository.name.fullName ?? ""
      return "change the lists of \(name)" + Banner.Operation.more(change.moves.count - 1)
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
