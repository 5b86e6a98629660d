extension GitHubService {
  /// The response that GitHub would send.
  package func respond(to request: SandboxRequest) -> SandboxResponse {
    var response = responseToAnyMethod(to: request)
    response.headers["Date"] = configuration.clock.now.httpDate
    response.headers["Server"] = "github.com"
    if request.method == "HEAD" {
      response.headers["Content-Length"] = String(response.body.count)
      response.body = []
    }
    return response
  }

  private func responseToAnyMethod(to request: SandboxRequest) -> SandboxResponse {
    guard let agent = request.headers["User-Agent"], !agent.isEmpty else {
      return .missingUserAgent
    }
    let version = request.headers["X-GitHub-Api-Version"] ?? APIVersion.default.rawValue
    guard let version = APIVersion(rawValue: version) else {
      return withAPIHeaders(.unknownVersion(version), to: request)
    }
    let token: SandboxToken?
    switch authenticate(request) {
    case .anonymous: token = nil
    case .token(let known): token = known
    case .unknown: return withAPIHeaders(.badCredentials, to: request)
    }
    var response = respond(to: request, token: token, version: version)
    response.headers["X-GitHub-Api-Version-Selected"] = version.rawValue
    response.headers["X-OAuth-Scopes"] = token?.scopesHeader
    return withAPIHeaders(response, to: request)
  }

  private func respond(
    to request: SandboxRequest,
    token: SandboxToken?,
    version: APIVersion
  ) -> SandboxResponse {
    let route = Route(path: request.path)
    let call = Call(request: request, token: token, version: version, service: self)
    guard let resource = route == nil ? .core : route?.resource else {
      return call.respond(to: route)
    }
    let (isAdmitted, status) = charge(token?.login, resource)
    guard isAdmitted else { return rateLimited(token: token, status: status) }
    let response = call.respond(to: route)
    if route?.isConditional == true, request.method == "GET" || request.method == "HEAD",
      response.status == 200
    {
      return conditional(response, request, token: token, status: status)
    }
    return with(status.headers, response)
  }

  /// Adds the ETag; a client that already has it gets 304, which costs nothing.
  private func conditional(
    _ response: SandboxResponse,
    _ request: SandboxRequest,
    token: SandboxToken?,
    status: RateLimitStatus
  ) -> SandboxResponse {
    let tag = EntityTag(of: response.body)
    var response = response
    response.headers["ETag"] = tag.text
    guard tag.isNamed(in: request.headers["If-None-Match"]) else {
      return with(status.headers, response)
    }
    response.headers["Content-Type"] = nil
    let unchanged = SandboxResponse(status: 304, headers: response.headers)
    return with(refund(token?.login, status.resource).headers, unchanged)
  }

  private func rateLimited(token: SandboxToken?, status: RateLimitStatus) -> SandboxResponse {
    let message =
      token.map { "API rate limit exceeded for user ID \($0.id)." }
        ?? """
        API rate limit exceeded for 127.0.0.1. (But here's the good news: Authenticated requests get \
        a higher rate limit. Check out the documentation for more details.)
        """
    let response = SandboxResponse.failure(
      configuration.rateLimits.exceededStatus,
      message,
      documentation: "/rest/overview/rate-limits-for-the-rest-api"
    )
    return with(status.headers, response)
  }

  private func with(_ headers: HeaderFields, _ response: SandboxResponse) -> SandboxResponse {
    var response = response
    response.headers.merge(headers)
    return response
  }

  private func withAPIHeaders(
    _ response: SandboxResponse,
    to request: SandboxRequest
  ) -> SandboxResponse {
    let number = hexadecimal(UInt64(nextRequestNumber()), digits: 8).uppercased()
    return with(
      [
        "X-GitHub-Media-Type": "github.v3; format=json",
        "X-GitHub-Request-Id": "5AB0:\(number)",
        "Vary": "Accept, Authorization, Cookie, X-GitHub-OTP",
      ],
      response
    )
  }
}

/// The identity behind a request.
enum Authentication {
  case anonymous
  case token(SandboxToken)
  /// Invalid credentials, which fail every request with 401.
  case unknown
}

extension GitHubService {
  /// Parses `Authorization: Bearer …` and the older `token …`; other schemes are unknown.
  func authenticate(_ request: SandboxRequest) -> Authentication {
    guard let header = request.headers["Authorization"] else { return .anonymous }
    let parts = header.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2, ["bearer", "token"].contains(parts[0].lowercased()),
      let token = configuration.tokens.first(where: { $0.value == parts[1] })
    else { return .unknown }
    return .token(token)
  }
}

extension SandboxToken {
  /// `X-OAuth-Scopes`, which only classic tokens have.
  var scopesHeader: String? {
    switch kind {
    case .classic(let scopes): scopes.joined(separator: ", ")
    case .fineGrained: nil
    }
  }
}

/// The versions that `X-GitHub-Api-Version` may name.
enum APIVersion: String {
  case `default` = "2022-11-28"
  /// Its `GET /rate_limit` returns only `resources`.
  case newest = "2026-03-10"
}

/// A weak ETag derived from a body (RFC 9110, section 8.8.3).
struct EntityTag {
  /// `W/"…"`, as in the header.
  let text: String

  init(of body: [UInt8]) {
    text = "W/\"\(hexadecimal(stableHash(body), digits: 16))\""
  }

  /// Whether an `If-None-Match` header lists it; weak and strong forms are equal.
  func isNamed(in header: String?) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").contains { entry in
      let tag = entry.drop { $0 == " " }
      return tag == "*" || Self.strong(tag) == Self.strong(text[...])
    }
  }

  private static func strong(_ tag: Substring) -> Substring {
    tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
  }
}
