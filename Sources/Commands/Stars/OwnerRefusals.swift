import GitHubAPI
import GitHubModel

/// Owners whose repositories the token cannot read, because of their single sign-on or their list of allowed
/// addresses.
///
/// It does not fail a sync: otherwise each would fail until the user authorizes the token; what is stored
/// of these repositories stays. An owner is asked once in a sync.
struct OwnerRefusals {
  private var owners: [String: CommandFailure] = [:]

  /// Whether the owner of the repository has refused the token.
  func contains(_ name: RepositoryName) -> Bool { owners[Self.key(name)] != nil }

  /// Remembers the owner, if the error is about all of its repositories; returns whether it is.
  mutating func add(_ name: RepositoryName, _ error: GitHubError, in context: Context) -> Bool {
    guard error.kind == .forbidden, error.refusal == .owner else { return false }
    owners[Self.key(name)] = owners[Self.key(name)] ?? CommandFailure(error, in: context)
    return true
  }

  /// Says in one line whose repositories were left as they are, why, and what helps.
  func warn(in context: Context) {
    guard let (owner, failure) = owners.min(by: { $0.key < $1.key }) else { return }
    let others = owners.count == 1 ? "" : " and \(Counted.text(owners.count - 1, "other owner"))"
    context.warn(
      "repositories of \(owner)\(others) were not updated",
      failure.why,
      advice: failure.advice
    )
  }

  private static func key(_ name: RepositoryName) -> String { name.owner.lowercased() }
}
