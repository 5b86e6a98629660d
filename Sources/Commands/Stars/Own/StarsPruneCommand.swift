import ArgumentParser
import GitHubAPI
import GitHubModel
import RepositoryStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ghsearch stars prune`.
struct StarsPruneCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Take away the stars of repositories that you say; shows them and asks before.",
    discussion: """
      Without a qualifier nothing is chosen. `ghsearch stars undo` gives the stars back. GitHub \
      wants changes at least a second apart, so many of them take a while.
      """
  )

  @OptionGroup var qualifiers: QualifierOptions

  @Option(
    help: ArgumentHelp(
      "Nothing was pushed for that long: 90days, 26weeks, 24months, 2years.",
      valueName: "time"
    )
  )
  var notPushedFor: CalendarSpan?

  @Flag(help: "Show what would be chosen, and change nothing.")
  var dryRun = false

  @Flag(name: [.long, .short], help: "Do not ask.")
  var yes = false

  @OptionGroup(title: "Limits") var wait: WaitOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  private var selection: StarSelection { StarSelection(qualifiers: qualifiers) }

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let attempted = "prune your stars"
    if notPushedFor == nil, try selection.isEmpty() {
      throw CommandFailure(
        .usage,
        attempted,
        "nothing says which",
        advice: "add a qualifier as in a search, or --not-pushed-for"
      )
    }
    let own = try OwnStars(for: attempted, in: context)
    let stars = chosen(
      from: try selection.selected(try await own.all(), for: attempted),
      now: context.now()
    )
    if dryRun || !yes {
      let footer = "\(Counted.text(stars.count, "star")) chosen"
      _ = try await output.choice.deliver(in: context) { context, format throws(CommandFailure) in
        try ListOutput(format: format, context: context)
          .write(stars.compactMap(\.repository), footer: footer)
        return .success
      }
    }
    if dryRun || stars.isEmpty { return .success }
    if !yes {
      let question = "Unstar \(Counted.text(stars.count, "repository", plural: "repositories"))?"
      let confirmation = Confirmation(question: question, attempted: attempted, context: context)
      guard try await confirmation.isGiven() else { return .no }
    }
    return try await prune(stars, own, context)
  }

  private func chosen(from stars: [Star], now: Date) -> [Star] {
    guard let cutoff = notPushedFor?.before(now) else { return stars }
    // What is not known is not old.
    return stars.filter { star in
      star.repository?.dates.pushed.map { $0 < cutoff } ?? false
    }
  }

  private func prune(
    _ stars: [Star],
    _ own: OwnStars,
    _ context: Context
  ) async throws(CommandFailure) -> ExitStatus {
    let account = try await own.account()
    let prune = try own.perform { (store) throws(StoreError) in
      try store.beginPrune(of: account)
    }
    return try await Batch(verb: "unstar", choosing: stars.map(\.name), wait, context)
      .run { services, name throws(GitHubError) in
        try await StarChanges(services).change(.unstar, name, prune: prune)
        return Batch.Answer(word: "unstarred")
      }
  }
}
