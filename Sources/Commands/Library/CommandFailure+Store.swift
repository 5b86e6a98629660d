import RepositoryStore

extension CommandFailure {
  /// What a store that cannot be used means to the user.
  init(_ error: StoreError, attempted: String) {
    self.init(.localFile, attempted, "\(error)")
  }
}
