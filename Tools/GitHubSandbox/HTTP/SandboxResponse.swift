import JSON

/// A response of the sandbox.
package struct SandboxResponse: Sendable {
  /// The HTTP status.
  package var status: Int
  /// The header fields.
  package var headers: HeaderFields
  /// The body; empty if there is none.
  package var body: [UInt8]

  /// Creates a response.
  package init(status: Int, headers: HeaderFields = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Creates a response with a JSON body in GitHub's media type.
  static func json(_ value: JSONValue, status: Int = 200) -> Self {
    Self(
      status: status,
      headers: ["Content-Type": "application/json; charset=utf-8"],
      body: value.bytes
    )
  }

  static let noContent = Self(status: 204)
}

/// The reason phrases of status codes (RFC 9110, section 15).
enum ReasonPhrase {
  static func of(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 204: "No Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 410: "Gone"
    case 422: "Unprocessable Entity"
    case 429: "Too Many Requests"
    case 451: "Unavailable For Legal Reasons"
    case 500: "Internal Server Error"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    default: "Status \(status)"
    }
  }
}
