import HTTPTransport
import HTTPTypes

extension GitHubError {
  /// Reads a failure off an answer whose status is none that the call expects.
  init(_ response: TransportResponse, attempted: String) {
    let fields = response.head.headerFields
    let status = response.head.status.code
    let wire = ErrorResponse(response)
    let code = Code(status: status, fields: fields, message: wire.message)
    self.init(code, attempted: attempted, message: wire.text ?? "HTTP status \(status)")
    self.status = status
    if code == .forbidden || code == .notFound { permission = MissingPermission(fields) }
  }

  init(_ error: TransportError, attempted: String) {
    let code: Code =
      switch error.code {
      case .cancelled: .cancelled
      case .malformedResponse, .responseTooLarge: .badResponse
      default: .unreachable(error.code)
      }
    self.init(code, attempted: attempted, message: "\(error.host): \(error.reason)")
    cause = error
  }
}

extension GitHubError.Code {
  fileprivate init(status: Int, fields: HTTPFields, message: String?) {
    switch status {
    case 401: self = .tokenRejected
    case 429: self = .rateLimited
    case 403: self = RateLimitHeaders.isLimit(fields, message: message) ? .rateLimited : .forbidden
    case 404, 410, 451: self = .notFound
    case 422: self = .invalidRequest
    default: self = .badResponse
    }
  }
}

extension MissingPermission {
  fileprivate init?(_ fields: HTTPFields) {
    let granted = fields[.oauthScopes]
    let scopes = fields[.acceptedOAuthScopes].flatMap { $0.isEmpty ? nil : $0 }
    let accepted = granted == nil ? fields[.acceptedPermissions] : scopes
    guard accepted != nil || granted != nil else { return nil }
    self.init(accepted: accepted, granted: granted)
  }
}
