private import System

/// GitHub without a network: a request is a value, and so is its response.
///
/// Deterministic except for its clock. All mutable state is one value with one lock.
package final class GitHubService: Sendable {
  struct State {
    var baseURL = "http://127.0.0.1"
    var counter: RequestCounter
    var stars = StarLedger()
    var lists: StarLists
    var requestCount = 0
    /// Organizations for which no token is authorized, in lowercase.
    var protectedOwners: Set<String> = []
    /// The IDs of star lists that are null in responses.
    var hiddenLists: Set<Int> = []
    var graphQLTraps = GraphQLTraps()
    var catalog: Catalog
  }

  let configuration: SandboxConfiguration
  private let state: Guarded<State>

  /// Creates a service with the repositories, users and stars of a configuration.
  package init(_ configuration: SandboxConfiguration) {
    self.configuration = configuration
    var state = State(
      counter: RequestCounter(limits: configuration.rateLimits),
      lists: StarLists(
        readLag: configuration.listReadLag,
        readsAlternate: configuration.listReadsAlternate
      ),
      catalog: Catalog(configuration.allRepositories)
    )
    Self.enterStars(of: configuration, from: state.catalog, into: &state.stars)
    self.state = Guarded(state)
  }

  /// Adds the initial stars, a day apart, the last one a day before now.
  private static func enterStars(
    of configuration: SandboxConfiguration,
    from catalog: Catalog,
    into ledger: inout StarLedger
  ) {
    let now = configuration.clock.now
    for (login, names) in configuration.stars {
      for (index, name) in names.enumerated() {
        guard let repository = catalog.repository(named: name) else { continue }
        let age = (names.count - index) * UnixTime.secondsPerDay
        ledger.enter(repository.id, by: login, at: now.advanced(by: -age))
      }
    }
  }

  var catalog: Catalog { state.withLock { $0.catalog } }

  /// Changes a repository as if its owner had done so; a former name then redirects to the new one.
  package func edit(_ fullName: String, _ change: (inout SandboxRepository) -> Void) {
    state.withLock { $0.catalog.edit(fullName, change) }
  }

  /// Makes GraphQL fail from now on, or work again.
  package func setTraps(_ traps: GraphQLTraps) { state.withLock { $0.graphQLTraps = traps } }

  /// Sets the service's address for clients, which links contain.
  func setBaseURL(_ url: String) {
    state.withLock { $0.baseURL = url }
  }

  /// The stars of a user as `owner/name`, oldest first.
  package func starredNames(of login: String) -> [String] {
    state.withLock { $0.stars }.stars(of: login).compactMap {
      catalog.repository(id: $0.repositoryID)?.fullName
    }
  }

  /// Adds or removes a star as if the user had done it on the web.
  ///
  /// Returns false if there is no such repository.
  @discardableResult
  package func setStar(_ isStarred: Bool, on fullName: String, by login: String) -> Bool {
    guard let repository = catalog.repository(named: fullName) else { return false }
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

  func isStarred(_ repositoryID: Int, by login: String) -> Bool {
    state.withLock { $0.stars.isStarred(repositoryID, by: login) }
  }

  /// A user's current star lists, oldest first.
  func lists(of login: String) -> [StarLists.List] { state.withLock { $0.lists.lists(of: login) } }

  /// A user's star lists as a request sees them; see ``SandboxConfiguration/listReadLag``.
  func readLists(of login: String) -> [StarLists.List] { state.withLock { $0.lists.read(login) } }

  @discardableResult
  func changeLists<Value: Sendable>(
    _ change: @Sendable (inout StarLists, UnixTime) -> Value
  ) -> Value {
    let now = configuration.clock.now
    return state.withLock { change(&$0.lists, now) }
  }

  /// Puts a repository into the lists with these names and no others, as if the user had done it on
  /// the web; creates missing lists.
  package func setLists(_ names: [String], of fullName: String, by login: String = "octocat") {
    guard let repository = catalog.repository(named: fullName) else { return }
    for name in names { makeList(name, by: login) }
    let numbers = Set(lists(of: login).filter { names.contains($0.name) }.map(\.number))
    changeLists { lists, now in
      lists.replaceLists(of: repository.id, with: numbers, of: login, at: now)
    }
  }

  /// Creates a list unless one with this name exists, as if the user had done it on the web.
  package func makeList(_ name: String, by login: String = "octocat") {
    if lists(of: login).contains(where: { $0.name == name }) { return }
    changeLists { lists, now in
      _ = lists.create(name, description: nil, isPrivate: false, by: login, at: now)
    }
  }

  /// Deletes the list with this name, as if the user had done it on the web.
  package func deleteList(_ name: String, by login: String = "octocat") {
    guard let list = lists(of: login).first(where: { $0.name == name }) else { return }
    changeLists { lists, _ in lists.delete(list.number, of: login) }
  }

  /// Makes the organization's repositories require a token authorized for its single sign-on; no
  /// token is.
  package func requireSignOn(of owner: String) {
    state.withLock { _ = $0.protectedOwners.insert(owner.lowercased()) }
  }

  func requiresSignOn(_ repository: SandboxRepository) -> Bool {
    state.withLock { $0.protectedOwners.contains(repository.owner.login.lowercased()) }
  }

  /// Makes the list with this name null in responses.
  package func hideList(_ name: String, by login: String = "octocat") {
    guard let list = lists(of: login).first(where: { $0.name == name }) else { return }
    state.withLock { _ = $0.hiddenLists.insert(list.number) }
  }

  /// Ends the lag of reads, so that they return all changes so far.
  package func settleLists() { state.withLock { $0.lists.settle() } }

  /// A user's star lists with their members (`owner/name`), most recently added first.
  package func listMembers(of login: String = "octocat") -> [(name: String, members: [String])] {
    lists(of: login).map { list in
      (list.name, list.repositories.compactMap { catalog.repository(id: $0)?.fullName })
    }
  }

  func status(of user: String, _ resource: RateLimitResource) -> RateLimitStatus {
    let now = configuration.clock.now
    return state.withLock { $0.counter.status(of: user, resource, at: now) }
  }

  /// A copy of the current mutable state.
  func snapshot() -> State { state.withLock { $0 } }

  func charge(
    _ user: String?,
    _ resource: RateLimitResource
  ) -> (isAdmitted: Bool, status: RateLimitStatus) {
    let now = configuration.clock.now
    return state.withLock { $0.counter.charge(user, resource, at: now) }
  }

  func refund(_ user: String?, _ resource: RateLimitResource) -> RateLimitStatus {
    let now = configuration.clock.now
    return state.withLock { $0.counter.refund(user, resource, at: now) }
  }

  /// The next request number from 1, for `X-GitHub-Request-Id`.
  func nextRequestNumber() -> Int {
    state.withLock { state in
      state.requestCount += 1
      return state.requestCount
    }
  }
}

/// The stars of all users, with their times.
struct StarLedger {
  struct Star {
    let repositoryID: Int
    let starredAt: UnixTime
  }

  private var stars: [String: [Int: Star]] = [:]
  private var changes: [Int: Int] = [:]

  /// The difference of each repository's star count from the catalog's.
  var countChanges: [Int: Int] { changes }

  func isStarred(_ repositoryID: Int, by login: String) -> Bool {
    stars[login.lowercased()]?[repositoryID] != nil
  }

  /// The user's stars, oldest first.
  func stars(of login: String) -> [Star] {
    (stars[login.lowercased()] ?? [:]).values.sorted {
      ($0.starredAt, $0.repositoryID) < ($1.starredAt, $1.repositoryID)
    }
  }

  mutating func star(_ repositoryID: Int, by login: String, at time: UnixTime) {
    guard !isStarred(repositoryID, by: login) else { return }
    stars[login.lowercased(), default: [:]][repositoryID] =
      Star(repositoryID: repositoryID, starredAt: time)
    changes[repositoryID, default: 0] += 1
  }

  mutating func unstar(_ repositoryID: Int, by login: String) {
    guard stars[login.lowercased()]?.removeValue(forKey: repositoryID) != nil else { return }
    changes[repositoryID, default: 0] -= 1
  }

  /// Adds a star that the catalog's count already includes.
  mutating func enter(_ repositoryID: Int, by login: String, at time: UnixTime) {
    stars[login.lowercased(), default: [:]][repositoryID] =
      Star(repositoryID: repositoryID, starredAt: time)
  }
}
