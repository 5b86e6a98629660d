package import GitHubAPI
package import GitHubModel

/// Owners whose repositories the token cannot read, because of single sign-on or a list of allowed
/// IP addresses.
///
/// They do not fail a sync, which would otherwise fail until the user authorizes the token; stored
/// data of these repositories is kept. A sync asks each owner once.
package struct OwnerRefusals {
  private var owners: [String: OperationFailure] = [:]

  package init() {}

  /// Whether the owner of the repository has refused the token.
  package func contains(_ name: RepositoryName) -> Bool { owners[Self.key(name)] != nil }

  /// Records the owner if the error affects all of its repositories; returns whether it does.
  package mutating func add(_ name: RepositoryName, _ error: GitHubError, in world: World) -> Bool {
    guard error.kind == .forbidden, error.refusal == .owner else { return false }
    owners[Self.key(name)] = owners[Self.key(name)] ?? OperationFailure(error, in: world)
    return true
  }

  /// The first owner with the reason, and the number of others; nil if there are none.
  package var first: (owner: String, failure: OperationFailure, others: Int)? {
    owners.min { $0.key < $1.key }.map { ($0.key, $0.value, owners.count - 1) }
  }

  private static func key(_ name: RepositoryName) -> String { name.owner.lowercased() }
}
