import SearchModel
import System

/// The history of search texts, in a small file that all processes of a user share.
///
/// One text per line, the newest last, mode 0600. A text is appended under a lock; a file that has grown
/// too large is rewritten with each text once. A text that could be a secret is neither written nor read
/// (``HistoryRule``). If the file cannot be used, there is no history, and no error.
struct HistoryFile: Sendable {
  let directory: String
  /// Waits some milliseconds for another process to release the lock.
  let lockRetryDelay: @Sendable () async throws -> Void

  private var path: String { "\(directory)/history" }
  private var lockPath: String { "\(directory)/history.lock" }

  func texts() async -> [String] {
    Self.newestFirst(lines)
  }

  func add(_ text: String) async {
    guard HistoryRule.mayStore(text) else { return }
    do throws(FileLock.Problem) {
      append(text, under: try await FileLock.take(lockPath, retryDelay: lockRetryDelay))
    } catch {
      // The history is a convenience: a failure is not reported.
    }
  }

  /// The size in bytes at which the file is rewritten; it must stay below ``GuardedFile/maxFileBytes``.
  private static let maxBytes = 48 * 1024
  /// The size in bytes of a rewritten file.
  private static let compactedBytes = 32 * 1024
}

// MARK: - Reading

extension HistoryFile {
  /// The lines in the order written; none if there is no file, or others could have written it.
  private var lines: [Substring] {
    let text = try? GuardedFile.text(at: path, policy: .secret)
    return (text ?? "").split(separator: "\n")
  }

  private static func newestFirst(_ lines: [Substring]) -> [String] {
    var seen: Set<Substring> = []
    let texts = lines.reversed().filter { seen.insert($0).inserted }.map(String.init)
    return Array(texts.lazy.filter(HistoryRule.mayStore).prefix(HistoryRule.maxTexts))
  }
}

// MARK: - Writing

extension HistoryFile {
  private func append(_ text: String, under lock: consuming FileLock) {
    guard let file = try? FileDescriptor(path, .append) else { return }
    let status = file.status
    guard status.isFile, status.isOwnedByUser, status.mode & 0o077 == 0 else { return }
    if status.size + text.utf8.count + 2 <= Self.maxBytes {
      // A writer that was killed may have left a line without its end.
      let isCutOff = status.size > 0 && file.byte(at: status.size - 1) != UInt8(ascii: "\n")
      try? file.write(Array("\(isCutOff ? "\n" : "")\(text)\n".utf8))
    } else {
      compact(with: text)
    }
    // Without this use, the optimizer could release the lock earlier.
    _ = consume lock
  }

  /// Rewrites the file with each text once, without the oldest if there are too many.
  private func compact(with text: String) {
    let all = HistoryRule.adding(text, to: Self.newestFirst(lines))
    var newest: [String] = []
    var size = 0
    for text in all {
      size += text.utf8.count + 1
      if size > Self.compactedBytes { break }
      newest.append(text)
    }
    let content = newest.reversed().map { $0 + "\n" }.joined()
    try? AtomicFile.replace(path, with: Array(content.utf8))
  }
}
