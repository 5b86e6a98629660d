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
    try editor.checkRoom(for: lists.count, advice: "delete one with `ghsearch lists delete`")
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
  /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` if there is no room for one more list.
  func checkRoom(for count: Int, advice: String) throws(CommandFailure) {
    guard count >= StarList.maxCount else { return }
    throw CommandFailure(
      .usage,
      copy.operation,
      "you have \(count) lists, and GitHub allows only \(StarList.maxCount)",
      advice: advice
    )
  }

  /// Applies the difference between two states of a list, with a step in the journal.
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

  /// Sends the difference between two states of a list, and records GitHub's result.
  func send(_ list: StarList, to changed: StarList) async throws(GitHubError) {
    let updated = try await attempt(
      .updateStarList(
        list.id,
        name: changed.name == list.name ? nil : changed.name,
        description: changed.description == list.description ? nil : changed.description ?? "",
        isPrivate: changed.isPrivate == list.isPrivate ? nil : changed.isPrivate
      )
    ) { lists in
      lists.first { now in
        now.id == changed.id && now.name == changed.name && now.isPrivate == changed.isPrivate
          && now.description == changed.description
      }
    }
    await copy.session.library.ifPresent { [account] in try $0.record(updated, of: account) }
  }

  /// Deletes a list, and waits for reads to show that.
  func delete(_ list: StarList.ID) async throws(GitHubError) {
    try await attempt(.deleteStarList(list)) { lists in
      lists.contains { $0.id == list } ? nil : ()
    }
    await copy.session.library.ifPresent { [account] in try $0.removeStarList(list, of: account) }
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
    guard try await change.isConfirmed("Delete \"\(shown)\"?", editor) else { return .negative }
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
  /// Records the members of the list.
  func show(in context: Context) {
    let count = Counted.text(members.count, "repository", plural: "repositories")
    context.note("\(SafeText(list.name)): \(count)")
    for member in members { context.note("  \(member.name)") }
  }
}
