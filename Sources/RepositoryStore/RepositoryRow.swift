import Essentials
import GRDB
import GitHubModel

/// The encoding of a repository as a row of columns: for the tables and, as text, for the spool.
///
/// The star state is not part of it, since it depends on the account.
enum RepositoryRow {
  /// The names of the columns, in the order of ``values(_:)``.
  static let columns = ["id", "owner", "name", "url"] + facts.map(\.name)

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

  /// Every fact beyond what identifies a repository; a new one needs a migration in ``Schema`` too.
  private static let facts: [FactColumn] = [
    .text("node_id", { $0.nodeID }, \.nodeID),
    .text("description", { $0.description }, \.description),
    .text("homepage", { $0.homepage }, \.homepage),
    .text("language", { $0.language }, \.language),
    FactColumn(
      "topics",
      value: { $0.topics.map(TopicList.text)?.databaseValue },
      set: { $0.topics = $1.text.map(TopicList.topics) }
    ),
    .text("default_branch", { $0.defaultBranch }, \.defaultBranch),
    .text("clone_url", { $0.cloneURL }, \.cloneURL),
    .text("ssh_url", { $0.sshURL }, \.sshURL),
    .text("visibility", { $0.visibility }, \.visibility),
    FactColumn(
      "owner_id",
      value: { $0.owner.id?.databaseValue },
      set: { $0.owner.id = $1.integer }
    ),
    .text("owner_kind", { $0.owner.kind }, \.owner.kind),
    .text("owner_url", { $0.owner.url }, \.owner.url),
    .text("owner_avatar", { $0.owner.avatarURL }, \.owner.avatarURL),
    FactColumn(
      "license",
      value: { $0.license?.key.storable.databaseValue },
      set: { $0.license = $1.text.map(License.init) }
    ),
    .license("license_name", { $0.name }, \.name),
    .license("license_spdx", { $0.spdxID }, \.spdxID),
    .license("license_url", { $0.url }, \.url),
    .count("stars", { $0.stars }, \.stars),
    .count("forks", { $0.forks }, \.forks),
    .count("open_issues", { $0.openIssues }, \.openIssues),
    .count("watchers", { $0.searchWatchers }, \.searchWatchers),
    .count("subscribers", { $0.subscribers }, \.subscribers),
    .count("size", { $0.size }, \.size),
    .date("created", { $0.created }, \.created),
    .date("updated", { $0.updated }, \.updated),
    .date("pushed", { $0.pushed }, \.pushed),
    FactColumn(
      "flags",
      value: { FlagMask.mask($0.flags).databaseValue },
      set: { $0.flags = FlagMask.flags($1.integer ?? 0) }
    ),
  ]

  /// The values of the columns.
  static func values(_ repository: Repository) -> [DatabaseValue] {
    let name = repository.name
    return [
      repository.id.databaseValue, name.owner.databaseValue, name.name.databaseValue,
      repository.url.storable.databaseValue,
    ] + facts.map { $0.value(repository) ?? .null }
  }

  /// The repository with these values; nil for what is not a repository.
  static func repository(_ values: [DatabaseValue]) -> Repository? {
    guard values.count == columns.count, let id = values[0].integer, let owner = values[1].text,
      let title = values[2].text, let url = values[3].text,
      let name = RepositoryName(owner: owner, name: title)
    else { return nil }
    var repository = Repository(id: id, name: name, owner: Owner(login: owner), url: url)
    for (fact, value) in zip(facts, values.dropFirst(4)) { fact.set(&repository, value) }
    return repository
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

/// One fact of a repository and its column.
private struct FactColumn: Sendable {
  let name: String
  /// The stored form of the fact; nil if it is not known.
  let value: @Sendable (Repository) -> DatabaseValue?
  let set: @Sendable (inout Repository, DatabaseValue) -> Void

  // Reading through a key path would take four million instructions for the 100 rows of a search, 8 % of them all.
  typealias Reading<Root, Value> = @Sendable (Root) -> Value?
  typealias Fact<Root, Value> = any WritableKeyPath<Root, Value?> & Sendable

  init(
    _ name: String,
    value: @escaping @Sendable (Repository) -> DatabaseValue?,
    set: @escaping @Sendable (inout Repository, DatabaseValue) -> Void
  ) {
    (self.name, self.value, self.set) = (name, value, set)
  }

  static func text(
    _ name: String,
    _ read: @escaping Reading<Repository, String>,
    _ fact: Fact<Repository, String>
  ) -> Self {
    Self(
      name,
      value: { read($0)?.storable.databaseValue },
      set: { $0[keyPath: fact] = $1.text }
    )
  }

  static func license(
    _ name: String,
    _ read: @escaping Reading<License, String>,
    _ fact: Fact<License, String>
  ) -> Self {
    Self(
      name,
      value: { $0.license.flatMap(read)?.storable.databaseValue },
      set: { $0.license?[keyPath: fact] = $1.text }
    )
  }

  static func count(
    _ name: String,
    _ read: @escaping Reading<Repository.Counts, Int>,
    _ fact: Fact<Repository.Counts, Int>
  ) -> Self {
    Self(
      name,
      value: { read($0.counts)?.databaseValue },
      set: { $0.counts[keyPath: fact] = $1.integer.flatMap(Int.init(exactly:)) }
    )
  }

  static func date(
    _ name: String,
    _ read: @escaping Reading<Repository.Dates, Date>,
    _ fact: Fact<Repository.Dates, Date>
  ) -> Self {
    Self(
      name,
      value: { read($0.dates)?.wholeSeconds?.databaseValue },
      set: { $0.dates[keyPath: fact] = $1.integer.map(Date.init(wholeSeconds:)) }
    )
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
  /// description that GitHub no longer has must go. Only the number of watchers is missing in lists.
  func updated(with newer: Repository) -> Repository {
    var merged = newer
    merged.counts.subscribers = newer.counts.subscribers ?? counts.subscribers
    return merged
  }

  /// The newer facts of GraphQL, with those that it never has taken from this repository, and those that REST
  /// only writes in another way: the address of the owner's picture, and no homepage.
  func completing(_ newer: Repository) -> Repository {
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

  /// The newer facts, with those that their response never has taken from this repository.
  func merged(with newer: Repository, isComplete: Bool) -> Repository {
    updated(with: isComplete ? newer : completing(newer))
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

  /// An integer; the spool has it as text.
  fileprivate var integer: Int64? { Int64.fromDatabaseValue(self) ?? text.flatMap { Int64($0) } }
}
