#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A repository as the rest of the program knows it.
///
/// Only what identifies it is always there. Everything else is nil when GitHub did not say it, or
/// said something that cannot be: an unknown count is no zero, and an unknown answer no "no".
package struct Repository: Sendable, Hashable, Identifiable {
  /// GitHub's number for it, which outlives renames and transfers.
  package let id: Int64
  /// GitHub's opaque identifier, as GraphQL takes it.
  package var nodeID: String?
  package var name: RepositoryName
  package var owner: Owner
  /// Its page, an http or https URL.
  package var url: String
  /// Free text of any length, exactly as GitHub sent it: make it safe before showing it.
  package var description: String?
  package var homepage: String?
  package var language: String?
  package var topics: [String]?
  package var license: License?
  package var defaultBranch: String?
  package var cloneURL: String?
  package var sshURL: String?
  package var visibility: String?
  package var counts = Counts()
  package var dates = Dates()
  package var flags = Flags()
  /// Whether the signed-in user starred it; nil while nobody has asked.
  package var isStarred: Bool?

  package init(id: Int64, name: RepositoryName, owner: Owner, url: String) {
    self.id = id
    self.name = name
    self.owner = owner
    self.url = url
  }
}

extension Repository {
  /// How many of each; never negative.
  package struct Counts: Sendable, Hashable {
    package var stars: Int?
    package var forks: Int?
    package var openIssues: Int?
    /// What the search API calls watchers: the number of stars again.
    package var searchWatchers: Int?
    /// People who watch it; only the answer for a single repository has it.
    package var subscribers: Int?
    /// Kilobytes.
    package var size: Int?

    package init() {}
  }

  /// When it was made, last changed, and last pushed to.
  package struct Dates: Sendable, Hashable {
    package var created: Date?
    package var updated: Date?
    package var pushed: Date?

    package init() {}
  }

  /// What it is and what it has.
  package struct Flags: Sendable, Hashable {
    package var isArchived: Bool?
    package var isDisabled: Bool?
    package var isFork: Bool?
    package var isPrivate: Bool?
    package var isTemplate: Bool?
    package var hasDownloads: Bool?
    package var hasIssues: Bool?
    package var hasPages: Bool?
    package var hasProjects: Bool?
    package var hasWiki: Bool?

    package init() {}
  }
}

/// Who owns a repository.
package struct Owner: Sendable, Hashable {
  package var login: String
  package var id: Int64?
  /// `User` or `Organization`, and whatever GitHub adds to these.
  package var kind: String?
  package var url: String?
  package var avatarURL: String?

  package init(login: String) {
    self.login = login
  }
}

/// The license that GitHub recognized.
package struct License: Sendable, Hashable {
  package var key: String
  package var name: String?
  /// As in `MIT`; nil where GitHub names none.
  package var spdxID: String?
  package var url: String?

  package init(key: String) {
    self.key = key
  }
}
