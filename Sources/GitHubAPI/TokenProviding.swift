package import GitHubModel

/// Where the client gets a token from, each time a request needs one.
package protocol TokenProviding: Sendable {
  /// The token for the API that the client talks to, or nil when there is none.
  ///
  /// `isRequired` is false for a call that works without one: a provider may then answer nil where
  /// it would otherwise throw.
  func token(isRequired: Bool) throws -> AccessToken?
}
