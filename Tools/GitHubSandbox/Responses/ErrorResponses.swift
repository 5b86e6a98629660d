import JSON

/// GitHub's error bodies: `message`, sometimes `errors`, `documentation_url`, and the status as
/// text.
extension SandboxResponse {
  static func failure(
    _ status: Int,
    _ message: String,
    errors: JSONValue? = nil,
    documentation: String = "/rest"
  ) -> Self {
    var members: [(String, JSONValue)] = [("message", .string(message))]
    if let errors { members.append(("errors", errors)) }
    members.append(("documentation_url", "https://docs.github.com\(documentation)"))
    members.append(("status", .string(String(status))))
    return .json(.object(members), status: status)
  }

  static func notFound(documentation: String = "/rest") -> Self {
    failure(404, "Not Found", documentation: documentation)
  }

  /// The fine-grained token lacks the permission or the repository.
  static func inaccessible(documentation: String) -> Self {
    failure(403, "Resource not accessible by personal access token", documentation: documentation)
  }

  /// The token is not authorized for the single sign-on of the repository's organization.
  static func needsSignOn(_ owner: String) -> Self {
    var response = failure(
      403,
      signOnMessage,
      documentation: "/articles/authenticating-to-a-github-organization-with-saml-single-sign-on"
    )
    response.headers["X-GitHub-SSO"] =
      "required; url=https://github.com/orgs/\(owner)/sso?authorization_request=A1B2C3"
    return response
  }

  static let signOnMessage = """
    Resource protected by organization SAML enforcement. You must grant your Personal Access token \
    access to this organization.
    """

  /// The call requires a user.
  static func requiresAuthentication(documentation: String) -> Self {
    failure(401, "Requires authentication", documentation: documentation)
  }

  /// The repository was taken down for legal reasons.
  static func blocked(reason: String, at time: String, url: String) -> Self {
    let block: JSONValue = [
      "reason": .string(reason), "created_at": .string(time), "html_url": .string(url),
    ]
    return json(["message": "Repository access blocked", "block": block], status: 451)
  }

  static let badCredentials = failure(401, "Bad credentials")

  /// The response of GitHub's front end, without the API's header fields.
  static let missingUserAgent = SandboxResponse(
    status: 403,
    headers: ["Content-Type": "text/html; charset=utf-8"],
    body: Array(
      """
      Request forbidden by administrative rules. Please make sure your request has a User-Agent \
      header (https://docs.github.com/en/rest/overview/resources-in-the-rest-api\
      #user-agent-required). Check https://developer.github.com for other possible causes.

      """.utf8
    )
  )

  /// `errors` is a string here, unlike everywhere else.
  static func unknownVersion(_ version: String) -> Self {
    failure(
      400,
      "Bad Request",
      errors: .string("The API version \"\(version)\" is not supported."),
      documentation: "/rest/about-the-rest-api/api-versions"
    )
  }

  /// The response to a search without a query.
  static var missingQuery: Self {
    rejectedSearch(["resource": "Search", "field": "q", "code": "missing"])
  }

  static func invalidSearch(_ message: String) -> Self {
    rejectedSearch([
      "message": .string(message), "resource": "Search", "field": "q", "code": "invalid",
    ])
  }

  private static func rejectedSearch(_ error: JSONValue) -> Self {
    failure(422, "Validation Failed", errors: [error], documentation: "/v3/search/")
  }

  static func movedPermanently(to location: String, status: Int = 301) -> Self {
    var response = json(
      [
        "message": "Moved Permanently",
        "url": .string(location),
        "documentation_url":
          "https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects",
      ],
      status: status
    )
    response.headers["Location"] = location
    return response
  }
}
