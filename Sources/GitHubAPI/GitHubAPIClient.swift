import Essentials
package import GitHubModel
package import HTTPTransport
import HTTPTypes

/// Sends ``Endpoint`` values to GitHub and parses the responses.
///
/// The client has no mutable state: copies share the rate limits, and calls may run concurrently.
package struct GitHubAPIClient: Sendable {
  private let base: APIBase
  private let transport: any HTTPTransport
  private let tokens: any TokenProviding
  private var options: ClientOptions
  private let userAgent: String
  private var cache: ResponseCache?

  /// Creates a client for one API.
  ///
  /// - Parameters:
  ///   - base: The API. A token is sent only to its origin.
  ///   - transport: Sends each request, without retries or redirects.
  ///   - tokens: Asked for a token before each call.
  ///   - options: Rate limits, waits and retries.
  ///   - userAgent: The `User-Agent` field, which GitHub requires.
  package init(
    base: APIBase,
    transport: any HTTPTransport,
    tokens: any TokenProviding,
    options: ClientOptions,
    userAgent: String
  ) {
    self.base = base
    self.transport = transport
    self.tokens = tokens
    self.options = options
    self.userAgent = userAgent
  }

  /// A copy of the client that uses the cache for endpoints that allow it.
  package func caching(_ cache: ResponseCache) -> Self {
    var client = self
    client.cache = cache
    return client
  }

  /// A copy of the client for optional calls.
  ///
  /// A call fails at the time limit or at the first error, without a retry. It waits for a rate
  /// limit like other calls, which does not count toward the time limit.
  package func bestEffort(within timeLimit: Duration) -> Self {
    var client = withoutRetries()
    client.options.timeLimit = timeLimit
    return client
  }

  /// A copy of the client that announces its retries: each before its wait, and nil after it, on
  /// any thread.
  package func announcingRetries(
    _ announce: @escaping @Sendable (RetryNotice?) -> Void
  ) -> Self {
    var client = self
    client.options.announceRetry = announce
    return client
  }

  /// A copy of the client that does not retry, for a caller that does so itself.
  package func withoutRetries() -> Self {
    var client = self
    client.options.retries = .none
    return client
  }

  /// A copy of the client that does not retry timeouts, for a caller that then requests less.
  func withoutRetriesOfTimeouts() -> Self {
    var client = self
    client.options.retries.skipsTimeouts = true
    return client
  }

  /// The time on the user's own clock.
  var date: Date { options.clock.date() }

  /// Sends the request and parses the response.
  package func send<Value>(
    _ endpoint: Endpoint<Value>
  ) async throws(GitHubError) -> APIResponse<Value> {
    let token = try token(for: endpoint)
    let head = requestHead(for: endpoint, token: token)
    do throws(GitHubError) {
      let request = TransportRequest(
        head: head,
        body: endpoint.body,
        isRepeatable: endpoint.isRepeatable
      )
      if let cache, endpoint.cachePolicy != .never {
        return try await response(to: endpoint, request, token, through: cache)
      }
      return try read(try await exchange(endpoint, request, token), as: endpoint)
    } catch {
      // A server may repeat the token in its message or a URL.
      var failure = error.hiding(token)
      failure.subject = endpoint.subject
      failure.requestKind = endpoint.requestKind
      if let token { failure.credential = token.isFineGrained ? .fineGrainedToken : .classicToken }
      throw failure
    }
  }
}

// MARK: Cache

extension GitHubAPIClient {
  /// The cached response if it is fresh or GitHub confirms it (304), otherwise a new one.
  private func response<Value>(
    to endpoint: Endpoint<Value>,
    _ request: TransportRequest,
    _ token: AccessToken?,
    through cache: ResponseCache
  ) async throws(GitHubError) -> APIResponse<Value> {
    let account = await options.rateLimits.update { $0.account(token) }
    let key = cache.key(for: request.head, account: account)
    let cached = await cache.storage.response(for: key)
    if let cached, let storedAt = cached.storedAt, cache.isFresh(storedAt, at: date),
      let response = try? read(cached.response, as: endpoint),
      endpoint.isCurrent(response.value, storedAt, date)
    {
      return response
    }
    var request = request
    if endpoint.cachePolicy == .revalidate {
      request.head.headerFields[.ifNoneMatch] = cached?.entityTag
    }
    let response = try await exchange(endpoint, request, token)
    if response.head.status == .notModified, let cached {
      let result = try read(cached.response, as: endpoint)
      await cache.storage.store(cached, for: key)
      return result
    }
    let result = try read(response, as: endpoint)
    if endpoint.isWhole(result.value), !result.isPartial, let fresh = StoredResponse(response) {
      await cache.storage.store(fresh, for: key)
    }
    return result
  }
}

extension GitHubAPIClient {
  /// The cached responses to a repository endpoint since a date, with their dates, newest first;
  /// sends no requests.
  ///
  /// `end` is the end of the path, after `/repos/{owner}/{repo}`.
  func cached<Value>(
    _ endpoint: (RepositoryName) -> Endpoint<Value>,
    endingWith end: String,
    since date: Date
  ) async -> [(name: RepositoryName, response: APIResponse<Value>, date: Date)] {
    guard let cache else { return [] }
    let token = try? tokens.token(isRequired: false)
    let account = await options.rateLimits.update { $0.account(token) }
    var found: [(RepositoryName, APIResponse<Value>, Date)] = []
    for key in await cache.storage.keys(endingWith: end, since: date) {
      let segments = key.dropLast(end.count).split(separator: "/").suffix(2)
      guard let name = RepositoryName(segments.joined(separator: "/")) else { continue }
      let endpoint = endpoint(name)
      // Another account may have seen repositories that this one cannot.
      guard cache.key(for: requestHead(for: endpoint, token: token), account: account) == key,
        let cached = await cache.storage.response(for: key), let storedAt = cached.storedAt,
        let response = try? read(cached.response, as: endpoint)
      else { continue }
      found.append((name, response, storedAt))
    }
    return found
  }
}

// MARK: Rate limits

extension GitHubAPIClient {
  /// The known rate limit of a resource, without a request.
  package func rateLimit(of resource: RequestResource) async -> RateLimiter.Status {
    let token = try? tokens.token(isRequired: false)
    let (origin, clock) = (base.origin, options.clock)
    return await options.rateLimits.update {
      $0.status(of: resource, at: origin, token: token, now: clock.now())
    }
  }
}

// MARK: Requests

extension GitHubAPIClient {
  private func base<Value>(of endpoint: Endpoint<Value>) -> APIBase {
    switch endpoint.interface {
    case .rest: base
    case .graphQLQuery, .graphQLMutation: base.graphQL
    }
  }

  private func requestHead<Value>(
    for endpoint: Endpoint<Value>,
    token: AccessToken?
  ) -> HTTPRequest {
    let target = RequestTarget(
      base: base(of: endpoint),
      path: endpoint.path,
      query: endpoint.query
    )
    var fields: HTTPFields = [
      .accept: endpoint.accept,
      .userAgent: userAgent,
      .apiVersion: "2022-11-28",
    ]
    if let token {
      fields[.authorization] = "Bearer \(token.reveal())"
    }
    if !endpoint.body.isEmpty { fields[.contentType] = "application/json" }
    if let tag = endpoint.entityTag { fields[.ifNoneMatch] = tag }
    return HTTPRequest(
      method: endpoint.method,
      scheme: base.origin.scheme,
      authority: base.origin.authority,
      path: target.text,
      headerFields: fields
    )
  }

  private func token<Value>(for endpoint: Endpoint<Value>) throws(GitHubError) -> AccessToken? {
    let isRequired = endpoint.authentication == .required
    do {
      guard let token = try tokens.token(isRequired: isRequired) else {
        if isRequired { throw GitHubError(.tokenMissing, subject: endpoint.subject) }
        return nil
      }
      return token
    } catch let error as GitHubError {
      throw error
    } catch {
      throw GitHubError(.unreadableToken(error), subject: endpoint.subject)
    }
  }

  private func exchange<Value>(
    _ endpoint: Endpoint<Value>,
    _ request: TransportRequest,
    _ token: AccessToken?
  ) async throws(GitHubError) -> TransportResponse {
    let resource = RequestResource(path: endpoint.path)
    var exchange = Exchange(
      resource.map { resource in
        RateLimiter.Request(
          origin: base.origin,
          token: token,
          resource: resource,
          isWrite: endpoint.isWrite
        )
      },
      isRepeatable: endpoint.isRepeatable,
      transport: transport,
      options: options
    )
    return try await followRedirects(request, through: &exchange)
  }
}

// MARK: Redirects

extension GitHubAPIClient {
  /// Sends the request, and follows redirects on the same origin.
  private func followRedirects(
    _ request: TransportRequest,
    through exchange: inout Exchange
  ) async throws(GitHubError) -> TransportResponse {
    var request = request
    for _ in 0...Self.maxRedirects {
      let response = try await exchange.send(request)
      guard Self.redirects.contains(response.head.status.code),
        let location = response.head.headerFields[.location]
      else { return response }
      request.head.path = try RequestTarget(url: location, on: base.origin).text
      if response.head.status == .seeOther {
        request.head.method = .get
        request.head.headerFields[.contentType] = nil
        request.body.removeAll()
      }
    }
    throw .refusedRedirect("more than \(Self.maxRedirects) redirects")
  }

  /// 303 is followed with GET (RFC 9110, section 15.4.4); the others keep the method.
  private static let redirects = [301, 302, 303, 307, 308]
  private static let maxRedirects = 3
}

// MARK: Responses

extension GitHubAPIClient {
  private func read<Value>(
    _ response: TransportResponse,
    as endpoint: Endpoint<Value>
  ) throws(GitHubError) -> APIResponse<Value> {
    guard let value = try endpoint.read(response) else {
      throw GitHubError(response, webHost: base.webHost)
    }
    let fields = response.head.headerFields
    let link = fields[.link].map(LinkHeader.init)
    return APIResponse(
      value: value,
      body: response.body,
      rateLimit: RateLimitHeaders.rateLimit(fields),
      scopes: fields[.oauthScopes].map(OAuthScopes.list),
      entityTag: fields[.eTag],
      isPartial: fields[.singleSignOn]?.hasPrefix("partial-results") == true,
      hasNextPage: link?.url(relation: "next") != nil,
      lastPage: link?.page(relation: "last")
    )
  }
}

/// The path and query of a request to the API's own origin, percent-encoded.
package struct RequestTarget: Sendable, Hashable {
  /// The text, which starts with a slash and contains only printable ASCII.
  let text: String

  /// Encodes each segment, and each name and value of the query, separately.
  init(base: APIBase, path: [String], query: [(name: String, value: String)]) {
    let segments = path.map { "/" + $0.percentEncoded }.joined()
    let items = query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
    text = base.path + segments + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }

  /// Checks a URL in a server's `Location` field.
  ///
  /// - Throws: ``GitHubError`` for another origin, a path with `.` or `..` segments, or anything
  ///   that is not clearly a URL, so that the token is sent only to the API's origin.
  init(url: String, on origin: Origin) throws(GitHubError) {
    let path = try Self.path(of: url, on: origin) ?? ""
    let isPrintable = path.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"\\\"<>^`{|}".utf8.contains($0) }
    // A path that starts with two slashes would be parsed as a host if used without its origin.
    guard path.hasPrefix("/"), !path.hasPrefix("//"), isPrintable, !Self.hasDotSegments(path) else {
      throw .refusedRedirect("refused to follow a malformed URL: \(url)")
    }
    text = path
  }

  /// The part after the authority, without its fragment; nil if it is not a URL.
  private static func path(of url: String, on origin: Origin) throws(GitHubError) -> String? {
    let address = url.prefix { $0 != "#" }
    // `//host/path` names another host; only a single slash keeps the origin.
    if address.hasPrefix("/"), !address.hasPrefix("//") { return String(address) }
    guard address.contains("://") else { return nil }
    guard let (found, target) = Origin.split(String(address)), found == origin else {
      throw .refusedRedirect("refused to follow a redirect outside \(origin): \(url)")
    }
    return target.hasPrefix("/") ? String(target) : "/" + target
  }

  private static func hasDotSegments(_ path: String) -> Bool {
    path.prefix { $0 != "?" }.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }
}

extension GitHubError {
  fileprivate static func refusedRedirect(_ message: String) -> Self {
    GitHubError(.badResponse(.refusedRedirect), message: message)
  }
}
