import ArgumentParser
import Core
import GitHubAPI
import GitHubModel
import Output
import Stars
import Terminal

struct StarCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.star.rawValue,
    abstract: "Star one or more repositories.",
    usage: "ghsearch star <repo> ... [flags]",
    discussion: """
      Prints each name, a tab, and starred, or unchanged if the repository was already starred. \
      One change is sent per second, as GitHub asks; a run that stops early says how to continue.

      EXAMPLES:
        ghsearch star vapor/vapor
        ghsearch star 1 3
        ghsearch swift --topic ios | ghsearch star - --dry-run
      """
  )

  @OptionGroup var options: StarChangeOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    try await options.run(isStarred: true, session, context)
  }
}

struct UnstarCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.unstar.rawValue,
    abstract: "Remove your star from one or more repositories.",
    usage: "ghsearch unstar <repo> ... [flags]",
    discussion: """
      Prints each name, a tab, and unstarred, or unchanged if the repository was not starred. One \
      change is sent per second, as GitHub asks; a run that stops early says how to continue.

      EXAMPLES:
        ghsearch unstar vapor/vapor
        ghsearch unstar 2 --dry-run
      """
  )

  @OptionGroup var options: StarChangeOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    try await options.run(isStarred: false, session, context)
  }
}

/// The options and the implementation of `star` and `unstar`.
struct StarChangeOptions: ParsableArguments {
  @OptionGroup var repositories: RepositoryList

  @Flag(help: "Show what would change, without changing it.")
  var dryRun = false

  @Option(
    help: ArgumentHelp("Resume after this repository.", valueName: "repo"),
    completion: .repositories
  )
  var after: String?

  @Flag(help: "Print one JSON object per line, with fullName and status.")
  var jsonl = false

  private var lines: BatchLines { jsonl ? .objects : .changes }

  /// Stars or unstars repositories, skipping those already in the requested state.
  func run(
    isStarred: Bool,
    _ session: Session,
    _ context: Context
  ) async throws(OperationFailure) -> ExitStatus {
    let verb = isStarred ? "star" : "unstar"
    let names = try names(session, context)
    var precheck = await StarPrecheck(isStarred, for: names, session)
    let changes = StarChanges(session)
    var (count, isComplete) = (0, true)
    let outcome = try await context.each(names, showing: lines) { last in
      last.map { "to continue, run it again with --after \($0)" } ?? ""
    } _: { name in
      let state = await precheck.state(of: name, asksAlone: dryRun)
      if dryRun, Task.isCancelled { throw OperationFailure(.canceled, "interrupted") }
      switch state {
      case .done:
        if !dryRun {
          await changes.copy(isStarred: isStarred, name, facts: precheck.facts(of: name))
        }
        return BatchResult("unchanged")
      case .missing where dryRun: return BatchResult("not found", .notFound)
      case .needed, .missing, .unknown:
        isComplete = isComplete && state == .needed
        count += 1
      }
      if !dryRun {
        let facts = precheck.facts(of: name)
        try await changes.set(isStarred, name, isKnown: state == .needed, facts: facts)
      }
      precheck.markDone(name)
      return BatchResult(dryRun ? "would \(verb)" : "\(verb)red")
    }
    guard dryRun, !outcome.hasEnded else { return outcome.status }
    let noun = Counted.text(count, "repository")
    let time = count >= 60 ? ", which takes at least \(count / 60) min" : ""
    context.note("ghsearch: dry run: would \(verb) \(noun)\(time)")
    if !isComplete, let failure = precheck.failure(in: context.world) {
      context.report(failure)
    }
    return outcome.status
  }

  /// Checks all names before the first request, so a typo changes nothing.
  private func names(
    _ session: Session,
    _ context: Context
  ) throws(OperationFailure) -> [RepositoryName] {
    let names = try RepositoryArgument.names(repositories.names, session, context)
    guard let after else { return names }
    let last: RepositoryName
    do throws(OperationFailure) {
      last = try RepositoryArgument.name(after, session, context)
    } catch {
      throw error.named("--after")
    }
    guard let index = names.firstIndex(of: last) else {
      throw OperationFailure(.usage, "--after", "\(last) is not one of the repositories")
    }
    return Array(names[(index + 1)...])
  }
}

struct StarredCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.starred.rawValue,
    abstract: "Check whether you have starred repositories.",
    usage: "ghsearch starred <repo> ... [flags]",
    discussion: """
      Prints each name, a tab, and yes or no.

      EXAMPLES:
        ghsearch starred vapor/vapor apple/swift-nio
        ghsearch starred vapor/vapor && echo "I like it"

      EXIT STATUS:
        0   all of them are starred
        1   at least one is not starred
      """
  )

  @OptionGroup var repositories: RepositoryList
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(_ session: Session, _ context: Context) async throws(OperationFailure) -> ExitStatus {
    let names = try RepositoryArgument.names(repositories.names, session, context)
    return try await context.each(names, showing: .answers, resumption: nil) { name in
      let isStarred = try await session.client.isStarred(name)
      return isStarred ? BatchResult("yes") : BatchResult("no", .negative)
    }.status
  }
}
