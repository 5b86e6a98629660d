package import GitHubModel

/// What a call brought: its value, and what the answer's header fields say beside it.
package struct Answer<Value: Sendable>: Sendable {
  package internal(set) var value: Value
  /// What is left of the budget that the call was counted against; nil where GitHub did not say.
  package internal(set) var rateLimit: RateLimit?
  /// The scopes of a classic token; nil for a fine-grained one and for none.
  package internal(set) var scopes: [String]?
  /// Names what was answered, for asking later whether it is still so; nil where GitHub names none.
  package internal(set) var entityTag: String?
  /// The address of the next page; nil on the last one.
  var nextPage: String?

  /// The number of the last page, where GitHub names it.
  package internal(set) var lastPage: Int?

  /// Whether another page follows.
  package var hasNextPage: Bool { nextPage != nil }
}
