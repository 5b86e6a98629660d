import JSON

/// The sandbox's request limits.
package struct SandboxRateLimits: Sendable {
  /// Searches per minute with a token.
  package var search = 30
  /// Searches per minute without a token.
  package var anonymousSearch = 10
  /// Other requests per hour with a token.
  package var core = 5_000
  /// Other requests per hour without a token.
  package var anonymousCore = 60
  /// GraphQL points per hour; a query costs one.
  package var graphQL = 5_000
  /// The status for an exceeded limit; GitHub documents both 403 and 429.
  package var exceededStatus = 403

  /// GitHub's documented limits.
  package init() {}

  func limit(of resource: RateLimitResource, hasToken: Bool) -> Int {
    switch resource {
    case .search: hasToken ? search : anonymousSearch
    case .core: hasToken ? core : anonymousCore
    case .graphQL: hasToken ? graphQL : 0
    }
  }
}

/// The resources with separate rate limits on GitHub.
enum RateLimitResource: String {
  case core
  case search
  case graphQL = "graphql"

  /// The length of the window in seconds.
  var window: Int {
    switch self {
    case .search: 60
    case .core, .graphQL: 3_600
    }
  }
}

/// The state of a rate limit.
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

  var json: JSONValue {
    [
      "limit": .number(limit), "used": .number(used), "remaining": .number(remaining),
      "reset": .number(reset.seconds),
    ]
  }
}

/// Counts requests in fixed windows, per user and resource.
///
/// A window starts with its first request, as on GitHub.
struct RequestCounter {
  private struct Key: Hashable {
    let user: String
    let resource: RateLimitResource
  }

  private struct Window {
    var used = 0
    let reset: UnixTime
  }

  private let limits: SandboxRateLimits
  private var windows: [Key: Window] = [:]

  init(limits: SandboxRateLimits) {
    self.limits = limits
  }

  /// Counts a request; the flag is false if the limit was already used up.
  mutating func charge(
    _ user: String?,
    _ resource: RateLimitResource,
    at now: UnixTime
  ) -> (isAdmitted: Bool, status: RateLimitStatus) {
    var window = currentWindow(user, resource, at: now)
    let isAdmitted = window.used < limits.limit(of: resource, hasToken: user != nil)
    if isAdmitted { window.used += 1 }
    windows[key(user, resource)] = window
    return (isAdmitted, status(of: user, resource, at: now))
  }

  /// Undoes the count of a request answered with 304.
  mutating func refund(
    _ user: String?,
    _ resource: RateLimitResource,
    at now: UnixTime
  ) -> RateLimitStatus {
    if let used = windows[key(user, resource)]?.used, used > 0 {
      windows[key(user, resource)]?.used = used - 1
    }
    return status(of: user, resource, at: now)
  }

  func status(
    of user: String?,
    _ resource: RateLimitResource,
    at now: UnixTime
  ) -> RateLimitStatus {
    let window = currentWindow(user, resource, at: now)
    return RateLimitStatus(
      resource: resource,
      limit: limits.limit(of: resource, hasToken: user != nil),
      used: window.used,
      reset: window.reset
    )
  }

  private func key(_ user: String?, _ resource: RateLimitResource) -> Key {
    Key(user: user ?? "", resource: resource)
  }

  private func currentWindow(
    _ user: String?,
    _ resource: RateLimitResource,
    at now: UnixTime
  ) -> Window {
    if let window = windows[key(user, resource)], now < window.reset { return window }
    return Window(reset: now.advanced(by: resource.window))
  }
}
