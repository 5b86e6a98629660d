import SearchModel
import System

/// The history of search texts, in a small file that all processes of a user share.
///
/// One text per line, the newest last, mode 0600, written anew under a lock. A text that could be a secret is
/// neither written nor read (``HistoryRule``). A file that cannot be used counts as an empty history.
struct HistoryFile: Sendable {
  let directory: String
  /// Waits some milliseconds for another process to release the lock.
  let lockRetryDelay: @Sendable () async throws -> Void

  private var path: String { "\(directory)/history" }
  private var lockPath: String { "\(directory)/history.lock" }

  /// Newest first, each once.
  func texts() async -> [String] { (try? stored()) ?? [] }

  func add(_ text: String) async {
    guard HistoryRule.mayStore(text) else { return }
    do throws(FileLock.Problem) {
      let lock = try await FileLock.take(lockPath, retryDelay: lockRetryDelay)
      lock.holding { insert(text) }
    } catch {
      // The history is a convenience: a failure is not reported.
    }
  }

  /// Below ``GuardedFile/maxFileBytes``, since a larger file is not read.
  private static let maxBytes = 48 * 1024

  /// Empty if there is no file.
  private func stored() throws(GuardedFile.Problem) -> [String] {
    let text = try GuardedFile.text(at: path, policy: .secret) ?? ""
    var seen: Set<Substring> = []
    let lines = text.split(separator: "\n").reversed().filter { seen.insert($0).inserted }
    let texts = lines.lazy.map(String.init).filter(HistoryRule.mayStore)
    return Array(texts.prefix(HistoryRule.maxTexts))
  }

  /// Leaves out the oldest texts if there are too many, and leaves a file alone that others could have written.
  private func insert(_ text: String) {
    guard let stored = try? stored() else { return }
    var size = 0
    let newest = HistoryRule.adding(text, to: stored).prefix { text in
      size += text.utf8.count + 1
      return size <= Self.maxBytes
    }
    let content = newest.reversed().map { $0 + "\n" }.joined()
    try? AtomicFile.replace(path, with: Array(content.utf8), isLocked: true)
  }
}
