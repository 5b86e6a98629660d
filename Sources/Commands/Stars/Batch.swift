import GitHubAPI
import GitHubModel
import JSON
import RepositoryStore
import Terminal

/// One call for each of several repositories.
struct Batch {
  /// The verb for a call, as in `star`.
  private let verb: String
  private let kind: Kind
  private let session: Session
  private let names: [RepositoryName]
  private var context: Context { session.context }
  /// Whether a line is printed for each call.
  var printsLines = true

  /// The kind of the calls, which decides how to resume a run that ended early.
  enum Kind {
    /// Questions: all of them can be asked again.
    case questions
    /// Stars or unstars repositories that the user named, with the flags for that; those that are as wanted
    /// already are left alone.
    case changes(ChangeOptions, isStarred: Bool)
    /// Changes of repositories that the command selected: the next run selects those that are left.
    case selectedChanges

    fileprivate var isChange: Bool {
      if case .questions = self { false } else { true }
    }
  }

  /// `arguments` name the repositories; see ``RepositoryArgument``.
  ///
  /// All of them are checked here, before the first call, so that a typing mistake changes nothing.
  init(
    verb: String,
    _ arguments: [String],
    _ kind: Kind,
    _ session: Session
  ) throws(CommandFailure) {
    (self.verb, self.kind, self.session) = (verb, kind, session)
    let names = try RepositoryArgument.names(arguments, for: verb, session)
    guard case .changes(let options, _) = kind, let after = options.after else {
      self.names = names
      return
    }
    let last = try RepositoryArgument.name(after, for: "--after", session)
    guard let index = names.firstIndex(of: last) else {
      throw CommandFailure(.usage, "--after", "\(last) is not one of the repositories")
    }
    self.names = Array(names[(index + 1)...])
  }

  /// `names` are repositories that the command selected.
  init(verb: String, selecting names: [RepositoryName], _ session: Session) {
    (self.verb, kind, self.session, self.names) = (verb, .selectedChanges, session, names)
  }

  /// The result of one call: the word for it, and what it contributes to the exit status.
  struct Result: Sendable {
    let word: String
    var status = ExitStatus.success
  }

  /// Makes one call; the state of the star is unknown unless the batch has asked for it.
  typealias Call = @Sendable (RepositoryName, StarWish.State) async throws -> Result

  /// Prints `REPO`, a tab and the word for each call that succeeded, and one line for each that failed.
  ///
  /// A failure that every further call would meet ends the batch.
  func run(_ call: Call) async throws(CommandFailure) -> ExitStatus {
    let progress = BatchProgress(of: names.count, in: session)
    defer { progress.end() }
    guard case .changes(let options, let isStarred) = kind else {
      return try await callAll(nil, progress, call)
    }
    let wish = StarWish(isStarred, for: names, session)
    if options.dryRun { return try await preview(wish, progress) }
    return try await callAll(wish, progress, call)
  }

  private func preview(
    _ wish: StarWish,
    _ progress: BatchProgress
  ) async throws(CommandFailure) -> ExitStatus {
    var outcome = BatchOutcome()
    var (count, isComplete) = (0, true)
    for (index, name) in names.enumerated() {
      progress.show(index, next: name.fullName)
      let state = await wish.state(of: name, asksAlone: true)
      if Task.isCancelled { throw CommandFailure(.cancelled, verb, "interrupted") }
      switch state {
      case .asWanted:
        outcome.succeed(.success)
        try write(name, StarWish.unchanged)
      case .absent:
        outcome.fail(.notFound)
        try write(name, "not found")
      case .otherwise, .unknown:
        isComplete = isComplete && state == .otherwise
        outcome.succeed(.success)
        count += 1
        await wish.fulfill(name)
        try write(name, "would \(verb)")
      }
    }
    progress.end()
    let noun = Counted.text(count, "repository", plural: "repositories")
    let minutes = count / 60
    let time = minutes > 0 ? ", which takes at least \(minutes) min" : ""
    context.note("ghsearch: dry run: would \(verb) \(noun)\(time)")
    if !isComplete, let failure = await wish.failure(in: context) { context.report(failure) }
    return outcome.status
  }
}

// MARK: Calls

extension Batch {
  private func callAll(
    _ wish: StarWish?,
    _ progress: BatchProgress?,
    _ call: Call
  ) async throws(CommandFailure) -> ExitStatus {
    try await session.each(names, progress) { name, left throws(CommandFailure) in
      let state = await wish?.state(of: name) ?? .unknown
      if let wish, state == .asWanted {
        await StarChanges(session).record(isStarred: wish.isStarred, name)
        try report(name, Result(word: StarWish.unchanged), left: left)
        return .success
      }
      let result = try await CommandFailure.of("\(verb) \(name)", in: context) {
        try await call(name, state)
      }
      await wish?.fulfill(name)
      try report(name, result, left: left)
      return result.status
    } failure: { failure, name, left throws(CommandFailure) in
      guard let left else {
        context.report(failure)
        // There is one line for each repository, also for a change that failed.
        if printsLines, kind.isChange, names.count > 1 { try write(name, "failed") }
        return
      }
      if failure.kind == .output { throw failure }
      let last = names.dropLast(left + 1).last
      context.report(failure.notingUnattempted(left, resumption: resumption(after: last)))
    }
  }

  private func resumption(after last: RepositoryName?) -> String? {
    switch kind {
    case .questions: nil
    case .changes: last.map { "to continue, run it again with --after \($0)" }
    case .selectedChanges: "to continue, run the command again"
    }
  }

  /// Prints what has become of a repository.
  private func write(_ name: RepositoryName, _ word: String) throws(CommandFailure) {
    if case .changes(let options, _) = kind, options.jsonl {
      let row: JSONValue = ["fullName": .string(name.fullName), "status": .string(word)]
      return try context.print(row.text + "\n")
    }
    try context.print("\(name)\t\(word)\n")
  }

  /// If the line cannot be written, the failure says that the call succeeded.
  private func report(
    _ name: RepositoryName,
    _ result: Result,
    left: Int
  ) throws(CommandFailure) {
    guard printsLines else { return }
    do throws(CommandFailure) {
      try write(name, result.word)
    } catch {
      let failure = CommandFailure(.output, "write \"\(name) \(result.word)\"", error.why)
      throw failure.notingUnattempted(left, resumption: left > 0 ? resumption(after: name) : nil)
    }
  }
}

// MARK: The end of a batch

extension GitHubError {
  /// Whether the same call for every other repository would fail in the same way.
  var endsBatch: Bool {
    kind == .forbidden ? refusal == .token : kind.affectsAll
  }
}

extension CommandFailure {
  /// Whether the same call for repositories of each of these owners would fail in the same way.
  ///
  /// An organization refuses all of its own repositories, and no others.
  func endsBatch(ofOwners owners: [some Equatable]) -> Bool {
    guard kind == .forbidden else { return kind.affectsAll }
    return switch refusal {
    case .token: true
    case .owner: owners.allSatisfy { $0 == owners.first }
    case .repository: false
    }
  }

  /// The same failure, with the number of repositories that were not tried.
  func notingUnattempted(_ count: Int, resumption: String?) -> Self {
    with(advice: [count > 0 ? "\(count) more not attempted" : "", advice, resumption ?? ""])
  }
}

extension Session {
  /// Makes a call for each of several things in turn: the one loop over repositories.
  ///
  /// It ends at a failure that every further call would meet. `call` gets the number of those after it, `failure` the
  /// number of those that are not attempted any more, which is nil if it goes on; it reports the failure.
  func each<Item>(
    _ items: [Item],
    _ progress: BatchProgress?,
    name: (Item) -> RepositoryName?,
    _ call: (Item, _ left: Int) async throws(CommandFailure) -> ExitStatus,
    failure: (CommandFailure, Item, _ left: Int?) throws(CommandFailure) -> Void
  ) async throws(CommandFailure) -> ExitStatus {
    var outcome = BatchOutcome()
    defer { progress?.end() }
    for (index, item) in items.enumerated() {
      progress?.show(index, next: name(item)?.fullName ?? "")
      let left = items.count - index - 1
      do throws(CommandFailure) {
        outcome.succeed(try await call(item, left))
      } catch {
        let isLast = error.endsBatch(ofOwners: items[index...].map { name($0)?.owner })
        outcome.fail(error.status)
        try failure(error, item, isLast ? left : nil)
        if isLast { break }
      }
    }
    return outcome.status
  }

  func each(
    _ names: [RepositoryName],
    _ progress: BatchProgress?,
    _ call: (RepositoryName, _ left: Int) async throws(CommandFailure) -> ExitStatus,
    failure: (CommandFailure, RepositoryName, _ left: Int?) throws(CommandFailure) -> Void
  ) async throws(CommandFailure) -> ExitStatus {
    try await each(names, progress, name: { $0 }, call, failure: failure)
  }
}

/// The results of a batch so far, and the exit status that they add up to.
struct BatchOutcome {
  private var hasSuccess = false
  private var isNegative = false
  private var firstFailure: ExitStatus?
  private var isInterrupted = false

  mutating func succeed(_ status: ExitStatus) {
    hasSuccess = true
    isNegative = isNegative || status == .negative
    if status == .partial { firstFailure = firstFailure ?? status }
  }

  mutating func fail(_ status: ExitStatus) {
    firstFailure = firstFailure ?? status
    isInterrupted = isInterrupted || status == .interrupted
  }

  /// The first failure's status if nothing succeeded, else ``ExitStatus/partial``.
  var status: ExitStatus {
    if isInterrupted { return .interrupted }
    guard let firstFailure else { return isNegative ? .negative : .success }
    return hasSuccess ? .partial : firstFailure
  }
}

/// The progress of many calls, shown on a terminal while they run.
struct BatchProgress {
  private let line: StatusLine?
  private let columns: Int
  private let total: Int
  private let start: Moment
  private let clock: RequestClock

  /// Shows nothing for a single call, which is soon over.
  init(of total: Int, in session: Session) {
    let context = session.context
    line = total > 1 ? session.statusLine : nil
    columns = context.errorTerminal?.columns ?? 0
    self.total = total
    clock = context.clock
    start = clock.now()
  }

  /// `next` is what the current call is for; it is made safe here.
  ///
  /// `total` replaces the number of calls, and `count` is shown in place of both numbers.
  func show(_ done: Int, of total: Int? = nil, next: String, count: String? = nil) {
    guard let line else { return }
    let bar = ProgressBar(done: done, total: total ?? self.total)
    let labels = [timeLeft(after: done, of: bar.total), SafeText(next).description]
      .filter { !$0.isEmpty }
    guard line.isForPrograms else {
      let label = labels.joined(separator: "  ")
      return line.show(bar.text(label: label, width: columns, count: count))
    }
    // What is soon over needs no words.
    guard clock.now() - start > .seconds(1) else { return }
    let text = ([count].compactMap(\.self) + labels).joined(separator: "; ")
    line.show(text, done: bar.done, of: bar.total)
  }

  func end() {
    line?.show("")
  }

  /// As in `5 min left`, estimated from the calls so far; empty for the last half minute.
  private func timeLeft(after done: Int, of total: Int) -> String {
    let each = done > 0 ? (clock.now() - start) / done : .seconds(1)
    let minutes = (each * (total - done)) / .seconds(60)
    guard minutes >= 0.5, let whole = Int(exactly: minutes.rounded(.up)) else { return "" }
    return "\(whole) min left"
  }
}
