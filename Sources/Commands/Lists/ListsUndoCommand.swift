import ArgumentParser
import Core
import GitHubModel
import Output
import RepositoryStore
import Stars
import Terminal

struct ListsUndoCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last change of star lists made on this machine.",
    usage: "ghsearch lists undo [flags]",
    discussion: """
      Undoes only what the command changed; later changes are kept. Run it again to undo the \
      change before that. Stars added by `--star` are kept.

      EXAMPLES:
        ghsearch lists undo --dry-run
        ghsearch lists undo
      """
  )

  @OptionGroup var change: ListChangeOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    var editor = try await StarListEditor(session)
    let account = editor.account
    let last: StarListChange? = try await session.library.perform {
      try $0.lastChange(of: account)
    }
    guard let last else {
      context.note("ghsearch: nothing to undo")
      return .success
    }
    let lists = try await editor.current()
    if change.dryRun {
      return try await context.each(last.steps) { _ in BatchResult("would undo") }.status
    }
    for step in last.steps {
      guard case .created(let created) = step.action,
        let contents = lists.first(where: { $0.list.id == created.id }),
        !Set(contents.members.map(\.id)).isSubset(of: last.members(addedTo: created.id))
      else { continue }
      if !change.yes { contents.show(in: context) }
      let question = "Delete \"\(contents.list.name)\" and its contents?"
      guard try await change.isConfirmed(question, in: context) else { return .negative }
    }
    let count = last.steps.reduce(0) { $0 + $1.action.repositoryCount }
    if count > ListPlanRun.maxUnconfirmed {
      let question = "Restore the previous lists of \(CompactNumber.grouped(count)) repositories?"
      guard try await change.isConfirmed(question, in: context) else { return .negative }
    }
    return try await context.each(last.steps) { step in
      BatchResult(try await editor.undo(step) ? "undone" : "unchanged")
    }.status
  }
}

extension UndoableChange.Step: BatchItem where Action == StarListAction {
  /// The repository whose lists changed; nil if a list itself changed.
  var repository: RepositoryName? {
    if case .moved(let member, _, _) = action { member.name } else { nil }
  }

  var title: String {
    switch action {
    case .created(let list), .updated(let list, _): list.name
    case .deleted(let contents): contents.list.name
    case .moved(let member, _, _): member.name.fullName
    }
  }
}

extension StarListChange {
  /// The repositories that the change added to a list.
  fileprivate func members(addedTo list: StarList.ID) -> Set<StarList.Member.ID> {
    Set(
      steps.compactMap { step in
        guard case .moved(let member, let added, _) = step.action else { return nil }
        return added.contains(list) ? member.id : nil
      }
    )
  }
}

extension StarListAction {
  fileprivate var repositoryCount: Int {
    switch self {
    case .created, .updated: 0
    case .deleted(let contents): contents.members.count
    case .moved: 1
    }
  }
}
