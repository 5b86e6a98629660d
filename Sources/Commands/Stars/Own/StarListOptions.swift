import ArgumentParser
import GitHubModel
import RepositoryStore

/// The flags of commands that show stars as rows, and what these have in common.
struct StarListOptions: ParsableArguments {
  @Option(name: [.long, .customShort("L")], help: "How many at most. (default: all)")
  var limit: Int?

  @OptionGroup var qualifiers: QualifierOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    guard let limit, limit < 1 else { return }
    throw ValidationError("The value '\(limit)' is invalid for '--limit <limit>': 1 or more")
  }

  /// Shows those of the stars found that the qualifiers fit; `attempted` is what for.
  func show(
    _ attempted: String,
    in context: Context,
    by order: StarOrder = .starred,
    _ find: (OwnStars) async throws(CommandFailure) -> [Star]
  ) async throws(CommandFailure) -> ExitStatus {
    try await output.choice.deliver(in: context) { context, format throws(CommandFailure) in
      let found = try await find(try OwnStars(for: attempted, in: context))
      let stars = try StarSelection(qualifiers: qualifiers).selected(found, for: attempted)
      let rows = order.sorted(stars).prefix(limit ?? .max).compactMap(\.repository).map(\.starred)
      let total = Counted.text(found.count, "star")
      let footer = rows.count == found.count ? total : "\(rows.count) of \(total)"
      try ListOutput(format: format, context: context).write(rows, footer: footer)
      return .success
    }
  }
}

extension Repository {
  fileprivate var starred: Repository {
    var repository = self
    repository.isStarred = true
    return repository
  }
}
