/// How many requests the sandbox grants.
package struct SandboxRateLimits: Sendable {
  /// Searches a minute with a token.
  package var search = 30
  /// Searches a minute without a token.
  package var anonymousSearch = 10
  /// Other requests an hour with a token.
  package var core = 5_000
  /// Other requests an hour without a token.
  package var anonymousCore = 60
  /// GraphQL points an hour; a query costs one.
  package var graphQL = 5_000
  /// 403 or 429: GitHub documents both for a limit that is used up.
  package var exceededStatus = 403

  package init() {}

  func limit(of resource: RateLimitResource, hasToken: Bool) -> Int {
    switch resource {
    case .search: hasToken ? search : anonymousSearch
    case .core: hasToken ? core : anonymousCore
    case .graphQL: hasToken ? graphQL : 0
    }
  }
}

/// The budgets that GitHub counts apart.
enum RateLimitResource: String {
  case core
  case search
  case graphQL = "graphql"

  /// In seconds.
  var window: Int {
    switch self {
    case .search: 60
    case .core, .graphQL: 3_600
    }
  }
}

/// What is left of a budget.
struct RateLimitStatus {
  let resource: RateLimitResource
  let limit: Int
  let used: Int
  let reset: UnixTime

  var remaining: Int { max(0, limit - used) }

  /// The `x-ratelimit-*` fields.
  var headers: HeaderFields {
    [
      "X-RateLimit-Limit": String(limit),
      "X-RateLimit-Remaining": String(remaining),
      "X-RateLimit-Used": String(used),
      "X-RateLimit-Reset": String(reset.seconds),
      "X-RateLimit-Resource": resource.rawValue,
    ]
  }

  var json: JSON {
    [
      "limit": .integer(limit), "used": .integer(used), "remaining": .integer(remaining),
      "reset": .integer(reset.seconds),
    ]
  }
}
