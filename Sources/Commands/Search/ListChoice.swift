import GitHubAPI
import GitHubModel

/// In which order results are wanted, and how many.
struct ListChoice: Equatable, Sendable {
  var sort = SearchQuery.Sort.bestMatch
  var order = SearchQuery.Order.descending
  /// Nil where nobody says.
  var limit: Int?
  var skip = 0
  /// Whether everything that matches is wanted.
  var isEverything = false

  /// How many there are where nobody says.
  static let usualLimit = 30

  var scope: SearchRun.Scope {
    isEverything ? .everything : .rows(limit ?? Self.usualLimit, skip: skip)
  }

  /// What no search can do, in words; nil for a good choice.
  var mistake: String? {
    if let limit, !(1...SearchPages.reachable).contains(limit) {
      return "The value '\(limit)' is invalid for '--limit <limit>': 1 to 1000"
    }
    guard (0..<SearchPages.reachable).contains(skip) else {
      return "The value '\(skip)' is invalid for '--skip <skip>': 0 to 999"
    }
    return isEverything ? mistakeOfEverything : nil
  }

  private var mistakeOfEverything: String? {
    guard limit == nil, skip == 0 else { return "'--all' takes neither '--limit' nor '--skip'" }
    guard [.bestMatch, .stars].contains(sort), order == .descending else {
      return "'--all' has one order, that of '--sort stars'"
    }
    return nil
  }
}
