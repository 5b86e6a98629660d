package import GitHubModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What the user wants of GitHub.
package enum StarWish: Sendable, Hashable {
  case star, unstar
}

/// A wish that has been written down, before anything is sent.
package struct StarIntent: Sendable, Hashable, Identifiable {
  package let id: Int64
  package let name: RepositoryName
  package let wish: StarWish
  package let account: AccountID
  package let beganAt: Date
}

/// An intent whose end nobody has written down.
package struct OpenIntent: Sendable, Hashable {
  package let intent: StarIntent
  /// Whether it was sent without an answer, so that only GitHub knows.
  package let isDoubted: Bool
}

extension StarWish {
  var stored: Int64 { self == .star ? 1 : 0 }

  init(stored: Int64) { self = stored == 1 ? .star : .unstar }
}
