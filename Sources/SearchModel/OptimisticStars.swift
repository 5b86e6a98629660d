import Essentials
package import GitHubModel

/// Whether a repository is starred.
package enum StarState: Sendable, Hashable {
  /// Unknown; never shown as "no".
  case unknown
  case known(Bool)
  /// Desired, but not acknowledged yet.
  case pending(Bool)
  /// Desired, but no longer tried after a failure.
  case failed(Bool)

  /// The state to show; nil if unknown.
  package var isStarred: Bool? {
    switch self {
    case .unknown: nil
    case .known(let isStarred), .pending(let isStarred): isStarred
    case .failed(let isWanted): !isWanted
    }
  }

  package var isPending: Bool {
    if case .pending = self { true } else { false }
  }

  /// Whether changing to that state would have an effect now.
  package func isChanged(to isStarred: Bool) -> Bool {
    !isPending && self != .known(isStarred)
  }
}

/// The stars of all repositories shown: GitHub's states, and those desired by the user.
///
/// A repository has at most one change, the newest. It is sent unless GitHub already has that
/// state, and is kept until GitHub acknowledges it or the user changes it again. The screen, the
/// next write and a retry all derive from these changes.
package struct OptimisticStars: Sendable, Hashable {
  private struct Change: Sendable, Hashable {
    var write: StarWrite
    /// Why it was given up.
    var failure: SearchFailure?
  }

  /// The last states reported by GitHub.
  private var known: [Repository.ID: Bool] = [:]
  /// The changes in sending order; one per repository.
  private var changes: [Change] = []
  /// How long to wait before the next write; nil if none has just ended.
  package private(set) var pause: Duration?

  package init() {}

  /// A repository's star state; unknown by default.
  package subscript(id: Repository.ID) -> StarState {
    guard let change = changes.first(where: { $0.write.repository.id == id }) else {
      return known[id].map(StarState.known) ?? .unknown
    }
    let isStarred = change.write.isStarred
    return change.failure == nil ? .pending(isStarred) : .failed(isStarred)
  }

  /// The changes that are not yet acknowledged and still tried, in order.
  package var pending: [StarWrite] {
    changes.filter { $0.failure == nil }.map(\.write)
  }

  /// Whether some changes have failed.
  package var hasFailures: Bool { changes.contains { $0.failure != nil } }

  /// Whether some failed changes may succeed if retried.
  package var canRetry: Bool { changes.contains { $0.failure?.kind.isFinal == false } }

  /// Whether the state must be requested from GitHub.
  func isUnknown(_ id: Repository.ID) -> Bool { known[id] == nil && !self[id].isPending }

  /// Records the state of a repository if it is unknown.
  mutating func learn(_ isStarred: Bool, of id: Repository.ID) {
    if self[id] == .unknown { known[id] = isStarred }
  }

  /// Records GitHub's answer; a failed change may have succeeded after all.
  mutating func accept(_ isStarred: Bool, of id: Repository.ID) {
    known[id] = isStarred
    if self[id] == .failed(isStarred) { remove(id) }
  }

  /// Replaces a repository's desired state.
  ///
  /// If the opposite change is in progress, it is canceled. Since GitHub may have made it, this
  /// change is then always sent.
  mutating func want(_ write: StarWrite) {
    let id = write.repository.id
    if let turn, turn.repository.id == id, turn != write {
      (pause, known[id]) = (Self.interval, nil)
    }
    if known[id] == write.isStarred {
      remove(id)
    } else if self[id] != .pending(write.isStarred) {
      append(write)
    }
  }

  /// Retries failed changes, stars and unstars alike, after the waiting ones.
  mutating func retry() {
    for change in changes where change.failure?.kind.isFinal == false { append(change.write) }
  }

  private mutating func append(_ write: StarWrite) {
    remove(write.repository.id)
    changes.append(Change(write: write))
  }

  private mutating func remove(_ id: Repository.ID) {
    changes.removeAll { $0.write.repository.id == id }
  }

  // MARK: Writes

  /// The write that should be in progress; nil if there is none, or it is too early.
  ///
  /// Writes are sent one at a time and at least a second apart, from the end of one to the start of
  /// the next (GitHub's REST documentation on best practices).
  package var turn: StarWrite? { pause == nil ? pending.first : nil }

  private static let interval = Duration.seconds(1)

  /// Ends the pause.
  mutating func endPause() {
    pause = nil
  }

  /// Records the outcome of a write; a failure that would affect every write ends all changes.
  ///
  /// - Returns: The failed writes, or nil if the write had been canceled.
  mutating func finish(_ write: StarWrite, _ failure: SearchFailure?) -> [StarWrite]? {
    guard turn == write else { return nil }
    pause = Self.interval
    let id = write.repository.id
    guard let failure else {
      known[id] = write.isStarred
      remove(id)
      return []
    }
    if failure.kind.isUncertain { known[id] = nil }
    let failed = failure.kind.affectsAll ? pending : [write]
    for index in changes.indices where failed.contains(changes[index].write) {
      changes[index].failure = failure
    }
    return failed
  }
}
