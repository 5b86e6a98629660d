import SearchModel
import TokenStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The texts that were searched for, kept in a small file that all processes of a user share.
///
/// A text a line, the newest last, mode 0600. A text is appended under a lock; a file that has grown
/// is written anew with each text once. What could be a secret is neither written nor read
/// (``HistoryRule``). Where the file cannot be used, the search goes on without: nothing is lost
/// that was promised.
package struct HistoryFile: QueryHistory {
  private let folder: String
  private let rest: @Sendable () async throws -> Void

  private var path: String { "\(folder)/history" }
  private var lockPath: String { "\(folder)/history.lock" }

  /// - Parameters:
  ///   - folder: where the file is.
  ///   - rest: waits some milliseconds for somebody else to release the lock.
  package init(folder: String, rest: @escaping @Sendable () async throws -> Void) {
    (self.folder, self.rest) = (folder, rest)
  }

  package func texts() async -> [String] {
    Self.newestFirst(lines)
  }

  package func add(_ text: String) async {
    guard HistoryRule.mayStore(text) else { return }
    do throws(FileLock.Problem) {
      append(text, under: try await FileLock.take(lockPath, rest: rest))
    } catch {
      // Nothing is lost that was promised.
    }
  }

  /// Bytes from which on the file is written anew; what is read must be smaller than
  /// ``GuardedFile/largestSize``.
  private static let mostBytes = 48 * 1024
  /// Bytes that are left then.
  private static let keptBytes = 32 * 1024
}

// MARK: - Reading

extension HistoryFile {
  /// In the order written; none when there is no file, or one that is not to be trusted.
  private var lines: [Substring] {
    let text = try? GuardedFile.text(at: path, policy: .secret)
    return (text ?? "").split(separator: "\n")
  }

  private static func newestFirst(_ lines: [Substring]) -> [String] {
    var seen: Set<Substring> = []
    let texts = lines.reversed().filter { seen.insert($0).inserted }.map(String.init)
    return Array(texts.lazy.filter(HistoryRule.mayStore).prefix(HistoryRule.mostTexts))
  }
}

// MARK: - Writing

extension HistoryFile {
  private func append(_ text: String, under lock: consuming FileLock) {
    let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let size = Self.size(of: descriptor)
    if let size, size + text.utf8.count + 2 <= Self.mostBytes {
      Self.write("\(Self.separator(descriptor, size))\(text)\n", to: descriptor)
    } else if size != nil {
      compact(with: text)
    }
    // Held until here, whatever the optimizer thinks of a value that nobody reads.
    _ = consume lock
  }

  /// Bytes; nil for what is no plain file of the user's own.
  private static func size(of descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else { return nil }
    return Int(status.st_size)
  }

  /// A writer that was killed may have left a line without its end.
  private static func separator(_ descriptor: Int32, _ size: Int) -> String {
    var last: UInt8 = 0
    guard size > 0, pread(descriptor, &last, 1, off_t(size - 1)) == 1 else { return "" }
    return last == UInt8(ascii: "\n") ? "" : "\n"
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    _ = text.withUTF8 { DescriptorSink.write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// Each text once, the oldest left out when there are too many.
  private func compact(with text: String) {
    let all = HistoryRule.adding(text, to: Self.newestFirst(lines))
    var kept: [String] = []
    var size = 0
    for text in all {
      size += text.utf8.count + 1
      if size > Self.keptBytes { break }
      kept.append(text)
    }
    let content = kept.reversed().map { $0 + "\n" }.joined()
    _ = AtomicFile.replace(path, with: Array(content.utf8))
  }
}
