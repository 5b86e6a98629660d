import ArgumentParser
import GitHubAPI
import GitHubModel

/// The flags for the order of the results and their number.
struct ListOptions: ParsableArguments {
  @Option(help: "Sort by this.")
  var sort: SearchQuery.Sort = .bestMatch

  @Option(help: "Largest or latest first, or last. Best match takes no order.")
  var order: SearchQuery.Order = .descending

  @Option(
    name: [.long, .customShort("L")],
    help: "How many results at most: 1 to 1000. (default: 30)"
  )
  var limit: Int?

  @Option(help: "How many of the first results are left out: 0 to 999.")
  var skip = 0

  @Flag(
    help: """
      Everything that matches, however much it is, in the order of the stars. Tells first how many \
      requests that takes.
      """
  )
  var all = false

  /// Where nobody says.
  static let usualLimit = 30

  func validate() throws {
    if let limit, !(1...SearchPages.reachable).contains(limit) {
      throw ValidationError("The value '\(limit)' is invalid for '--limit <limit>': 1 to 1000")
    }
    guard (0..<SearchPages.reachable).contains(skip) else {
      throw ValidationError("The value '\(skip)' is invalid for '--skip <skip>': 0 to 999")
    }
    if all { try validateAll() }
  }

  private func validateAll() throws {
    guard limit == nil, skip == 0 else {
      throw ValidationError("'--all' takes neither '--limit' nor '--skip'")
    }
    guard [.bestMatch, .stars].contains(sort), order == .descending else {
      throw ValidationError("'--all' has one order, that of '--sort stars'")
    }
  }
}

extension SearchQuery.Sort: ExpressibleByArgument {}
extension SearchQuery.Order: ExpressibleByArgument {}
