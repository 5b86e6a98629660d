/// Counts requests in fixed windows, per user and budget.
///
/// A window begins with the first request in it, as GitHub's do.
struct RateLimiter {
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

  /// Takes one request out of the budget; the flag is false when nothing was left.
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

  /// Gives back what a 304 cost: nothing.
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
