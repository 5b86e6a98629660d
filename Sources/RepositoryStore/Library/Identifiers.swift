/// An account of this file: a token, or several that turned out to be one user's.
package struct AccountID: Sendable, Hashable {
  package let rawValue: Int64

  package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// One run of a clean-up, which can be undone.
package struct PruneID: Sendable, Hashable {
  package let rawValue: Int64

  package init(rawValue: Int64) { self.rawValue = rawValue }
}
