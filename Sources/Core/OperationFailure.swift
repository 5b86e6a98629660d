package import Essentials
package import GitHubAPI
package import GitHubModel
package import RepositoryStore
package import System
package import TokenStore

/// Why an operation failed: facts, which a face puts into words.
package struct OperationFailure: Error, Sendable {
  /// The kind, from which the exit status follows.
  package var kind: FailureKind
  package let cause: Cause
  /// How far a run came, and what continues it; nil for anything but a run that can be continued.
  package private(set) var stop: Stop?
  /// The part of the operation that failed; nil if it is all of it.
  package private(set) var attempt: Attempt?
  /// The words of the face that reports it, which take precedence over those for the facts.
  package var wording = Wording()

  /// The facts.
  package enum Cause: Sendable {
    case github(GitHubError, Circumstances)
    case token(TokenError)
    case store(StoreError)
    case reason(Reason)
    /// The wording says all.
    case other
  }

  /// The words that a face has given it, each nil where those for the facts are good.
  package struct Wording: Sendable {
    /// The command that failed, which is named before the repository that it is about.
    package var command: String?
    /// The operation that failed, in place of the command.
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

  /// A part of an operation, which fails by itself.
  package enum Attempt: Sendable {
    case restoringLists(of: RepositoryName)
    case checkingStars
  }

  /// A run whose progress is saved.
  package struct Stop: Sendable {
    /// Something that continues the run.
    package enum Continuation: Sendable {
      case nextSync, nextSyncOfLists, nextSyncOfRest, sameCommand
    }

    /// How much of a listing was done.
    package enum Progress: Sendable {
      case stars(Int, total: Int?)
      case allPages
    }

    package let continuation: Continuation
    package var progress: Progress?
  }

  /// A failure of that kind, for a reason of the program itself.
  package init(_ reason: Reason) {
    (kind, cause) = (reason.kind, .reason(reason))
  }

  package init(_ error: GitHubError, in world: World) {
    kind = error.kind
    if let error = error.cause as? TokenError {
      cause = .token(error)
      kind = Self.kind(of: error)
    } else {
      cause = .github(error, Circumstances(world))
    }
  }

  package init(_ error: TokenError) {
    (kind, cause) = (Self.kind(of: error), .token(error))
  }

  package init(_ error: StoreError) {
    (kind, cause) = (.localFile, .store(error))
  }

  /// The failure of a face, in its own words.
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

  /// Runs a body, and throws its failures with their facts.
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
    failure.kind = kind == .cancelled ? .cancelled : .partial
    failure.stop = Stop(continuation: continuation, progress: progress)
    return failure
  }

  /// The same failure, of that part of the operation.
  package func of(_ attempt: Attempt) -> Self {
    var failure = self
    failure.attempt = attempt
    return failure
  }

  /// The failed call that it is about; nil for other failures.
  package var call: GitHubError? {
    if case .github(let error, _) = cause { error } else { nil }
  }

  /// Whether GitHub refuses the token, the owner or the repository.
  package var refusal: GitHubError.Refusal {
    if case .reason(.unreadableRepository) = cause { return .repository }
    return call?.refusal ?? .token
  }

  /// When the same may work; nil if that is not known.
  package var retryDate: Date? {
    if case .reason(.reserved(_, let date, _)) = cause { return date }
    return call?.resetsAt
  }
}

/// The facts of the world that the words for a failed call depend on.
package struct Circumstances: Sendable {
  package let now: Date
  package let waitLimit: WaitPolicy.WaitLimit
  package let environment: [String: String]

  package init(_ world: World) {
    (now, waitLimit, environment) = (world.now(), world.waitLimit, world.environment)
  }
}

/// A reason for a failure that no request, file or token gives.
package enum Reason: Sendable {
  case canceled
  case notSignedIn
  /// An error that no operation should meet.
  case unexpected(String)

  /// The address of the API that the environment names cannot be used.
  case invalidAPIURL
  /// The host is not one; it comes from the user's words, or else from the environment.
  case invalidHost(isTyped: Bool)
  case noDataDirectory
  /// The address of the API does not tell where its web pages are.
  case unknownWebHost(WebPage, APIBase)
  /// The server has no star histories, as was found when one was asked for.
  case noHistories(of: String, host: String)

  /// A file that the user has named, by this name.
  case unreadableFile(String, SystemError)
  /// The limit is in bytes.
  case fileTooLarge(String, limit: Int)
  case notText(String)
  case notUTF8(String)

  case repositoryNotFound(RepositoryName)
  case unreadableRepository(RepositoryName, String)
  /// GitHub does not say of some repositories whether they are starred.
  case unreadableStarStates(String)

  /// There is no copy of the stars, and no token to make one.
  case noCopy
  /// So many stars on GitHub's pages cannot be read.
  case unreadableStars(Int)
  /// The rest of the hour's requests is left for other commands.
  case reserved(requests: Int, until: Date?, now: Date)

  case list(ListReason)

  package var kind: FailureKind {
    switch self {
    case .canceled: .cancelled
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

/// A reason for a failure that is about star lists.
package enum ListReason: Sendable {
  case unnamed
  /// A name or a description has more characters than GitHub allows.
  case tooLong(field: String, length: Int, limit: Int)
  /// Another list has the name.
  case exists(String)
  /// There is no room for one more; to undo a deletion, another one would be no help.
  case tooMany(Int, isUndo: Bool)
  /// The list no longer exists.
  case gone
  /// No list has the name, which may be a mistake for `nearest`.
  case unknown(String, nearest: String?)
  /// Several lists have the name, in another case.
  case ambiguous(String, alike: [String])
  /// GitHub left out so many lists, from which a change could take repositories.
  case leftOutOfChange(Int)
  /// GitHub left out so many lists, which the wanted stars may be in.
  case leftOutOfFilter(Int)
  /// Another process of this machine changes lists.
  case locked
  /// The token lacks the scope that changes of lists need.
  case readOnly
  /// The repository is private, and the token cannot see which lists it is in.
  case hidden(RepositoryName)
  /// GitHub has accepted the lists of the repository, and does not show them.
  case notShown(RepositoryName)
  /// The repository is not in the list that it is to be moved from.
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
