import ArgumentParser
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

  func validate() throws {
    if let mistake = choice.mistake { throw ValidationError(mistake) }
  }

  var choice: ListChoice {
    ListChoice(sort: sort, order: order, limit: limit, skip: skip, isEverything: all)
  }
}

extension SearchQuery.Sort: ExpressibleByArgument {}
extension SearchQuery.Order: ExpressibleByArgument {}
