import GRDB
import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A repository as a row: the order of the columns, and both ways between them and the value.
///
/// Whether it is starred is not in it: that is an account's business.
enum RepositoryRow {
  static let columns = [
    "id", "owner", "name", "url", "node_id", "description", "homepage", "language", "topics",
    "default_branch", "clone_url", "ssh_url", "visibility", "owner_id", "owner_kind", "owner_url",
    "owner_avatar", "license", "license_name", "license_spdx", "license_url", "stars", "forks",
    "open_issues", "watchers", "subscribers", "size", "created", "updated", "pushed", "flags",
  ]

  /// The columns for a SELECT.
  static let list = columns.map { "repository.\($0)" }.joined(separator: ", ")

  static func values(_ repository: Repository) -> [(any DatabaseValueConvertible)?] {
    names(repository) + texts(repository) + owner(repository.owner) + license(repository.license)
      + counts(repository.counts) + dates(repository.dates) + [FlagMask.mask(repository.flags)]
  }

  private typealias Values = [(any DatabaseValueConvertible)?]

  private static func names(_ repository: Repository) -> Values {
    [repository.id, repository.name.owner, repository.name.name, repository.url]
  }

  private static func texts(_ repository: Repository) -> Values {
    [
      repository.nodeID, repository.description, repository.homepage, repository.language,
      repository.topics.map(TopicList.text), repository.defaultBranch, repository.cloneURL,
      repository.sshURL, repository.visibility,
    ]
  }

  private static func owner(_ owner: Owner) -> Values {
    [owner.id, owner.kind, owner.url, owner.avatarURL]
  }

  private static func license(_ license: License?) -> Values {
    [license?.key, license?.name, license?.spdxID, license?.url]
  }

  private static func counts(_ counts: Repository.Counts) -> Values {
    [
      counts.stars, counts.forks, counts.openIssues, counts.searchWatchers, counts.subscribers,
      counts.size,
    ]
  }

  private static func dates(_ dates: Repository.Dates) -> Values {
    [dates.created?.wholeSeconds, dates.updated?.wholeSeconds, dates.pushed?.wholeSeconds]
  }
}

/// Topics in one text, each with an end of its own, so that none is not the same as unknown.
enum TopicList {
  static func text(_ topics: [String]) -> String { topics.map { "\($0)\n" }.joined() }

  static func topics(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
