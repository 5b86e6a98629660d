package import GitHubAPI
package import GitHubModel

/// Owners whose repositories the token cannot read, because of their single sign-on or their list of allowed
/// addresses.
///
/// It does not fail a sync: otherwise each would fail until the user authorizes the token; what is stored
/// of these repositories stays. An owner is asked once in a sync.
package struct OwnerRefusals {
  private var owners: [String: OperationFailure] = [:]

  package init() {}

  /// Whether the owner of the repository has refused the token.
  package func contains(_ name: RepositoryName) -> Bool { owners[Self.key(name)] != nil }

  /// Remembers the owner, if the error is about all of its repositories; returns whether it is.
  package mutating func add(_ name: RepositoryName, _ error: GitHubError, in world: World) -> Bool {
    guard error.kind == .forbidden, error.refusal == .owner else { return false }
    owners[Self.key(name)] = owners[Self.key(name)] ?? OperationFailure(error, in: world)
    return true
  }

  /// The first of the owners, with the reason, and how many others there are; nil if none refused the token.
  package var first: (owner: String, failure: OperationFailure, others: Int)? {
    owners.min { $0.key < $1.key }.map { ($0.key, $0.value, owners.count - 1) }
  }

  private static func key(_ name: RepositoryName) -> String { name.owner.lowercased() }
}
