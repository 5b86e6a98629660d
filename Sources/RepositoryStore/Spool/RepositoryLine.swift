import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A repository as a line of tab-separated fields.
///
/// Whether it is starred is not written: that is somebody's, not the repository's.
enum RepositoryLine {
  static func append(_ repository: Repository, to text: inout [UInt8]) {
    let fields = names(repository) + texts(repository) + figures(repository)
    SpoolFields.append(fields, to: &text)
  }

  /// Nil for anything that ``append(_:to:)`` did not write.
  static func repository(_ line: ArraySlice<UInt8>) -> Repository? {
    var fields = SpoolFields(line)
    guard fields.count == fieldCount, var repository = named(&fields) else { return nil }
    readTexts(of: &repository, &fields)
    readFigures(of: &repository, &fields)
    return repository
  }

  private static let fieldCount = 24 + counts.count + dates.count
}

// MARK: Names

extension RepositoryLine {
  private static func names(_ repository: Repository) -> [String?] {
    let owner = repository.owner
    return [
      String(repository.id), repository.name.owner, repository.name.name, repository.url,
      owner.login, owner.id.map { String($0) }, owner.kind, owner.url, owner.avatarURL,
    ]
  }

  private static func named(_ fields: inout SpoolFields) -> Repository? {
    guard let id = fields.next().flatMap({ Int64($0) }), let login = fields.next(),
      let name = fields.next().flatMap({ RepositoryName(owner: login, name: $0) }),
      let url = fields.next(), let ownerLogin = fields.next()
    else { return nil }
    var owner = Owner(login: ownerLogin)
    owner.id = fields.next().flatMap { Int64($0) }
    owner.kind = fields.next()
    owner.url = fields.next()
    owner.avatarURL = fields.next()
    return Repository(id: id, name: name, owner: owner, url: url)
  }
}

// MARK: Texts

extension RepositoryLine {
  private static func texts(_ repository: Repository) -> [String?] {
    let license = repository.license
    return [
      repository.nodeID, repository.description, repository.homepage, repository.language,
      repository.topics?.joined(separator: " "), license?.key, license?.name, license?.spdxID,
      license?.url, repository.defaultBranch, repository.cloneURL, repository.sshURL,
      repository.visibility,
    ]
  }

  private static func readTexts(of repository: inout Repository, _ fields: inout SpoolFields) {
    repository.nodeID = fields.next()
    repository.description = fields.next()
    repository.homepage = fields.next()
    repository.language = fields.next()
    repository.topics = fields.next()?.split(separator: " ").map(String.init)
    repository.license = license(&fields)
    repository.defaultBranch = fields.next()
    repository.cloneURL = fields.next()
    repository.sshURL = fields.next()
    repository.visibility = fields.next()
  }

  private static func license(_ fields: inout SpoolFields) -> License? {
    var license = fields.next().map { License(key: $0) }
    let (name, id, url) = (fields.next(), fields.next(), fields.next())
    license?.name = name
    license?.spdxID = id
    license?.url = url
    return license
  }
}

// MARK: Figures

extension RepositoryLine {
  private static let counts: [any WritableKeyPath<Repository.Counts, Int?> & Sendable] = [
    \.stars, \.forks, \.openIssues, \.searchWatchers, \.subscribers, \.size,
  ]
  private static let dates: [any WritableKeyPath<Repository.Dates, Date?> & Sendable] = [
    \.created, \.updated, \.pushed,
  ]
  private static let flags: [any WritableKeyPath<Repository.Flags, Bool?> & Sendable] = [
    \.isArchived, \.isDisabled, \.isFork, \.isPrivate, \.isTemplate, \.hasDownloads, \.hasIssues,
    \.hasPages, \.hasProjects, \.hasWiki,
  ]

  private static func figures(_ repository: Repository) -> [String?] {
    let seconds = dates.map { date in
      repository.dates[keyPath: date]
        .flatMap { Int(exactly: $0.timeIntervalSince1970.rounded()) }.map { String($0) }
    }
    let letters = flags.map { flag in
      repository.flags[keyPath: flag].map { $0 ? "y" : "n" } ?? "-"
    }
    return counts.map { repository.counts[keyPath: $0].map { String($0) } } + seconds
      + [letters.joined(), nil]
  }

  private static func readFigures(of repository: inout Repository, _ fields: inout SpoolFields) {
    for count in counts {
      repository.counts[keyPath: count] = fields.next().flatMap { Int($0) }
    }
    for date in dates {
      repository.dates[keyPath: date] = fields.next().flatMap { Double($0) }
        .map { Date(timeIntervalSince1970: $0) }
    }
    for (flag, letter) in zip(flags, fields.next() ?? "") {
      repository.flags[keyPath: flag] = letter == "-" ? nil : letter == "y"
    }
  }
}
