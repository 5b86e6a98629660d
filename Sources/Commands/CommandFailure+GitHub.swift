import GitHubAPI
import HTTPTransport
import TokenStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CommandFailure {
  /// What a failed call means to the user.
  init(_ error: GitHubError, in context: Context) {
    if let cause = error.cause as? TokenError {
      self.init(cause, attempted: error.attempted)
      return
    }
    self.init(
      ExitStatus(error.code),
      error.attempted,
      Self.reason(error),
      advice: Self.advice(error, now: context.now())
    )
  }

  private static func reason(_ error: GitHubError) -> String {
    let message = error.message ?? "no reason given"
    switch error.code {
    case .cancelled: return "cancelled"
    case .tokenMissing: return tokenMissingReason
    case .tokenUnreadable: return "the token cannot be read"
    case .tokenRejected: return "GitHub does not accept the token (\(message))"
    case .forbidden: return "GitHub refused (\(message))" + missing(error.permission)
    case .notFound: return "not found (\(message))"
    case .invalidRequest: return "GitHub does not understand it (\(message))"
    case .rateLimited: return "the rate limit is used up (\(message))"
    case .unreachable(let code): return "\(name(code)): \(message)"
    case .badResponse:
      return error.status.map { "GitHub answered \($0) (\(message))" } ?? message
    }
  }

  private static func advice(_ error: GitHubError, now: Date) -> String {
    switch error.code {
    case .cancelled, .tokenUnreadable: ""
    case .tokenMissing: tokenMissingAdvice
    case .tokenRejected: "it may have expired: see `ghsearch auth status`, and set another"
    case .forbidden: "see `ghsearch auth status` for what the token may do"
    case .notFound: "check the spelling; a private one needs a token that may see it"
    case .invalidRequest: "check the query"
    case .rateLimited: retryAdvice(error.resetsAt, now: now)
    case .unreachable(.tls): "check the certificate, the system's clock and SSL_CERT_DIR"
    case .unreachable(.proxy): "check HTTPS_PROXY and NO_PROXY"
    case .unreachable: "check the network and try again"
    case .badResponse: "try again later"
    }
  }

  private static func retryAdvice(_ date: Date?, now: Date) -> String {
    guard let date else { return "wait a minute and try again" }
    let advice = "try again after \(LocalTime.clock(date, now: now))"
    // Nobody waits for longer than an hour, whatever the flags are.
    return date.timeIntervalSince(now) <= 3600 ? advice + ", or add --wait" : advice
  }

  private static func missing(_ permission: MissingPermission?) -> String {
    guard let permission else { return "" }
    guard let accepted = permission.accepted else {
      return permission.granted.map { ", the token has only the scopes \"\($0)\"" } ?? ""
    }
    let granted = permission.granted.map { ", and has \"\($0)\"" } ?? ""
    return ", the token needs \"\(accepted)\"\(granted)"
  }

  private static func name(_ code: TransportError.Code) -> String {
    switch code {
    case .nameResolution: "no such host"
    case .connection: "no connection"
    case .proxy: "the proxy failed"
    case .tls: "no secure connection"
    case .timeout: "no answer in time"
    case .connectionLost: "the connection broke"
    case .invalidRequest: "the request cannot be sent"
    case .cancelled, .malformedResponse, .responseTooLarge, .other: "no answer"
    }
  }
}

extension CommandFailure {
  static func tokenMissing(_ attempted: String) -> Self {
    Self(.authentication, attempted, tokenMissingReason, advice: tokenMissingAdvice)
  }

  private static let tokenMissingReason = "this needs a token, and there is none"
  private static let tokenMissingAdvice = "run `ghsearch auth login`, or set GHSEARCH_TOKEN"

  /// What a token source that cannot be used means to the user.
  init(_ error: TokenError, attempted: String) {
    let name = error.source.name
    switch error.problem {
    case .malformed:
      self.init(
        .authentication,
        attempted,
        "what \(name) holds is no token",
        advice: "a token is 1 to 255 letters, digits and _, and nothing else"
      )
    case .syntax(let line):
      self.init(
        .localFile,
        attempted,
        "line \(line) of \(name) cannot be read",
        advice: "write KEY=VALUE, with the value bare or in quotes"
      )
    case .unwritable(let code):
      self.init(
        .localFile,
        attempted,
        "\(name) cannot be changed (\(SystemError.text(code)))",
        advice: "check the folder's permissions and the space on the disk"
      )
    case .busy:
      self.init(
        .localFile,
        attempted,
        "another process is changing \(name)",
        advice: "try again when it has ended"
      )
    case .homeless:
      self.init(
        .localFile,
        attempted,
        "there is no folder for the token",
        advice: "set HOME or XDG_CONFIG_HOME"
      )
    case .file(let problem):
      let (reason, advice) = Self.explain(problem)
      self.init(.localFile, attempted, "\(name) \(reason)", advice: advice)
    }
  }

  static func explain(_ problem: GuardedFile.Problem) -> (String, String) {
    switch problem {
    case .unreadable(let code):
      ("cannot be read (\(SystemError.text(code)))", "check its permissions")
    case .symbolicLink: ("is a symbolic link", "put the file itself there")
    case .notRegular: ("is no regular file", "remove it, or put a file there")
    case .otherOwner: ("belongs to somebody else", "make a file of your own")
    case .readableByOthers(let mode):
      ("can be read by others (mode \(String(mode, radix: 8)))", "chmod 600 it")
    case .tooLarge: ("is larger than \(GuardedFile.largestSize) bytes", "put the token alone there")
    case .notText: ("is no UTF-8 text", "save it as UTF-8")
    }
  }
}

extension ExitStatus {
  /// The one table from failures to codes.
  init(_ code: GitHubError.Code) {
    switch code {
    case .cancelled: self = .interrupted
    case .tokenMissing, .tokenUnreadable, .tokenRejected: self = .authentication
    case .forbidden: self = .permission
    case .notFound: self = .notFound
    case .invalidRequest: self = .usage
    case .rateLimited: self = .rateLimited
    case .unreachable: self = .network
    case .badResponse: self = .badResponse
    }
  }
}
