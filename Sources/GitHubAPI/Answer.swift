package import GitHubModel

/// What a call brought: its value, and what the answer's header fields say beside it.
package struct Answer<Value: Sendable>: Sendable {
  package let value: Value
  /// What is left of the budget that the call was counted against; nil where GitHub did not say.
  package let rateLimit: RateLimit?
  /// The scopes of a classic token; nil for a fine-grained one and for none.
  package let scopes: [String]?
  /// The address of the next page; nil on the last one.
  let nextPage: String?
}
