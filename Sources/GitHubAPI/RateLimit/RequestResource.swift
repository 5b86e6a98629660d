/// The budgets that GitHub counts apart, as far as this program spends them.
package enum RequestResource: String, Sendable, CaseIterable {
  case core
  case search
  case graphql

  /// What a call is counted against, by the first segment of its path.
  init(path: [String]) {
    self = path.first.flatMap(Self.init) ?? .core
  }

  /// How long until a used-up budget is full again (GitHub's REST documentation on rate limits).
  var window: Duration {
    switch self {
    case .search: .seconds(60)
    case .core, .graphql: .seconds(3600)
    }
  }

  /// How many requests a window grants by the documentation, as long as GitHub has not said so.
  package func documentedLimit(hasToken: Bool) -> Int {
    switch self {
    case .search: hasToken ? 30 : 10
    case .core, .graphql: hasToken ? 5000 : 60
    }
  }
}
