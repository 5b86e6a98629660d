import ArgumentParser
import GitHubModel
import RepositoryStore

/// Writes stars as rows of repositories.
struct StarRows {
  var limit: Int?
  let format: OutputFormat
  let context: Context

  static func validate(limit: Int?) throws {
    guard let limit, limit < 1 else { return }
    throw ValidationError("The value '\(limit)' is invalid for '--limit <limit>': 1 or more")
  }

  func write(_ stars: [Star], among count: Int) throws(CommandFailure) {
    let shown = stars.prefix(limit ?? .max).compactMap(\.repository).map { repository in
      var repository = repository
      repository.isStarred = true
      return repository
    }
    let total = Counted.text(count, "star")
    let footer = shown.count == count ? total : "\(shown.count) of \(total)"
    try ListOutput(format: format, context: context).write(shown, footer: footer)
  }
}
