import HTTPTransport
import HTTPTypes

/// One call on its way to an answer: it keeps to the limits, and repeats what failed for a moment.
///
/// A call has a time limit, which its repetitions and redirects share. Waiting for a limit or for
/// the turn of a change does not count toward it.
struct Exchange {
  private let transport: any HTTPTransport
  private let conduct: RequestConduct
  private let request: BudgetRequest
  private let attempted: String
  private var deadline: Moment
  private var repetitions = 0
  private var waited = Duration.zero
  private var refusals = 0
  /// The last answer that was a limit.
  private var refusal: GitHubError?
  private var announced: Moment?

  init(
    _ request: BudgetRequest,
    attempted: String,
    transport: any HTTPTransport,
    conduct: RequestConduct
  ) {
    self.request = request
    self.attempted = attempted
    self.transport = transport
    self.conduct = conduct
    deadline = conduct.clock.now() + Self.longestCall
  }

  /// Sends the request until there is an answer that repeating it would not change.
  mutating func send(_ message: TransportRequest) async throws(GitHubError) -> TransportResponse {
    while true {
      try await waitForTurn()
      switch await attempt(message) {
      case .success(let response):
        if let limit = try await hear(response) {
          refusal = limit
          refusals += 1
        } else if !response.head.status.isPassing {
          return response
        } else if try await !rest(before: message.head, atLeast: pause(of: response)) {
          return response
        }
      case .failure(let error):
        guard error.code.isPassing, try await rest(before: message.head) else {
          throw GitHubError(error, attempted: attempted)
        }
      }
    }
  }

  private static let longestCall = Duration.seconds(30)
}

// MARK: One attempt

extension Exchange {
  private func attempt(
    _ message: TransportRequest
  ) async -> Result<TransportResponse, TransportError> {
    var message = message
    message.timeout = max(deadline - conduct.clock.now(), .milliseconds(1))
    do throws(TransportError) {
      return .success(try await transport.send(message))
    } catch {
      let (request, clock) = (request, conduct.clock)
      await conduct.budget.update { ledger in
        let now = clock.now()
        if error.code.isBeforeSending {
          ledger.giveBack(request, at: now)
        } else {
          ledger.endWrite(request, at: now)
        }
      }
      return .failure(error)
    }
  }

  /// Writes down what the answer says of the limits; the failure, if it is one of them.
  ///
  /// Throws it where its end is too far off to wait for.
  private func hear(_ response: TransportResponse) async throws(GitHubError) -> GitHubError? {
    let limit = limit(in: response)
    let report = RateLimitHeaders.report(
      response.head.headerFields,
      expected: request.resource,
      isRefused: limit != nil,
      date: conduct.clock.date()
    )
    let (request, clock) = (request, conduct.clock)
    await conduct.budget.update { $0.hear(report, for: request, at: clock.now()) }
    if let limit, report.refusal == .unbelievable { throw limit }
    return limit
  }

  private func limit(in response: TransportResponse) -> GitHubError? {
    guard [403, 429].contains(response.head.status.code) else { return nil }
    let error = GitHubError(response, attempted: attempted)
    return error.code == .rateLimited ? error : nil
  }
}

// MARK: Waiting

extension Exchange {
  /// Returns when the request may go, and counts as sent.
  private mutating func waitForTurn() async throws(GitHubError) {
    while true {
      // The time is read once nobody else has the ledger: what others wrote while this one waited
      // for it would otherwise lie in the future, and look like nothing that could be true.
      let (request, clock) = (request, conduct.clock)
      switch await conduct.budget.update({ $0.reserve(request, at: clock.now()) }) {
      case .go: return
      case .wait(let wait): try await sit(out: wait, from: clock.now())
      }
    }
  }

  private mutating func sit(out wait: BudgetWait, from now: Moment) async throws(GitHubError) {
    var length = wait.until - now
    if wait.cause != .pace {
      try check(length, wait)
      announce(wait, length)
    }
    // It may be over sooner: when the answer to somebody else's request comes, or a change ends.
    if wait.cause == .pace || wait.cause == .unconfirmed { length = min(length, .seconds(1)) }
    if wait.cause != .pace { waited += length }
    try await sleep(length)
    deadline = deadline + length
  }

  private func check(_ length: Duration, _ wait: BudgetWait) throws(GitHubError) {
    guard conduct.waiting.allows(length, waited: waited, refusals: refusals) else {
      var error =
        refusal
        ?? GitHubError(.rateLimited, attempted: attempted, message: "known from an earlier answer")
      error.resetsAt = conduct.clock.date(after: length)
      throw error
    }
  }

  /// Once for each end that is waited for.
  private mutating func announce(_ wait: BudgetWait, _ length: Duration) {
    if let announced, abs(announced.milliseconds - wait.until.milliseconds) < 2000 { return }
    announced = wait.until
    let until = conduct.clock.date(after: length)
    conduct.waiting.announce(WaitNotice(until: until, cause: wait.cause))
  }

  /// False when the request is not to be repeated, or there is no time left for it.
  private mutating func rest(
    before head: HTTPRequest,
    atLeast least: Duration = .zero
  ) async throws(GitHubError) -> Bool {
    guard head.method.isIdempotent, let delay = conduct.retries.delay(before: repetitions) else {
      return false
    }
    let length = max(delay, least)
    let left = deadline - conduct.clock.now()
    guard length + Self.leastAttempt <= left else { return false }
    repetitions += 1
    try await sleep(length)
    return true
  }

  /// A repetition with less time than this is not worth its request.
  private static let leastAttempt = Duration.seconds(1)

  /// What a 503 asks for.
  private func pause(of response: TransportResponse) -> Duration {
    RateLimitHeaders.retryAfter(response.head.headerFields, date: conduct.clock.date()) ?? .zero
  }

  private func sleep(_ length: Duration) async throws(GitHubError) {
    do {
      try await conduct.clock.sleep(length)
    } catch {
      throw GitHubError(.cancelled, attempted: attempted)
    }
  }
}
