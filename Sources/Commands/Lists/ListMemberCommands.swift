import ArgumentParser
import GitHubAPI
import GitHubModel
import RepositoryStore
import Terminal

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
    var command = MembershipCommand("add to a star list", "would add", done: "added", change)
    command.adding = target.list
    command.stars = star.star
    return try await command.run(repositories.names, in: context)
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
    var command = MembershipCommand(
      "remove from a star list",
      "would remove",
      done: "removed",
      change
    )
    command.removing = target.list
    return try await command.run(repositories.names, in: context)
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
    var command = MembershipCommand(
      "move to another star list",
      "would move",
      done: "moved",
      change
    )
    command.adding = to
    command.removing = from
    command.stars = star.star
    return try await command.run(repositories.names, in: context)
  }
}

/// The flag of commands that add to a list.
struct ListStarOption: ParsableArguments {
  @Flag(help: "Star any repositories that you have not starred yet.")
  var star = false
}

/// How `add`, `remove` and `move` run.
struct MembershipCommand {
  private let operation: String
  /// The word of a dry run for a repository.
  private let would: String
  private let done: String
  private let options: ListChangeOptions
  /// The list to add to, as the user named it.
  var adding: String?
  /// The list to remove from, as the user named it.
  var removing: String?
  /// Whether to star repositories that are not starred.
  var stars = false

  init(_ operation: String, _ would: String, done: String, _ options: ListChangeOptions) {
    (self.operation, self.options) = (operation, options)
    (self.would, self.done) = (would, done)
  }

  /// Changes of more than this many repositories are confirmed first.
  static let maxUnconfirmed = 10

  /// A repository that was named, and the change planned for it.
  struct Item {
    let name: RepositoryName
    /// Nil if GitHub has no such repository, or the token does not see it.
    var repository: RepositoryLookup.Found?
    var wanted: MembershipChange?
    /// The reason why the change is impossible.
    var failure: CommandFailure?
    var isChange = false
  }

  func run(_ texts: [String], in context: Context) async throws(CommandFailure) -> ExitStatus {
    var editor = try await options.editor(for: operation, in: context)
    let session = editor.copy.session
    let names = try RepositoryArgument.names(texts, for: operation, session)
    let items = try await plan(names, &editor)
    if options.dryRun { return try preview(items, session.context) }
    let count = items.count(where: \.isChange)
    if count > Self.maxUnconfirmed {
      let question = "Change the lists of \(CompactNumber.grouped(count)) repositories?"
      guard try await options.isConfirmed(question, editor) else { return .negative }
    }
    return try await perform(items, &editor)
  }

  /// Plans the changes from fresh lists; nothing has been changed when this fails.
  private func plan(
    _ names: [RepositoryName],
    _ editor: inout StarListEditor
  ) async throws(CommandFailure) -> [Item] {
    var lists = try await editor.current()
    let context = editor.copy.session.context
    func list(_ text: String?) throws(CommandFailure) -> StarListContents? {
      guard let text else { return nil }
      return try StarListArgument.list(text, among: lists, for: operation, context)
    }
    let (target, source) = (try list(adding), try list(removing))
    if let target, target.list.id == source?.list.id {
      throw CommandFailure(.usage, operation, "--from and --to are both \"\(target.list.name)\"")
    }
    var items: [Item] = []
    let repositories = try await editor.repositories(names)
    lists = try await editor.current(showing: repositories.compactMap(\.repository?.member.id))
    for (name, lookup) in zip(names, repositories) {
      let repository: RepositoryLookup.Found
      do throws(CommandFailure) {
        repository = try lookup.found(name, for: operation)
      } catch {
        items.append(Item(name: name, failure: error))
        continue
      }
      let wanted = MembershipChange(
        member: repository.member,
        adding: Set([target].compactMap { $0?.list.id }),
        removing: Set([source].compactMap { $0?.list.id })
      )
      let now = lists.lists(with: repository.member.id)
      let isElsewhere =
        target != nil && source != nil && now.isDisjoint(with: wanted.adding.union(wanted.removing))
      let needsStar = stars && !repository.isStarred
      items.append(
        Item(
          name: name,
          repository: repository,
          wanted: wanted,
          failure: isElsewhere
            ? CommandFailure(
              .notFound,
              operation,
              "\(name) is not in the list" + (source.map { " \"\($0.list.name)\"" } ?? "")
            ) : nil,
          isChange: !isElsewhere && (!wanted.isMade(in: now) || needsStar)
        )
      )
    }
    return items
  }

  private func preview(_ items: [Item], _ context: Context) throws(CommandFailure) -> ExitStatus {
    var outcome = BatchOutcome()
    for item in items {
      if let failure = item.failure {
        context.report(failure)
        outcome.fail(failure.status)
      } else {
        try context.print("\(item.name)\t\(item.isChange ? would : "unchanged")\n")
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
        try context.print("\(item.name)\t\(isChanged ? done : "unchanged")\n")
        outcome.succeed(.success)
      } catch {
        outcome.fail(error.status)
        let isLast = error.endsBatch(ofOwners: items[index...].map(\.name.owner))
        context.report(isLast ? error.noting(done: index, of: items.count) : error)
        if isLast { return outcome.status }
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
    if Task.isCancelled { throw CommandFailure(.cancelled, operation, "canceled") }
    guard let repository = item.repository, let wanted = item.wanted else { return false }
    let needsStar = stars && !repository.isStarred
    if needsStar {
      let session = editor.copy.session
      try await CommandFailure.of(operation, in: session.context) {
        try await StarChanges(session).star(repository.member.name)
      }
    }
    let isMoved = try await editor.apply(wanted)
    return isMoved || needsStar
  }
}

extension CommandFailure {
  /// The same failure, which ends several changes, with how far they have come.
  func noting(done: Int, of count: Int) -> Self {
    guard count > 1 else { return self }
    return with(advice: [advice, "\(done) of \(count) done; run the same command again to finish"])
  }
}
