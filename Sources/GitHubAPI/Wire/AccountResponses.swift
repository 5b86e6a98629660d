import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The body of `GET /user`.
struct UserResponse: JSONReadable {
  let login: String
  let id: Int64
  let name: String?

  init(_ json: JSONElement) throws(JSONMismatch) {
    var members = try json.members()
    login = try members.value("login")
    id = try members.value("id")
    name = members.lenient("name")
  }

  var user: User { User(login: login, id: id, name: name) }
}

/// The body of `GET /rate_limit`; `rate` beside `resources` is gone in newer versions.
struct RateLimitsResponse: JSONReadable {
  let resources: [String: Lossy<Budget>]

  init(_ json: JSONElement) throws(JSONMismatch) {
    var members = try json.members()
    resources = try members.value("resources")
  }

  struct Budget: JSONReadable {
    let limit: Int
    let remaining: Int
    let reset: Int64

    init(_ json: JSONElement) throws(JSONMismatch) {
      var members = try json.members()
      limit = try members.value("limit")
      remaining = try members.value("remaining")
      reset = try members.value("reset")
    }
  }

  var limits: [RateLimit] {
    resources.compactMapValues(\.element).map { name, budget in
      RateLimit(
        resource: name,
        limit: budget.limit,
        remaining: budget.remaining,
        reset: Date(timeIntervalSince1970: Double(budget.reset))
      )
    }
    .sorted { $0.resource < $1.resource }
  }
}
