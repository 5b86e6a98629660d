package import GitHubModel

extension Endpoint where Value == User {
  /// `GET /user`: whose token it is.
  package static var currentUser: Endpoint<User> {
    Self(
      get: ["user"],
      authentication: .required,
      attempted: "ask who is signed in",
      value: { (wire: UserResponse) in wire.user }
    )
  }
}

extension Endpoint where Value == [RateLimit] {
  /// `GET /rate_limit`: every budget, sorted by name; the call itself costs nothing.
  package static var rateLimits: Endpoint<[RateLimit]> {
    Self(
      get: ["rate_limit"],
      authentication: .optional,
      attempted: "ask for the rate limits",
      value: { (wire: RateLimitsResponse) in wire.limits }
    )
  }
}
