package import GitHubModel

/// Whether a repository is starred.
package enum StarState: Sendable, Hashable {
  /// Nobody asked, or nobody knows: never shown as "no".
  case unknown
  case known(Bool)
  /// Asked for, and not acknowledged yet.
  case pending(Bool)

  /// What to show; nil when not known.
  package var isStarred: Bool? {
    switch self {
    case .unknown: nil
    case .known(let isStarred), .pending(let isStarred): isStarred
    }
  }

  package var isPending: Bool {
    if case .pending = self { true } else { false }
  }
}

/// The star states of all repositories that were shown.
package struct StarStates: Sendable, Hashable {
  private var states: [Repository.ID: StarState] = [:]

  package init() {}

  package internal(set) subscript(id: Repository.ID) -> StarState {
    get { states[id] ?? .unknown }
    set { states[id] = newValue == .unknown ? nil : newValue }
  }
}
