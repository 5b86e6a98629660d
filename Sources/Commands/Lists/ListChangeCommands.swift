import ArgumentParser
import Core
import GitHubModel
import Output
import RepositoryStore
import Stars
import Terminal

struct ListChangeOptions: ParsableArguments {
  @Flag(help: "Show what would change, without changing it.")
  var dryRun = false

  @Flag(name: [.long, .short], help: "Do not ask for confirmation.")
  var yes = false

  /// Asks for confirmation unless `--yes` was given; prints a note and returns false if the
  /// answer is no.
  func isConfirmed(
    _ question: String,
    in context: Context
  ) async throws(OperationFailure) -> Bool {
    if yes { return true }
    if try await context.isConfirmed(question) { return true }
    context.note("ghsearch: canceled; nothing was changed")
    return false
  }
}

struct ListsCreateCommand: SessionCommand {
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
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    try StarListEditor.check(name: name, description: description)
    let editor = try await StarListEditor(session)
    let list = StarList(name, description: description, isPrivate: `private`)
    if change.dryRun {
      try await editor.check(list)
      try context.printFact(name, "would create")
    } else {
      let created = try await editor.create(list)
      try context.printFact(created.name, "created")
    }
    return .success
  }
}

struct ListsEditCommand: SessionCommand {
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
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    if name == nil, description == nil, visibility == nil {
      throw ValidationError("give --name, --description, --private or --public")
    }
  }

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    try StarListEditor.check(name: name, description: description)
    return try await change.edit(target.list, session, context) { list in
      list.name = name ?? list.name
      if let description { list.description = description.isEmpty ? nil : description }
      if let visibility { list.isPrivate = visibility == .private }
    }
  }
}

struct ListsRenameCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename a star list.",
    usage: "ghsearch lists rename <list> <name> [flags]",
    discussion: """
      EXAMPLES:
        ghsearch lists rename Later 'Read later'
      """
  )

  @OptionGroup var target: StarListTarget
  @Argument(help: "New name of the list.") var name: String
  @OptionGroup var change: ListChangeOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    try StarListEditor.check(name: name)
    return try await change.edit(target.list, session, context) { $0.name = name }
  }
}

extension ListChangeOptions {
  /// Edits a list's details and prints the result.
  fileprivate func edit(
    _ target: String,
    _ session: Session,
    _ context: Context,
    _ edit: (inout StarList) -> Void
  ) async throws(OperationFailure) -> ExitStatus {
    let editor = try await StarListEditor(session)
    let lists = try await editor.current()
    let list = try lists.named(target, in: context).list
    var edited = list
    edit(&edited)
    let newName = edited.name == list.name ? nil : edited.name
    let result: String
    if dryRun, edited != list {
      try await editor.check(edited)
      result = newName.map { "would rename to \($0)" } ?? "would edit"
    } else {
      let isChanged = try await editor.update(list, to: edited)
      result = isChanged ? newName.map { "renamed to \($0)" } ?? "edited" : "unchanged"
    }
    try context.printFact(list.name, result)
    return .success
  }
}

struct ListsDeleteCommand: SessionCommand {
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
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    let editor = try await StarListEditor(session)
    let lists = try await editor.current()
    let contents = try lists.named(target.list, in: context)
    let name = contents.list.name
    if change.dryRun || !change.yes { contents.show(in: context) }
    if change.dryRun {
      try context.printFact(name, "would delete")
      return .success
    }
    let question = "Delete \"\(name)\"?"
    guard try await change.isConfirmed(question, in: context) else { return .negative }
    try await editor.delete(contents)
    try context.printFact(name, "deleted")
    return .success
  }
}

extension StarListContents {
  func show(in context: Context) {
    let count = Counted.text(members.count, "repository")
    context.note("\(SafeText(list.name)): \(count)")
    for member in members { context.note("  \(member.name)") }
  }
}
