import GitHubAPI
import GitHubModel
import RepositoryStore

/// Changes of the lists that repositories are in: looked up, compared with the present lists, confirmed and made.
///
/// `add`, `remove`, `move` and `apply` differ only in where the wishes come from.
struct ListPlan {
  let options: ListChangeOptions
  let context: Context
  /// Whether it was read from standard input, which cannot answer a question as well.
  var isOnInput = false
  /// Whether to star repositories that are added to a list and are not starred.
  let stars: Bool
  /// The words for a repository in a dry run and after its change; nil prints no line for it.
  let words: (would: String, done: String)?

  init(
    _ options: ListChangeOptions,
    in context: Context,
    stars: Bool = false,
    words: (would: String, done: String)? = nil
  ) {
    (self.options, self.context, self.stars, self.words) = (options, context, stars, words)
  }

  /// Changes of more than this many repositories are confirmed first.
  static let maxUnconfirmed = 10

  /// The lists that a repository is to be in.
  struct Wish: Equatable {
    var adding: Set<StarList.ID> = []
    var removing: Set<StarList.ID> = []
    /// Whether the repository is to be in no other lists than those of `adding`.
    var isExact = false

    /// Takes on another wish for the same repository; false if they contradict each other.
    mutating func join(_ other: Self) -> Bool {
      if self == other { return true }
      adding.formUnion(other.adding)
      removing.formUnion(other.removing)
      return !isExact && !other.isExact && adding.isDisjoint(with: removing)
    }
  }

  /// A repository that was found, what is wanted of it, and the lists that it is in.
  struct Item {
    var wish: Wish
    let repository: RepositoryLookup.Found
    let lists: Set<StarList.ID>
    let stars: Bool

    var difference: MembershipChange {
      MembershipChange(
        member: repository.member,
        adding: wish.adding.subtracting(lists),
        removing: wish.isExact
          ? lists.subtracting(wish.adding) : wish.removing.intersection(lists)
      )
    }

    var needsStar: Bool { stars && !wish.adding.isEmpty && !repository.isStarred }
    var isChange: Bool { needsStar || !difference.isEmpty }
  }

  /// A repository that was named, or why its change is impossible.
  struct Planned: BatchItem {
    let name: RepositoryName
    let result: Result<Item, CommandFailure>

    var repository: RepositoryName? { name }
    var title: String { name.fullName }

    /// The same with the lists that exist by now in place of those that were to be created.
    fileprivate func replacing(_ ids: [StarList.ID: StarList.ID]) -> Self {
      let result = result.map { item in
        var item = item
        item.wish.adding = Set(item.wish.adding.map { ids[$0] ?? $0 })
        return item
      }
      return Self(name: name, result: result)
    }
  }

  /// The outcome of each change of a run.
  struct Outcome {
    var status: ExitStatus
    /// The result for each repository that was tried.
    var results: [RepositoryName: ListDifference.Status] = [:]
  }

  /// Adds all of the repositories to a list, or removes them from one, or both.
  func run(
    _ texts: [String],
    from source: String? = nil,
    to target: String? = nil,
    _ editor: consuming StarListEditor
  ) async throws(CommandFailure) -> ExitStatus {
    let names = try RepositoryArgument.names(texts, editor.session, context)
    let lists = try await editor.current()
    func list(_ text: String?) throws(CommandFailure) -> StarList? {
      guard let text else { return nil }
      return try lists.named(text, context).list
    }
    let (from, to) = (try list(source), try list(target))
    if let to, to.id == from?.id {
      throw CommandFailure(.usage, "--from and --to are both \"\(to.name)\"")
    }
    let wish = Wish(
      adding: Set(to.map { [$0.id] } ?? []),
      removing: Set(from.map { [$0.id] } ?? [])
    )
    let planned = try await look(
      up: names.map { ($0, wish) },
      from: to == nil ? nil : from,
      &editor
    )
    return try await run(planned, &editor).status
  }

  /// Asks before a large change, creates the new lists, and makes the changes, or says in a dry run which they
  /// would be.
  func run(
    _ planned: [Planned],
    creating newLists: [StarList] = [],
    _ editor: inout StarListEditor
  ) async throws(CommandFailure) -> Outcome {
    let changes = planned.compactMap { try? $0.result.get() }.filter(\.isChange)
    if options.dryRun {
      let outcome = try await perform(planned, &editor)
      let count = Counted.text(changes.count, "change")
      context.note("ghsearch: dry run: would make \(count)")
      return outcome
    }
    guard try await isConfirmed(changes) else { return Outcome(status: .negative) }
    var ids: [StarList.ID: StarList.ID] = [:]
    do throws(CommandFailure) {
      for new in newLists { ids[new.id] = try await editor.create(StarList(new.name)).id }
    } catch {
      throw error.notingUnattempted(changes.count, resumption: "to continue, run the command again")
    }
    return try await perform(planned.map { $0.replacing(ids) }, &editor)
  }

  private func isConfirmed(
    _ changes: [Item]
  ) async throws(CommandFailure) -> Bool {
    let unnamed = changes.filter(\.wish.isExact).reduce(0) { $0 + $1.difference.removing.count }
    guard !options.yes, unnamed > 0 || changes.count > Self.maxUnconfirmed else { return true }
    if isOnInput {
      let why = "cannot ask for confirmation: standard input is the plan"
      throw CommandFailure(.usage, why, advice: "add --yes")
    }
    var question = "Change the lists of \(Counted.text(changes.count, "repository"))"
    if unnamed > 0 {
      question += ", with \(Counted.text(unnamed, "removal")) from lists that the plan leaves out"
    }
    return try await options.isConfirmed("\(question)?", in: context)
  }

  /// Looks up repositories and their lists afresh; nothing has been changed when this fails.
  ///
  /// With `source`, a repository must be in that list, or have been moved from there already.
  func look(
    up wishes: [(name: RepositoryName, wish: Wish)],
    from source: StarList? = nil,
    _ editor: inout StarListEditor
  ) async throws(CommandFailure) -> [Planned] {
    let repositories = try await editor.repositories(wishes.map(\.name))
    let members = repositories.compactMap(\.repository?.member.id)
    let lists = try await editor.current(showing: members).listsByRepository
    return zip(wishes, repositories).map { wished, lookup in
      let result = Result { () throws(CommandFailure) in
        let repository = try lookup.found(wished.name)
        let now = lists[repository.member.id] ?? []
        let wish = wished.wish
        if let source, now.isDisjoint(with: wish.adding.union(wish.removing)) {
          throw CommandFailure(.list(.notMember(wished.name, list: source.name)))
        }
        return Item(wish: wish, repository: repository, lists: now, stars: stars)
      }
      return Planned(name: wished.name, result: result)
    }
  }

  /// Makes the changes one after another, or says in a dry run which they would be.
  private func perform(
    _ planned: [Planned],
    _ editor: inout StarListEditor
  ) async throws(CommandFailure) -> Outcome {
    var made: [MembershipChange] = []
    var results: [RepositoryName: ListDifference.Status] = [:]
    let lines: BatchLines = words == nil ? .none : .changes
    let batch = try await context.each(planned, showing: lines) { planned in
      let item = try planned.result.get()
      if options.dryRun {
        results[planned.name] = item.isChange ? .planned : .unchanged
        return BatchResult(item.isChange ? words?.would ?? "" : "unchanged")
      }
      results[planned.name] = .failed
      guard try await make(item, &editor) else {
        results[planned.name] = .unchanged
        return BatchResult("unchanged")
      }
      made.append(item.difference)
      results[planned.name] = .changed
      return BatchResult(words?.done ?? "")
    }
    var outcome = Outcome(status: batch.status, results: results)
    // While several changes are made, another machine has time to overwrite the first of them.
    if !batch.hasEnded, made.count > 1 {
      do throws(CommandFailure) {
        try await editor.confirm(made)
      } catch {
        context.report(error)
        outcome.status = error.status
      }
    }
    return outcome
  }

  private func make(_ item: Item, _ editor: inout StarListEditor) async throws -> Bool {
    if Task.isCancelled { throw CommandFailure(.canceled) }
    guard item.isChange else { return false }
    if item.needsStar {
      try await StarChanges(editor.session).star(
        item.repository.member.name,
        facts: item.repository.facts
      )
    }
    return try await editor.apply(item.difference) || item.needsStar
  }
}
