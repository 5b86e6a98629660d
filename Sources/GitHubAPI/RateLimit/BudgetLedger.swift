package import GitHubModel

/// The budgets of every account at every origin, as a value.
///
/// It reads no clock and does nothing: it is told the time, and answers what may be done. Who keeps
/// it, and who shares it, is the business of a ``RequestBudgetKeeping``.
package struct BudgetLedger: Sendable, Equatable {
  private let digest: AccountDigest
  private var accounts: [String: AccountBudget] = [:]

  package init(digest: AccountDigest) {
    self.digest = digest
  }

  /// An empty one with a key of its own.
  package init() {
    var generator = SystemRandomNumberGenerator()
    self.init(digest: AccountDigest(using: &generator))
  }

  mutating func reserve(_ request: BudgetRequest, at now: Moment) -> BudgetDecision {
    change(request, at: now) {
      $0.reserve(
        request.resource,
        isWrite: request.isWrite,
        documentedLimit: request.resource.documentedLimit(hasToken: request.account.hasToken),
        at: now
      )
    }
  }

  mutating func hear(_ report: RateLimitReport, for request: BudgetRequest, at now: Moment) {
    change(request, at: now) {
      $0.hear(report, for: request.resource, isWrite: request.isWrite, at: now)
    }
  }

  mutating func giveBack(_ request: BudgetRequest, at now: Moment) {
    change(request, at: now) {
      $0.giveBack(request.resource, isWrite: request.isWrite, at: now)
    }
  }

  /// Ends the turn of a change whose answer never came; the request counts as sent.
  mutating func endWrite(_ request: BudgetRequest, at now: Moment) {
    guard request.isWrite else { return }
    change(request, at: now) { $0.endWrite(at: now) }
  }

  /// What is left, and until when, without a request.
  package func status(
    of resource: RequestResource,
    for account: BudgetAccount,
    at now: Moment
  ) -> BudgetStatus {
    accounts[name(account)]?.status(of: resource, at: now) ?? BudgetStatus()
  }

  private mutating func change<Result>(
    _ request: BudgetRequest,
    at now: Moment,
    _ body: (inout AccountBudget) -> Result
  ) -> Result {
    let name = name(request.account)
    accounts = accounts.filter { !$0.value.isStale(at: now) || $0.key == name }
    var account = accounts[name] ?? AccountBudget(at: now)
    defer { accounts[name] = account }
    return body(&account)
  }

  private func name(_ account: BudgetAccount) -> String {
    "\(account.origin) \(digest.text(account.token))"
  }
}

// MARK: JSON

extension BudgetLedger: JSONReadable {
  init(_ json: JSONElement) throws(JSONMismatch) {
    var members = try json.members()
    digest = try members.value("digest")
    accounts = try members.value("accounts", as: [String: AccountBudget].self)
  }

  var json: String {
    let accounts = accounts.map { (key: $0.key, json: $0.value.json) }
    return JSONWriter.object([("digest", digest.json), ("accounts", JSONWriter.object(accounts))])
  }
}

extension AccountDigest: JSONReadable {
  init(_ json: JSONElement) throws(JSONMismatch) {
    var members = try json.members()
    self.init(first: try members.value("first"), second: try members.value("second"))
  }

  fileprivate var json: String {
    JSONWriter.object([("first", "\(first)"), ("second", "\(second)")])
  }
}

/// Whose budget it is: a token's at an origin, or that of everybody at this address without one.
package struct BudgetAccount: Sendable {
  let origin: Origin
  let token: AccessToken?

  package init(origin: Origin, token: AccessToken?) {
    self.origin = origin
    self.token = token
  }

  var hasToken: Bool { token != nil }
}
