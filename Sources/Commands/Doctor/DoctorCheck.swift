import GitHubAPI

/// One thing that `ghsearch doctor` looks at.
///
/// To add one: a type in `Checks`, and its name in ``DoctorCommand/checks``.
protocol DoctorCheck: Sendable {
  /// Looks, changes nothing, and says what there is; several findings where it looks at several
  /// things, none where there is nothing to say.
  func examine(_ patient: Patient) async -> [Finding]
}

/// What checks look at.
struct Patient: Sendable {
  let context: Context
  let services: Services
  /// Whether GitHub could be reached at all, and what the answer said beside its body.
  let contact: Contact
}

/// What came of the first request, which goes out without the token.
enum Contact: Sendable {
  case reached(RequestTrace.Answer, after: Duration)
  case failed(CommandFailure)
}
