import Foundation
import GitHubModel

@testable import RepositoryStore

extension LibraryStore {
  func star(of id: Repository.ID, by account: AccountID) throws -> Star? {
    try stars(of: account).first { $0.repository.id == id }
  }
}

/// Repositories for tests.
enum Sample {
  static func name(_ text: String) -> RepositoryName {
    guard let name = RepositoryName(text) else { fatalError("no such name: \(text)") }
    return name
  }

  static func repository(
    _ id: Int64,
    _ name: String,
    stars: Int? = nil,
    _ description: String? = nil
  ) -> Repository {
    let name = Self.name(name)
    var repository = Repository(
      id: id,
      name: name,
      owner: Owner(login: name.owner),
      url: "https://github.com/\(name)"
    )
    repository.counts.stars = stars
    repository.description = description
    return repository
  }

  /// A repository with all facts.
  static var full: Repository {
    var repository = repository(44_838_949, "swiftlang/swift", stars: 67_000, "A “Swift” 🦅")
    repository.nodeID = "MDEwOlJlcG9zaXRvcnk0NDgzODk0OQ=="
    repository.homepage = "https://swift.org"
    repository.language = "C++"
    repository.topics = ["compiler", "swift"]
    repository.defaultBranch = "main"
    repository.cloneURL = "https://github.com/swiftlang/swift.git"
    repository.sshURL = "git@github.com:swiftlang/swift.git"
    repository.visibility = "public"
    repository.owner.id = 42_816_656
    repository.owner.kind = "Organization"
    repository.owner.url = "https://github.com/swiftlang"
    repository.owner.avatarURL = "https://avatars.githubusercontent.com/u/42816656?v=4"
    repository.license = license
    repository.counts.forks = 10_400
    repository.counts.openIssues = 0
    repository.counts.searchWatchers = 67_000
    repository.counts.subscribers = 2_480
    repository.counts.size = 1_094_873
    repository.dates.created = Date(timeIntervalSince1970: 1_445_633_707)
    repository.dates.updated = Date(timeIntervalSince1970: 1_795_000_000)
    repository.dates.pushed = Date(timeIntervalSince1970: 1_794_999_999)
    repository.flags = flags
    return repository
  }

  private static var license: License {
    var license = License(key: "apache-2.0")
    license.name = "Apache License 2.0"
    license.spdxID = "Apache-2.0"
    license.url = "https://api.github.com/licenses/apache-2.0"
    return license
  }

  private static var flags: Repository.Flags {
    var flags = Repository.Flags()
    flags.isArchived = true
    flags.isDisabled = false
    flags.isFork = true
    flags.isPrivate = false
    flags.isTemplate = true
    flags.hasDownloads = true
    flags.hasIssues = false
    flags.hasPages = true
    flags.hasProjects = false
    flags.hasWiki = true
    return flags
  }
}
