import GRDB
import GitHubModel

/// The two full-text indexes: of names, and of everything.
///
/// They hold neither texts nor places of words, only which rows a word or a beginning of one is in.
struct SearchIndex {
  static let names = "name_index"
  static let everything = "word_index"

  let database: Database

  init(_ database: Database) { self.database = database }

  /// Takes out what was there under the old number and puts in what is there now.
  func move(from old: StoredRepository?, to new: (rank: Int64, repository: Repository)) throws {
    let text = SearchText(new.repository)
    if let old {
      let oldText = SearchText(old.repository)
      if old.rank == new.rank, oldText == text { return }
      try remove(old.rank, oldText)
    }
    try insert(new.rank, text)
  }

  private func insert(_ rank: Int64, _ text: SearchText) throws {
    for (table, words) in [(Self.names, text.name), (Self.everything, text.everything)] {
      try database.cachedStatement(sql: "INSERT INTO \(table) (rowid, text) VALUES (?, ?)")
        .execute(arguments: [rank, words])
    }
  }

  // https://www.sqlite.org/fts5.html#the_delete_command
  private func remove(_ rank: Int64, _ text: SearchText) throws {
    for (table, words) in [(Self.names, text.name), (Self.everything, text.everything)] {
      try database.cachedStatement(
        sql: "INSERT INTO \(table) (\(table), rowid, text) VALUES ('delete', ?, ?)"
      ).execute(arguments: [rank, words])
    }
  }
}
