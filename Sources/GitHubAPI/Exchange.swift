import GitHubModel
import HTTPTransport
import HTTPTypes

/// Sends the requests of one call, respecting rate limits and retrying transient failures.
///
/// A call has a time limit shared by its retries and redirects. Waits for a rate limit or for
/// another write do not count toward it.
struct Exchange {
  private let transport: any HTTPTransport
  private let options: ClientOptions
  /// The limit that the request counts against; nil for a request that GitHub does not limit.
  private let request: RateLimiter.Request?
  /// Whether sending the request twice has the same effect as sending it once.
  private let isRepeatable: Bool
  private var deadline: Moment
  private var retries = 0
  private var refusals = 0
  /// The error of the last rate limit refusal.
  private var refusal: GitHubError?
  /// The end of the last announced wait.
  private var announced: Moment?
  /// When the current attempt was reserved.
  private var sent: Moment

  init(
    _ request: RateLimiter.Request?,
    isRepeatable: Bool,
    transport: any HTTPTransport,
    options: ClientOptions
  ) {
    self.request = request
    self.isRepeatable = isRepeatable
    self.transport = transport
    self.options = options
    sent = options.clock.now()
    deadline = sent + options.timeLimit
  }

  /// Sends the request, repeating it until a retry would not change the response.
  mutating func send(_ message: TransportRequest) async throws(GitHubError) -> TransportResponse {
    while true {
      try await waitForTurn()
      switch await attempt(message) {
      case .success(let response):
        if let refusal = try await record(response) {
          self.refusal = refusal
          refusals += 1
        } else if !response.head.status.isTransient {
          return response
        } else if try await !backOff(
          because: .status(response.head.status.code),
          atLeast: retryAfter(response)
        ) {
          return response
        }
      case .failure(let error):
        guard error.code.isTransient,
          try await backOff(because: .failure(error.code))
        else { throw GitHubError(error) }
      }
    }
  }
}

// MARK: One attempt

extension Exchange {
  private func attempt(
    _ message: TransportRequest
  ) async -> Result<TransportResponse, TransportError> {
    var message = message
    message.timeout = max(deadline - options.clock.now(), .milliseconds(1))
    do throws(TransportError) {
      return .success(try await transport.send(message))
    } catch {
      if let request {
        let (sent, clock) = (sent, options.clock)
        let report = RateLimitReport(isFailure: true, isCounted: !error.code.isBeforeSending)
        await options.rateLimits.update {
          $0.record(report, for: request, sent: sent, at: clock.now())
        }
      }
      return .failure(error)
    }
  }

  /// Records a response's rate limits, and returns the error if it is a rate limit refusal.
  ///
  /// Throws the error instead if waiting is off.
  private func record(_ response: TransportResponse) async throws(GitHubError) -> GitHubError? {
    var refusal = refusal(in: response)
    guard let request else {
      if let refusal { throw refusal }
      return nil
    }
    let report = RateLimitHeaders.report(
      response.head,
      expected: request.resource,
      isRefused: refusal != nil,
      date: options.clock.date()
    )
    let (sent, clock) = (sent, options.clock)
    let blockedFor = await options.rateLimits.update { limiter in
      let now = clock.now()
      limiter.record(report, for: request, sent: sent, at: now)
      return limiter.status(
        of: request.resource,
        at: request.origin,
        token: request.token,
        now: now
      ).blockedFor
    }
    guard refusal != nil else { return nil }
    refusal?.cause = .rateLimited(resetsAt: blockedFor.map(options.clock.date(after:)))
    if let refusal { options.waiting.record(refusal) }
    if let refusal, report.refusal == .tooLong || options.waiting.waitLimit == .none {
      throw refusal
    }
    return refusal
  }

  /// The error of a rate limit refusal, which GraphQL sends with status 200.
  private func refusal(in response: TransportResponse) -> GitHubError? {
    switch response.head.status.code {
    case 403, 429:
      let error = GitHubError(response)
      return error.kind == .rateLimited ? error : nil
    // Refusals are short, so only short responses are parsed twice.
    case 200 where request?.resource == .graphql && response.body.count < 1 << 14:
      let body = ErrorResponse(response)
      guard body.isRateLimit else { return nil }
      return GitHubError(.rateLimited(), message: body.text)
    default:
      return nil
    }
  }
}

// MARK: Waiting

extension Exchange {
  /// Returns when the request may be sent; it then counts as sent.
  private mutating func waitForTurn() async throws(GitHubError) {
    guard let request else {
      sent = options.clock.now()
      return
    }
    if let refusal = options.waiting.refusal { throw refusal }
    while true {
      // Reads the time inside the update; otherwise, data recorded by other processes while this
      // one waited for the store would be in the future, and be ignored.
      let clock = options.clock
      let (wait, now) = await options.rateLimits.update { limiter in
        let now = clock.now()
        return (limiter.reserve(request, at: now), now)
      }
      guard let wait else {
        sent = now
        return
      }
      try await self.wait(wait)
    }
  }

  /// Waits until the limit ends, or a second at a time if another request could end it earlier.
  private mutating func wait(_ wait: RateLimiter.Wait) async throws(GitHubError) {
    let whole = wait.until - options.clock.now()
    // The wait may already be over, since updating the store can take a while.
    guard whole > .zero else { return }
    let length =
      switch wait.cause {
      case .limit, .pause: whole
      case .unconfirmed, .turn: min(whole, .seconds(1))
      }
    if wait.cause != .turn {
      guard options.waiting.begin(length, refusals: refusals) else {
        throw rateLimited(until: whole)
      }
      announce(wait, whole)
    }
    try await rest(for: length, counting: .zero)
  }

  /// Waits; only the counted part of the wait reduces the call's time limit.
  ///
  /// The wait is measured, since it takes longer than planned if the machine sleeps.
  private mutating func rest(
    for length: Duration,
    counting counted: Duration
  ) async throws(GitHubError) {
    let start = options.clock.now()
    try await options.clock.wait(length)
    deadline = deadline + (options.clock.now() - start - counted)
  }

  private func rateLimited(until end: Duration) -> GitHubError {
    var error = refusal ?? GitHubError(.rateLimited())
    error.cause = .rateLimited(resetsAt: options.clock.date(after: end))
    return error
  }

  /// Announces a wait once for each end.
  private mutating func announce(_ wait: RateLimiter.Wait, _ length: Duration) {
    if let announced, abs((wait.until - announced) / .seconds(1)) < 2 { return }
    announced = wait.until
    let until = options.clock.date(after: length)
    options.waiting.announce(WaitNotice(until: until, cause: wait.cause))
  }

  /// Waits before a retry; returns false if the request is not retried, or not enough time remains.
  private mutating func backOff(
    because cause: RetryNotice.Cause,
    atLeast least: Duration = .zero
  ) async throws(GitHubError) -> Bool {
    guard isRepeatable, options.retries.covers(cause),
      let delay = options.retries.delay(before: retries)
    else { return false }
    let length = max(delay, least)
    let left = deadline - options.clock.now()
    guard length + Self.minAttemptTime <= left else { return false }
    retries += 1
    let count = options.retries.count
    options.announceRetry(
      RetryNotice(cause: cause, delay: length, number: retries, count: count)
    )
    defer { options.announceRetry(nil) }
    do throws(GitHubError) {
      try await rest(for: length, counting: length)
    } catch {
      // The previous attempt may have taken effect.
      let host = request?.origin.host ?? ""
      throw GitHubError(
        TransportError(.canceled, host: host, reason: "canceled before a retry")
      )
    }
    return true
  }

  /// The minimum time left for a retry to be worthwhile.
  private static let minAttemptTime = Duration.seconds(1)

  /// The wait requested by a 503.
  private func retryAfter(_ response: TransportResponse) -> Duration {
    RateLimitHeaders.retryAfter(response.head.headerFields, date: options.clock.date()) ?? .zero
  }
}
