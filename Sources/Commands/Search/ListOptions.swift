import ArgumentParser
import GitHubModel

/// The flags for the order of the results and their number.
struct ListOptions: ParsableArguments {
  @Option(help: "Sort by this.")
  var sort: SearchQuery.Sort = .bestMatch

  @Option(help: "Largest or latest first, or last. Best match takes no order.")
  var order: SearchQuery.Order = .descending

  @Option(name: [.long, .customShort("L")], help: "How many results at most: 1 to 1000.")
  var limit = 30

  func validate() throws {
    guard (1...1000).contains(limit) else {
      throw ValidationError("The value '\(limit)' is invalid for '--limit <limit>': 1 to 1000")
    }
  }
}

extension SearchQuery.Sort: ExpressibleByArgument {}
extension SearchQuery.Order: ExpressibleByArgument {}
