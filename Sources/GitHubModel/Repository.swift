package import Essentials

/// A repository.
///
/// Only its identifying properties are always known. Any other property is nil if GitHub omits it
/// or sends an invalid value: an unknown count is not 0, and an unknown flag is not false.
package struct Repository: Sendable, Hashable, Identifiable {
  /// GitHub's ID of the repository, which survives renames and transfers.
  package let id: Int64
  /// GitHub's opaque identifier, used by GraphQL.
  package var nodeID: String?
  package var name: RepositoryName
  package var owner: Owner
  /// The URL of its page, over HTTP or HTTPS.
  package var url: String
  /// The description, of any length and exactly as sent by GitHub; make it safe before showing it.
  package var description: String?
  /// The URL entered by the owner; make it safe before showing it.
  package var homepage: String?
  package var language: String?
  package var topics: [String]?
  package var license: License?
  package var defaultBranch: String?
  package var cloneURL: String?
  package var sshURL: String?
  /// The visibility: `public`, `private` or `internal`.
  package var visibility: String?
  package var counts = Counts()
  package var dates = Dates()
  package var flags = Flags()
  /// Whether the signed-in user has starred it; nil if that was not requested.
  package var isStarred: Bool?

  package init(id: Int64, name: RepositoryName, owner: Owner, url: String) {
    (self.id, self.name, self.owner, self.url) = (id, name, owner, url)
  }
}

extension Repository {
  /// Counts, which are never negative.
  package struct Counts: Sendable, Hashable {
    package var stars: Int?
    package var forks: Int?
    /// The number of open issues and pull requests.
    package var openIssues: Int?
    /// `watchers_count` of the REST API, which is the number of stars.
    package var searchWatchers: Int?
    /// The number of users who watch it; only the response for a single repository has this.
    package var subscribers: Int?
    /// The size in kilobytes.
    package var size: Int?

    package init() {}
  }

  /// Dates of changes.
  package struct Dates: Sendable, Hashable {
    package var created: Date?
    package var updated: Date?
    package var pushed: Date?

    package init() {}
  }

  /// The kinds and features of a repository, under GitHub's names.
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

/// The user or organization that owns a repository.
package struct Owner: Sendable, Hashable {
  package var login: String
  /// GitHub's ID of the owner, which survives changes of the login.
  package var id: Int64?
  /// The type: `User`, `Organization` or another GitHub type.
  package var kind: String?
  package var url: String?
  package var avatarURL: String?

  package init(login: String) {
    self.login = login
  }
}

package struct License: Sendable, Hashable {
  /// GitHub's key, such as `mit`.
  package var key: String
  package var name: String?
  /// The SPDX identifier, such as `MIT`; nil if GitHub does not name one.
  package var spdxID: String?
  /// The URL of the license in GitHub's API.
  package var url: String?

  package init(key: String) {
    self.key = key
  }

  /// The identifier or else the name, as GitHub shows it: an unrecognized license is `Other`.
  package var shortName: String { spdxID == "NOASSERTION" ? "Other" : spdxID ?? name ?? key }
}

/// A repository that a user has starred.
package struct Star: Sendable, Hashable {
  /// The repository as it was last read.
  package var repository: Repository
  /// When the user starred it, in whole seconds; ``Date/distantPast`` if unknown.
  package let starredAt: Date
  /// When the repository was found deleted, blocked or made private; nil if it exists.
  package var goneAt: Date?

  package init(_ repository: Repository, starredAt: Date) {
    (self.repository, self.starredAt) = (repository, starredAt)
  }

  package var name: RepositoryName { repository.name }
}

/// A release of a repository.
package struct Release: Sendable, Hashable {
  /// The name of the tag, such as `v1.2.0`; make it safe before showing it.
  package let tagName: String
  /// The title, if any; make it safe before showing it.
  package let name: String?
  package let publishedAt: Date
  /// The URL of its page, over HTTP or HTTPS.
  package let url: String

  package init(tagName: String, name: String?, publishedAt: Date, url: String) {
    (self.tagName, self.name) = (tagName, name)
    (self.publishedAt, self.url) = (publishedAt, url)
  }
}

/// The facts of a starred repository that one GraphQL query returns.
package struct RepositoryFacts: Sendable, Hashable {
  /// The repository with its star state, but without facts that only REST has: the numbers of open
  /// issues and watchers, whether it has pages or downloads, and the license's URL in the API.
  package let repository: Repository
  /// Git's hash of `README.md`; nil if there is no file with that name.
  package let readmeVersion: String?
  /// The size of that file in bytes.
  package let readmeSize: Int?
  /// The newest release that is neither a draft nor a prerelease.
  package let latestRelease: Release?

  package init(
    _ repository: Repository,
    readmeVersion: String?,
    readmeSize: Int? = nil,
    latestRelease: Release?
  ) {
    (self.repository, self.latestRelease) = (repository, latestRelease)
    (self.readmeVersion, self.readmeSize) = (readmeVersion, readmeSize)
  }
}

/// One page of a list of repositories.
package struct RepositoryPage: Sendable, Hashable {
  package var repositories: [Repository]
  /// The number of matches, including unreachable ones; nil if GitHub omits it.
  package var totalCount: Int?
  /// Whether GitHub's search timed out, so that matches are missing.
  package var isIncomplete: Bool
  /// The number of items that could not be read.
  package var skippedCount: Int
  /// The number of unreachable matches, as far as this page shows.
  package var unreachableCount = 0
  /// Where the words of the query occur; empty unless the request asks for it.
  package var matches: [Repository.ID: [TextMatch]] = [:]
  /// When the user starred the repositories, if the page lists stars.
  package var starredAt: [Repository.ID: Date] = [:]
  /// The query used instead of the typed one, if that has no matches in the local copy.
  package var correction: SearchCorrection?

  package init(
    repositories: [Repository],
    totalCount: Int?,
    isIncomplete: Bool = false,
    skippedCount: Int = 0
  ) {
    (self.repositories, self.totalCount) = (repositories, totalCount)
    (self.isIncomplete, self.skippedCount) = (isIncomplete, skippedCount)
  }
}

/// A fragment of local text with matching words.
package struct TextMatch: Sendable, Hashable {
  package enum Property: String, Sendable {
    case readme, note
  }

  package let property: Property
  /// The whole text or part of it.
  package let fragment: String
  /// The ranges of the words in the fragment's UTF-8.
  package let ranges: [Range<Int>]

  package init(property: Property, fragment: String, ranges: [Range<Int>]) {
    (self.property, self.fragment, self.ranges) = (property, fragment, ranges)
  }
}

/// The account that a token belongs to.
package struct User: Sendable, Hashable {
  package let login: String
  /// GitHub's ID of the account, which survives changes of its login.
  package let id: Int64
  /// The display name; nil if there is none.
  package var name: String?

  package init(login: String, id: Int64, name: String? = nil) {
    (self.login, self.id, self.name) = (login, id, name)
  }
}

/// The state of one of GitHub's rate limits.
package struct RateLimit: Sendable, Hashable {
  /// The group of requests counted together: `search`, `core`, `graphql` and others.
  package var resource: String
  /// The maximum number of requests per window, which is a minute for searches and an hour
  /// otherwise.
  package var limit: Int
  package var remaining: Int
  /// When the window is reset, by GitHub's clock.
  package var reset: Date

  package init(resource: String, limit: Int, remaining: Int, reset: Date) {
    (self.resource, self.limit) = (resource, limit)
    (self.remaining, self.reset) = (remaining, reset)
  }
}
