package import Core
import GitHubAPI
package import GitHubModel
package import RepositoryStore

/// The changes made by commands on this machine.
package struct Journal: Sendable {
  private let session: Session

  package init(_ session: Session) { self.session = session }

  /// The entries of the token's account and of local data, newest first.
  package func entries(
    atMost count: Int = LibraryStore.maxEntries,
    where isWanted: @escaping @Sendable (JournalEntry) -> Bool = { _ in true }
  ) async throws(OperationFailure) -> [JournalEntry] {
    let account = try await account()
    return try await session.library.perform {
      try $0.journal(of: account, atMost: count, where: isWanted)
    }
  }

  /// The changes to undo: all changes of the last command with a change of this kind, or for each
  /// repository those of the last command that changed it.
  package func undoable(
    _ kind: ReversibleChange.Kind?,
    about names: [RepositoryName] = []
  ) async throws(OperationFailure) -> [JournalEntry.Step] {
    let wanted = Set(names)
    @Sendable func steps(_ entry: JournalEntry, _ names: Set<RepositoryName>) -> [JournalEntry.Step]
    {
      entry.undoable.filter { step in
        (kind == nil || step.change.kind == kind)
          && (names.isEmpty || step.change.repository.map(names.contains) == true)
      }
    }
    let entries = try await entries(atMost: wanted.isEmpty ? 1 : LibraryStore.maxEntries) {
      !steps($0, wanted).isEmpty
    }
    guard !wanted.isEmpty else { return entries.first?.undoable ?? [] }
    return names.flatMap { name in
      entries.lazy.map { steps($0, [name]) }.first { !$0.isEmpty } ?? []
    }
  }

  /// The account of the token, or the only one; nil if only local data has changed.
  private func account() async throws(OperationFailure) -> AccountID? {
    if let known = try await session.readCopy({ $1 }) { return known }
    let isLocal = try await session.library.perform { try $0.accounts().isEmpty }
    return isLocal || !session.hasToken ? nil : try await session.account()
  }
}

/// Undoes changes one by one: only the difference that each made, regardless of later changes by
/// others.
package struct Undo: Sendable {
  package enum Outcome {
    case done
    /// The change was already reverted.
    case unchanged
    /// The star is restored; the next undo retries its lists.
    case withoutLists(OperationFailure)
  }

  package let steps: [JournalEntry.Step]
  private let session: Session
  private let changes: StarChanges
  /// The list editor; nil if no lists change.
  private let editor: StarListEditor?
  /// The current stars; nil if no stars change.
  private let stars: StarPrecheck?

  package init(_ steps: [JournalEntry.Step], _ session: Session) async throws(OperationFailure) {
    (self.steps, self.session) = (steps, session)
    changes = StarChanges(session, recording: nil)
    let isOfLists = steps.contains(where: \.change.isOfLists)
    editor = isOfLists ? try await StarListEditor(session, recording: nil) : nil
    let names = steps.filter { $0.change.kind == .stars }.compactMap(\.change.repository)
    stars = names.isEmpty ? nil : await StarPrecheck(true, for: names, session)
  }

  /// The created lists to which others have since added repositories.
  package func filledLists() async throws(OperationFailure) -> [StarListContents] {
    let created = steps.compactMap { step -> StarList.ID? in
      if case .createdList(let list) = step.change { list.id } else { nil }
    }
    guard let editor, !created.isEmpty else { return [] }
    return try await editor.current().filter { contents in
      let id = contents.list.id
      let own = steps.compactMap { step -> StarList.Member.ID? in
        guard case .changedLists(let member, let change) = step.change else { return nil }
        return change.adding.contains(id) ? member.id : nil
      }
      return created.contains(id) && !Set(contents.members.map(\.id)).isSubset(of: own)
    }
  }

  package func undo(_ step: JournalEntry.Step) async throws(OperationFailure) -> Outcome {
    var outcome = Outcome.unchanged
    switch step.change {
    case .addedFavorite, .removedFavorite, .changedNote:
      return try await session.library.perform { try $0.undo(step) } ? .done : .unchanged
    case .createdList, .deletedList, .updatedList, .changedLists:
      if try await editor?.undo(step.change) == true { outcome = .done }
    case .starred(let name, let id) where isSame(name, id):
      if try await set(false, name) { outcome = .done }
    case .unstarred(let star) where isSame(star.name, star.id):
      if try await set(true, star.name) { outcome = .done }
      do throws(OperationFailure) {
        if try await restoreLists(of: star) { outcome = .done }
      } catch {
        if error.kind == .canceled { throw error }
        return .withoutLists(error.of(.restoringLists(of: star.name)))
      }
    case .starred(let name, _): session.world.notify(.notRestored(name, reason: nil))
    case .unstarred(let star): session.world.notify(.notRestored(star.name, reason: nil))
    }
    try await session.library.perform { try $0.markUndone(step.id) }
    return outcome
  }

  /// Whether the name still belongs to the repository, or its current owner is unknown.
  private func isSame(_ name: RepositoryName, _ id: Repository.ID?) -> Bool {
    let now = stars?.facts(of: name)?.id
    return id ?? now == now ?? id
  }

  /// Restores the state of a star; returns false if it is already in this state.
  private func set(
    _ isStarred: Bool,
    _ name: RepositoryName
  ) async throws(OperationFailure) -> Bool {
    let state = await stars?.state(of: name, asksAlone: true)
    if state == (isStarred ? .done : .needed) { return false }
    try await OperationFailure.of(in: session.world) {
      try await changes.set(isStarred, name, facts: stars?.facts(of: name))
    }
    return true
  }

  private func restoreLists(of star: Unstarring) async throws(OperationFailure) -> Bool {
    guard let editor, let lists = star.lists, !lists.isEmpty else { return false }
    return try await editor.restore([(star.name, star.id)], MembershipChange(adding: Set(lists)))
  }
}

extension ReversibleChange {
  /// Whether undoing it changes lists.
  fileprivate var isOfLists: Bool {
    if case .unstarred(let star) = self { star.lists?.isEmpty == false } else { kind == .lists }
  }
}
