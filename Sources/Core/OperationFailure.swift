package import Essentials
package import GitHubAPI
package import GitHubModel
package import RepositoryStore
package import System
package import TokenStore

/// The reason why an operation failed, as facts that the caller puts into words.
package struct OperationFailure: Error, Sendable {
  /// The kind, which determines the exit status.
  package var kind: FailureKind
  package let cause: Cause
  /// The subject, such as `vapor/vapor`; empty if there is none.
  package private(set) var subject = ""
  /// How far a run came and how to continue it; nil if it cannot be continued.
  package private(set) var stop: Stop?
  /// The part of the operation that failed; nil for the whole operation.
  package private(set) var attempt: Attempt?
  /// The caller's own words, which take precedence over those for the facts.
  package var wording = Wording()

  /// The facts behind a failure.
  package enum Cause: Sendable {
    case github(GitHubError, Circumstances)
    case token(TokenError)
    case store(StoreError)
    case reason(Reason)
    /// The wording says everything.
    case other
  }

  /// The caller's own words; each is nil to use those for the facts.
  package struct Wording: Sendable {
    /// The command that failed, named before its repository.
    package var command: String?
    /// The operation that failed, instead of the command.
    package var what: String?
    package var why: String?
    package var advice: String?

    package init(
      command: String? = nil,
      what: String? = nil,
      why: String? = nil,
      advice: String? = nil
    ) {
      (self.command, self.what, self.why) = (command, what, why)
      self.advice = advice
    }
  }

  /// A part of an operation that fails separately.
  package enum Attempt: Sendable {
    case restoringLists(of: RepositoryName)
    case checkingStars
  }

  /// A run whose progress is saved.
  package struct Stop: Sendable {
    /// The action that continues a run.
    package enum Continuation: Sendable {
      case nextSync, nextSyncOfLists, nextSyncOfRest, sameCommand
    }

    /// How much of a listing is complete.
    package enum Progress: Sendable {
      case stars(Int, total: Int?)
      case allPages
    }

    package let continuation: Continuation
    package var progress: Progress?
  }

  /// Creates a failure with a reason within the program.
  package init(_ reason: Reason, about subject: String = "") {
    (kind, cause, self.subject) = (reason.kind, .reason(reason), subject)
  }

  package init(_ error: GitHubError, in world: World) {
    if case .unreadableToken(let error as TokenError) = error.cause {
      (kind, cause) = (Self.kind(of: error), .token(error))
    } else {
      (kind, cause) = (error.kind, .github(error, Circumstances(world)))
      subject = error.subject
    }
  }

  package init(_ error: TokenError) {
    (kind, cause) = (Self.kind(of: error), .token(error))
  }

  package init(_ error: StoreError) {
    (kind, cause) = (.localFile, .store(error))
  }

  /// Creates a failure in the caller's own words.
  package init(_ kind: FailureKind, wording: Wording) {
    (self.kind, cause, self.wording) = (kind, .other, wording)
  }

  package init(_ error: any Error, in world: World) {
    switch error {
    case let error as OperationFailure: self = error
    case let error as GitHubError: self.init(error, in: world)
    case let error as StoreError: self.init(error)
    case let error as TokenError: self.init(error)
    default: self.init(.unexpected("\(type(of: error))"))
    }
  }

  private static func kind(of error: TokenError) -> FailureKind {
    if case .malformed = error.problem { .tokenRejected } else { .localFile }
  }

  /// Runs a body, and converts the failures it throws.
  package static func of<Value>(
    in world: World,
    _ body: () async throws -> Value
  ) async throws(OperationFailure) -> Value {
    do { return try await body() } catch { throw Self(error, in: world) }
  }

  /// The failure of a run whose progress is saved: partial, unless canceled.
  package func resumable(
    _ continuation: Stop.Continuation,
    after progress: Stop.Progress? = nil
  ) -> Self {
    var failure = self
    failure.kind = kind == .canceled ? .canceled : .partial
    failure.stop = Stop(continuation: continuation, progress: progress)
    return failure
  }

  /// The same failure, attributed to a part of the operation.
  package func of(_ attempt: Attempt) -> Self {
    var failure = self
    failure.attempt = attempt
    return failure
  }

  /// The failed call; nil for other failures.
  package var call: GitHubError? {
    if case .github(let error, _) = cause { error } else { nil }
  }

  /// Whether GitHub refuses the token, the owner or the repository.
  package var refusal: GitHubError.Refusal {
    if case .reason(.unreadableRepository) = cause { return .repository }
    return call?.refusal ?? .token
  }

  /// When a retry may succeed; nil if unknown.
  package var retryDate: Date? {
    if case .reason(.reserved(_, let date, _)) = cause { return date }
    return call?.resetsAt
  }
}

/// The circumstances that the words for a failed call depend on.
package struct Circumstances: Sendable {
  package let now: Date
  package let waitLimit: WaitPolicy.WaitLimit
  package let environment: [String: String]

  package init(_ world: World) {
    (now, waitLimit, environment) = (world.now(), world.waitLimit, world.environment)
  }
}

/// A reason for a failure within the program.
package enum Reason: Sendable {
  case canceled
  case notSignedIn
  /// An unexpected error.
  case unexpected(String)

  /// The environment's API URL cannot be used.
  case invalidAPIURL
  /// The host is invalid; it was typed by the user, or comes from the environment.
  case invalidHost(isTyped: Bool)
  case noDataDirectory
  /// The location of the API's web pages is unknown.
  case unknownWebHost(WebPage, APIBase)
  /// The server has no star histories, as a request has shown.
  case noHistories(host: String)

  /// A file named by the user cannot be read.
  case unreadableFile(String, SystemError)
  /// A file named by the user exceeds a limit in bytes.
  case fileTooLarge(String, limit: Int)
  case notText(String)
  case notUTF8(String)

  case repositoryNotFound(RepositoryName)
  case unreadableRepository(RepositoryName, String)
  /// GitHub does not report whether some repositories are starred.
  case unreadableStarStates(String)

  /// There is no copy of the stars, and no token to create one.
  case noCopy
  /// This many stars on GitHub's pages cannot be read.
  case unreadableStars(Int)
  /// The remaining requests of the hour are reserved for other commands.
  case reserved(requests: Int, until: Date?, now: Date)

  case list(ListReason)

  package var kind: FailureKind {
    switch self {
    case .canceled: .canceled
    case .notSignedIn, .noCopy: .tokenMissing
    case .unexpected: .badResponse
    case .invalidAPIURL, .invalidHost, .unknownWebHost: .usage
    case .noDataDirectory, .unreadableFile, .fileTooLarge, .notText, .notUTF8: .localFile
    case .noHistories, .repositoryNotFound: .notFound
    case .unreadableRepository, .unreadableStarStates: .forbidden
    case .reserved, .unreadableStars: .partial
    case .list(let reason): reason.kind
    }
  }
}

/// A reason for a failure with star lists.
package enum ListReason: Sendable {
  case unnamed
  /// A name or description is longer than GitHub allows.
  case tooLong(field: String, length: Int, limit: Int)
  /// Another list has this name.
  case exists(String)
  /// GitHub's maximum number of lists is reached; undoing a deletion would exceed it as well.
  case tooMany(Int, isUndo: Bool)
  /// The list no longer exists.
  case gone
  /// No list has this name, which may be a misspelling of `nearest`.
  case unknown(String, nearest: String?)
  /// The names of several lists differ only in case.
  case ambiguous(String, alike: [String])
  /// GitHub omitted lists that a change could remove repositories from.
  case leftOutOfChange(Int)
  /// GitHub omitted lists that the requested stars may be in.
  case leftOutOfFilter(Int)
  /// Another process on this machine is changing lists.
  case locked
  /// The token lacks the scope for changing lists.
  case readOnly
  /// The repository is private, and the token cannot see its lists.
  case hidden(RepositoryName)
  /// GitHub accepted the repository's lists, but does not show them.
  case notShown(RepositoryName)
  /// The repository is not in the list it should be moved from.
  case notMember(RepositoryName, list: String)

  fileprivate var kind: FailureKind {
    switch self {
    case .unnamed, .tooLong, .exists, .tooMany, .ambiguous: .usage
    case .gone, .unknown, .notMember: .notFound
    case .leftOutOfChange, .leftOutOfFilter, .notShown: .badResponse
    case .locked: .localFile
    case .readOnly, .hidden: .forbidden
    }
  }
}
