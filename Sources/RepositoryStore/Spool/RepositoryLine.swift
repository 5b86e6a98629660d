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

  private static let fieldCount = 33
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
  private static func figures(_ repository: Repository) -> [String?] {
    let (counts, dates) = (repository.counts, repository.dates)
    let numbers = [
      counts.stars, counts.forks, counts.openIssues, counts.searchWatchers, counts.subscribers,
      counts.size, seconds(dates.created), seconds(dates.updated), seconds(dates.pushed),
    ]
    return numbers.map { $0.map { String($0) } } + [letters(repository.flags), nil]
  }

  private static func seconds(_ date: Date?) -> Int? {
    date.flatMap { Int(exactly: $0.timeIntervalSince1970.rounded()) }
  }

  private static func letters(_ flags: Repository.Flags) -> String {
    let values = [
      flags.isArchived, flags.isDisabled, flags.isFork, flags.isPrivate, flags.isTemplate,
      flags.hasDownloads, flags.hasIssues, flags.hasPages, flags.hasProjects, flags.hasWiki,
    ]
    return String(decoding: values.map(letter), as: UTF8.self)
  }

  private static func letter(_ flag: Bool?) -> UInt8 {
    switch flag {
    case true?: UInt8(ascii: "y")
    case false?: UInt8(ascii: "n")
    case nil: UInt8(ascii: "-")
    }
  }

  private static func readFigures(of repository: inout Repository, _ fields: inout SpoolFields) {
    repository.counts.stars = fields.next().flatMap { Int($0) }
    repository.counts.forks = fields.next().flatMap { Int($0) }
    repository.counts.openIssues = fields.next().flatMap { Int($0) }
    repository.counts.searchWatchers = fields.next().flatMap { Int($0) }
    repository.counts.subscribers = fields.next().flatMap { Int($0) }
    repository.counts.size = fields.next().flatMap { Int($0) }
    repository.dates.created = date(fields.next())
    repository.dates.updated = date(fields.next())
    repository.dates.pushed = date(fields.next())
    repository.flags = flags(fields.next() ?? "")
  }

  private static func date(_ field: String?) -> Date? {
    field.flatMap { Double($0) }.map { Date(timeIntervalSince1970: $0) }
  }

  private static func flags(_ letters: String) -> Repository.Flags {
    var values = letters.utf8.map { $0 == UInt8(ascii: "-") ? nil : $0 == UInt8(ascii: "y") }[...]
    var flags = Repository.Flags()
    flags.isArchived = values.popFirst() ?? nil
    flags.isDisabled = values.popFirst() ?? nil
    flags.isFork = values.popFirst() ?? nil
    flags.isPrivate = values.popFirst() ?? nil
    flags.isTemplate = values.popFirst() ?? nil
    flags.hasDownloads = values.popFirst() ?? nil
    flags.hasIssues = values.popFirst() ?? nil
    flags.hasPages = values.popFirst() ?? nil
    flags.hasProjects = values.popFirst() ?? nil
    flags.hasWiki = values.popFirst() ?? nil
    return flags
  }
}
