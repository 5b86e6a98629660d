import GitHubModel
import SearchModel
import Terminal

/// Messages about changes of stars, favorites and lists: under way, made, and undone.
struct ChangeText {
  let search: SearchState

  /// As in `Starring 3 repositories…`.
  func saving(_ report: ChangeReport) -> SafeText {
    if report.isUndone { return "Undoing: " + text(report.change, .undone) + "…" }
    return text(report.change, .beingMade) + "…"
  }

  /// As in `★ Starred 3 repositories`; nil if no change succeeded.
  func saved(_ report: ChangeReport) -> SafeText? {
    if report.isUndone { return "Undid: " + text(report.change, .undone) }
    guard case .stars(var change) = report.change else { return text(report.change, .made) }
    change.repositories.removeAll { search.stars[$0.id] != .known(change.isStarred) }
    return change.repositories.isEmpty ? nil : text(.stars(change), .made)
  }

  /// Why a change cannot be undone; nil if it can.
  func refusal(_ change: UndoableChange) -> SafeText? {
    guard case .stars(let stars) = change, !stars.isKnown else { return nil }
    let before = stars.isStarred ? "starred" : "unstarred"
    return report("Can't undo:", stars.repositories) + " may have been \(before) before"
  }

  var leaving: SafeText {
    let stars = search.stars.pending.count
    let lists = search.pendingLists.flatMap(\.moves).count
    let edits = search.pendingLists.count { $0.edit != nil }
    let favorites = search.pendingFavorites.count
    let parts = [
      stars == 0 ? nil : stars == 1 ? "1 star" : "\(stars) stars",
      lists == 0
        ? nil : lists == 1 ? "the lists of 1 repository" : "the lists of \(lists) repositories",
      edits == 0 ? nil : edits == 1 ? "a list" : "\(edits) lists",
      search.pendingNotes.isEmpty ? nil : "a note",
      favorites == 0 ? nil : favorites == 1 ? "a favorite" : "\(favorites) favorites",
    ]
    return "Saving \(parts.compactMap(\.self).joined(separator: " and "))…"
  }

  /// The verb with the repository or the count, and how many are not in the list.
  func report(_ verb: SafeText, _ repositories: [Repository]) -> SafeText {
    let shown = Set(search.rows.map(\.id))
    let hidden = repositories.count { !shown.contains($0.id) }
    let note: SafeText = hidden == 0 ? .empty : " (\(hidden) not in this list)"
    if repositories.count == 1, let only = repositories.first {
      return verb + " \(only.name.fullName)" + note
    }
    return verb + " \(repositories.count) repositories" + note
  }

  private enum Form { case beingMade, made, undone }

  private func text(_ change: UndoableChange, _ form: Form) -> SafeText {
    func verb(_ beingMade: SafeText, _ made: SafeText, _ undone: SafeText) -> SafeText {
      switch form {
      case .beingMade: beingMade
      case .made: made
      case .undone: undone
      }
    }
    switch change {
    case .stars(let change):
      let verb =
        change.isStarred
        ? verb("Starring", "★ Starred", "starred")
        : verb("Unstarring", "☆ Unstarred", "unstarred")
      return report(verb, change.repositories)
    case .favorites(true, let repositories):
      return report(verb("Adding", "♥ Added", "added"), repositories) + " to favorites"
    case .favorites(false, let repositories):
      return report(verb("Removing", "♡ Removed", "removed"), repositories) + " from favorites"
    case .note(let change):
      let verb =
        change.new == nil
        ? verb("Removing the note about", "Note removed:", "removed the note about")
        : verb("Saving the note about", "Note saved:", "saved the note about")
      return report(verb, [change.repository])
    case .lists(let change):
      let repositories = change.moves.map(\.repository)
      if let edit = change.edit {
        return text(edit, repositories) {
          verb($0, $1, SafeText($1.description.lowercased()))
        }
      }
      switch (names(change, \.adding), names(change, \.removing)) {
      case (let added?, nil):
        return report(verb("Adding", "Added", "added"), repositories) + " to " + added
      case (nil, let removed?):
        return report(verb("Removing", "Removed", "removed"), repositories) + " from " + removed
      case (let added?, let removed?):
        return report(verb("Moving", "Moved", "moved"), repositories) + " to " + added + " from "
          + removed
      case (nil, nil):
        return report(verb("Changing", "Changed", "changed"), repositories)
      }
    }
  }

  private func text(
    _ edit: ListsChange.Edit,
    _ repositories: [Repository],
    _ verb: (_ beingMade: SafeText, _ made: SafeText) -> SafeText
  ) -> SafeText {
    let name = SafeText(edit.name, longest: 100)
    switch edit {
    case .create:
      return report(verb("Creating", "Created") + " the list " + name + " with", repositories)
    case .rename(_, let new):
      return verb("Renaming", "Renamed") + " the list " + name + " to "
        + SafeText(new, longest: 100)
    case .describe: return verb("Describing", "Described") + " the list " + name
    case .setPrivate(let isPrivate, _):
      return verb("Making", "Made") + " the list " + name + (isPrivate ? " private" : " public")
    case .delete: return verb("Deleting", "Deleted") + " the list " + name
    }
  }

  private func names(
    _ change: ListsChange,
    _ ids: (ListsChange.Move) -> Set<StarList.ID>
  ) -> SafeText? {
    let ids = change.moves.reduce(into: Set()) { $0.formUnion(ids($1)) }
    let names = (search.lists.value ?? []).filter { ids.contains($0.id) }.map(\.list.name)
    return names.isEmpty ? nil : SafeText(names.joined(separator: ", "), longest: 200)
  }
}
