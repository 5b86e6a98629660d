import GitHubModel

/// What stands in the list: answers, previews, and what is selected and marked in them.
extension SearchState {
  /// Shows what is known and matches, until GitHub answers; what was there before when none does.
  mutating func preview() {
    let filter = LocalFilter(text)
    var seen: Set<Repository.ID> = []
    let known = (memory.answered + memory.localMatches).filter {
      seen.insert($0.id).inserted && filter.matches($0)
    }
    if known.isEmpty {
      for index in rows.indices { rows[index].origin = .previous }
    } else {
      replaceRows(known.map { RepositoryRow($0, origin: .local) })
    }
    if !memory.isSelectionChosen { selection = rows.first?.id }
  }

  /// Matches from the store, unless GitHub was faster or the text is another by now.
  mutating func acceptLocal(_ repositories: [Repository], matching text: String) -> [SearchEffect] {
    guard text == memory.query?.text, phase != .loaded else { return [] }
    memory.localMatches = repositories
    learnStars(of: repositories)
    var shown = Set(rows.lazy.filter { $0.origin == .local }.map(\.id))
    let fresh = repositories.filter { shown.insert($0.id).inserted }
    let kept = rows.filter { $0.origin == .local }
    if !(kept.isEmpty && fresh.isEmpty) {
      replaceRows(kept + fresh.map { RepositoryRow($0, origin: .local) })
    }
    return []
  }

  /// Puts other rows in the place of these; the selected repository stays so if it is among them.
  mutating func replaceRows(_ new: [RepositoryRow]) {
    let wasPrevious = selectedRow?.origin == .previous && !memory.isSelectionChosen
    rows = new
    if wasPrevious || selectedIndex == nil {
      selection = rows.first?.id
      memory.isSelectionChosen = false
    }
  }
}

// MARK: - Selection and marks

extension SearchState {
  mutating func choose(_ id: Repository.ID) {
    guard rows.contains(where: { $0.id == id }) else { return }
    selection = id
    memory.isSelectionChosen = true
  }

  mutating func move(by count: Int) {
    guard let index = selectedIndex else { return }
    choose(rows[rows.indices.index(index, movedBy: count)].id)
  }

  mutating func toggleMark() {
    guard let repository = selectedRow?.repository else { return }
    if isMarked(repository.id) {
      marked.removeAll { $0.id == repository.id }
    } else {
      marked.append(repository)
    }
  }

  /// The repositories of these ids that are shown or marked, in the order asked for.
  func find(_ ids: [Repository.ID]) -> [Repository] {
    ids.compactMap { id in
      rows.first { $0.id == id }?.repository ?? marked.first { $0.id == id }
    }
  }
}
