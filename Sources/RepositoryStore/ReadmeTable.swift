package import Essentials
import GRDB
package import GitHubModel

/// A README to fetch or request again.
package struct DueReadme: RowRecord, Sendable, Hashable {
  package let id: Repository.ID
  package let name: RepositoryName
  /// The repository's ID in GraphQL; nil if unknown.
  package let nodeID: String?
  /// The ETag of the stored version.
  package let etag: String?
  /// The size in bytes of the one in a usual place; nil if unknown.
  package let size: Int?
  /// Whether a version is stored.
  package let isStored: Bool
  /// Whether it may be in a usual place, so that it can be fetched in a batch; others are fetched
  /// individually.
  package let mayBeInUsualPlace: Bool
  /// Git's hash of the one in a usual place, empty if there is none; nil if unknown.
  fileprivate let latest: String?
  /// When the repository was last pushed to, in whole seconds.
  fileprivate let pushed: Int64?
}

/// GitHub's answer to a request for a README.
package enum FetchedReadme: Sendable, Hashable {
  /// The plain text of a README in a usual place, and its version; see
  /// ``LibraryStore/maxReadmeBytes``.
  case usual(String, version: String)
  /// The plain text of the file found at this path, and its ETag.
  case found(String, at: String, etag: String?)
  /// There is none in a usual place: the README stays due and is requested individually.
  case elsewhere
  /// The stored version is current.
  case unchanged
  /// There is none, GitHub has blocked it, or it is too large to store.
  case missing
  /// The whole repository is gone: the stored README is kept.
  case gone
  /// GitHub failed to send it: the stored README is kept, and it is requested again.
  case failed
}

/// A README in the local copy.
package struct StoredReadme: Sendable, Hashable {
  /// Its words without markup, with one paragraph or item per line.
  package let text: String
  /// When GitHub last confirmed that this version is current, in whole seconds.
  package let date: Date
}

extension LibraryStore {
  /// The number of bytes of a README that are stored; the rest is dropped.
  package static let maxReadmeBytes = 65_536

  /// Remembers whether READMEs are fetched with the account's stars.
  package func setSyncsReadmes(_ isWanted: Bool, of account: AccountID) throws(StoreError) {
    try file.write { database in
      var state = try SyncTable(database).state(of: account)
      state.syncsReadmes = isWanted
      try SyncTable(database).put(state)
    }
  }

  /// Removes some READMEs of the account's stars; returns false if there were none.
  ///
  /// The number is small, so that other processes do not wait long.
  package func removeSomeReadmes(of account: AccountID) throws(StoreError) -> Bool {
    try file.write { database in
      try database.run(
        """
        DELETE FROM readme WHERE repository IN (
          SELECT readme.repository FROM readme
          JOIN star ON star.repository = readme.repository WHERE star.account = \(account) LIMIT 100
        )
        """
      )
      return database.changesCount > 0
    }
  }

  /// The account's READMEs that are due.
  ///
  /// A README is due if it was never requested, if GitHub has another version or failed to send it,
  /// and a week after it was found missing, except for stored READMEs of deleted repositories.
  /// While its version is unknown, it is due after a push. READMEs that were never requested come
  /// first, newest stars first; then the least recently requested, so a few that always fail do not
  /// block the rest.
  package func dueReadmes(of account: AccountID) throws(StoreError) -> [DueReadme] {
    let lastWeek = seconds - ReadmeTable.missingAge
    return try file.read { database in
      try database.records(
        """
        SELECT repository.id, repository.owner || '/' || repository.name AS name,
          repository.node_id AS "nodeID", readme.etag, readme.size, readme.latest, repository.pushed,
          CASE WHEN readme.latest = '' THEN false
            WHEN readme.latest IS NOT readme.version THEN true
            ELSE readme.path IS NULL END AS may_be_in_usual_place,
          readme.state IS \(ReadmeTable.State.stored.rawValue) AS is_stored
        FROM star JOIN repository ON repository.id = star.repository
        LEFT JOIN readme ON readme.repository = repository.id
        WHERE star.account = \(account) AND CASE readme.state
          WHEN \(ReadmeTable.State.stored.rawValue) THEN star.gone_at IS NULL
            AND (repository.pushed IS NOT readme.pushed
              OR readme.latest IS NOT NULL AND readme.latest IS NOT readme.version)
          WHEN \(ReadmeTable.State.missing.rawValue) THEN readme.asked_at <= \(lastWeek)
            OR readme.latest <> '' AND readme.latest IS NOT readme.version
          ELSE true
        END
        ORDER BY nullif(readme.asked_at, 0), star.starred_at DESC, star.id DESC
        """
      )
    }
  }

  /// The number of stored READMEs of the account's stars.
  package func readmeCount(of account: AccountID) throws(StoreError) -> Int {
    try file.read { database in
      try database.value(
        """
        SELECT count(*) FROM readme JOIN star ON star.repository = readme.repository
        WHERE star.account = \(account) AND readme.state = \(ReadmeTable.State.stored.rawValue)
        """
      ) ?? 0
    }
  }

  /// The README of the repository; nil if none is stored.
  package func readme(of id: Repository.ID) throws(StoreError) -> StoredReadme? {
    try file.read { database in
      let found: [(String, Int64)] = try database.pairs(
        """
        SELECT search_text.readme, coalesce(readme.confirmed_at, readme.asked_at)
        FROM readme JOIN search_text ON search_text.repository = readme.repository
        WHERE readme.repository = \(id) AND search_text.readme IS NOT NULL
        """
      )
      return found.first.map { text, date in
        StoredReadme(text: SearchableText.decoded(text), date: Date(wholeSeconds: date))
      }
    }
  }

  /// Records GitHub's answers in one transaction.
  ///
  /// READMEs whose stars were removed in the meantime are ignored.
  package func record(_ readmes: [(due: DueReadme, answer: FetchedReadme)]) throws(StoreError) {
    try file.write { database in
      let table = ReadmeTable(database, now: seconds)
      for readme in readmes where try table.hasStar(readme.due.id) {
        try table.record(readme.answer, for: readme.due)
      }
    }
  }
}

/// The stored READMEs.
struct ReadmeTable {
  /// The state, stored as a number.
  enum State: Int {
    case stored, missing
    /// It was never received, or was missing before.
    case failed
  }

  /// The time in seconds before a missing README is requested again: a week.
  static let missingAge: Int64 = 7 * 86_400

  private let database: Database
  private let now: Int64

  init(_ database: Database, now: Int64) { (self.database, self.now) = (database, now) }

  /// Whether the repository is still starred by any account.
  fileprivate func hasStar(_ id: Repository.ID) throws -> Bool {
    try database.value("SELECT EXISTS (SELECT 1 FROM star WHERE repository = \(id))") ?? false
  }

  /// Records GitHub's version in a usual place, or nil if there is none: the README is due if it
  /// differs.
  ///
  /// A README stored before versions were recorded counts as current unless its repository was
  /// pushed since.
  func recordVersion(_ version: String?, size: Int?, of id: Repository.ID) throws {
    let latest = version?.storable ?? ""
    try database.cachedStatement(
      sql: """
        INSERT INTO readme (repository, state, asked_at, latest, size)
        VALUES (:id, \(State.failed.rawValue), 0, :latest, :size)
        ON CONFLICT (repository) DO UPDATE SET latest = :latest, size = :size,
          version = iif(version IS NULL AND state = \(State.stored.rawValue)
            AND pushed IS (SELECT pushed FROM repository WHERE id = :id), :latest, version)
        WHERE (latest, size) IS NOT (:latest, :size) OR version IS NULL
        """
    ).execute(arguments: [id, latest, size])
    try database.cachedStatement(
      sql: """
        UPDATE readme SET confirmed_at = :now, pushed = repository.pushed
        FROM repository WHERE repository.id = :id AND readme.repository = :id
          AND state = \(State.stored.rawValue) AND path IS NULL AND version = latest AND latest <> ''
          AND readme.pushed IS NOT repository.pushed
        """
    ).execute(arguments: [now, id])
  }

  fileprivate func record(_ answer: FetchedReadme, for due: DueReadme) throws {
    switch answer {
    case .usual(let text, let version):
      try put(.stored, text, version: version, for: due)
    case .found(let text, let path, let etag):
      try put(.stored, text, version: due.latest, path: path, etag: etag, for: due)
    case .missing: try put(.missing, nil, version: due.latest, for: due)
    case .elsewhere: try recordVersion(nil, size: nil, of: due.id)
    case .unchanged:
      try database.run(
        """
        UPDATE readme SET pushed = \(due.pushed), asked_at = \(now), confirmed_at = \(now),
          version = coalesce(\(due.latest), version) WHERE repository = \(due.id)
        """
      )
    case .gone: break
    case .failed: try fail(due)
    }
  }

  private func put(
    _ state: State,
    _ text: String?,
    version: String?,
    path: String? = nil,
    etag: String? = nil,
    for due: DueReadme
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO readme (repository, state, etag, pushed, asked_at, confirmed_at, path, version)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (repository) DO UPDATE SET state = excluded.state, etag = excluded.etag,
          pushed = excluded.pushed, asked_at = excluded.asked_at,
          confirmed_at = excluded.confirmed_at, path = excluded.path,
          version = coalesce(excluded.version, latest),
          latest = iif(excluded.path IS NULL, coalesce(excluded.version, latest), latest)
        """
    ).execute(arguments: [
      due.id, state.rawValue, etag?.storable, due.pushed, now, now, path?.storable,
      version?.storable,
    ])
    try database.cachedStatement(
      sql: "UPDATE search_text SET readme = :text WHERE repository = :id AND readme IS NOT :text"
    ).execute(arguments: [text.map(Self.storable), due.id])
  }

  private static func storable(_ text: String) -> String {
    let beginning = text.utf8.prefix(LibraryStore.maxReadmeBytes)
    return SearchableText.encoded(String(decoding: beginning, as: UTF8.self))
  }

  private func fail(_ due: DueReadme) throws {
    let (missing, failed) = (State.missing.rawValue, State.failed.rawValue)
    try database.run(
      """
      INSERT INTO readme (repository, state, asked_at) VALUES (\(due.id), \(failed), \(now))
      ON CONFLICT (repository) DO UPDATE SET asked_at = excluded.asked_at,
        state = iif(state = \(missing), \(failed), state)
      """
    )
  }
}
