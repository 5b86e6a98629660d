import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The body of `GET /user`.
struct UserResponse: Decodable {
  let login: String
  let id: Int64
  let name: String?

  var user: User { User(login: login, id: id, name: name) }
}

/// The body of `GET /rate_limit`; `rate` beside `resources` is gone in newer versions.
struct RateLimitsResponse: Decodable {
  let resources: [String: Lossy<Budget>]

  struct Budget: Decodable {
    let limit: Int
    let remaining: Int
    let reset: Int64
  }

  var limits: [RateLimit] {
    resources.compactMap { name, budget in
      budget.element.map {
        RateLimit(
          resource: name,
          limit: $0.limit,
          remaining: $0.remaining,
          reset: Date(timeIntervalSince1970: Double($0.reset))
        )
      }
    }
    .sorted { $0.resource < $1.resource }
  }
}
