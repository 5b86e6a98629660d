package import GitHubModel
import HTTPTransport
import HTTPTypes

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A page of the signed-in user's stars.
package struct StarPage: Sendable {
  /// Newest first; when each was starred is nil where GitHub did not say it.
  package var stars: [Star]
  /// Items that GitHub sent but that nobody could use.
  package var skippedCount: Int

  package struct Star: Sendable, Hashable {
    package var repository: Repository
    package var starredAt: Date?
  }
}

/// What a call brought that names what its asker has already.
package enum Conditional<Value: Sendable>: Sendable {
  /// It is still as it was (304); GitHub counts no request.
  case unchanged
  case value(Value)
}

extension Endpoint where Value == Conditional<StarPage> {
  /// `GET /user/starred`: a hundred of the signed-in user's stars, the newest first.
  ///
  /// - Parameters:
  ///   - page: From 1.
  ///   - entityTag: Of the same page as it was; the answer is ``Conditional/unchanged`` while it
  ///     names what GitHub has.
  package static func ownStars(page: Int, unlessIs entityTag: String? = nil) -> Self {
    Self(
      method: .get,
      path: ["user", "starred"],
      query: [
        ("sort", "created"), ("direction", "desc"), ("per_page", "100"), ("page", "\(page)"),
      ],
      accept: "application/vnd.github.star+json",
      entityTag: entityTag,
      authentication: .required,
      attempted: "list your stars",
      read: { response throws(UnreadableBody) in
        switch response.head.status {
        case .notModified where entityTag != nil: .unchanged
        case .ok: .value(try JSONBody.decode(StarredResponse.self, from: response).page)
        default: nil
        }
      }
    )
  }
}
