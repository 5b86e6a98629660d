package import GitHubModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What has been seen and may be lost: repositories, searchable as one types, and answers.
///
/// A damaged file is put aside and begun anew in silence. All calls block, for milliseconds as a
/// rule and for five seconds at most while others write.
package struct SeenStore: Sendable {
  let file: StoreFile

  /// Opens the file, and makes it and its folder where there is none.
  package init(path: String, now: @escaping @Sendable () -> Date) throws(StoreError) {
    file = try StoreFile(path: path, migrator: Schema.seen, remedy: .beginAnew, now: now)
  }

  /// Takes in what rows of any list say, all or none; what they leave out is not forgotten.
  package func note(_ repositories: [Repository]) throws(StoreError) {
    guard !repositories.isEmpty else { return }
    let now = file.now().wholeSeconds ?? 0
    try file.write { database in
      let table = RepositoryTable(database, now: now)
      for repository in repositories { try table.note(repository) }
    }
  }

  /// Those with words that begin with the words of the text; see ``RepositorySearch``.
  ///
  /// None for a text without a letter or digit.
  package func matches(_ text: String, limit: Int) throws(StoreError) -> [Repository] {
    try file.read { try RepositorySearch(database: $0).matches(text, limit: limit) }
  }

  /// The one of the name, in whatever case.
  package func repository(named name: RepositoryName) throws(StoreError) -> Repository? {
    try file.read { try RepositoryTable($0).repository(named: name) }
  }

  package func repository(id: Repository.ID) throws(StoreError) -> Repository? {
    try file.read { try RepositoryTable($0).repository(id: id) }
  }

  /// How many repositories there are.
  package func count() throws(StoreError) -> Int {
    try file.read { try RepositoryTable($0).count() }
  }

  /// What SQLite finds wrong with the file; empty when it is whole.
  package func integrity() throws(StoreError) -> [String] { try file.integrity() }
}
