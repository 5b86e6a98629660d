import GRDB
package import GitHubModel

/// A change of star lists that can be undone: one command, with a step for each write.
package struct StarListChange: Sendable, Hashable, Identifiable {
  package struct Step: Sendable, Hashable, Identifiable {
    package let id: Int64
    package let action: Action
  }

  /// One write, with the facts that its undo needs.
  package enum Action: Sendable, Hashable, Codable {
    case created(StarList)
    case deleted(StarListContents)
    /// The list before and after.
    case updated(StarList, to: StarList)
    /// A repository was added to lists and removed from others.
    case moved(StarList.Member, added: [StarList.ID], removed: [StarList.ID])
  }

  package let id: Int64
  /// The steps that have not been undone, the last one first.
  package let steps: [Step]
}

extension LibraryStore {
  /// Records what is about to be done, as a step of `change` or, if that is nil, of a new change.
  package func journal(
    _ action: StarListChange.Action,
    of change: StarListChange.ID?,
    by account: AccountID
  ) throws(StoreError) -> (change: StarListChange.ID, step: StarListChange.Step.ID) {
    try file.write { database in
      try UndoJournal(database).add(action, to: change, .lists, of: account, at: seconds)
    }
  }

  /// Reverts ``journal(_:of:by:)``: the step has been undone, or GitHub refused it.
  package func unjournal(_ step: StarListChange.Step.ID) throws(StoreError) {
    try file.write { try UndoJournal($0).remove("id = \(step)") }
  }

  /// Replaces the identifier of a list in all steps that can still be undone, since a list that is created
  /// anew gets another one.
  package func replaceStarList(
    _ old: StarList.ID,
    with new: StarList.ID,
    of account: AccountID
  ) throws(StoreError) {
    try file.write { try UndoJournal($0).replace(old, with: new, of: account) }
  }

  /// The last change with anything left to undo.
  package func lastStarListChange(
    of account: AccountID
  ) throws(StoreError) -> StarListChange? {
    try file.read { database in
      let journal = UndoJournal(database)
      return try journal.last(.lists, of: account, as: StarListChange.Action.self).map { change in
        let steps = change.steps.map { StarListChange.Step(id: $0.id, action: $0.step) }
        return StarListChange(id: change.id, steps: steps)
      }
    }
  }
}
