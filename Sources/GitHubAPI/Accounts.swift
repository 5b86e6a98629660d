import Essentials
package import GitHubModel
import JSON

extension Endpoint where Value == User {
  /// `GET /user`: the account that the token belongs to.
  package static var currentUser: Endpoint<User> {
    Self(
      get: ["user"],
      authentication: .required,
      operation: "check the token",
      value: { (wire: UserResponse) in wire.user }
    )
  }
}

extension Endpoint where Value == [RateLimit] {
  /// `GET /rate_limit`: all rate limits, sorted by name; the request does not count against any.
  package static var rateLimits: Endpoint<[RateLimit]> {
    Self(
      get: ["rate_limit"],
      authentication: .optional,
      operation: "read the rate limits",
      value: { (wire: RateLimitsResponse) in wire.limits }
    )
  }
}

/// The body of `GET /user`.
struct UserResponse: JSONDecodable {
  let login: String
  let id: Int64
  let name: String?

  init(_ json: JSONElement) throws(JSONTypeError) {
    var members = try json.members()
    login = try members.value("login")
    id = try members.value("id")
    name = members.lenient("name")
  }

  var user: User { User(login: login, id: id, name: name) }
}

/// The body of `GET /rate_limit`; `rate` beside `resources` is gone in newer versions.
struct RateLimitsResponse: JSONDecodable {
  let resources: [String: Lossy<Limit>]

  init(_ json: JSONElement) throws(JSONTypeError) {
    var members = try json.members()
    resources = try members.value("resources")
  }

  struct Limit: JSONDecodable {
    let limit: Int
    let remaining: Int
    let reset: Int64

    init(_ json: JSONElement) throws(JSONTypeError) {
      var members = try json.members()
      limit = try members.value("limit")
      remaining = try members.value("remaining")
      reset = try members.value("reset")
    }
  }

  var limits: [RateLimit] {
    resources.compactMapValues(\.element).map { name, limit in
      RateLimit(
        resource: name,
        limit: limit.limit,
        remaining: limit.remaining,
        reset: Date(timeIntervalSince1970: Double(limit.reset))
      )
    }
    .sorted { $0.resource < $1.resource }
  }
}
