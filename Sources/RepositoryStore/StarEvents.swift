package import Essentials
import GRDB
package import GitHubModel

/// A change of a starred repository.
package struct StarEvent: RowRecord, Sendable, Hashable, Identifiable {
  package enum Kind: String, Decodable, Sendable, CaseIterable {
    case release, archived, unarchived, renamed, license, gone
    /// It was gone and has returned.
    case returned
  }

  package let id: Int64
  package let kind: Kind
  /// The name of the repository when the change was noticed.
  package let name: RepositoryName
  /// The values before and after, if the kind has them: a name, a license or a tag.
  package let from: String?
  package let to: String?
  /// When the change was noticed, in whole seconds.
  package let noticedAt: Date
}

/// The newest release of a starred repository.
package struct StarRelease: Sendable, Hashable {
  package let repository: Repository
  package let release: Release
}

extension LibraryStore {
  /// The changes in the account's stars since a time, newest first.
  package func starEvents(
    of account: AccountID,
    since date: Date
  ) throws(StoreError) -> [StarEvent] {
    try file.read { database in
      try database.records(
        """
        SELECT id, kind, name, was AS "from", became AS "to", noticed_at FROM star_event
        WHERE account = \(account) AND noticed_at >= \(date.wholeSeconds) ORDER BY id DESC
        """
      )
    }
  }

  /// The ID of the last event, for ``eventCounts(of:after:)``.
  package func lastStarEvent() throws(StoreError) -> StarEvent.ID {
    try file.read { try $0.value("SELECT max(id) FROM star_event") ?? 0 }
  }

  /// The number of events of each kind after a given one.
  package func eventCounts(
    of account: AccountID,
    after last: StarEvent.ID
  ) throws(StoreError) -> [StarEvent.Kind: Int] {
    try file.read { database in
      let pairs: [(String, Int)] = try database.pairs(
        """
        SELECT kind, count(*) FROM star_event WHERE account = \(account) AND id > \(last)
        GROUP BY kind
        """
      )
      return pairs.reduce(into: [:]) { counts, pair in
        if let kind = StarEvent.Kind(rawValue: pair.0) { counts[kind] = pair.1 }
      }
    }
  }

  /// The newest release of each of the account's stars since a date; newest first.
  package func starReleases(
    of account: AccountID,
    since date: Date
  ) throws(StoreError) -> [StarRelease] {
    try file.read { database in
      try database.rows(
        """
        SELECT release.tag, release.name, release.url, release.published_at,
          \(sql: RepositoryColumns.list)
        FROM star JOIN release ON release.repository = star.repository
        JOIN repository ON repository.id = star.repository
        WHERE star.account = \(account) AND release.published_at >= \(date.wholeSeconds)
        ORDER BY release.published_at DESC, star.id DESC
        """
      ).compactMap(StarRelease.init)
    }
  }
}

extension StarRelease {
  fileprivate init?(_ row: Row) {
    guard let repository = RepositoryColumns.repository(row, from: 4),
      let tagName = row.value(0, String.self), let url = row.value(2, String.self),
      let seconds = row.value(3, Int64.self)
    else { return nil }
    let release = Release(
      tagName: tagName,
      name: row.value(1, String.self),
      publishedAt: Date(wholeSeconds: seconds),
      url: url
    )
    self.init(repository: repository, release: release)
  }
}

/// The changes of starred repositories, for each account that has starred them.
struct StarEventTable {
  let database: Database
  let now: Int64

  /// Adds the changes in newer facts of a repository; facts not known before are not changes.
  func add(from old: Repository, to new: Repository) throws {
    if old.name.fullName != new.name.fullName {
      try add(.renamed, to: new.id, from: old.name.fullName, to: new.name.fullName)
    }
    if let was = old.flags.isArchived, let became = new.flags.isArchived, was != became {
      try add(became ? .archived : .unarchived, to: new.id)
    }
    if old.license?.key != new.license?.key {
      let (was, became) = (old.license, new.license)
      try add(
        .license,
        to: new.id,
        from: was?.spdxID ?? was?.key,
        to: became?.spdxID ?? became?.key
      )
    }
  }

  func add(
    _ kind: StarEvent.Kind,
    to repository: Repository.ID,
    from was: String? = nil,
    to became: String? = nil
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO star_event (account, repository, kind, name, was, became, noticed_at)
        SELECT star.account, star.repository, ?, repository.owner || '/' || repository.name, ?, ?, ?
        FROM star JOIN repository ON repository.id = star.repository WHERE star.repository = ?
        """
    ).execute(arguments: [kind.rawValue, was?.storable, became?.storable, now, repository])
  }
}
