import Essentials
import GRDB
import GitHubModel

/// The encoding of a repository as a row of columns.
///
/// The star state is not part of it, since it depends on the account.
enum RepositoryColumns {
  /// The names of the columns, in the order of ``values(_:)``, and of the table in ``Schema``.
  static let columns = [
    "id", "owner", "name", "url", "node_id", "description", "homepage", "language", "topics",
    "default_branch", "clone_url", "ssh_url", "visibility", "owner_id", "owner_kind", "owner_url",
    "owner_avatar", "license", "license_name", "license_spdx", "license_url", "stars", "forks",
    "open_issues", "watchers", "subscribers", "size", "created", "updated", "pushed", "flags",
  ]

  /// The places of the columns that the library has indexes of.
  static let indexed = Set(
    columns.indices.filter { ["owner", "name", "flags"].contains(columns[$0]) }
  )

  /// The columns for a SELECT.
  static let list = columns.map { "repository.\($0)" }.joined(separator: ", ")

  /// The condition that a repository is archived; an index of the library has those that are.
  static func isArchived(_ id: SQL) -> SQL {
    "\(id) IN (SELECT repository.id FROM repository WHERE repository.flags & 3 = 3)"
  }

  /// A flag as an expression of SQL, null if it is not known.
  static func flag(_ flag: KeyPath<Repository.Flags, Bool?>) -> SQL {
    let place = FlagMask.flags.firstIndex { $0 as AnyKeyPath == flag } ?? 0
    return "(nullif(flags >> \(2 * place) & 3, 0) = 3)"
  }

  /// The values of the columns.
  static func values(_ repository: Repository) -> [DatabaseValue] {
    func text(_ value: String?) -> DatabaseValue { value?.storable.databaseValue ?? .null }
    func number(_ value: Int?) -> DatabaseValue { value?.databaseValue ?? .null }
    func date(_ value: Date?) -> DatabaseValue { value?.wholeSeconds?.databaseValue ?? .null }
    let (name, owner) = (repository.name, repository.owner)
    let (license, counts, dates) = (repository.license, repository.counts, repository.dates)
    return [
      repository.id.databaseValue, text(name.owner), text(name.name), text(repository.url),
      text(repository.nodeID), text(repository.description), text(repository.homepage),
      text(repository.language), text(repository.topics.map(TopicList.text)),
      text(repository.defaultBranch), text(repository.cloneURL), text(repository.sshURL),
      text(repository.visibility), owner.id?.databaseValue ?? .null, text(owner.kind),
      text(owner.url), text(owner.avatarURL), text(license?.key), text(license?.name),
      text(license?.spdxID), text(license?.url), number(counts.stars), number(counts.forks),
      number(counts.openIssues), number(counts.searchWatchers), number(counts.subscribers),
      number(counts.size), date(dates.created), date(dates.updated), date(dates.pushed),
      FlagMask.mask(repository.flags).databaseValue,
    ]
  }

  /// The repository with these values; nil for what is not a repository.
  static func repository(_ values: [DatabaseValue]) -> Repository? {
    guard values.count == columns.count, let id = values[0].integer, let owner = values[1].text,
      let title = values[2].text, let url = values[3].text,
      let name = RepositoryName(owner: owner, name: title)
    else { return nil }
    // In the order of the columns.
    var rest = values.dropFirst(4)
    func text() -> String? { rest.removeFirst().text }
    func integer() -> Int64? { rest.removeFirst().integer }
    func count() -> Int? { integer().flatMap(Int.init(exactly:)) }
    func date() -> Date? { integer().map(Date.init(wholeSeconds:)) }
    var made = Repository(id: id, name: name, owner: Owner(login: owner), url: url)
    made.nodeID = text()
    made.description = text()
    made.homepage = text()
    made.language = text()
    made.topics = text().map(TopicList.topics)
    made.defaultBranch = text()
    made.cloneURL = text()
    made.sshURL = text()
    made.visibility = text()
    made.owner.id = integer()
    made.owner.kind = text()
    made.owner.url = text()
    made.owner.avatarURL = text()
    made.license = text().map(License.init)
    // These are read even without a license.
    let (licenseName, spdxID, licenseURL) = (text(), text(), text())
    made.license?.name = licenseName
    made.license?.spdxID = spdxID
    made.license?.url = licenseURL
    made.counts.stars = count()
    made.counts.forks = count()
    made.counts.openIssues = count()
    made.counts.searchWatchers = count()
    made.counts.subscribers = count()
    made.counts.size = count()
    made.dates.created = date()
    made.dates.updated = date()
    made.dates.pushed = date()
    made.flags = FlagMask.flags(integer() ?? 0)
    return made
  }

  /// The repository whose columns start at `start`; nil for a row that is not a repository.
  static func repository(_ row: Row, from start: Int = 0) -> Repository? {
    repository(values(row, from: start))
  }

  /// The values of the columns, which start at `start`.
  static func values(_ row: Row, from start: Int) -> [DatabaseValue] {
    (start..<start + columns.count).map(row.databaseValue)
  }
}

/// Topics in one text, each with a terminator, so that an empty list differs from an unknown one.
private enum TopicList {
  static func text(_ topics: [String]) -> String {
    topics.map { $0.storable.split(separator: "\n").joined(separator: " ") + "\n" }.joined()
  }

  static func topics(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}

/// The flags in one number: two bits each, 0 for unknown, 2 for false, 3 for true.
private enum FlagMask {
  /// Append only: the index of a flag is its place in the number.
  fileprivate static let flags: [any WritableKeyPath<Repository.Flags, Bool?> & Sendable] = [
    \.isArchived, \.isDisabled, \.isFork, \.isPrivate, \.isTemplate, \.hasDownloads, \.hasIssues,
    \.hasPages, \.hasProjects, \.hasWiki,
  ]

  static func mask(_ values: Repository.Flags) -> Int64 {
    // In the order of `flags`. With key paths here and `utf8.contains` in `storable`, a row takes a
    // third more instructions.
    let flags = [
      values.isArchived, values.isDisabled, values.isFork, values.isPrivate, values.isTemplate,
      values.hasDownloads, values.hasIssues, values.hasPages, values.hasProjects, values.hasWiki,
    ]
    return flags.reversed().reduce(0) { mask, flag in mask << 2 | (flag.map { $0 ? 3 : 2 } ?? 0) }
  }

  static func flags(_ mask: Int64) -> Repository.Flags {
    var values = Repository.Flags()
    for (index, flag) in flags.enumerated() {
      let bits = mask >> (2 * index)
      if bits & 2 != 0 { values[keyPath: flag] = bits & 1 == 1 }
    }
    return values
  }
}

// MARK: - Stored values

extension Repository {
  /// The newer facts, with what their response never has taken from this repository.
  ///
  /// Every response of REST with repositories has all of their facts, and null for a fact that was removed: a
  /// description that GitHub no longer has must go. Only the number of watchers is missing in lists. Facts without
  /// the number of open issues are not from REST.
  func updated(with newer: Repository) -> Repository {
    var merged = newer.counts.openIssues == nil ? fillingGaps(in: newer) : newer
    merged.counts.subscribers = newer.counts.subscribers ?? counts.subscribers
    return merged
  }

  /// The newer facts of GraphQL, with those that it never has taken from this repository, and those that REST
  /// only writes in another way: the address of the owner's picture, and no homepage.
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

extension Date {
  /// Whole seconds since 1970, the form of times in stores; nil for a date out of range.
  ///
  /// Rounded down, since a time in the future would not count as recent.
  var wholeSeconds: Int64? { Int64(exactly: timeIntervalSince1970.rounded(.down)) }

  init(wholeSeconds: Int64) { self.init(timeIntervalSince1970: Double(wholeSeconds)) }
}

extension String {
  /// The text with NUL replaced, since SQLite's texts end there.
  var storable: String {
    let hasNUL = utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? true
    return hasNUL ? replacing("\0", with: "\u{FFFD}") : self
  }
}

extension SQLInterpolation {
  mutating func appendInterpolation(_ account: AccountID) {
    appendInterpolation(account.rawValue)
  }

  mutating func appendInterpolation(_ name: RepositoryName) {
    appendInterpolation(name.fullName)
  }
}

extension Database {
  /// Runs statements; the values in them are bound, not spliced.
  func run(_ sql: SQL) throws { try execute(literal: sql) }

  /// The first value that a statement selects; nil if there is none, or if it is null.
  func value<Value: DatabaseValueConvertible>(_ sql: SQL) throws -> Value? {
    try SQLRequest<Value>(literal: sql).fetchOne(self)
  }

  /// The rows that a statement selects.
  func rows(_ sql: SQL) throws -> [Row] { try SQLRequest<Row>(literal: sql).fetchAll(self) }
}

extension Row {
  /// The value of a column; nil if it is null or of another type.
  ///
  /// GRDB's own subscripts trap on a value of the wrong type, which a damaged file may have.
  func value<Value: DatabaseValueConvertible>(_ index: Int, _ type: Value.Type) -> Value? {
    Value.fromDatabaseValue(databaseValue(index))
  }

  /// The full name of a repository; nil if the column has none.
  func name(_ index: Int) -> RepositoryName? {
    value(index, String.self).flatMap { RepositoryName($0) }
  }

  /// The value of a column; null if there is no such column.
  fileprivate func databaseValue(_ index: Int) -> DatabaseValue {
    index < count ? self[index] : .null
  }
}

extension DatabaseValue {
  fileprivate var text: String? { String.fromDatabaseValue(self) }

  fileprivate var integer: Int64? { Int64.fromDatabaseValue(self) }
}
