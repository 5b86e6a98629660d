import GitHubModel
import RepositoryStore
import TokenStore

/// Rows that commands have shown, and their way into both files.
///
/// A command that shows rows appends them to a spool. Whoever is about to read a file takes them in:
/// into the repositories that were seen, and, where a favourite or a star is renamed or has other
/// figures by now, into what must last.
extension Library {
  /// The repositories that were seen, with those that waited in the spool when this process first
  /// asked for any.
  ///
  /// Later ones stay there: this process has them from GitHub, and a keystroke does not wait for a
  /// change of the index.
  func seen() -> SeenStore? {
    takeInOnce()
    return cache()
  }

  /// A repository that was seen under the name, as far as that can be looked up.
  func seen(_ name: RepositoryName) -> Repository? {
    takeInOnce()
    return (try? existingCache()?.repository(named: name)) ?? nil
  }

  /// Keeps rows that a command has shown, where that can be done.
  func note(_ repositories: [Repository]) {
    guard let spool, let path = places.spool else { return }
    var waiting = spool.append(repositories)
    if waiting == 0 {
      PrivateFolder.make(for: path)
      waiting = spool.append(repositories)
    }
    if waiting > SeenSpool.manyBytes { takeIn() }
  }

  func takeInOnce() {
    if intake.claim() { takeIn() }
  }

  /// Nobody is told when that fails: the rows stay in the spool, and GitHub has them.
  private func takeIn() {
    guard let spool, spool.isWaiting, let seen = try? openSeen()?.get() else { return }
    try? spool.drain { (repositories) throws(StoreError) in
      refresh(repositories)
      try seen.note(repositories)
    }
  }

  /// Tells of damage alone, since the file has been put aside then.
  ///
  /// What else fails fails for whoever is about to read as well, and these facts come again with the
  /// next rows.
  private func refresh(_ repositories: [Repository]) {
    do throws(StoreError) {
      try existing()?.refresh(repositories)
    } catch {
      if case .corrupt = error { warn(error) }
    }
  }

  private var spool: SeenSpool? { places.spool.map { SeenSpool(path: $0) } }
}
