import Core
import GitHubAPI
import GitHubModel
import Output
import RepositoryStore
import Stars
import Terminal

/// A run of `add`, `remove`, `move` or `apply`: the changes of a ``ListPlan``, confirmed and made
/// one by one, or only printed in a dry run.
struct ListPlanRun {
  let options: ListChangeOptions
  let context: Context
  /// Whether the plan was read from standard input, which then cannot answer a question.
  var isOnInput = false
  /// Whether to star repositories when they are added to a list.
  let stars: Bool
  /// The words for a repository in a dry run and after its change; nil prints nothing.
  let words: (would: String, done: String)?

  init(
    _ options: ListChangeOptions,
    in context: Context,
    stars: Bool = false,
    words: (would: String, done: String)? = nil
  ) {
    (self.options, self.context, self.stars, self.words) = (options, context, stars, words)
  }

  /// The largest change, in repositories, that needs no confirmation.
  static let maxUnconfirmed = 10

  /// The outcome of each change of a run.
  struct Outcome {
    var status: ExitStatus
    /// The result for each repository attempted.
    var results: [RepositoryName: ListDifference.Status] = [:]
  }

  /// Adds repositories to a list, removes them from one, or both.
  func run(
    _ texts: [String],
    from source: String? = nil,
    to target: String? = nil,
    _ editor: StarListEditor
  ) async throws(OperationFailure) -> ExitStatus {
    let names = try RepositoryArgument.names(texts, editor.session, context)
    let lists = try await editor.current()
    func list(_ text: String?) throws(OperationFailure) -> StarList? {
      guard let text else { return nil }
      return try lists.named(text, in: context).list
    }
    let (from, to) = (try list(source), try list(target))
    if let to, to.id == from?.id {
      throw OperationFailure(.usage, "--from and --to are both \"\(to.name)\"")
    }
    let target = MembershipChange(
      adding: Set(to.map { [$0.id] } ?? []),
      removing: Set(from.map { [$0.id] } ?? [])
    )
    let items = try await ListPlan.look(
      up: names.map { ($0, target) },
      from: to == nil ? nil : from,
      stars: stars,
      editor
    )
    return try await run(items, editor).status
  }

  /// Confirms a large change, creates new lists, and makes the changes, or prints them in a dry
  /// run.
  func run(
    _ items: [ListPlan.Item],
    creating newLists: [StarList] = [],
    _ editor: StarListEditor
  ) async throws(OperationFailure) -> Outcome {
    let changes = items.filter(\.isChange)
    if options.dryRun {
      let outcome = try await perform(items, editor)
      let count = Counted.text(changes.count, "change")
      context.note("ghsearch: dry run: would make \(count)")
      return outcome
    }
    guard try await isConfirmed(changes) else { return Outcome(status: .negative) }
    var ids: [StarList.ID: StarList.ID] = [:]
    do throws(OperationFailure) {
      for new in newLists { ids[new.id] = try await editor.create(StarList(new.name)).id }
    } catch {
      throw error.notingUnattempted(changes.count, resumption: "to continue, run the command again")
    }
    return try await perform(items.map { $0.replacing(ids) }, editor)
  }

  private func isConfirmed(
    _ changes: [ListPlan.Item]
  ) async throws(OperationFailure) -> Bool {
    let unnamed = changes.filter(\.isExact).reduce(0) { $0 + $1.difference.removing.count }
    guard !options.yes, unnamed > 0 || changes.count > Self.maxUnconfirmed else { return true }
    if isOnInput {
      let why = "cannot ask for confirmation: standard input is the plan"
      throw OperationFailure(.usage, why, advice: "add --yes")
    }
    var question = "Change the lists of \(Counted.text(changes.count, "repository"))"
    if unnamed > 0 {
      question += ", with \(Counted.text(unnamed, "removal")) from lists that the plan leaves out"
    }
    return try await options.isConfirmed("\(question)?", in: context)
  }

  /// Makes the changes one by one, or prints them in a dry run.
  private func perform(
    _ items: [ListPlan.Item],
    _ editor: StarListEditor
  ) async throws(OperationFailure) -> Outcome {
    var made: [(StarList.Member, MembershipChange)] = []
    var results: [RepositoryName: ListDifference.Status] = [:]
    let lines: BatchLines = words == nil ? .none : .changes
    let batch = try await context.each(items, showing: lines) { item in
      let repository = try item.found.get()
      if options.dryRun {
        results[item.name] = item.isChange ? .planned : .unchanged
        return BatchResult(item.isChange ? words?.would ?? "" : "unchanged")
      }
      results[item.name] = .failed
      guard try await make(item, repository, editor) else {
        results[item.name] = .unchanged
        return BatchResult("unchanged")
      }
      made.append((repository.member, item.difference))
      results[item.name] = .changed
      return BatchResult(words?.done ?? "")
    }
    var outcome = Outcome(status: batch.status, results: results)
    // During several changes, another machine has time to overwrite the first ones.
    if !batch.hasEnded, made.count > 1 {
      do throws(OperationFailure) {
        try await editor.confirm(made)
      } catch {
        context.report(error)
        outcome.status = error.status
      }
    }
    return outcome
  }

  private func make(
    _ item: ListPlan.Item,
    _ repository: RepositoryLookup.Found,
    _ editor: StarListEditor
  ) async throws -> Bool {
    if Task.isCancelled { throw OperationFailure(.canceled) }
    guard item.isChange else { return false }
    if item.needsStar {
      let name = repository.member.name
      try await StarChanges(editor.session)
        .set(true, name, isKnown: true, facts: repository.facts)
    }
    return try await editor.apply(item.difference, to: repository.member) || item.needsStar
  }
}

extension ListPlan.Item: BatchItem {
  var repository: RepositoryName? { name }
  var title: String { name.fullName }
}
