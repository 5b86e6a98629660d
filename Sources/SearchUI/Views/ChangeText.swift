import GitHubModel
import SearchModel
import Terminal

/// Messages about changes of stars, favorites, lists and notes: in progress, made, and undone.
struct ChangeText {
  let search: SearchState

  /// Text such as `Starring 25 repositories… 12 left`.
  func saving(_ report: ChangeReport) -> SafeText {
    let left = left(report)
    return (report.isUndone ? "Undoing" : present(report.change)) + "…"
      + (left > 1 ? " \(left) left" : .empty)
  }

  /// The number of stars still to be changed.
  func left(_ report: ChangeReport) -> Int {
    report.change.writes.count { write in
      if case .star(let star) = write { search.stars[star.repository.id].isPending } else { false }
    }
  }

  /// Text such as `Starring 3 repositories`.
  private func present(_ change: UserChange) -> SafeText {
    let repositories = change.repositories
    switch change.writes.first {
    case nil: return .empty
    case .star(let star)?:
      return self.report(star.isStarred ? "Starring" : "Unstarring", repositories)
    case .favorite(_, true)?: return report("Adding", repositories) + " to favorites"
    case .favorite(_, false)?: return report("Removing", repositories) + " from favorites"
    case .note(let note)?:
      return report(
        note.new == nil ? "Removing the note about" : "Saving the note about",
        repositories
      )
    case .lists(let change)?:
      guard let edit = change.edit else { return report("Changing the lists of", repositories) }
      let verb: SafeText =
        switch edit {
        case .create: "Creating"
        case .rename, .describe, .setPrivate: "Changing"
        case .delete: "Deleting"
        }
      return verb + " the list " + SafeText(edit.name, longest: 100)
    }
  }

  /// Text such as `★ Starred 3 repositories`; nil if no change succeeded.
  func saved(_ report: ChangeReport) -> SafeText? {
    if report.isUndone { return "Undone: " + text(undoing: report.change) }
    var change = report.change
    change.writes.removeAll { write in
      guard case .star(let star) = write else { return false }
      return search.stars[star.repository.id] != .known(star.isStarred)
    }
    return change.writes.isEmpty ? nil : sentence(change)
  }

  private func sentence(_ change: UserChange) -> SafeText {
    let sign: SafeText =
      switch change.writes.first {
      case .star(let star)?: star.isStarred ? "★ " : "☆ "
      case .favorite(_, let isFavorite)?: isFavorite ? "♥ " : "♡ "
      case .lists, .note, nil: .empty
      }
    let text = text(change).description
    return sign + SafeText(text.prefix(1).uppercased() + text.dropFirst())
  }

  /// Why a change cannot be undone; nil if it can.
  func refusal(_ change: UserChange) -> SafeText? {
    guard !change.isKnown, case .star(let star)? = change.writes.first else { return nil }
    let before = star.isStarred ? "starred" : "unstarred"
    return report("Can't undo:", change.repositories) + " may have been \(before) before"
  }

  /// The verb with the repository or the count, and how many are not listed.
  func report(_ verb: SafeText, _ repositories: [Repository]) -> SafeText {
    let shown = Set(search.rows.map(\.id))
    let hidden = repositories.count { !shown.contains($0.id) }
    let note: SafeText = hidden == 0 ? .empty : " (\(hidden) not shown)"
    if repositories.count == 1, let only = repositories.first {
      return verb + " \(only.name.fullName)" + note
    }
    return verb + " \(repositories.count) repositories" + note
  }

  /// Text such as `unstarred 3 repositories`, for stars that were given.
  private func text(undoing change: UserChange) -> SafeText {
    if case .lists(let lists)? = change.writes.first, let edit = lists.edit {
      return text(undoing: edit)
    }
    var change = change
    change.writes = change.writes.map(\.undo)
    return text(change)
  }

  private func text(undoing edit: StarListWrite.Edit) -> SafeText {
    let list = "the list " + SafeText(edit.name, longest: 100)
    switch edit {
    case .create: return "deleted " + list
    case .rename(_, let new): return "renamed the list " + SafeText(new, longest: 100) + " back"
    case .describe: return "restored the description of " + list
    case .setPrivate(let isPrivate, _): return "made " + list + (isPrivate ? " public" : " private")
    case .delete: return "restored " + list
    }
  }

  /// Text such as `starred 3 repositories`.
  private func text(_ change: UserChange) -> SafeText {
    let repositories = change.repositories
    switch change.writes.first {
    case nil: return .empty
    case .star(let star)?: return report(star.isStarred ? "starred" : "unstarred", repositories)
    case .favorite(_, true)?: return report("added", repositories) + " to favorites"
    case .favorite(_, false)?: return report("removed", repositories) + " from favorites"
    case .note(let note)?:
      let verb: SafeText = note.new == nil ? "removed the note about" : "saved the note about"
      return report(verb, repositories)
    case .lists(let change)?:
      if let edit = change.edit { return text(edit, repositories) }
      return switch (names(change, \.adding), names(change, \.removing)) {
      case (let added?, nil): report("added", repositories) + " to " + added
      case (nil, let removed?): report("removed", repositories) + " from " + removed
      case (let added?, let removed?):
        report("moved", repositories) + " to " + added + " from " + removed
      case (nil, nil): report("changed", repositories)
      }
    }
  }

  private func text(_ edit: StarListWrite.Edit, _ repositories: [Repository]) -> SafeText {
    let list = "the list " + SafeText(edit.name, longest: 100)
    return switch edit {
    case .create: report("created " + list + " with", repositories)
    case .rename(_, let new): "renamed " + list + " to " + SafeText(new, longest: 100)
    case .describe: "described " + list
    case .setPrivate(let isPrivate, _): "made " + list + (isPrivate ? " private" : " public")
    case .delete: "deleted " + list
    }
  }

  private func names(
    _ change: StarListWrite,
    _ ids: (StarListWrite.Move) -> Set<StarList.ID>
  ) -> SafeText? {
    let ids = change.moves.reduce(into: Set()) { $0.formUnion(ids($1)) }
    let names = (search.lists.value ?? []).filter { ids.contains($0.id) }.map(\.list.name)
    return names.isEmpty ? nil : SafeText(names.joined(separator: ", "), longest: 200)
  }
}
