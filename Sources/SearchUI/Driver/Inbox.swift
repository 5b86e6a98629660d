import Locking
import SearchModel
import Terminal

/// What other threads tell the driver; only the newest state of the search is kept.
///
/// While the driver is at work it looks here by itself, so nobody is woken then; a state that the
/// driver's own key brought about costs no turn of the loop.
final class Inbox: Sendable {
  struct Contents: Sendable {
    var search: SearchState?
    /// What became of pages that were to be opened: why not, or nil.
    var opened: [String?] = []

    var pictures: [OwnersPicture] = []

    var isEmpty: Bool { search == nil && opened.isEmpty && pictures.isEmpty }
  }

  struct OwnersPicture: Sendable {
    var picture: Picture?
    var owner: Int64
  }

  private struct State: Sendable {
    var contents = Contents()
    var isDriverAtWork = false
  }

  private let state = Guarded(State())
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  func post(_ search: SearchState) {
    post { $0.search = search }
  }

  func postOpened(failure: String?) {
    post { $0.opened.append(failure) }
  }

  func post(_ picture: OwnersPicture) {
    post { $0.pictures.append(picture) }
  }

  private func post(_ change: @Sendable (inout Contents) -> Void) {
    let mustWake = state.withLock { state in
      change(&state.contents)
      return !state.isDriverAtWork
    }
    if mustWake { wake() }
  }

  /// The driver goes to work.
  func open() {
    state.withLock { $0.isDriverAtWork = true }
  }

  /// What has come since; the driver is at work.
  func take() -> Contents {
    state.withLock { state in
      defer { state.contents = Contents() }
      return state.contents
    }
  }

  /// The driver goes to sleep, unless something has come: then false, and it is still at work.
  func close() -> Bool {
    state.withLock { state in
      state.isDriverAtWork = !state.contents.isEmpty
      return state.contents.isEmpty
    }
  }
}
