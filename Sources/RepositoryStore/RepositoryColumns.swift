import Essentials
import GRDB
import GitHubModel

/// The encoding of a repository as a row of columns.
///
/// It excludes the star state, which depends on the account.
enum RepositoryColumns {
  /// The names of the columns, in the order of ``values(_:)``; the table is in ``Schema``.
  static let columns: [String] = {
    guard let name = RepositoryName("owner/name") else { return [] }
    var repository = Repository(id: 0, name: name, owner: Owner(login: ""), url: "")
    var coder = ColumnNames()
    repository.code(with: &coder)
    return coder.names
  }()

  /// The columns for a SELECT.
  static let list = columns.map { "repository.\($0)" }.joined(separator: ", ")

  /// The condition that a repository is archived, for which the library has an index.
  static func isArchived(_ id: SQL) -> SQL {
    "\(id) IN (SELECT repository.id FROM repository WHERE repository.flags & 3 = 3)"
  }

  /// A flag as an SQL expression, null if unknown.
  static func flag(_ flag: WritableKeyPath<Repository.Flags, Bool?>) -> SQL {
    var flags = Repository.Flags()
    flags[keyPath: flag] = true
    return "(nullif(flags & \(flags.mask), 0) = \(flags.mask))"
  }

  /// The values of the columns.
  static func values(_ repository: Repository) -> [DatabaseValue] {
    var (repository, coder) = (repository, ColumnWriter(repository))
    repository.code(with: &coder)
    return coder.values
  }

  /// The repository whose columns start at `start`; nil for a row that is not a repository.
  static func repository(_ row: Row, from start: Int = 0) -> Repository? {
    guard let id = row.value(start, Int64.self), let owner = row.value(start + 1, String.self),
      let title = row.value(start + 2, String.self), let url = row.value(start + 3, String.self),
      let name = RepositoryName(owner: owner, name: title)
    else { return nil }
    var repository = Repository(id: id, name: name, owner: Owner(login: owner), url: url)
    var coder = ColumnReader(row: row, index: start + 4)
    repository.code(with: &coder)
    return repository
  }
}

extension Repository {
  /// Passes each property with its column to the coder, which reads or writes it.
  ///
  /// This is the only list of columns. The four that identify a repository precede these.
  fileprivate mutating func code(with coder: inout some ColumnCoder) {
    coder.code("node_id", &nodeID)
    coder.code("description", &description)
    coder.code("homepage", &homepage)
    coder.code("language", &language)
    coder.code("topics", &topics)
    coder.code("default_branch", &defaultBranch)
    coder.code("clone_url", &cloneURL)
    coder.code("ssh_url", &sshURL)
    coder.code("visibility", &visibility)
    coder.code("owner_id", &owner.id)
    coder.code("owner_kind", &owner.kind)
    coder.code("owner_url", &owner.url)
    coder.code("owner_avatar", &owner.avatarURL)
    var (key, license) = (license?.key, license ?? License(key: ""))
    coder.code("license", &key)
    coder.code("license_name", &license.name)
    coder.code("license_spdx", &license.spdxID)
    coder.code("license_url", &license.url)
    if let key { license.key = key }
    self.license = key == nil ? nil : license
    coder.code("stars", &counts.stars)
    coder.code("forks", &counts.forks)
    coder.code("open_issues", &counts.openIssues)
    coder.code("watchers", &counts.searchWatchers)
    coder.code("subscribers", &counts.subscribers)
    coder.code("size", &counts.size)
    coder.code("created", &dates.created)
    coder.code("updated", &dates.updated)
    coder.code("pushed", &dates.pushed)
    var known = Optional(flags)
    coder.code("flags", &known)
    flags = known ?? Flags()
  }
}

// MARK: - Coders

/// Reads or writes columns in order.
private protocol ColumnCoder {
  mutating func code<Value: ColumnValue>(_ column: String, _ value: inout Value?)
}

private struct ColumnNames: ColumnCoder {
  var names = ["id", "owner", "name", "url"]

  mutating func code<Value: ColumnValue>(_ column: String, _: inout Value?) {
    names.append(column)
  }
}

private struct ColumnReader: ColumnCoder {
  let row: Row
  var index: Int

  mutating func code<Value: ColumnValue>(_: String, _ value: inout Value?) {
    value = Value.value(row.databaseValue(index))
    index += 1
  }
}

private struct ColumnWriter: ColumnCoder {
  var values: [DatabaseValue]

  init(_ repository: Repository) {
    let name = repository.name
    values = [
      repository.id.databaseValue, name.owner.stored, name.name.stored, repository.url.stored,
    ]
    values.reserveCapacity(RepositoryColumns.columns.count)
  }

  mutating func code<Value: ColumnValue>(_: String, _ value: inout Value?) {
    values.append(value?.stored ?? .null)
  }
}

/// A column's value; null if unknown.
private protocol ColumnValue {
  static func value(_ stored: DatabaseValue) -> Self?
  var stored: DatabaseValue { get }
}

extension ColumnValue where Self: DatabaseValueConvertible {
  fileprivate static func value(_ stored: DatabaseValue) -> Self? { fromDatabaseValue(stored) }

  fileprivate var stored: DatabaseValue { databaseValue }
}

extension Int: ColumnValue {}
extension Int64: ColumnValue {}

extension String: ColumnValue {
  fileprivate var stored: DatabaseValue { storable.databaseValue }
}

extension Date: ColumnValue {
  fileprivate static func value(_ stored: DatabaseValue) -> Self? {
    Int64.value(stored).map(Self.init(wholeSeconds:))
  }

  fileprivate var stored: DatabaseValue { wholeSeconds?.stored ?? .null }
}

/// Topics in one text, each with a terminator, so that an empty list differs from an unknown one.
extension [String]: ColumnValue {
  fileprivate static func value(_ stored: DatabaseValue) -> Self? {
    String.value(stored)?.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  fileprivate var stored: DatabaseValue {
    map { $0.split(separator: "\n").joined(separator: " ") + "\n" }.joined().stored
  }
}

/// Flags in one number, with two bits each: 0 for unknown, 2 for false, 3 for true.
extension Repository.Flags: ColumnValue {
  fileprivate static func value(_ stored: DatabaseValue) -> Self? {
    var (flags, mask) = (Self(), Int64.value(stored) ?? 0)
    flags.visit { flag in
      if mask & 2 != 0 { flag = mask & 1 == 1 }
      mask >>= 2
    }
    return flags
  }

  fileprivate var stored: DatabaseValue { mask.stored }

  fileprivate var mask: Int64 {
    var (flags, mask, place) = (self, Int64(0), Int64(0))
    flags.visit { flag in
      if let flag { mask |= (flag ? 3 : 2) << place }
      place += 2
    }
    return mask
  }

  /// Append only: a flag's index in this list is its position in the number.
  private mutating func visit(_ body: (inout Bool?) -> Void) {
    body(&isArchived)
    body(&isDisabled)
    body(&isFork)
    body(&isPrivate)
    body(&isTemplate)
    body(&hasDownloads)
    body(&hasIssues)
    body(&hasPages)
    body(&hasProjects)
    body(&hasWiki)
  }
}

// MARK: - Newer facts

extension Repository {
  /// The newer facts; fields that their API never returns keep their old values.
  ///
  /// Every REST response with repositories has all of their facts, with null for a removed fact: a
  /// description that GitHub no longer has must be removed. Only the number of watchers is missing
  /// in lists. Facts without the number of open issues are not from REST.
  func updated(with newer: Repository) -> Repository {
    var merged = newer.counts.openIssues == nil ? fillingGaps(in: newer) : newer
    merged.counts.subscribers = newer.counts.subscribers ?? counts.subscribers
    return merged
  }

  /// The newer facts from GraphQL, with old values for those that it never has, and for those that
  /// REST only writes differently: the avatar's URL, and an empty homepage.
  private func fillingGaps(in newer: Repository) -> Repository {
    var whole = newer
    if owner.id == newer.owner.id {
      whole.owner.avatarURL = owner.avatarURL ?? newer.owner.avatarURL
    }
    if newer.homepage == nil, homepage == "" { whole.homepage = homepage }
    whole.counts.openIssues = counts.openIssues
    (whole.flags.hasPages, whole.flags.hasDownloads) = (flags.hasPages, flags.hasDownloads)
    if license?.key == newer.license?.key { whole.license?.url = license?.url }
    return whole
  }
}
