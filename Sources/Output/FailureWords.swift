package import Core
import CurlTransport
import Essentials
import GitHubAPI
package import GitHubModel
package import HTTPTransport
import RepositoryStore
package import System
import Terminal
import TokenStore

extension OperationFailure {
  /// Creates a failure with its own message.
  package init(_ kind: FailureKind, _ what: String, _ why: String, advice: String = "") {
    self.init(kind, wording: Wording(what: what.isEmpty ? nil : what, why: why, advice: advice))
  }

  /// Creates a failure of the command itself, which is named when the failure is reported.
  package init(_ kind: FailureKind, _ why: String, advice: String = "") {
    self.init(kind, "", why, advice: advice)
  }

  package var status: ExitStatus { ExitStatus(kind) }

  /// The message; the only place where a failure becomes one.
  package var message: UserMessage { UserMessage(what, why, advice: advice) }

  package var what: String {
    if let what = wording.what { return what }
    if let attempt { return attempt.words }
    if case .reason(let reason) = cause, let what = reason.what { return what }
    return [wording.command ?? "", subject].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  package var why: String {
    if let why = wording.why { return why }
    let why = words.why
    guard let done = stop?.progress?.text else { return why }
    return kind == .canceled ? "canceled after \(done)" : "stopped after \(done): \(why)"
  }

  /// The advice; empty if there is nothing to do.
  package var advice: String {
    if let advice = wording.advice { return advice }
    return [words.advice, stop?.continuation.advice ?? ""].filter { !$0.isEmpty }
      .joined(separator: "; ")
  }

  /// The failure attributed to this operation, unless it already has one.
  package func named(_ what: String) -> Self {
    var failure = self
    failure.wording.what = wording.what ?? what
    return failure
  }

  /// The failure attributed to this command, unless it already has one.
  package func of(command: String) -> Self {
    var failure = self
    failure.wording.command = wording.command ?? command
    return failure
  }

  /// The failure in other words; `advice` may have several parts, some of them empty.
  package func with(
    _ kind: FailureKind? = nil,
    what: String? = nil,
    why: String? = nil,
    advice parts: [String]? = nil
  ) -> Self {
    var failure = self
    failure.kind = kind ?? self.kind
    failure.wording.what = what ?? wording.what
    failure.wording.why = why ?? wording.why
    failure.wording.advice =
      parts?.filter { !$0.isEmpty }.joined(separator: "; ") ?? wording.advice
    return failure
  }

  private var words: (why: String, advice: String) {
    switch cause {
    case .github(let error, let circumstances): Self.words(error, in: circumstances)
    case .token(let error): Self.words(error)
    case .store(let error): ("\(error)", error.advice)
    case .reason(let reason): reason.words
    case .other: ("", "")
    }
  }
}

extension OperationFailure.Attempt {
  fileprivate var words: String {
    switch self {
    case .restoringLists(let name): "restore the lists of \(name)"
    case .checkingStars: "check which of these are starred"
    }
  }
}

extension OperationFailure.Stop.Progress {
  /// Text such as `3,100 of about 10,000 stars`.
  package var text: String {
    switch self {
    case .allPages: "all pages"
    case .stars(let done, nil): "\(CompactNumber.grouped(done)) stars"
    case .stars(let done, let total?):
      "\(CompactNumber.grouped(done)) of about \(CompactNumber.grouped(total)) stars"
    }
  }
}

extension OperationFailure.Stop.Continuation {
  fileprivate var advice: String {
    switch self {
    case .nextSync: "the next `ghsearch stars sync` resumes from there"
    case .nextSyncOfLists: "the next `ghsearch stars sync` reads them"
    case .nextSyncOfRest: "the next `ghsearch stars sync` reads the rest"
    case .sameCommand: "the same command resumes from there"
    }
  }
}

// MARK: - GitHub

extension OperationFailure {
  /// The cause and the advice, which may be empty.
  private static func words(
    _ error: GitHubError,
    in circumstances: Circumstances
  ) -> (why: String, advice: String) {
    let detail = detail(error)
    switch error.cause {
    case .canceled(.some) where error.requestKind == .starChange:
      return ("canceled, but GitHub may have made the change", "")
    case .canceled: return ("canceled", "")
    case .tokenMissing: return (tokenMissingReason, tokenMissingAdvice)
    case .unreadableToken: return ("cannot read the token", "")
    case .tokenRejected where error.credential == .none:
      return ("GitHub requires a token\(detail)", tokenMissingAdvice)
    case .tokenRejected:
      let advice = "it may have expired; `ghsearch auth status` shows where it comes from"
      return ("GitHub rejected the token\(detail)", advice)
    case .forbidden(let denial):
      let scope =
        error.requestKind == .starList ? TokenRights.missingScope(denial.permissions) : nil
      let why = scope.map(TokenRights.reason) ?? "GitHub refused the request\(detail)"
      return (why, permissionAdvice(error, denial, scope))
    case .notFound(let denial):
      return (absence(error.status) + detail, absenceAdvice(error, denial))
    case .invalidRequest:
      let what = error.requestKind == .search ? "query" : "request"
      return ("GitHub rejected the \(what)\(detail)", requestAdvice(error.requestKind))
    case .rateLimited(let end):
      return ("rate limit exceeded\(detail)", retryAdvice(end, in: circumstances))
    case .unreachable(let cause): return connectionWords(cause, error.message, in: circumstances)
    case .badResponse(let problem):
      let why = error.status.map { "GitHub returned \($0)\(detail)" }
      return (why ?? error.message ?? "no response", responseAdvice(error, problem))
    }
  }

  /// GitHub's message in parentheses, unless it only repeats the status.
  private static func detail(_ error: GitHubError) -> String {
    guard let message = error.message, message != "Not Found" else { return "" }
    return " (\(message))"
  }

  /// The advice for a system without certificate authorities.
  package static let installingCertificates = "install ca-certificates"

  /// The words for a failed connection, without libcurl's message, which would repeat the host's
  /// name.
  private static func connectionWords(
    _ cause: TransportError,
    _ message: String?,
    in circumstances: Circumstances
  ) -> (why: String, advice: String) {
    let name = name(cause.code)
    let why = "\(name): \(message ?? "no response")"
    let advice = "check the network and try again"
    switch cause.code {
    case .nameResolution: return ("cannot resolve \(cause.host)", advice)
    case .nameResolutionTimeout: return ("resolving \(cause.host) timed out", advice)
    case .connection: return ("cannot connect to \(cause.host)", advice)
    case .library:
      let why = "\(name): \(cause.reason)"
      return (why, "install libcurl 7.85 or newer (libcurl4 on Debian and Ubuntu)")
    case .tls:
      let isMissing = TrustStore.isMissing(environment: circumstances.environment)
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
  private static func permissionAdvice(
    _ error: GitHubError,
    _ denial: GitHubError.Denial,
    _ scope: String?
  ) -> String {
    if denial.isBlocked { return "" }
    if let url = denial.signOnURL { return signOnAdvice(url) }
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
    return denial.permissions.flatMap(advice)
      ?? "run `ghsearch auth status` to see what the token can do"
  }

  /// The advice; nil if the token has the permissions that GitHub names.
  private static func advice(_ permissions: Permissions) -> String? {
    guard let accepted = permissions.accepted.map(shown) else { return nil }
    guard let granted = permissions.granted.map(shown) else {
      return "the token needs the permission \"\(accepted)\""
    }
    guard permissions.lacksScopes else { return nil }
    let shown = granted.isEmpty ? "none" : "\"\(granted)\""
    return "the token needs one of the scopes \"\(accepted)\" but has \(shown)"
  }

  private static func absenceAdvice(_ error: GitHubError, _ denial: GitHubError.Denial) -> String {
    switch error.status {
    case 410, 451: return ""
    default: break
    }
    if let url = denial.signOnURL { return signOnAdvice(url) }
    return switch error.requestKind {
    case .repository, .starChange:
      "check the spelling; if it is private, your token needs access to it"
    case .starList: "sync your stars again: `ghsearch stars sync`"
    case .search, .other: serverAdvice
    }
  }

  private static func signOnAdvice(_ url: String) -> String {
    "authorize the token for the organization: \(url)"
  }

  private static func requestAdvice(_ requestKind: GitHubError.RequestKind) -> String {
    switch requestKind {
    case .search: "check the query"
    case .repository, .starChange: "check the repository's name"
    case .starList, .other: ""
    }
  }

  /// The advice for an unsuccessful response without another code.
  private static func responseAdvice(
    _ error: GitHubError,
    _ problem: GitHubError.BadResponse
  ) -> String {
    if case .refusedRedirect = problem { return serverAdvice + ", and any proxy in between" }
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

  /// Truncates a header field, which may have any length.
  private static func shown(_ text: String) -> String {
    text.count <= 100 ? text : "\(text.prefix(99))…"
  }

  private static func retryAdvice(_ date: Date?, in circumstances: Circumstances) -> String {
    guard let date else { return "wait a minute and try again" }
    let now = circumstances.now
    let advice = "try again after \(LocalTime.clock(date, now: now))"
    // Others already wait longer, or lack this flag; --wait waits for at most an hour.
    let isShort = circumstances.waitLimit == .default && date.timeIntervalSince(now) <= 3600
    return isShort ? advice + ", or add --wait" : advice
  }

  /// A short description of a failed transfer.
  package static func name(_ code: TransportError.Code) -> String {
    switch code {
    case .nameResolution, .nameResolutionTimeout, .connection: "cannot connect"
    case .proxy: "proxy failed"
    case .tls: "TLS connection failed"
    case .timeout: "timed out"
    case .connectionLost: "connection lost"
    case .invalidRequest: "cannot send the request"
    case .library: "cannot load libcurl"
    case .canceled, .malformedResponse, .responseTooLarge, .other: "no response"
    }
  }
}

// MARK: - The token

extension OperationFailure {
  package static let notSignedIn = Self(Reason.notSignedIn)

  fileprivate static let tokenMissingReason = "not signed in"
  fileprivate static let tokenMissingAdvice = "run `ghsearch auth login`, or set GHSEARCH_TOKEN"

  private static func words(_ error: TokenError) -> (why: String, advice: String) {
    let name = error.source.name
    return switch error.problem {
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
  }

  package static let tokenAdvice = "a token has letters, digits and -._~+/, and no spaces"

  /// The reason and the advice for a small file that cannot be used.
  package static func explain(_ problem: GuardedFile.Problem) -> (String, String) {
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

// MARK: - The program's own reasons

extension Reason {
  /// The operation that failed; nil if it is the command itself.
  fileprivate var what: String? {
    switch self {
    case .invalidAPIURL: "GHSEARCH_API_URL"
    case .invalidHost(let isTyped): isTyped ? "--hostname" : "GH_HOST"
    case .unknownWebHost(.search, _): "open the search"
    case .unknownWebHost(.stars, _): "open the stars"
    case .unknownWebHost(.repository(let name), _): "open \(name)"
    default: nil
    }
  }

  fileprivate var words: (why: String, advice: String) {
    switch self {
    case .canceled: ("canceled", "")
    case .notSignedIn: (OperationFailure.tokenMissingReason, OperationFailure.tokenMissingAdvice)
    case .unexpected(let type): ("unexpected \(type)", "")
    case .invalidAPIURL:
      ("not an API base URL", "use https://HOST[/PATH]; http is allowed only on loopback")
    case .invalidHost: ("not a host name", "use HOST or HOST:PORT")
    case .noDataDirectory: ("no directory for the local data", "set HOME or XDG_DATA_HOME")
    case .unknownWebHost(_, let base):
      (
        "the web host of the API at \(base) is not known",
        "for GitHub Enterprise, use --hostname or GH_HOST instead of GHSEARCH_API_URL"
      )
    case .noHistories(let host): ("not available on \(host)", "")
    case .unreadableFile(let name, let error):
      ("cannot read \(name): \(error)", "check the path")
    case .fileTooLarge(let name, let limit):
      ("\(name) is larger than \(limit >> 20) MiB", "split it")
    case .notText(let name): ("\(name) is not text", "name a text file")
    case .notUTF8(let name): ("\(name) is not UTF-8 text", "save it as UTF-8")
    case .repositoryNotFound(let name):
      (
        "\(name) was not found",
        "check the spelling; a private repository needs a token with the scope \"repo\""
      )
    case .unreadableRepository(let name, let why): ("\(name) cannot be read (\(why))", "")
    case .unreadableStarStates(let why): (why, "some of them may be starred")
    case .noCopy:
      (
        "no local copy of your stars yet, and not signed in",
        "run `ghsearch auth login`, then `ghsearch stars sync`"
      )
    case .unreadableStars(let count):
      (
        "\(Counted.text(count, "star")) could not be read",
        "the next `ghsearch stars sync` tries again"
      )
    case .reserved(let requests, let date, let now):
      (
        "stopped to leave \(requests) requests this hour for other commands",
        "run `ghsearch stars sync`\(date.map { " after \(LocalTime.clock($0, now: now))" } ?? " later")"
          + " to continue, or add --wait"
      )
    case .list(let reason): reason.words
    }
  }
}

extension ListReason {
  fileprivate var words: (why: String, advice: String) {
    switch self {
    case .unnamed: ("a list needs a name", "")
    case .tooLong(let field, let length, let limit):
      ("the \(field) has \(length) characters; the limit is \(limit)", "")
    case .exists(let name): ("a list named \"\(name)\" already exists", "")
    case .tooMany(let count, let isUndo):
      (
        "you have \(count) lists, and GitHub allows only \(StarList.maxCount)",
        // Undoing a deletion concerns the last change, which another deletion would replace.
        "delete one " + (isUndo ? "on GitHub" : "with `ghsearch lists delete`")
      )
    case .gone: ("the list no longer exists", Self.seeLists)
    case .unknown(let text, let nearest):
      (
        "no list \"\(text.truncated(toWidth: 40))\""
          + (nearest.map { ", did you mean \"\($0)\"?" } ?? ""),
        Self.seeLists
      )
    case .ambiguous(let text, let alike):
      (
        "\"\(text)\" is ambiguous: \(alike.map { "\"\($0)\"" }.joined(separator: ", "))",
        "match the name's case exactly"
      )
    case .leftOutOfChange(let count):
      (
        Self.leftOut(count, "which a change could take repositories out of"), "try again later"
      )
    case .leftOutOfFilter(let count):
      (Self.leftOut(count, "which some of these may be in"), "run `ghsearch stars sync`")
    case .locked: ("another ghsearch is changing your lists", "try again when it finishes")
    case .readOnly:
      (TokenRights.reason(TokenRights.listScope), TokenRights.advice(TokenRights.listScope))
    case .hidden(let name):
      (
        "\(name) is private, and the token cannot see which lists it is in",
        TokenRights.advice("repo")
      )
    case .notShown(let name):
      (
        "GitHub accepted the new lists for \(name), but does not show them yet",
        "check them with `ghsearch view`, and run the same command again"
      )
    case .notMember(let name, let list): ("\(name) is not in the list \"\(list)\"", "")
    }
  }

  private static let seeLists = "run `ghsearch lists` to see your lists"

  private static func leftOut(_ count: Int, _ why: String) -> String {
    "GitHub left out \(Counted.text(count, "list")), \(why)"
  }
}
