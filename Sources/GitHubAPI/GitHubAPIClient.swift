package import GitHubModel
package import HTTPTransport
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Talks to GitHub: one verb over ``Endpoint`` values.
package struct GitHubAPIClient: Sendable {
  private let base: APIBase
  private let transport: any HTTPTransport
  private let tokens: any TokenProviding
  private let conduct: RequestConduct
  private let userAgent: String
  private var cache: AnswerCache?

  package init(
    base: APIBase,
    transport: any HTTPTransport,
    tokens: any TokenProviding,
    conduct: RequestConduct,
    userAgent: String
  ) {
    self.base = base
    self.transport = transport
    self.tokens = tokens
    self.conduct = conduct
    self.userAgent = userAgent
  }

  /// The same client, content with answers that were kept, and keeping those it gets.
  package func caching(_ cache: AnswerCache) -> Self {
    var client = self
    client.cache = cache
    return client
  }

  /// What the user's clock shows.
  var date: Date { conduct.clock.date() }

  /// Makes the call and reads its answer.
  package func send<Value>(
    _ endpoint: Endpoint<Value>
  ) async throws(GitHubError) -> Answer<Value> {
    try await send(
      endpoint,
      to: RequestTarget(base: base(of: endpoint), path: endpoint.path, query: endpoint.query)
    )
  }

  /// Makes the same call to the page that an earlier answer named.
  func send<Value>(
    _ endpoint: Endpoint<Value>,
    toPage url: String
  ) async throws(GitHubError) -> Answer<Value> {
    try await send(endpoint, to: target(url, attempted: endpoint.attempted))
  }

  private func send<Value>(
    _ endpoint: Endpoint<Value>,
    to target: RequestTarget
  ) async throws(GitHubError) -> Answer<Value> {
    let token = try token(for: endpoint)
    let head = requestHead(for: endpoint, to: target, token: token)
    do throws(GitHubError) {
      let request = TransportRequest(head: head, body: endpoint.body)
      if let cache, endpoint.staleness != .refused {
        return try await answer(to: endpoint, request, token, through: cache)
      }
      return try answer(to: endpoint, from: try await response(to: endpoint, request, token))
    } catch {
      // A server may repeat the token, in its message or in an address to go to.
      throw error.hiding(token)
    }
  }
}

// MARK: Kept answers

extension GitHubAPIClient {
  /// What was kept, when it is young enough or GitHub says that it still holds; else a new answer.
  private func answer<Value>(
    to endpoint: Endpoint<Value>,
    _ request: TransportRequest,
    _ token: AccessToken?,
    through cache: AnswerCache
  ) async throws(GitHubError) -> Answer<Value> {
    let key = AnswerCache.key(for: request.head, token)
    let kept = await cache.answer(for: key)
    if let kept, cache.isYoung(kept, at: date), let answer = try? answer(to: endpoint, from: kept) {
      return answer
    }
    var request = request
    if endpoint.staleness == .confirmed {
      request.head.headerFields[.ifNoneMatch] = kept?.entityTag
    }
    let response = try await response(to: endpoint, request, token)
    if response.head.status == .notModified, let kept {
      let answer = try answer(to: endpoint, from: kept)
      await cache.keep(kept, for: key)
      return answer
    }
    let answer = try answer(to: endpoint, from: response)
    if let fresh = KeptAnswer(response) { await cache.keep(fresh, for: key) }
    return answer
  }

  /// An answer that was kept tells nothing of today's limits.
  private func answer<Value>(
    to endpoint: Endpoint<Value>,
    from kept: KeptAnswer
  ) throws(GitHubError) -> Answer<Value> {
    try answer(to: endpoint, from: kept.response)
  }

  private func response<Value>(
    to endpoint: Endpoint<Value>,
    _ request: TransportRequest,
    _ token: AccessToken?
  ) async throws(GitHubError) -> TransportResponse {
    var exchange = exchange(for: endpoint, token: token)
    return try await follow(request, through: &exchange, attempted: endpoint.attempted)
  }
}

// MARK: Budget

extension GitHubAPIClient {
  /// What is left of a budget, and until when, without a request: what the last answers said.
  package func budget(of resource: RequestResource) async -> BudgetStatus {
    let token = try? tokens.token(isRequired: false)
    let account = BudgetAccount(origin: base.origin, token: token)
    let clock = conduct.clock
    return await conduct.budget.update {
      $0.status(of: resource, for: account, at: clock.now())
    }
  }
}

// MARK: Request

extension GitHubAPIClient {
  private func base<Value>(of endpoint: Endpoint<Value>) -> APIBase {
    switch endpoint.interface {
    case .rest: base
    case .graphQLQuery: base.graphQL
    }
  }

  private func requestHead<Value>(
    for endpoint: Endpoint<Value>,
    to target: RequestTarget,
    token: AccessToken?
  ) -> HTTPRequest {
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

  private func exchange<Value>(for endpoint: Endpoint<Value>, token: AccessToken?) -> Exchange {
    Exchange(
      BudgetRequest(
        account: BudgetAccount(origin: base.origin, token: token),
        resource: RequestResource(path: endpoint.path),
        isWrite: endpoint.isWrite
      ),
      attempted: endpoint.attempted,
      transport: transport,
      conduct: conduct
    )
  }

  private func token<Value>(for endpoint: Endpoint<Value>) throws(GitHubError) -> AccessToken? {
    let isRequired = endpoint.authentication == .required
    do {
      guard let token = try tokens.token(isRequired: isRequired) else {
        if isRequired { throw GitHubError(.tokenMissing, attempted: endpoint.attempted) }
        return nil
      }
      return token
    } catch let error as GitHubError {
      throw error
    } catch {
      var failure = GitHubError(.tokenUnreadable, attempted: endpoint.attempted)
      failure.cause = error
      throw failure
    }
  }
}

// MARK: Answer

extension GitHubAPIClient {
  /// Sends, and repeats the request where a redirect on the same origin points.
  private func follow(
    _ request: TransportRequest,
    through exchange: inout Exchange,
    attempted: String
  ) async throws(GitHubError) -> TransportResponse {
    var request = request
    for _ in 0...Self.mostRedirects {
      let response = try await exchange.send(request)
      guard Self.redirects.contains(response.head.status.code) else { return response }
      guard let location = response.head.headerFields[.location] else { return response }
      request.head.path = try target(location, attempted: attempted).text
    }
    throw GitHubError(
      .badResponse,
      attempted: attempted,
      message: "more than \(Self.mostRedirects) redirects"
    )
  }

  private func target(_ url: String, attempted: String) throws(GitHubError) -> RequestTarget {
    do throws(RefusedTarget) {
      return try RequestTarget(url: url, on: base.origin)
    } catch {
      let message =
        switch error {
        case .otherOrigin: "refused to follow an address outside \(base.origin): \(url)"
        case .malformed: "refused to follow a malformed address: \(url)"
        }
      throw GitHubError(.badResponse, attempted: attempted, message: message)
    }
  }

  private func answer<Value>(
    to endpoint: Endpoint<Value>,
    from response: TransportResponse
  ) throws(GitHubError) -> Answer<Value> {
    guard let value = try read(endpoint, from: response) else {
      throw GitHubError(response, attempted: endpoint.attempted)
    }
    let fields = response.head.headerFields
    let link = fields[.link].map(LinkHeader.init)
    return Answer(
      value: value,
      rateLimit: RateLimitHeaders.budget(fields),
      scopes: fields[.oauthScopes].map(Self.list),
      entityTag: fields[.eTag],
      nextPage: link?.url(relation: "next"),
      lastPage: link?.page(relation: "last")
    )
  }

  private func read<Value>(
    _ endpoint: Endpoint<Value>,
    from response: TransportResponse
  ) throws(GitHubError) -> Value? {
    do throws(UnreadableBody) {
      return try endpoint.read(response)
    } catch {
      throw GitHubError(.badResponse, attempted: endpoint.attempted, message: error.reason)
    }
  }

  /// The method is kept on each; 303 would change it, and GitHub does not use it.
  private static let redirects: Set<Int> = [301, 302, 307, 308]
  private static let mostRedirects = 3

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }.map(String.init)
  }
}
