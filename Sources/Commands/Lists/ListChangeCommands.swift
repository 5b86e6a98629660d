import ArgumentParser
import GitHubAPI
import GitHubModel
import RepositoryStore
import Terminal

/// The flags of commands that change star lists.
struct ListChangeOptions: ParsableArguments {
  @Flag(help: "Show what would change, without changing it.")
  var dryRun = false

  @Flag(name: [.long, .short], help: "Do not ask for confirmation.")
  var yes = false

  @OptionGroup(title: "Limits") var wait: WaitOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  /// Prepares a change, for which the token's account must be known.
  func editor(
    for operation: String,
    in context: Context
  ) async throws(CommandFailure) -> StarListEditor {
    let session = try Session(context, waitLimit: wait.waitLimit)
    try await session.library.require(for: operation)
    let copy = StarListCopy(for: operation, session)
    return StarListEditor(copy, of: try await copy.account())
  }

  /// Asks before a change unless `--yes` was given; false if the answer is no.
  func isConfirmed(
    _ question: String,
    _ editor: StarListEditor
  ) async throws(CommandFailure) -> Bool {
    if yes { return true }
    return try await Confirmation(
      question: question,
      operation: editor.copy.operation,
      context: editor.copy.session.context
    ).isGiven()
  }
}

// MARK: - Lists

/// `ghsearch lists create`.
struct ListsCreateCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a star list.",
    usage: "ghsearch lists create <name> [flags]",
    discussion: """
      GitHub allows 32 lists, names of 32 characters and descriptions of 160.

      EXAMPLES:
        ghsearch lists create Later
        ghsearch lists create 'To read' --description 'Papers with code' --private
      """
  )

  @Argument(help: "Name of the new list.") var name: String

  @Option(help: ArgumentHelp("Description of the list.", valueName: "text"))
  var description: String?

  @Flag(help: "Make the list private.") var `private` = false

  @OptionGroup var change: ListChangeOptions
  var connection: ConnectionOptions { change.connection }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let operation = "create a star list"
    try StarListText.check(name: name, description: description, for: operation)
    var editor = try await change.editor(for: operation, in: context)
    let lists = try await editor.current().map(\.list)
    try StarListText.checkIsFree(name, among: lists, for: operation)
    if lists.count >= StarList.maximumCount {
      throw CommandFailure(
        .usage,
        operation,
        "you have \(lists.count) lists, and GitHub allows only \(StarList.maximumCount)",
        advice: "delete one with `ghsearch lists delete`"
      )
    }
    if change.dryRun {
      try context.print("\(context.shown(name))\twould create\n")
      return .success
    }
    let list = try await editor.create(name, description: description, isPrivate: `private`)
    _ = try await editor.journal(.created(list))
    try context.print("\(context.shown(list.name))\tcreated\n")
    return .success
  }
}

/// `ghsearch lists rename`.
struct ListsRenameCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename a star list.",
    usage: "ghsearch lists rename <list> <name> [flags]",
    discussion: """
      EXAMPLES:
        ghsearch lists rename Later 'Read later'
        ghsearch lists rename 2 Tools
      """
  )

  @OptionGroup var target: StarListTarget
  @Argument(help: "New name of the list.") var name: String
  @OptionGroup var change: ListChangeOptions
  var connection: ConnectionOptions { change.connection }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let operation = "rename a star list"
    try StarListText.check(name: name, for: operation)
    var editor = try await change.editor(for: operation, in: context)
    let lists = try await editor.current()
    let list = try StarListArgument.list(target.list, among: lists, for: operation, context).list
    let others = lists.map(\.list).filter { $0.id != list.id }
    try StarListText.checkIsFree(name, among: others, for: operation)
    let shown = context.shown(list.name)
    if list.name == name {
      try context.print("\(shown)\tunchanged\n")
    } else if change.dryRun {
      try context.print("\(shown)\twould rename to \(context.shown(name))\n")
    } else {
      var renamed = list
      renamed.name = name
      try await editor.update(list, to: renamed)
      try context.print("\(shown)\trenamed to \(context.shown(name))\n")
    }
    return .success
  }
}

extension StarListEditor {
  /// Changes what differs between two states of a list, with a step in the journal.
  fileprivate mutating func update(
    _ list: StarList,
    to changed: StarList
  ) async throws(CommandFailure) {
    let step = try await journal(.updated(list, to: changed))
    do throws(GitHubError) {
      try await send(list, to: changed)
    } catch {
      try await withdraw(step, after: error)
      throw CommandFailure(error, in: copy.session.context)
    }
    await waitUntil { $0.contains { $0.id == changed.id && $0.name == changed.name } }
  }

  /// Sends what differs between two states of a list, and records what GitHub made of it.
  fileprivate func send(_ list: StarList, to changed: StarList) async throws(GitHubError) {
    let updated = try await copy.session.client.send(
      .updateStarList(
        list.id,
        name: changed.name == list.name ? nil : changed.name,
        description: changed.description == list.description ? nil : changed.description ?? "",
        isPrivate: changed.isPrivate == list.isPrivate ? nil : changed.isPrivate
      )
    ).value
    await copy.session.library.ifPresent { [account] (store) throws(StoreError) in
      try store.record(updated, of: account)
    }
  }

  /// Deletes a list, and waits for reads to show that.
  fileprivate func delete(_ list: StarList.ID) async throws(GitHubError) {
    _ = try await copy.session.client.send(.deleteStarList(list))
    await copy.session.library.ifPresent { [account] (store) throws(StoreError) in
      try store.removeStarList(list, of: account)
    }
    await waitUntil { !$0.contains { $0.id == list } }
  }
}

/// `ghsearch lists delete`.
struct ListsDeleteCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a star list; its repositories stay starred.",
    usage: "ghsearch lists delete <list> [flags]",
    discussion: """
      Shows what is in the list and asks first. `ghsearch lists undo` recreates it, with the \
      repositories that the token could see in it.

      EXAMPLES:
        ghsearch lists delete Later
        ghsearch lists delete 2 --yes
      """
  )

  @OptionGroup var target: StarListTarget
  @OptionGroup var change: ListChangeOptions
  var connection: ConnectionOptions { change.connection }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let operation = "delete a star list"
    var editor = try await change.editor(for: operation, in: context)
    let contents = try StarListArgument.list(
      target.list,
      among: try await editor.current(),
      for: operation,
      context
    )
    let shown = context.shown(contents.list.name)
    if change.dryRun || !change.yes { contents.show(in: context) }
    if change.dryRun {
      try context.print("\(shown)\twould delete\n")
      return .success
    }
    guard try await change.isConfirmed("Delete \"\(shown)\"?", editor) else { return .no }
    let step = try await editor.journal(.deleted(contents))
    do throws(GitHubError) {
      try await editor.delete(contents.list.id)
    } catch {
      try await editor.withdraw(step, after: error)
      throw CommandFailure(error, in: context)
    }
    try context.print("\(shown)\tdeleted\n")
    return .success
  }
}

extension StarListContents {
  /// Notes what is in the list.
  fileprivate func show(in context: Context) {
    let count = Counted.text(members.count, "repository", plural: "repositories")
    context.note("\(SafeText(list.name)): \(count)")
    for member in members { context.note("  \(member.name)") }
  }
}

// MARK: - Members

/// `ghsearch lists add`.
struct ListsAddCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add repositories to a star list.",
    usage: "ghsearch lists add <list> <repo> ... [flags]",
    discussion: """
      Repositories stay in their other lists, and need not be starred. One change is sent per \
      second, as GitHub asks.

      EXAMPLES:
        ghsearch lists add Later vapor/vapor apple/container --star
        ghsearch stars list --language go --limit 10 | ghsearch lists add Go -
      """
  )

  @OptionGroup var target: StarListTarget
  @OptionGroup var repositories: RepositoryList
  @OptionGroup var star: ListStarOption
  @OptionGroup var change: ListChangeOptions
  var connection: ConnectionOptions { change.connection }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let change = MembershipCommand(
      words: .init(operation: "add to a star list", would: "would add", done: "added"),
      adding: target.list,
      removing: nil,
      stars: star.star,
      options: change
    )
    return try await change.run(repositories.names, in: context)
  }
}

/// `ghsearch lists remove`.
struct ListsRemoveCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove repositories from a star list.",
    usage: "ghsearch lists remove <list> <repo> ... [flags]",
    discussion: """
      Repositories stay in their other lists, and stay starred.

      EXAMPLES:
        ghsearch lists remove Later vapor/vapor
        ghsearch lists show Later --archived | ghsearch lists remove Later -
      """
  )

  @OptionGroup var target: StarListTarget
  @OptionGroup var repositories: RepositoryList
  @OptionGroup var change: ListChangeOptions
  var connection: ConnectionOptions { change.connection }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let change = MembershipCommand(
      words: .init(operation: "remove from a star list", would: "would remove", done: "removed"),
      adding: nil,
      removing: target.list,
      stars: false,
      options: change
    )
    return try await change.run(repositories.names, in: context)
  }
}

/// `ghsearch lists move`.
struct ListsMoveCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move repositories from one star list to another.",
    usage: "ghsearch lists move --from <list> --to <list> <repo> ... [flags]",
    discussion: """
      EXAMPLES:
        ghsearch lists move --from Later --to Done vapor/vapor
        ghsearch lists show Later -L 5 | ghsearch lists move --from Later --to Now -
      """
  )

  @Option(
    help: ArgumentHelp("List to remove the repositories from.", valueName: "list"),
    completion: .starLists
  )
  var from: String

  @Option(
    help: ArgumentHelp("List to add the repositories to.", valueName: "list"),
    completion: .starLists
  )
  var to: String

  @OptionGroup var repositories: RepositoryList
  @OptionGroup var star: ListStarOption
  @OptionGroup var change: ListChangeOptions
  var connection: ConnectionOptions { change.connection }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let change = MembershipCommand(
      words: .init(operation: "move to another star list", would: "would move", done: "moved"),
      adding: to,
      removing: from,
      stars: star.star,
      options: change
    )
    return try await change.run(repositories.names, in: context)
  }
}

/// The flag of commands that add to a list.
struct ListStarOption: ParsableArguments {
  @Flag(help: "Star any repositories that you have not starred yet.")
  var star = false
}

/// How `add`, `remove` and `move` run.
private struct MembershipCommand {
  struct Words {
    let operation: String
    let would: String
    let done: String
  }

  let words: Words
  /// The list to add to, as the user named it.
  let adding: String?
  /// The list to remove from, as the user named it.
  let removing: String?
  /// Whether repositories are starred that are not.
  let stars: Bool
  let options: ListChangeOptions

  /// Changes of more than this many repositories are confirmed first.
  static let mostUnconfirmed = 10

  /// A repository that was named, and what is to be done with it.
  struct Item {
    let name: RepositoryName
    /// Nil if GitHub has no such repository.
    let repository: ListableRepository?
    let wanted: MembershipChange?
    /// What prevents the change.
    var failure: CommandFailure?
    let isChange: Bool
  }

  func run(_ texts: [String], in context: Context) async throws(CommandFailure) -> ExitStatus {
    var editor = try await options.editor(for: words.operation, in: context)
    let session = editor.copy.session
    let names = try RepositoryArgument.names(texts, for: words.operation, session)
    let items = try await plan(names, &editor)
    if options.dryRun { return try preview(items, session.context) }
    let count = items.count(where: \.isChange)
    if count > Self.mostUnconfirmed {
      let question = "Change the lists of \(CompactNumber.grouped(count)) repositories?"
      guard try await options.isConfirmed(question, editor) else { return .no }
    }
    return try await perform(items, &editor)
  }

  /// What is to be done, judging by fresh lists; nothing has been changed when this fails.
  private func plan(
    _ names: [RepositoryName],
    _ editor: inout StarListEditor
  ) async throws(CommandFailure) -> [Item] {
    var lists = try await editor.current()
    let context = editor.copy.session.context
    func list(_ text: String?) throws(CommandFailure) -> StarListContents? {
      guard let text else { return nil }
      return try StarListArgument.list(text, among: lists, for: words.operation, context)
    }
    let (target, source) = (try list(adding), try list(removing))
    if let target, target.list.id == source?.list.id {
      throw CommandFailure(
        .usage,
        words.operation,
        "--from and --to are both \"\(target.list.name)\""
      )
    }
    var items: [Item] = []
    let repositories = try await editor.repositories(names)
    lists = try await editor.current(showing: repositories.compactMap(\.?.member.id))
    for (name, repository) in zip(names, repositories) {
      guard let repository else {
        items.append(
          Item(name: name, repository: nil, wanted: nil, failure: notFound(name), isChange: false)
        )
        continue
      }
      let wanted = MembershipChange(
        member: repository.member,
        adding: Set([target].compactMap { $0?.list.id }),
        removing: Set([source].compactMap { $0?.list.id })
      )
      let now = lists.lists(with: repository.member.id)
      let isElsewhere = target != nil && source != nil && now.isDisjoint(with: wanted.bothLists)
      let needsStar = stars && !repository.isStarred
      items.append(
        Item(
          name: name,
          repository: repository,
          wanted: wanted,
          failure: isElsewhere ? notThere(name, source) : nil,
          isChange: !isElsewhere && (!wanted.isMade(in: now) || needsStar)
        )
      )
    }
    return items
  }

  private func notFound(_ name: RepositoryName) -> CommandFailure {
    CommandFailure(
      .notFound,
      words.operation,
      "\(name) was not found",
      advice: "check the spelling; a private repository needs a token with the scope \"repo\""
    )
  }

  private func notThere(_ name: RepositoryName, _ source: StarListContents?) -> CommandFailure {
    let list = source.map { " \"\($0.list.name)\"" } ?? ""
    return CommandFailure(.notFound, words.operation, "\(name) is not in the list\(list)")
  }

  private func preview(_ items: [Item], _ context: Context) throws(CommandFailure) -> ExitStatus {
    var outcome = BatchOutcome()
    for item in items {
      if let failure = item.failure {
        context.report(failure)
        outcome.fail(failure.status)
      } else {
        try context.print("\(item.name)\t\(item.isChange ? words.would : "unchanged")\n")
        outcome.succeed(.success)
      }
    }
    let count = items.count(where: \.isChange)
    context.note("ghsearch: dry run: would make \(Counted.text(count, "change"))")
    return outcome.status
  }

  private func perform(
    _ items: [Item],
    _ editor: inout StarListEditor
  ) async throws(CommandFailure) -> ExitStatus {
    let session = editor.copy.session
    let context = session.context
    let progress = BatchProgress(of: items.count, in: session)
    defer { progress.end() }
    var (outcome, made) = (BatchOutcome(), [MembershipChange]())
    for (index, item) in items.enumerated() {
      progress.show(index, next: item.name.fullName)
      do throws(CommandFailure) {
        let isChanged = try await apply(item, &editor)
        if isChanged, let wanted = item.wanted { made.append(wanted) }
        try context.print("\(item.name)\t\(isChanged ? words.done : "unchanged")\n")
        outcome.succeed(.success)
      } catch {
        outcome.fail(error.status)
        context.report(error.noting(done: index, of: items.count))
        if error.status.endsListChanges { return outcome.status }
        if items.count > 1 { try context.print("\(item.name)\tfailed\n") }
      }
    }
    // While several changes are made, another machine has time to overwrite the first of them.
    if made.count > 1 { try await editor.confirm(made) }
    return outcome.status
  }

  private func apply(
    _ item: Item,
    _ editor: inout StarListEditor
  ) async throws(CommandFailure) -> Bool {
    if let failure = item.failure { throw failure }
    if Task.isCancelled { throw CommandFailure(.interrupted, words.operation, "canceled") }
    guard let repository = item.repository, let wanted = item.wanted else { return false }
    let needsStar = stars && !repository.isStarred
    if needsStar {
      let session = editor.copy.session
      do throws(GitHubError) {
        try await StarChanges(session).star(repository.member.name)
      } catch {
        throw CommandFailure(error, in: session.context)
      }
    }
    let isMoved = try await editor.apply(wanted)
    return isMoved || needsStar
  }
}

extension MembershipChange {
  fileprivate var bothLists: Set<StarList.ID> { adding.union(removing) }
}

extension CommandFailure {
  /// The same failure, with how far the changes have come if it ends them.
  fileprivate func noting(done: Int, of count: Int) -> Self {
    guard status.endsListChanges, count > 1 else { return self }
    let rest = "\(done) of \(count) done; run the same command again to finish"
    return Self(status, what, why, advice: advice.isEmpty ? rest : "\(advice); \(rest)")
  }
}

extension ExitStatus {
  /// Whether the next change of lists would fail in the same way.
  fileprivate var endsListChanges: Bool {
    switch self {
    case .interrupted, .authentication, .permission, .rateLimited, .network, .localFile, .output:
      true
    default: false
    }
  }
}

// MARK: - Undo

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
    let last = try await editor.copy.perform { (store) throws(StoreError) in
      try store.lastStarListChange(of: account)
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
        let contents = lists.first(where: { $0.list.id == created.id }), !contents.members.isEmpty
      else { continue }
      if !change.yes { contents.show(in: context) }
      let question = "Delete \"\(context.shown(contents.list.name))\" and its contents?"
      guard try await change.isConfirmed(question, editor) else { return .no }
    }
    let count = last.steps.reduce(0) { $0 + $1.action.repositoryCount }
    if count > MembershipCommand.mostUnconfirmed {
      let question = "Restore the previous lists of \(CompactNumber.grouped(count)) repositories?"
      guard try await change.isConfirmed(question, editor) else { return .no }
    }
    return try await undo(last.steps, &editor)
  }

  private func undo(
    _ steps: [StarListChange.Step],
    _ editor: inout StarListEditor
  ) async throws(CommandFailure) -> ExitStatus {
    let context = editor.copy.session.context
    let progress = BatchProgress(of: steps.count, in: editor.copy.session)
    defer { progress.end() }
    var outcome = BatchOutcome()
    for (index, step) in steps.enumerated() {
      progress.show(index, next: "")
      do throws(CommandFailure) {
        let isChanged = try await editor.undo(step)
        try context.print(step.action.line(isChanged ? "undone" : "unchanged", in: context))
        outcome.succeed(.success)
      } catch {
        outcome.fail(error.status)
        context.report(error.noting(done: index, of: steps.count))
        if error.status.endsListChanges { break }
      }
    }
    return outcome.status
  }
}

extension StarListChange.Action {
  /// A line about the step: what it changed, a tab and what becomes of it.
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
  /// Takes back the difference that a step made; false if nothing of it is left.
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
    try await copy.perform { (store) throws(StoreError) in try store.markUndone(step.id) }
    return isChanged
  }

  private mutating func undoCreation(of list: StarList) async throws(CommandFailure) -> Bool {
    guard try await current().contains(where: { $0.list.id == list.id }) else { return false }
    do throws(GitHubError) {
      try await delete(list.id)
    } catch {
      throw CommandFailure(error, in: copy.session.context)
    }
    return true
  }

  /// Changes back what is still as the step left it.
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
    do throws(GitHubError) {
      try await send(now, to: restored)
    } catch {
      throw CommandFailure(error, in: copy.session.context)
    }
    return true
  }

  /// Creates the list again and adds what was in it; a list of that name that is there by now is filled.
  private mutating func undoDeletion(
    of contents: StarListContents
  ) async throws(CommandFailure) -> Bool {
    let deleted = contents.list
    let lists = try await current().map(\.list)
    var list = lists.first { $0.id == deleted.id }
    list = list ?? lists.first { $0.name.lowercased() == deleted.name.lowercased() }
    let isNew = list == nil
    if isNew, lists.count >= StarList.maximumCount {
      throw CommandFailure(
        .usage,
        copy.operation,
        "you have \(lists.count) lists, and GitHub allows only \(StarList.maximumCount)",
        advice: "delete one on GitHub"
      )
    }
    let target: StarList
    if let list {
      target = list
    } else {
      target = try await create(
        deleted.name,
        description: deleted.description,
        isPrivate: deleted.isPrivate
      )
    }
    if target.id != deleted.id {
      try await copy.perform { [account] (store) throws(StoreError) in
        try store.replaceStarList(deleted.id, with: target.id, of: account)
      }
    }
    // Members are added one by one at the front of a list, so the last one comes first.
    let members = contents.members.reversed().map { ($0.name, Repository.ID?.some($0.id)) }
    let isFilled = try await restore(members, adding: [target.id])
    return isNew || isFilled
  }

  /// Changes lists of repositories back.
  ///
  /// Lists that are no longer there are left out, and so are repositories, with a warning; so is another
  /// repository that has the name by now.
  mutating func restore(
    _ members: [(name: RepositoryName, id: Repository.ID?)],
    adding: Set<StarList.ID>,
    removing: Set<StarList.ID> = []
  ) async throws(CommandFailure) -> Bool {
    var isChanged = false
    let found = try await repositories(members.map(\.name))
    for (member, repository) in zip(members, found) {
      guard let repository, member.id ?? repository.member.id == repository.member.id else {
        let context = copy.session.context
        context.warn("\(member.name) was not restored", "GitHub cannot find it")
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
