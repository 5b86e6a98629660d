import GRDB
package import GitHubModel
import JSON
import System

/// A file of repositories that will be moved into the cache.
///
/// A command appends the rows that it has shown, which takes a fraction of a millisecond; they are moved
/// into the ``CacheStore`` when a command reads that. Updating the full-text index would cost a search
/// more than everything else it does. Losing the file loses nothing that cannot be fetched again.
package struct CacheSpool: Sendable {
  private let path: String

  /// Creates a spool at a path; no file is opened before it is needed.
  package init(path: String) {
    self.path = path
  }

  /// Appends the repositories in one write; a failure is not reported.
  ///
  /// - Returns: The bytes that are waiting now; 0 where nothing could be written.
  @discardableResult
  package func append(_ repositories: [Repository]) -> Int {
    guard !repositories.isEmpty, let file = Self.open(path, .append) else { return 0 }
    // A writer that was killed may have left an unfinished line.
    var text = "\n"
    for repository in repositories {
      let line = SpoolLine.text(repository)
      if line.utf8.count < Self.maxLineBytes { text += line + "\n" }
    }
    guard (try? file.write(Array(text.utf8))) != nil else { return 0 }
    return file.status.size
  }

  /// In bytes: repositories with longer lines are left out.
  ///
  /// GitHub's have some 1,000; a server that sends hundreds of times as much must not fill the memory of
  /// the process that drains the spool.
  static let maxLineBytes = 65_536

  /// The size in bytes from which on the spool should be drained: some 8,000 repositories.
  package static let drainThreshold = 4 << 20

  /// Whether there is anything to drain.
  package var isWaiting: Bool { FileStatus(of: path).exists || FileStatus(of: takenPath).exists }

  /// Passes all that is waiting to `take`, and removes it once `take` has returned.
  ///
  /// Only one process drains at a time. If it is killed, the next one gets the same repositories again.
  package func drain<Problem: Error>(
    _ take: ([Repository]) throws(Problem) -> Void
  ) throws(Problem) {
    let taken = takenPath
    guard let lock = try? FileLock(taken + ".lock") else { return }
    try lock.holding { () throws(Problem) in
      // A process that was killed while draining leaves the file that it was reading.
      for isLeftover in [true, false] {
        if !isLeftover, !FileSystem.move(path, to: taken) { break }
        guard let repositories = Self.read(taken) else { continue }
        if !repositories.isEmpty { try take(repositories) }
        _ = try? FileSystem.remove(taken)
      }
    }
  }
}

// MARK: File

extension CacheSpool {
  /// The path of the file that is being drained.
  private var takenPath: String { path + ".taken" }

  /// Opens the file; nil unless it is a regular file that the user owns.
  private static func open(_ path: String, _ mode: FileDescriptor.Mode) -> FileDescriptor? {
    guard let file = try? FileDescriptor(path, mode) else { return nil }
    let status = file.status
    guard status.isFile, status.isOwnedByUser else { return nil }
    return file
  }

  /// The repositories of the file, without unfinished lines; nil if there is no file.
  private static func read(_ path: String) -> [Repository]? {
    guard let file = open(path, .read) else { return nil }
    let size = min(file.status.size, maxBytes)
    let text = (try? FileDescriptor.read(from: file.number, atMost: size)) ?? []
    return latest(text.split(separator: UInt8(ascii: "\n")))
  }

  /// Each repository once, with the facts of its last line.
  private static func latest(_ lines: [ArraySlice<UInt8>]) -> [Repository] {
    var indices: [Repository.ID: Int] = [:]
    var latest: [Repository] = []
    for line in lines {
      guard let repository = SpoolLine.repository(line) else { continue }
      if let index = indices[repository.id] {
        latest[index] = latest[index].updated(with: repository)
      } else {
        indices[repository.id] = latest.count
        latest.append(repository)
      }
    }
    return latest
  }

  /// In bytes; the spool is drained long before.
  private static let maxBytes = 16 << 20
}

// MARK: Lines

/// The columns of a repository as a JSON array.
enum SpoolLine {
  /// The repository of a line; nil for anything that ``text(_:)`` did not write.
  static func repository(_ line: ArraySlice<UInt8>) -> Repository? {
    let values = (try? JSONElement(Array(line)))?.array?.map { json in
      json.string?.databaseValue ?? json.int64?.databaseValue ?? .null
    }
    return values.flatMap(RepositoryRow.repository)
  }

  static func text(_ repository: Repository) -> String {
    let values = RepositoryRow.values(repository).map { value -> JSONValue in
      switch value.storage {
      case .int64(let number): .number(number)
      case .string(let text): .string(text)
      // Of no column.
      case .null, .double, .blob: .null
      }
    }
    return JSONValue.array(values).text
  }
}
