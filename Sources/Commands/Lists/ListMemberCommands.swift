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
    var command = MembershipCommand("add to a star list", change, stars: star.star)
    command.words = ("would add", "added")
    return try await command.run(repositories.names, to: target.list, in: context)
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
    var command = MembershipCommand("remove from a star list", change)
    command.words = ("would remove", "removed")
    return try await command.run(repositories.names, from: target.list, in: context)
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
    var command = MembershipCommand("move to another star list", change, stars: star.star)
    command.words = ("would move", "moved")
    return try await command.run(repositories.names, from: from, to: to, in: context)
  }
}

/// The flag of commands that add to a list.
struct ListStarOption: ParsableArguments {
  @Flag(help: "Star any repositories that you have not starred yet.")
  var star = false
}

/// How `add`, `remove`, `move` and `apply` change the lists of repositories.
struct MembershipCommand {
  let operation: String
  let options: ListChangeOptions
  /// Whether to star repositories that are added to a list and are not starred.
  let stars: Bool
  /// The words for a repository in a dry run and after its change; nil prints no line for it.
  var words: (would: String, done: String)?

  init(_ operation: String, _ options: ListChangeOptions, stars: Bool = false) {
    (self.operation, self.options, self.stars) = (operation, options, stars)
  }

  /// Changes of more than this many repositories are confirmed first.
  static let maxUnconfirmed = 10

  /// The lists that a repository is to be in.
  struct Wish: Equatable {
    var adding: Set<StarList.ID> = []
    var removing: Set<StarList.ID> = []
    /// Whether the repository is to be in no other lists than those of `adding`.
    var isExact = false
  }

  /// A repository that was named, with the change that makes the wish come true.
  struct Item {
    let name: RepositoryName
    private(set) var wish: Wish
    let repository: RepositoryLookup.Found
    /// Only the difference from the present lists.
    var difference: MembershipChange
    private(set) var needsStar: Bool

    var isChange: Bool { needsStar || !difference.isEmpty }

    /// Takes on what another item wants of the same repository; false if they contradict each other.
    mutating func join(_ other: Self) -> Bool {
      if wish == other.wish { return true }
      let adding = wish.adding.union(other.wish.adding)
      let removing = wish.removing.union(other.wish.removing)
      guard !wish.isExact, !other.wish.isExact, adding.isDisjoint(with: removing) else {
        return false
      }
      wish = Wish(adding: adding, removing: removing)
      difference.adding.formUnion(other.difference.adding)
      difference.removing.formUnion(other.difference.removing)
      needsStar = needsStar || other.needsStar
      return true
    }
  }

  /// An item, or why its change is impossible.
  typealias Planned = (name: RepositoryName, result: Result<Item, CommandFailure>)

  /// Runs a command that treats all of its repositories alike.
  func run(
    _ texts: [String],
    from source: String? = nil,
    to target: String? = nil,
    in context: Context
  ) async throws(CommandFailure) -> ExitStatus {
    var editor = try await options.editor(for: operation, in: context)
    let names = try RepositoryArgument.names(texts, for: operation, editor.copy.session)
    let lists = try await editor.current()
    func list(_ text: String?) throws(CommandFailure) -> StarList? {
      guard let text else { return nil }
      return try StarListArgument.list(text, among: lists, for: operation, context).list
    }
    let (from, to) = (try list(source), try list(target))
    if let to, to.id == from?.id {
      throw CommandFailure(.usage, operation, "--from and --to are both \"\(to.name)\"")
    }
    let wish = Wish(
      adding: Set(to.map { [$0.id] } ?? []),
      removing: Set(from.map { [$0.id] } ?? [])
    )
    let planned = try await plan(names.map { ($0, wish) }, from: to == nil ? nil : from, &editor)
    let changes = planned.count { (try? $0.result.get().isChange) == true }
    if options.dryRun { return try preview(planned, changes, context) }
    if changes > Self.maxUnconfirmed {
      guard try await options.isConfirmed("\(Self.question(changes))?", editor) else {
        return .negative
      }
    }
    return try await perform(planned, &editor)
  }

  static func question(_ count: Int) -> String {
    "Change the lists of \(Counted.text(count, "repository", plural: "repositories"))"
  }

  /// Computes the changes from fresh lists; nothing has been changed when this fails.
  ///
  /// With `source`, a repository must be in that list, or have been moved from there already.
  func plan(
    _ wishes: [(name: RepositoryName, wish: Wish)],
    from source: StarList? = nil,
    _ editor: inout StarListEditor
  ) async throws(CommandFailure) -> [Planned] {
    let repositories = try await editor.repositories(wishes.map(\.name))
    let members = repositories.compactMap(\.repository?.member.id)
    let lists = try await editor.current(showing: members).listsByRepository
    return zip(wishes, repositories).map { wished, lookup in
      let result = Result { () throws(CommandFailure) in
        let repository = try lookup.found(wished.name, for: operation)
        let now = lists[repository.member.id] ?? []
        let wish = wished.wish
        if let source, now.isDisjoint(with: wish.adding.union(wish.removing)) {
          let why = "\(wished.name) is not in the list \"\(source.name)\""
          throw CommandFailure(.notFound, operation, why)
        }
        return Item(
          name: wished.name,
          wish: wish,
          repository: repository,
          difference: MembershipChange(
            member: repository.member,
            adding: wish.adding.subtracting(now),
            removing: wish.isExact ? now.subtracting(wish.adding) : wish.removing.intersection(now)
          ),
          needsStar: stars && !wish.adding.isEmpty && !repository.isStarred
        )
      }
      return (wished.name, result)
    }
  }

  private func preview(
    _ planned: [Planned],
    _ changes: Int,
    _ context: Context
  ) throws(CommandFailure) -> ExitStatus {
    var outcome = BatchOutcome()
    for (name, result) in planned {
      switch result {
      case .success(let item):
        if let words {
          try context.print("\(name)\t\(item.isChange ? words.would : "unchanged")\n")
        }
        outcome.succeed(.success)
      case .failure(let failure):
        context.report(failure)
        outcome.fail(failure.status)
      }
    }
    Self.noteDryRun(changes, context)
    return outcome.status
  }

  static func noteDryRun(_ changes: Int, _ context: Context) {
    context.note("ghsearch: dry run: would make \(Counted.text(changes, "change"))")
  }

  /// Makes the changes one after another; a failure that all others would meet ends them.
  func perform(
    _ planned: [Planned],
    _ editor: inout StarListEditor
  ) async throws(CommandFailure) -> ExitStatus {
    let context = editor.copy.session.context
    let session = editor.copy.session
    var (made, doneCount, isEnded) = ([MembershipChange](), 0, false)
    let progress = BatchProgress(of: planned.count, in: session)
    let status = try await session.each(planned, progress, name: \.name) {
      wished,
      _ throws(CommandFailure) in
      let item = try wished.result.get()
      let isChanged = try await apply(item, &editor)
      if isChanged { made.append(item.difference) }
      if let words {
        try context.print("\(wished.name)\t\(isChanged ? words.done : "unchanged")\n")
      }
      doneCount += 1
      return .success
    } failure: { failure, failed, left throws(CommandFailure) in
      isEnded = left != nil
      context.report(isEnded ? failure.noting(done: doneCount, of: planned.count) : failure)
      if !isEnded, words != nil, planned.count > 1 { try context.print("\(failed.name)\tfailed\n") }
    }
    // While several changes are made, another machine has time to overwrite the first of them.
    if !isEnded, made.count > 1 { try await editor.confirm(made) }
    return status
  }

  private func apply(
    _ item: Item,
    _ editor: inout StarListEditor
  ) async throws(CommandFailure) -> Bool {
    if Task.isCancelled { throw CommandFailure(.cancelled, operation, "canceled") }
    guard item.isChange else { return false }
    if item.needsStar {
      let session = editor.copy.session
      try await CommandFailure.of(operation, in: session.context) {
        try await StarChanges(session).star(item.repository.member.name)
      }
    }
    return try await editor.apply(item.difference) || item.needsStar
  }
}

extension CommandFailure {
  /// The same failure, which ends several changes, with how far they have come.
  func noting(done: Int, of count: Int) -> Self {
    guard count > 1 else { return self }
    return with(advice: [advice, "\(done) of \(count) done; run the same command again to finish"])
  }
}
