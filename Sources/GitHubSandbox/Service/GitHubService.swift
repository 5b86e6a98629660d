private import Locking

/// GitHub without a network: requests in, answers out.
///
/// It is deterministic but for its clock. All that changes is one value behind one lock.
package final class GitHubService: Sendable {
  struct State {
    var baseURL = "http://127.0.0.1"
    var limiter: RateLimiter
    var stars = StarLedger()
    var requestCount = 0
  }

  let configuration: SandboxConfiguration
  let catalogue: Catalogue
  private let state: Guarded<State>

  package init(_ configuration: SandboxConfiguration) {
    self.configuration = configuration
    catalogue = Catalogue(configuration.allRepositories)
    var state = State(limiter: RateLimiter(limits: configuration.rateLimits))
    Self.enterStars(of: configuration, from: catalogue, into: &state.stars)
    self.state = Guarded(state)
  }

  /// The initial stars are a day apart and end a day before now.
  private static func enterStars(
    of configuration: SandboxConfiguration,
    from catalogue: Catalogue,
    into ledger: inout StarLedger
  ) {
    let now = configuration.clock.now
    for (login, names) in configuration.stars {
      for (index, name) in names.enumerated() {
        let parts = name.split(separator: "/").map(String.init)
        guard parts.count == 2,
          let repository = catalogue.repository(owner: parts[0], name: parts[1])
        else { continue }
        let age = (names.count - index) * UnixTime.secondsPerDay
        ledger.enter(repository.id, by: login, at: now.advanced(by: -age))
      }
    }
  }

  /// Tells the service under which address its clients reach it; links point there.
  func setBaseURL(_ url: String) {
    state.withLock { $0.baseURL = url }
  }

  /// The stars of a user as `owner/name`, the oldest first.
  package func starredNames(of login: String) -> [String] {
    state.withLock { $0.stars }.stars(of: login).compactMap {
      catalogue.repository(id: $0.repositoryID)?.fullName
    }
  }

  /// Sets or takes a star as if the user had done it elsewhere; false when there is no such
  /// repository.
  @discardableResult
  package func setStar(_ isStarred: Bool, on fullName: String, by login: String) -> Bool {
    let parts = fullName.split(separator: "/").map(String.init)
    guard parts.count == 2, let repository = catalogue.repository(owner: parts[0], name: parts[1])
    else { return false }
    changeStars { ledger, now in
      if isStarred {
        ledger.star(repository.id, by: login, at: now)
      } else {
        ledger.unstar(repository.id, by: login)
      }
    }
    return true
  }

  func changeStars(_ change: @Sendable (inout StarLedger, UnixTime) -> Void) {
    let now = configuration.clock.now
    state.withLock { change(&$0.stars, now) }
  }

  /// A copy of everything that changes, as it is now.
  func snapshot() -> State { state.withLock { $0 } }

  func charge(
    _ user: String?,
    _ resource: RateLimitResource
  ) -> (isAdmitted: Bool, status: RateLimitStatus) {
    let now = configuration.clock.now
    return state.withLock { $0.limiter.charge(user, resource, at: now) }
  }

  func refund(_ user: String?, _ resource: RateLimitResource) -> RateLimitStatus {
    let now = configuration.clock.now
    return state.withLock { $0.limiter.refund(user, resource, at: now) }
  }

  /// Numbers requests from 1, for `X-GitHub-Request-Id`.
  func nextRequestNumber() -> Int {
    state.withLock { state in
      state.requestCount += 1
      return state.requestCount
    }
  }
}
