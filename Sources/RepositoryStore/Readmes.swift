import GRDB
package import GitHubModel

/// A README that has to be fetched, or asked for again.
package struct DueReadme: Sendable, Hashable {
  package let id: Repository.ID
  package let name: RepositoryName
  /// The ETag of the version that is stored.
  package let etag: String?
  /// When the repository was last pushed to, in whole seconds.
  fileprivate let pushed: Int64?
}

/// GitHub's answer to a request for a README.
package enum FetchedReadme: Sendable, Hashable {
  /// Its plain text, and its ETag; see ``LibraryStore/maxReadmeBytes``.
  case text(String, etag: String?)
  /// It is the version that is stored.
  case unchanged
  /// There is none, GitHub has blocked it, or it is too large to be kept.
  case missing
}

extension LibraryStore {
  /// The bytes of a README that are stored; what goes beyond is cut off.
  package static let maxReadmeBytes = 65_536

  /// Whether READMEs are fetched with the account's stars.
  package func syncsReadmes(of account: AccountID) throws(StoreError) -> Bool {
    try file.read { database in
      try database.value("SELECT EXISTS (SELECT 1 FROM readme_sync WHERE account = \(account))")
        ?? false
    }
  }

  /// Remembers whether READMEs are fetched with the account's stars.
  package func setSyncsReadmes(_ isWanted: Bool, of account: AccountID) throws(StoreError) {
    try file.write {
      try $0.run(
        isWanted
          ? "INSERT OR IGNORE INTO readme_sync (account) VALUES (\(account))"
          : "DELETE FROM readme_sync WHERE account = \(account)"
      )
    }
  }

  /// Removes some READMEs of the account's stars; returns false if there were none.
  ///
  /// Few enough that other processes do not wait long.
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

  /// The READMEs of the account's stars that have to be asked for.
  ///
  /// Those that were never asked for, those of repositories that were pushed to since, those that GitHub
  /// failed to send, and, after a week, those that were missing. Those that were never asked for come
  /// first, the newest star before the others; then those that were asked for longest ago. So a few that
  /// always fail do not keep the rest from being fetched.
  package func dueReadmes(of account: AccountID) throws(StoreError) -> [DueReadme] {
    let lastWeek = seconds - ReadmeTable.missingAge
    return try file.read { database in
      try database.rows(
        """
        SELECT repository.id, repository.owner || '/' || repository.name, readme.etag,
          repository.pushed
        FROM star JOIN repository ON repository.id = star.repository
        LEFT JOIN readme ON readme.repository = repository.id
        WHERE star.account = \(account) AND CASE readme.state
          WHEN \(ReadmeTable.State.stored.rawValue) THEN repository.pushed IS NOT readme.pushed
          WHEN \(ReadmeTable.State.failed.rawValue) THEN true
          ELSE readme.asked_at IS NULL OR readme.asked_at <= \(lastWeek)
        END
        ORDER BY readme.asked_at, star.starred_at DESC, star.id DESC
        """
      ).compactMap { row in
        guard let id = row.value(0, Int64.self), let name = row.name(1) else { return nil }
        let (etag, pushed) = (row.value(2, String.self), row.value(3, Int64.self))
        return DueReadme(id: id, name: name, etag: etag, pushed: pushed)
      }
    }
  }

  /// How many READMEs of the account's stars are stored.
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

  /// Records what GitHub said, in one transaction; nothing if the star was removed meanwhile.
  ///
  /// Nil if GitHub failed to send it: what is stored stays, and it is asked for again.
  package func record(_ readme: FetchedReadme?, for due: DueReadme) throws(StoreError) {
    try file.write { database in
      let table = ReadmeTable(database: database, due: due, now: seconds)
      guard try table.hasStar() else { return }
      switch readme {
      case .text(let text, let etag)?:
        try table.put(.stored, etag: etag, text: Self.storable(text))
      case .unchanged?: try table.confirm()
      case .missing?: try table.put(.missing, etag: nil, text: nil)
      case nil: try table.fail()
      }
    }
  }

  private static func storable(_ text: String) -> String {
    SearchableText.make(String(decoding: text.utf8.prefix(maxReadmeBytes), as: UTF8.self))
  }
}

/// The stored README of one repository.
struct ReadmeTable {
  /// Stored as a number.
  enum State: Int {
    case stored, missing
    /// It was never received, or was missing before.
    case failed
  }

  /// In seconds: a README that is missing is not asked for again within a week.
  static let missingAge: Int64 = 7 * 86_400

  let database: Database
  let due: DueReadme
  let now: Int64

  /// Whether the repository is still starred by any account.
  func hasStar() throws -> Bool {
    try database.value("SELECT EXISTS (SELECT 1 FROM star WHERE repository = \(due.id))") ?? false
  }

  func put(_ state: State, etag: String?, text: String?) throws {
    try database.run(
      """
      INSERT INTO readme (repository, state, etag, pushed, asked_at)
      VALUES (\(due.id), \(state.rawValue), \(etag?.storable), \(due.pushed), \(now))
      ON CONFLICT (repository) DO UPDATE SET state = excluded.state, etag = excluded.etag,
        pushed = excluded.pushed, asked_at = excluded.asked_at;
      UPDATE search_text SET readme = \(text)
      WHERE repository = \(due.id) AND readme IS NOT \(text)
      """
    )
  }

  func confirm() throws {
    try database.run(
      """
      UPDATE readme SET pushed = \(due.pushed), asked_at = \(now) WHERE repository = \(due.id)
      """
    )
  }

  func fail() throws {
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
