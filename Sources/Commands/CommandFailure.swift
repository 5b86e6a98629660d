import Essentials
import GitHubAPI
import GitHubModel

/// Why a command ends without success: the kind of failure, and the message that explains it.
struct CommandFailure: Error, Sendable {
  private(set) var kind: FailureKind
  private(set) var message: UserMessage
  /// The failed call that it is about; nil for other failures.
  let call: GitHubError?
  /// Whether GitHub refuses the token, the owner or the repository.
  var refusal: GitHubError.Refusal
  /// When the same command may work; nil if that is not known.
  var retryDate: Date?

  var status: ExitStatus { ExitStatus(kind) }

  init(
    _ kind: FailureKind,
    _ what: String,
    _ why: String,
    advice: String = "",
    call: GitHubError? = nil
  ) {
    (self.kind, message) = (kind, UserMessage(what, why, advice: advice))
    (self.call, refusal) = (call, call?.refusal ?? .token)
    retryDate = call?.resetsAt
  }

  /// A failure of the command itself; its ``Context/operation`` is named when it is reported.
  init(_ kind: FailureKind, _ why: String, advice: String = "") {
    self.init(kind, "", why, advice: advice)
  }

  /// The same failure, of this operation unless it is of another one.
  func named(_ operation: String) -> Self { what.isEmpty ? with(what: operation) : self }

  /// The same failure in other words; `advice` may have several parts, some of them empty.
  func with(
    _ kind: FailureKind? = nil,
    what: String? = nil,
    why: String? = nil,
    advice parts: [String]? = nil
  ) -> Self {
    let advice = parts?.filter { !$0.isEmpty }.joined(separator: "; ") ?? advice
    var failure = self
    failure.kind = kind ?? self.kind
    failure.message = UserMessage(what ?? self.what, why ?? self.why, advice: advice)
    return failure
  }

  /// The failure of a run whose progress is saved: partial, unless canceled.
  ///
  /// `next` says what continues it.
  func resumable(why: String? = nil, next: String) -> Self {
    with(kind == .cancelled ? .cancelled : .partial, why: why, advice: [advice, next])
  }

  var what: String { message.what }
  var why: String { message.why }
  var advice: String { message.advice }
}
