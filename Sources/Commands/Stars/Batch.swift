import GitHubAPI
import GitHubModel

/// The same call for one repository after another, each with an outcome of its own.
struct Batch {
  let verb: String
  let arguments: [String]
  let patience: WaitPolicy.Patience
  let context: Context

  init(verb: String, _ list: RepositoryList, _ wait: WaitOptions, _ context: Context) {
    self.verb = verb
    arguments = list.names
    patience = wait.patience
    self.context = context
  }

  /// What one call answered: the word for it, and what it makes of the exit status.
  struct Answer: Sendable {
    let word: String
    var status = ExitStatus.success
  }

  typealias Call =
    @Sendable (GitHubAPIClient, RepositoryName) async throws(GitHubError) -> Answer

  /// Prints `REPO`, a tab and the answer for each that worked, and one line for each that failed.
  ///
  /// All names are checked before the first call, so a typing mistake changes nothing. A failure
  /// that every further call would share ends the batch.
  func run(_ call: Call) async throws(CommandFailure) -> ExitStatus {
    let services = try Services(context, patience: patience)
    let names = try RepositoryArgument.names(
      arguments,
      attempted: verb,
      base: services.base,
      context: context
    )
    var outcome = BatchOutcome()
    for (index, name) in names.enumerated() {
      let answer: Answer
      do throws(GitHubError) {
        answer = try await call(services.client, name)
      } catch {
        let failure = CommandFailure(error, in: context)
        outcome.fail(failure.status)
        let left = error.endsBatch ? names.count - index - 1 : 0
        context.note(failure.notingUnattempted(left).line)
        if error.endsBatch { break }
        continue
      }
      outcome.succeed(answer.status)
      try report(name, answer, left: names.count - index - 1)
    }
    return outcome.status
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
      throw failure.notingUnattempted(left)
    }
  }
}

/// What became of the calls of a batch, and the exit status that it adds up to.
struct BatchOutcome {
  private var hasSuccess = false
  private var hasNo = false
  private var failures: [ExitStatus] = []

  mutating func succeed(_ status: ExitStatus) {
    hasSuccess = true
    hasNo = hasNo || status == .no
  }

  mutating func fail(_ status: ExitStatus) {
    failures.append(status)
  }

  /// The failure itself where nothing worked, "partial" where something did.
  var status: ExitStatus {
    guard let failure = failures.first else { return hasNo ? .no : .success }
    return hasSuccess ? .partial : failure
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
  fileprivate func notingUnattempted(_ count: Int) -> Self {
    guard count > 0 else { return self }
    let note = count == 1 ? "1 more was not tried" : "\(count) more were not tried"
    return Self(status, what, why, advice: advice.isEmpty ? note : "\(note); \(advice)")
  }
}
