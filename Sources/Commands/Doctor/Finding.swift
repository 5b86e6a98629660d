/// What one check found out.
struct Finding: Sendable, Equatable {
  enum Verdict: Sendable, Equatable {
    case fine
    /// It works, but not as well as it could.
    case warning
    /// It does not work; the exit status that a command would end with.
    case failure(ExitStatus)
  }

  let verdict: Verdict
  let subject: String
  /// Not yet safe to show.
  let text: String
  /// How to mend it; empty where there is nothing to mend.
  let remedy: String

  static func fine(_ subject: String, _ text: String) -> Self {
    Self(verdict: .fine, subject: subject, text: text, remedy: "")
  }

  static func warning(_ subject: String, _ text: String, remedy: String) -> Self {
    Self(verdict: .warning, subject: subject, text: text, remedy: remedy)
  }

  static func failure(
    _ status: ExitStatus,
    _ subject: String,
    _ text: String,
    remedy: String
  ) -> Self {
    Self(verdict: .failure(status), subject: subject, text: text, remedy: remedy)
  }

  /// What a command's failure says.
  static func failure(_ failure: CommandFailure, _ subject: String) -> Self {
    let text = "\(failure.what): \(failure.why)"
    return .failure(failure.status, subject, text, remedy: failure.advice)
  }
}

extension Finding.Verdict {
  /// As in `ok`, `warn`, `fail`.
  var word: String {
    switch self {
    case .fine: "ok"
    case .warning: "warn"
    case .failure: "fail"
    }
  }
}
