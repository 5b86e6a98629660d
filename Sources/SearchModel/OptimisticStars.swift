import Essentials
package import GitHubModel

/// Whether a repository is starred.
package enum StarState: Sendable, Hashable {
  /// Not known: never shown as "no".
  case unknown
  case known(Bool)
  /// Wanted, and not acknowledged yet.
  case pending(Bool)
  /// Wanted, and no longer tried after a failure.
  case failed(Bool)

  /// The state to show; nil when not known.
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

  /// Whether a change to that state would have an effect now.
  package func isChanged(to isStarred: Bool) -> Bool {
    !isPending && self != .known(isStarred)
  }
}

/// The stars of all repositories that were shown: the states that GitHub has reported, and those that the
/// user wants.
///
/// A repository has at most one change, the newest. It is sent unless GitHub already has that state, and
/// stays until GitHub acknowledges it or the user wants something else. The screen, the next write and a
/// retry all follow from these changes.
package struct OptimisticStars: Sendable, Hashable {
  private struct Change: Sendable, Hashable {
    var write: StarWrite
    /// Why it is no longer tried.
    var failure: SearchFailure?
  }

  /// The last states that GitHub has reported.
  private var known: [Repository.ID: Bool] = [:]
  /// In the order in which they are sent, at most one for a repository.
  private var changes: [Change] = []
  /// How long to wait before the next write; nil if none has ended just now.
  package private(set) var pause: Duration?

  package init() {}

  /// The star state of a repository; unknown by default.
  package subscript(id: Repository.ID) -> StarState {
    guard let change = changes.first(where: { $0.write.repository.id == id }) else {
      return known[id].map(StarState.known) ?? .unknown
    }
    let isStarred = change.write.isStarred
    return change.failure == nil ? .pending(isStarred) : .failed(isStarred)
  }

  /// The changes that GitHub has not acknowledged and that are still tried, in order.
  package var pending: [StarWrite] {
    changes.filter { $0.failure == nil }.map(\.write)
  }

  /// Whether some changes have failed.
  package var hasFailures: Bool { changes.contains { $0.failure != nil } }

  /// Whether some changes have failed that may succeed when they are tried again.
  package var canRetry: Bool { changes.contains { $0.failure?.kind.isFinal == false } }

  /// Whether the state must be requested from GitHub.
  func isUnknown(_ id: Repository.ID) -> Bool { known[id] == nil && !self[id].isPending }

  /// Records the state of a repository whose state is not known yet.
  mutating func learn(_ isStarred: Bool, of id: Repository.ID) {
    if self[id] == .unknown { known[id] = isStarred }
  }

  /// Records GitHub's answer; a failed change may have succeeded after all.
  mutating func accept(_ isStarred: Bool, of id: Repository.ID) {
    known[id] = isStarred
    if self[id] == .failed(isStarred) { remove(id) }
  }

  /// Replaces the wanted state of a repository.
  ///
  /// If the opposite is under way, it is canceled. It is then unknown whether GitHub has made it, so this
  /// change is sent in any case.
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

  /// Retries failed changes, stars and unstars alike, after those that wait.
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

  /// The write that should be under way; nil while there is none, or it is too early.
  ///
  /// Writes are sent one after another and at least a second apart, from the end of one to the start of the
  /// next (GitHub's REST documentation on best practices).
  package var turn: StarWrite? { pause == nil ? pending.first : nil }

  private static let interval = Duration.seconds(1)

  /// The pause is over.
  mutating func endPause() {
    pause = nil
  }

  /// Records the outcome of a write; a failure that every write would meet ends all changes.
  ///
  /// - Returns: the writes that have failed, or nil if the write had been canceled.
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
