#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Why something that a view model asked for did not come.
///
/// Texts come from outside: make them safe before showing them.
package enum SearchFailure: Error, Sendable, Hashable {
  /// No answer came: no network, no host, no time left.
  case offline(String)
  /// A budget is used up until then, by this machine's clock; nil where nobody said.
  case rateLimited(until: Date?)
  /// GitHub does not understand the query (422), in its own words.
  case validation(String)
  /// It needs a token, and there is none.
  case tokenMissing
  /// GitHub does not accept the token (401).
  case tokenRefused
  /// The token may not do this (403).
  case forbidden(String)
  /// There is no such repository, or it may not be seen.
  case notFound
  /// An answer that no one can use.
  case badAnswer(String)
  /// A file or the store of this machine.
  case localStore(String)
  /// The task was cancelled: nobody waits for the answer.
  case cancelled
}
