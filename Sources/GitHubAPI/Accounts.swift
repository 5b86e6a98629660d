import Essentials
package import GitHubModel
import JSON

extension Endpoint where Value == User {
  /// `GET /user`: the account that the token belongs to.
  package static var currentUser: Endpoint<User> {
    Self(
      get: ["user"],
      authentication: .required,
      value: { json in
        guard let login = json["login"]?.string, let id = json["id"]?.int64 else { return nil }
        return User(login: login, id: id, name: json["name"]?.string)
      }
    )
  }
}

extension Endpoint where Value == [RateLimit] {
  /// `GET /rate_limit`: all rate limits, sorted by name; the request is not counted.
  package static var rateLimits: Endpoint<[RateLimit]> {
    Self(
      get: ["rate_limit"],
      authentication: .optional,
      value: { json in
        // Newer versions omit `rate` beside `resources`.
        json["resources"]?.members?.compactMap { RateLimit($0.name, $0.value) }
          .sorted { $0.resource < $1.resource }
      }
    )
  }
}

extension RateLimit {
  fileprivate init?(_ resource: String, _ json: JSONElement) {
    guard let limit = json["limit"]?.count, let remaining = json["remaining"]?.count,
      let reset = json["reset"]?.count
    else { return nil }
    let date = Date(timeIntervalSince1970: Double(reset))
    self.init(resource: resource, limit: limit, remaining: remaining, reset: date)
  }
}
