import GRDB
import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RepositoryRow {
  /// The repository whose columns start at the place given; nil for what no repository can be.
  static func repository(_ row: Row, from start: Int = 0) -> Repository? {
    var columns = RowColumns(row: row, next: start)
    guard let id = columns.read(Int64.self), let owner = columns.read(String.self),
      let title = columns.read(String.self), let url = columns.read(String.self),
      let name = RepositoryName(owner: owner, name: title)
    else { return nil }
    var repository = Repository(id: id, name: name, owner: Owner(login: owner), url: url)
    columns.readTexts(&repository)
    columns.readOwner(&repository.owner)
    repository.license = columns.readLicense()
    columns.readCounts(&repository.counts)
    columns.readDates(&repository.dates)
    repository.flags = FlagMask.flags(columns.read(Int64.self) ?? 0)
    return repository
  }
}

/// Reads one column after the other.
private struct RowColumns {
  let row: Row
  var next: Int

  mutating func read<Value: DatabaseValueConvertible>(_ type: Value.Type = Value.self) -> Value? {
    defer { next += 1 }
    return row.value(next, type)
  }

  mutating func readTexts(_ repository: inout Repository) {
    repository.nodeID = read()
    repository.description = read()
    repository.homepage = read()
    repository.language = read()
    repository.topics = read(String.self).map(TopicList.topics)
    repository.defaultBranch = read()
    repository.cloneURL = read()
    repository.sshURL = read()
    repository.visibility = read()
  }

  mutating func readOwner(_ owner: inout Owner) {
    owner.id = read()
    owner.kind = read()
    owner.url = read()
    owner.avatarURL = read()
  }

  mutating func readLicense() -> License? {
    let (key, name) = (read(String.self), read(String.self))
    let (spdxID, url) = (read(String.self), read(String.self))
    guard let key else { return nil }
    var license = License(key: key)
    (license.name, license.spdxID, license.url) = (name, spdxID, url)
    return license
  }

  mutating func readCounts(_ counts: inout Repository.Counts) {
    counts.stars = read()
    counts.forks = read()
    counts.openIssues = read()
    counts.searchWatchers = read()
    counts.subscribers = read()
    counts.size = read()
  }

  mutating func readDates(_ dates: inout Repository.Dates) {
    dates.created = readDate()
    dates.updated = readDate()
    dates.pushed = readDate()
  }

  private mutating func readDate() -> Date? { read(Int64.self).map(Date.init(wholeSeconds:)) }
}
