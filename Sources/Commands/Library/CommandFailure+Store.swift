import RepositoryStore

extension CommandFailure {
  /// What a store that cannot be used means to the user.
  init(_ error: StoreError, attempted: String) {
    self.init(.localFile, attempted, "\(error)", advice: error.advice)
  }
}

extension StoreError {
  fileprivate var advice: String {
    switch self {
    case .newerSchema: "use the newer version"
    case .busy: "try again"
    case .diskFull: "make room"
    case .unavailable: "see `ghsearch doctor`"
    case .corrupt: "the next run begins a new one"
    }
  }
}
