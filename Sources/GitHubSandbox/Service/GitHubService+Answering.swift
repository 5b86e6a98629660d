extension GitHubService {
  /// Answers a request as GitHub would.
  package func answer(_ request: SandboxRequest) -> SandboxResponse {
    var answer = answerToAnyMethod(request)
    answer.headers["Date"] = configuration.clock.now.httpDate
    answer.headers["Server"] = "github.com"
    if request.method == "HEAD" {
      answer.headers["Content-Length"] = String(answer.body.count)
      answer.body = []
    }
    return answer
  }

  private func answerToAnyMethod(_ request: SandboxRequest) -> SandboxResponse {
    guard let agent = request.headers["User-Agent"], !agent.isEmpty else {
      return .missingUserAgent
    }
    let version = request.headers["X-GitHub-Api-Version"] ?? APIVersion.usual.rawValue
    guard let version = APIVersion(rawValue: version) else {
      return withAPIHeaders(.unknownVersion(version), to: request)
    }
    let token: SandboxToken?
    switch authenticate(request) {
    case .anonymous: token = nil
    case .token(let known): token = known
    case .unknown: return withAPIHeaders(.badCredentials, to: request)
    }
    var answer = answer(request, token: token, version: version)
    answer.headers["X-GitHub-Api-Version-Selected"] = version.rawValue
    answer.headers["X-OAuth-Scopes"] = token?.scopesHeader
    return withAPIHeaders(answer, to: request)
  }

  private func answer(
    _ request: SandboxRequest,
    token: SandboxToken?,
    version: APIVersion
  ) -> SandboxResponse {
    let route = Route(path: request.path)
    let call = Call(request: request, token: token, version: version, service: self)
    guard let resource = route == nil ? .core : route?.resource else {
      return call.answer(to: route)
    }
    let (isAdmitted, status) = charge(token?.login, resource)
    guard isAdmitted else { return rateLimited(token: token, status: status) }
    let answer = call.answer(to: route)
    if route?.isConditional == true, request.method == "GET" || request.method == "HEAD",
      answer.status == 200
    {
      return conditional(answer, request, token: token, status: status)
    }
    return with(status.headers, answer)
  }

  /// Adds the ETag; a client that has it already gets 304, which costs nothing.
  private func conditional(
    _ answer: SandboxResponse,
    _ request: SandboxRequest,
    token: SandboxToken?,
    status: RateLimitStatus
  ) -> SandboxResponse {
    let tag = EntityTag(of: answer.body)
    var answer = answer
    answer.headers["ETag"] = tag.text
    guard tag.isNamed(in: request.headers["If-None-Match"]) else {
      return with(status.headers, answer)
    }
    answer.headers["Content-Type"] = nil
    let unchanged = SandboxResponse(status: 304, headers: answer.headers)
    return with(refund(token?.login, status.resource).headers, unchanged)
  }

  private func rateLimited(token: SandboxToken?, status: RateLimitStatus) -> SandboxResponse {
    let message =
      token.map { "API rate limit exceeded for user ID \($0.id)." }
        ?? """
        API rate limit exceeded for 127.0.0.1. (But here's the good news: Authenticated requests get \
        a higher rate limit. Check out the documentation for more details.)
        """
    let answer = SandboxResponse.failure(
      configuration.rateLimits.exceededStatus,
      message,
      documentation: "/rest/overview/rate-limits-for-the-rest-api"
    )
    return with(status.headers, answer)
  }

  private func with(_ headers: HeaderFields, _ answer: SandboxResponse) -> SandboxResponse {
    var answer = answer
    answer.headers.merge(headers)
    return answer
  }

  private func withAPIHeaders(
    _ answer: SandboxResponse,
    to request: SandboxRequest
  ) -> SandboxResponse {
    let number = hexadecimal(UInt64(nextRequestNumber()), digits: 8).uppercased()
    return with(
      [
        "X-GitHub-Media-Type": "github.v3; format=json",
        "X-GitHub-Request-Id": "5AB0:\(number)",
        "Vary": "Accept, Authorization, Cookie, X-GitHub-OTP",
      ],
      answer
    )
  }
}
