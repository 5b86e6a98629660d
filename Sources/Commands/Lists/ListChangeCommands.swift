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
    try context.print("\(context.shown(list.name))\tcreated\n")
    return .success
  }
}

/// `ghsearch lists edit`.
struct ListsEditCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Rename or describe a star list, or change who can see it.",
    usage: "ghsearch lists edit <list> [flags]",
    discussion: """
      GitHub allows names of 32 characters and descriptions of 160; an empty description removes it.

      EXAMPLES:
        ghsearch lists edit Later --name 'Read later'
        ghsearch lists edit 2 --description 'Papers with code' --public
      """
  )

  /// Who can see a list.
  enum Visibility: EnumerableFlag {
    case `private`, `public`

    static func help(for visibility: Self) -> ArgumentHelp? {
      switch visibility {
      case .private: "Make the list private."
      case .public: "Make the list public."
      }
    }
  }

  @OptionGroup var target: StarListTarget

  @Option(help: ArgumentHelp("New name of the list.", valueName: "text"))
  var name: String?

  @Option(help: ArgumentHelp("New description of the list.", valueName: "text"))
  var description: String?

  @Flag(exclusivity: .exclusive) var visibility: Visibility?

  @OptionGroup var change: ListChangeOptions
  var connection: ConnectionOptions { change.connection }

  func validate() throws {
    if name == nil, description == nil, visibility == nil {
      throw ValidationError("give --name, --description, --private or --public")
    }
  }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let operation = "edit a star list"
    try StarListText.check(name: name, description: description, for: operation)
    var editor = try await change.editor(for: operation, in: context)
    let lists = try await editor.current()
    let list = try StarListArgument.list(target.list, among: lists, for: operation, context).list
    let others = lists.map(\.list).filter { $0.id != list.id }
    let edited = edited(list)
    try StarListText.checkIsFree(edited.name, among: others, for: operation)
    let newName = edited.name == list.name ? nil : context.shown(edited.name)
    let result: String
    if edited == list {
      result = "unchanged"
    } else if change.dryRun {
      result = newName.map { "would rename to \($0)" } ?? "would edit"
    } else {
      try await editor.update(list, to: edited)
      result = newName.map { "renamed to \($0)" } ?? "edited"
    }
    try context.print("\(context.shown(list.name))\t\(result)\n")
    return .success
  }

  private func edited(_ list: StarList) -> StarList {
    var edited = list
    edited.name = name ?? list.name
    if let description { edited.description = description.isEmpty ? nil : description }
    if let visibility { edited.isPrivate = visibility == .private }
    return edited
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
  mutating func update(
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
    await waitUntil { $0.contains { $0.hasProperties(of: changed) } }
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
    ) { lists in lists.first { $0.hasProperties(of: changed) } }
    await copy.session.library.ifPresent { [account] in try $0.record(updated, of: account) }
  }

  /// Deletes a list, with a step in the journal.
  mutating func remove(_ contents: StarListContents) async throws(CommandFailure) {
    let step = try await journal(.deleted(contents))
    do throws(GitHubError) {
      try await delete(contents.list.id)
    } catch {
      try await withdraw(step, after: error)
      throw CommandFailure(error, in: copy.session.context)
    }
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

extension StarList {
  /// Whether it is the other list with the same properties.
  fileprivate func hasProperties(of other: Self) -> Bool {
    id == other.id && name == other.name && isPrivate == other.isPrivate
      && description == other.description
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
    try await editor.remove(contents)
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
