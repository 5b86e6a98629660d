import GitHubAPI
import GitHubModel
import RepositoryStore
import Terminal

/// The same call for one repository after another, each with an outcome of its own.
struct Batch {
  let verb: String
  let arguments: [String]
  let patience: WaitPolicy.Patience
  let kind: Kind
  var context: Context

  /// How a run goes on that ended early.
  enum Kind {
    /// Questions, which can be asked again as a whole.
    case questions
    /// Changes of repositories that were named; the flags say how.
    case changes(ChangeOptions)
    /// Changes of what was left to choose: the next run chooses what is left then.
    case chosenChanges
  }

  init(
    verb: String,
    _ list: RepositoryList,
    _ wait: WaitOptions,
    _ kind: Kind,
    _ context: Context
  ) {
    self.init(
      verb: verb,
      arguments: list.names,
      patience: wait.patience,
      kind: kind,
      context: context
    )
  }

  /// `names` are the repositories that the program chose.
  init(verb: String, choosing names: [RepositoryName], _ wait: WaitOptions, _ context: Context) {
    self.init(
      verb: verb,
      arguments: names.map(\.fullName),
      patience: wait.patience,
      kind: .chosenChanges,
      context: context
    )
  }

  private init(
    verb: String,
    arguments: [String],
    patience: WaitPolicy.Patience,
    kind: Kind,
    context: Context
  ) {
    self.verb = verb
    self.arguments = arguments
    self.patience = patience
    self.kind = kind
    self.context = context
  }

  /// What one call answered: the word for it, and what it makes of the exit status.
  struct Answer: Sendable {
    let word: String
    var status = ExitStatus.success
  }

  typealias Call =
    @Sendable (Services, RepositoryName) async throws(GitHubError) -> Answer

  /// Prints `REPO`, a tab and the answer for each that worked, and one line for each that failed.
  ///
  /// All names are checked before the first call, so a typing mistake changes nothing. A failure
  /// that every further call would share ends the batch.
  func run(_ call: Call) async throws(CommandFailure) -> ExitStatus {
    let base = try Services(context).base
    let names = try rest(
      of: RepositoryArgument.names(arguments, attempted: verb, base: base, context: context),
      base: base
    )
    if case .changes(let options) = kind, options.dryRun { return try preview(names) }
    let progress = BatchProgress(of: names.count, in: context)
    defer { progress.end() }
    var run = self
    run.context = progress.around(context)
    return try await run.callAll(names, progress, call)
  }

  /// What stands behind the one that `--after` names.
  private func rest(
    of names: [RepositoryName],
    base: APIBase
  ) throws(CommandFailure) -> [RepositoryName] {
    guard case .changes(let options) = kind, let after = options.after else { return names }
    let last = try RepositoryArgument.name(
      after,
      attempted: "--after",
      base: base,
      context: context
    )
    guard let index = names.firstIndex(of: last) else {
      throw CommandFailure(.usage, "--after", "\(last) is none of the repositories")
    }
    return Array(names[(index + 1)...])
  }

  private func preview(_ names: [RepositoryName]) throws(CommandFailure) -> ExitStatus {
    for name in names { try context.print("\(name)\twould \(verb)\n") }
    let noun = names.count == 1 ? "1 change" : "\(CompactNumber.grouped(names.count)) changes"
    let minutes = names.count / 60
    let time = minutes > 0 ? ", at least \(minutes) min" : ""
    context.note("ghsearch: \(noun)\(time); nothing was changed")
    return .success
  }
}

// MARK: Calls

extension Batch {
  private func callAll(
    _ names: [RepositoryName],
    _ progress: BatchProgress,
    _ call: Call
  ) async throws(CommandFailure) -> ExitStatus {
    let services = try Services(context, patience: patience)
    if kind.isChange { await StarChanges(services).finishEarlier(telling: context) }
    var outcome = BatchOutcome()
    for (index, name) in names.enumerated() {
      progress.show(index, next: name.fullName)
      let answer: Answer
      do throws(GitHubError) {
        answer = try await call(services, name)
      } catch {
        let isLast = error.endsBatch
        let left = isLast ? names[index...] : []
        let failure = failure(error, before: left, last: index > 0 ? names[index - 1] : nil)
        outcome.fail(failure.status)
        context.note(failure.line)
        if isLast { break }
        try reportFailure(of: name, among: names)
        continue
      }
      outcome.succeed(answer.status)
      try report(name, answer, left: names.count - index - 1)
    }
    return outcome.status
  }

  /// Says as well what was not tried, and how to go on with it behind the last that was.
  private func failure(
    _ error: GitHubError,
    before left: ArraySlice<RepositoryName>,
    last: RepositoryName?
  ) -> CommandFailure {
    CommandFailure(error, in: context)
      .notingUnattempted(left.count - 1, resumption: left.isEmpty ? nil : resumption(after: last))
  }

  private func resumption(after last: RepositoryName?) -> String? {
    switch kind {
    case .questions: nil
    case .changes: last.map { "the rest: the same with --after \($0)" }
    case .chosenChanges: "the rest: the same again"
    }
  }

  /// A line for each, so that whoever reads them need not count.
  private func reportFailure(
    of name: RepositoryName,
    among names: [RepositoryName]
  ) throws(CommandFailure) {
    guard kind.isChange, names.count > 1 else { return }
    try context.print("\(name)\tfailed\n")
  }

  /// Where the line cannot be written, the failure says that the call was made all the same.
  private func report(
    _ name: RepositoryName,
    _ answer: Answer,
    left: Int
  ) throws(CommandFailure) {
    do throws(CommandFailure) {
      try context.print("\(name)\t\(answer.word)\n")
    } catch {
      let failure = CommandFailure(.output, "write \"\(name) \(answer.word)\"", error.why)
      throw failure.notingUnattempted(left, resumption: left > 0 ? resumption(after: name) : nil)
    }
  }
}

extension Batch.Kind {
  fileprivate var isChange: Bool {
    if case .questions = self { false } else { true }
  }
}

extension GitHubError {
  /// True for what the next call would meet as well.
  fileprivate var endsBatch: Bool {
    switch code {
    case .cancelled, .tokenMissing, .tokenUnreadable, .tokenRejected, .rateLimited, .unreachable:
      true
    case .forbidden, .notFound, .invalidRequest, .badResponse: false
    }
  }
}

extension CommandFailure {
  /// The same failure, with the number of repositories that nothing was tried for.
  fileprivate func notingUnattempted(_ count: Int, resumption: String?) -> Self {
    let note = count == 1 ? "1 more was not tried" : "\(count) more were not tried"
    let notes = [count > 0 ? note : "", advice, resumption ?? ""].filter { !$0.isEmpty }
    return Self(status, what, why, advice: notes.joined(separator: "; "))
  }
}
