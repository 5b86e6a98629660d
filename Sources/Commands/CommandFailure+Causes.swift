import CurlTransport
import Essentials
import GitHubAPI
import GitHubModel
import HTTPTransport
import RepositoryStore
import System
import TokenStore

extension CommandFailure {
  init(_ error: any Error, in context: Context) {
    switch error {
    case let error as CommandFailure: self = error
    case let error as GitHubError: self.init(error, in: context)
    case let error as StoreError: self.init(error)
    case let error as TokenError: self.init(error)
    default: self.init(.badResponse, "unexpected \(type(of: error))")
    }
  }

  /// Runs a body, and throws its failures as the command's.
  static func of<Value>(
    in context: Context,
    _ body: () async throws -> Value
  ) async throws(CommandFailure) -> Value {
    do { return try await body() } catch { throw Self(error, in: context) }
  }
}

// MARK: - GitHub

extension CommandFailure {
  /// The failure of a command whose call of the API failed.
  init(_ error: GitHubError, in context: Context) {
    let what = [context.operation, error.subject].filter { !$0.isEmpty }.joined(separator: " ")
    if let cause = error.cause as? TokenError {
      self.init(cause, operation: what)
      return
    }
    let (why, advice) = Self.words(error, in: context)
    self.init(error.kind, what, why, advice: advice, call: error)
  }

  /// The cause and the advice, which may be empty.
  private static func words(
    _ error: GitHubError,
    in context: Context
  ) -> (why: String, advice: String) {
    let detail = detail(error)
    switch error.kind {
    // Without one, it was canceled while it waited for its turn.
    case .cancelled where error.requestKind == .starChange && error.connection != nil:
      return ("canceled, but GitHub may have made the change", "")
    case .cancelled: return ("canceled", "")
    case .tokenMissing: return (tokenMissingReason, tokenMissingAdvice)
    case .localFile: return ("cannot read the token", "")
    case .tokenRejected where error.credential == .none:
      return ("GitHub requires a token\(detail)", tokenMissingAdvice)
    case .tokenRejected:
      let advice = "it may have expired; `ghsearch auth status` shows where it comes from"
      return ("GitHub rejected the token\(detail)", advice)
    case .forbidden:
      let scope =
        error.requestKind == .starList ? TokenRights.missingScope(error.permissions) : nil
      let why = scope.map(TokenRights.reason) ?? "GitHub refused the request\(detail)"
      return (why, permissionAdvice(error, scope))
    case .notFound: return (absence(error.status) + detail, absenceAdvice(error))
    case .invalidRequest:
      let what = error.requestKind == .search ? "query" : "request"
      return ("GitHub rejected the \(what)\(detail)", requestAdvice(error.requestKind))
    case .rateLimited:
      return ("rate limit exceeded\(detail)", retryAdvice(error.resetsAt, in: context))
    case .unreachable: return connectionWords(error.connection ?? .other, error, in: context)
    default:
      let why = error.status.map { "GitHub returned \($0)\(detail)" }
      return (why ?? error.message ?? "no response", responseAdvice(error))
    }
  }

  /// GitHub's message in parentheses, unless it says no more than the status.
  private static func detail(_ error: GitHubError) -> String {
    guard let message = error.message, message != "Not Found" else { return "" }
    return " (\(message))"
  }

  /// The advice on a system without certificate authorities.
  static let installingCertificates = "install ca-certificates"

  /// libcurl's message for a host that cannot be found or connected to repeats its name.
  private static func connectionWords(
    _ code: TransportError.Code,
    _ error: GitHubError,
    in context: Context
  ) -> (why: String, advice: String) {
    let cause = error.cause as? TransportError
    let why = "\(name(code)): \(error.message ?? "no response")"
    let advice = "check the network and try again"
    switch code {
    case .nameResolution: return ("cannot resolve \(cause?.host ?? "the host name")", advice)
    case .nameResolutionTimeout:
      return ("resolving \(cause?.host ?? "the host name") timed out", advice)
    case .connection: return ("cannot connect to \(cause?.host ?? "GitHub")", advice)
    case .library:
      let why = "\(name(code)): \(cause?.reason ?? "not found")"
      return (why, "install libcurl 7.85 or newer (libcurl4 on Debian and Ubuntu)")
    case .tls:
      let isMissing = TrustStore.isMissing(environment: context.environment)
      return (
        why,
        isMissing
          ? installingCertificates
          : "check the certificate, the system clock and SSL_CERT_DIR"
      )
    case .proxy: return (why, "check HTTPS_PROXY and NO_PROXY")
    default: return (why, advice)
    }
  }

  private static func absence(_ status: Int?) -> String {
    switch status {
    case 410: "no longer available"
    case 451: "blocked for legal reasons"
    default: "not found"
    }
  }

  /// `scope` is the missing scope of a call about star lists.
  private static func permissionAdvice(_ error: GitHubError, _ scope: String?) -> String {
    if error.isBlocked { return "" }
    if let url = error.signOnURL { return "authorize the token for the organization: \(url)" }
    if error.credential == .none { return "sign in with `ghsearch auth login`" }
    // GitHub's own message says what to do.
    if error.refusal == .owner { return "" }
    if let scope { return TokenRights.advice(scope) }
    switch (error.credential, error.requestKind) {
    case (.fineGrainedToken, .starList): return TokenRights.listLimitation
    case (.fineGrainedToken, .starChange):
      return "\(TokenRights.starLimitation); \(TokenRights.starAdvice)"
    default: break
    }
    return error.permissions.flatMap(advice)
      ?? "run `ghsearch auth status` to see what the token can do"
  }

  /// Nil if the token has the permissions that GitHub names.
  private static func advice(_ permissions: Permissions) -> String? {
    guard let accepted = permissions.accepted.map(shown) else { return nil }
    guard let granted = permissions.granted.map(shown) else {
      return "the token needs the permission \"\(accepted)\""
    }
    guard permissions.lacksScopes else { return nil }
    let shown = granted.isEmpty ? "none" : "\"\(granted)\""
    return "the token needs one of the scopes \"\(accepted)\" but has \(shown)"
  }

  private static func absenceAdvice(_ error: GitHubError) -> String {
    switch error.status {
    case 410, 451: return ""
    default: break
    }
    if let url = error.signOnURL { return "authorize the token for the organization: \(url)" }
    return switch error.requestKind {
    case .repository, .starChange:
      "check the spelling; if it is private, your token needs access to it"
    case .starList: "sync your stars again: `ghsearch stars sync`"
    case .search, .other: serverAdvice
    }
  }

  private static func requestAdvice(_ requestKind: GitHubError.RequestKind) -> String {
    switch requestKind {
    case .search: "check the query"
    case .repository, .starChange: "check the repository's name"
    case .starList, .other: ""
    }
  }

  /// The advice for an unsuccessful response that has no other code.
  private static func responseAdvice(_ error: GitHubError) -> String {
    if error.isRefusedRedirect { return serverAdvice + ", and any proxy in between" }
    switch error.status {
    case 400?, 405?, 406?, 415?, 501?: return serverAdvice + "; the server may be too old"
    case 407?: return "check HTTPS_PROXY and NO_PROXY"
    case 408?, 409?, 425?: return "try again in a moment"
    case 413?, 414?, 431?: return error.requestKind == .search ? "shorten the query" : doctorAdvice
    case let status? where status < 500: return doctorAdvice
    case nil: return "try again later; if it persists, \(doctorAdvice)"
    case _?: return "try again later"
    }
  }

  private static let serverAdvice = "check GHSEARCH_API_URL and GH_HOST"
  private static let doctorAdvice = "run `ghsearch doctor`"

  /// A header field may have any length.
  private static func shown(_ text: String) -> String {
    text.count <= 100 ? text : "\(text.prefix(99))…"
  }

  private static func retryAdvice(_ date: Date?, in context: Context) -> String {
    guard let date else { return "wait a minute and try again" }
    let now = context.now()
    let advice = "try again after \(LocalTime.clock(date, now: now))"
    // --wait waits for at most an hour.
    let isShort = context.waitLimit != .none && date.timeIntervalSince(now) <= 3600
    return isShort ? advice + ", or add --wait" : advice
  }

  /// A failed transfer in a few words.
  static func name(_ code: TransportError.Code) -> String {
    switch code {
    case .nameResolution, .nameResolutionTimeout, .connection: "cannot connect"
    case .proxy: "proxy failed"
    case .tls: "TLS connection failed"
    case .timeout: "timed out"
    case .connectionLost: "connection lost"
    case .invalidRequest: "cannot send the request"
    case .library: "cannot load libcurl"
    case .cancelled, .malformedResponse, .responseTooLarge, .other: "no response"
    }
  }
}

// MARK: - The token

extension CommandFailure {
  static let notSignedIn = Self(.tokenMissing, tokenMissingReason, advice: tokenMissingAdvice)

  private static let tokenMissingReason = "not signed in"
  private static let tokenMissingAdvice = "run `ghsearch auth login`, or set GHSEARCH_TOKEN"

  /// The failure of a command whose token source cannot be used.
  init(_ error: TokenError, operation: String = "") {
    let name = error.source.name
    let (why, advice) =
      switch error.problem {
      case .malformed: ("\(name) does not contain a valid token", Self.tokenAdvice)
      case .syntax(let line):
        (
          "cannot parse line \(line) of \(name)",
          "use KEY=VALUE, with or without quotes around the value"
        )
      case .unwritable(let code):
        (
          "cannot write \(name) (\(SystemError(code).description))",
          "check the directory's permissions and the disk space"
        )
      case .busy: ("another process is changing \(name)", "try again when it finishes")
      case .noHomeDirectory:
        ("cannot determine the directory for the token", "set HOME or XDG_CONFIG_HOME")
      case .file(let problem):
        ("\(name) \(Self.explain(problem).0)", Self.explain(problem).1)
      }
    let isMalformed = if case .malformed = error.problem { true } else { false }
    self.init(isMalformed ? .tokenRejected : .localFile, operation, why, advice: advice)
  }

  static let tokenAdvice = "a token has letters, digits and -._~+/, and no spaces"

  /// The reason and the advice for a small file that cannot be used.
  static func explain(_ problem: GuardedFile.Problem) -> (String, String) {
    switch problem {
    case .unreadable(let code):
      ("cannot be read (\(SystemError(code).description))", "check its permissions")
    case .symbolicLink: ("is a symbolic link", "replace it with the file itself")
    case .notRegular: ("is not a regular file", "remove it or replace it with a file")
    case .otherOwner: ("belongs to another user", "replace it with a file that you own")
    case .readableByOthers(let mode):
      ("is readable by others (mode \(String(mode, radix: 8)))", "run chmod 600 on it")
    case .tooLarge:
      ("is larger than \(GuardedFile.maxFileBytes) bytes", "make it smaller")
    case .notText: ("is not UTF-8 text", "save it as UTF-8")
    }
  }
}

// MARK: - The store

extension CommandFailure {
  /// The failure of a command whose store cannot be used.
  init(_ error: StoreError, operation: String = "") {
    self.init(.localFile, operation, "\(error)", advice: error.advice)
  }
}

extension StoreError {
  fileprivate var advice: String {
    switch self {
    case .newerSchema: "use the newer version"
    case .busy: "try again when it finishes"
    case .diskFull: "free some space"
    case .unavailable: "run `ghsearch doctor`"
    case .corrupt(_, nil): "move it aside"
    case .corrupt: "the next run creates a new one"
    }
  }
}
