import ArgumentParser
import GitHubAPI
import GitHubModel
import RepositoryStore
import Terminal

/// `ghsearch lists undo`.
struct ListsUndoCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last change of star lists made on this machine.",
    usage: "ghsearch lists undo [flags]",
    discussion: """
      Undoes only what the command changed; later changes are kept. Run it again to undo the change \
      before that. Stars that `--star` added stay.

      EXAMPLES:
        ghsearch lists undo --dry-run
        ghsearch lists undo
      """
  )

  @OptionGroup var change: ListChangeOptions
  var connection: ConnectionOptions { change.connection }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    var editor = try await change.editor(for: "undo the last change of lists", in: context)
    editor.isJournaled = false
    let account = editor.account
    let last = try await editor.copy.session.library.perform(editor.copy.operation) {
      try $0.lastStarListChange(of: account)
    }
    guard let last else {
      context.note("ghsearch: nothing to undo")
      return .success
    }
    let lists = try await editor.current()
    if change.dryRun {
      for step in last.steps { try context.print(step.action.line("would undo", in: context)) }
      return .success
    }
    for step in last.steps {
      guard case .created(let created) = step.action,
        let contents = lists.first(where: { $0.list.id == created.id }),
        !Set(contents.members.map(\.id)).isSubset(of: last.members(addedTo: created.id))
      else { continue }
      if !change.yes { contents.show(in: context) }
      let question = "Delete \"\(context.shown(contents.list.name))\" and its contents?"
      guard try await change.isConfirmed(question, editor) else { return .negative }
    }
    let count = last.steps.reduce(0) { $0 + $1.action.repositoryCount }
    if count > MembershipCommand.maxUnconfirmed {
      let question = "Restore the previous lists of \(CompactNumber.grouped(count)) repositories?"
      guard try await change.isConfirmed(question, editor) else { return .negative }
    }
    return try await undo(last.steps, &editor)
  }

  private func undo(
    _ steps: [StarListChange.Step],
    _ editor: inout StarListEditor
  ) async throws(CommandFailure) -> ExitStatus {
    let context = editor.copy.session.context
    let session = editor.copy.session
    var doneCount = 0
    let progress = BatchProgress(of: steps.count, in: session)
    return try await session.each(steps, progress, name: \.action.repository) {
      step,
      _ throws(CommandFailure) in
      let isChanged = try await editor.undo(step)
      try context.print(step.action.line(isChanged ? "undone" : "unchanged", in: context))
      doneCount += 1
      return .success
    } failure: { failure, _, left in
      context.report(left == nil ? failure : failure.noting(done: doneCount, of: steps.count))
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

extension StarListChange.Action {
  /// A line about the step: the change, a tab and the outcome of its undo.
  fileprivate func line(_ word: String, in context: Context) -> String {
    let subject =
      switch self {
      case .created(let list): list.name
      case .deleted(let contents): contents.list.name
      case .updated(let list, _): list.name
      case .moved(let member, _, _): member.name.fullName
      }
    return "\(context.shown(subject))\t\(word)\n"
  }

  /// The repository whose lists it changes; nil if it changes a list itself.
  fileprivate var repository: RepositoryName? {
    if case .moved(let member, _, _) = self { member.name } else { nil }
  }

  /// How many repositories its undo changes.
  fileprivate var repositoryCount: Int {
    switch self {
    case .created, .updated: 0
    case .deleted(let contents): contents.members.count
    case .moved: 1
    }
  }
}

extension StarListEditor {
  /// Undoes the difference that a step made; false if none of it is left.
  mutating func undo(
    _ step: StarListChange.Step
  ) async throws(CommandFailure) -> Bool {
    let isChanged =
      switch step.action {
      case .created(let list): try await undoCreation(of: list)
      case .deleted(let contents): try await undoDeletion(of: contents)
      case .updated(let before, let after): try await undoUpdate(of: before, to: after)
      case .moved(let member, let added, let removed):
        try await restore(
          [(member.name, member.id)],
          adding: Set(removed),
          removing: Set(added)
        )
      }
    try await copy.session.library.perform(copy.operation) { try $0.markUndone(step.id) }
    return isChanged
  }

  private mutating func undoCreation(of list: StarList) async throws(CommandFailure) -> Bool {
    guard try await current().contains(where: { $0.list.id == list.id }) else { return false }
    try await CommandFailure.of(copy.operation, in: copy.session.context) {
      try await delete(list.id)
    }
    return true
  }

  /// Reverts everything that is still as the step left it.
  private mutating func undoUpdate(
    of before: StarList,
    to after: StarList
  ) async throws(CommandFailure) -> Bool {
    let lists = try await current().map(\.list)
    guard let now = lists.first(where: { $0.id == after.id }) else { return false }
    var restored = now
    if now.name == after.name { restored.name = before.name }
    if now.description == after.description { restored.description = before.description }
    if now.isPrivate == after.isPrivate { restored.isPrivate = before.isPrivate }
    guard restored != now else { return false }
    try StarListText.checkIsFree(
      restored.name,
      among: lists.filter { $0.id != now.id },
      for: copy.operation
    )
    try await CommandFailure.of(copy.operation, in: copy.session.context) {
      try await send(now, to: restored)
    }
    return true
  }

  /// Creates the list again with its members; if there is a list of that name by now, fills that one.
  private mutating func undoDeletion(
    of contents: StarListContents
  ) async throws(CommandFailure) -> Bool {
    let deleted = contents.list
    let lists = try await current().map(\.list)
    let existing =
      lists.first { $0.id == deleted.id }
      ?? lists.first { $0.name.lowercased() == deleted.name.lowercased() }
    if existing == nil { try checkRoom(for: lists.count, advice: "delete one on GitHub") }
    let target: StarList
    if let existing {
      target = existing
    } else {
      target = try await create(
        deleted.name,
        description: deleted.description,
        isPrivate: deleted.isPrivate
      )
    }
    if target.id != deleted.id {
      try await copy.session.library.perform(copy.operation) { [account] in
        try $0.replaceStarList(deleted.id, with: target.id, of: account)
      }
    }
    // Members are added one by one at the front of a list, so the last one comes first.
    let members = contents.members.reversed().map { ($0.name, Repository.ID?.some($0.id)) }
    let isFilled = try await restore(members, adding: [target.id])
    return existing == nil || isFilled
  }

  /// Changes lists of repositories back.
  ///
  /// Leaves out lists and repositories that no longer exist, and a different repository that has the name by
  /// now; warns about repositories.
  mutating func restore(
    _ members: [(name: RepositoryName, id: Repository.ID?)],
    adding: Set<StarList.ID>,
    removing: Set<StarList.ID> = []
  ) async throws(CommandFailure) -> Bool {
    var isChanged = false
    let found = try await repositories(members.map(\.name))
    for (member, lookup) in zip(members, found) {
      guard let repository = lookup.repository,
        member.id ?? repository.member.id == repository.member.id
      else {
        let why = if case .unreadable(let why) = lookup { why } else { "GitHub cannot find it" }
        copy.session.context.warn("\(member.name) was not restored", why)
        continue
      }
      let known = Set(try await current().map(\.list.id))
      if try await apply(
        MembershipChange(
          member: repository.member,
          adding: adding.intersection(known),
          removing: removing.intersection(known)
        )
      ) {
        isChanged = true
      }
    }
    return isChanged
  }
}
