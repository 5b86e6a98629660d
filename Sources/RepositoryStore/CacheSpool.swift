import GRDB
package import GitHubModel
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
    var text = [UInt8(ascii: "\n")]
    for repository in repositories {
      let start = text.count
      SpoolLine.append(repository, to: &text)
      if text.count - start > Self.maxLineBytes { text.removeSubrange(start...) }
    }
    guard (try? file.write(text)) != nil else { return 0 }
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

/// The columns of a repository as a line: separated by tabs, `\N` for null, with the escapes of
/// PostgreSQL's `COPY` text format, so that no field has a tab or a line break.
enum SpoolLine {
  /// The repository of a line; nil for anything that ``append(_:to:)`` did not write.
  static func repository(_ line: ArraySlice<UInt8>) -> Repository? {
    let fields = line.split(separator: tab, omittingEmptySubsequences: false)
    return RepositoryRow.repository(fields.map(value))
  }

  private static func value(_ field: ArraySlice<UInt8>) -> DatabaseValue {
    guard field.contains(backslash) else {
      return String(decoding: field, as: UTF8.self).databaseValue
    }
    return field.elementsEqual(nothing) ? .null : unescaped(field).databaseValue
  }

  /// Appends the repository and a line break.
  static func append(_ repository: Repository, to text: inout [UInt8]) {
    for (index, value) in RepositoryRow.values(repository).enumerated() {
      if index > 0 { text.append(tab) }
      append(field(value), to: &text)
    }
    text.append(lineEnd)
  }

  /// Nil for null, and for the types that ``RepositoryRow`` does not use.
  private static func field(_ value: DatabaseValue) -> String? {
    switch value.storage {
    case .int64(let number): String(number)
    case .string(let text): text
    case .null, .double, .blob: nil
    }
  }

  private static let nothing: [UInt8] = Array("\\N".utf8)

  private static func append(_ field: String?, to text: inout [UInt8]) {
    guard var field else {
      text += nothing
      return
    }
    field.withUTF8 { bytes in
      guard bytes.contains(where: { $0 < 14 || $0 == backslash }) else {
        text += bytes
        return
      }
      for byte in bytes {
        guard let escape = escapes.first(where: { $0.byte == byte }) else {
          text.append(byte)
          continue
        }
        text += [backslash, escape.letter]
      }
    }
  }

  private static let escapes: [(byte: UInt8, letter: UInt8)] = [
    (backslash, backslash), (tab, UInt8(ascii: "t")), (lineEnd, UInt8(ascii: "n")),
    (UInt8(ascii: "\r"), UInt8(ascii: "r")),
  ]

  private static func unescaped(_ field: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in field {
      if isEscaped {
        bytes.append(escapes.first { $0.letter == byte }?.byte ?? byte)
        isEscaped = false
      } else if byte == backslash {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

private let tab = UInt8(ascii: "\t")
private let lineEnd = UInt8(ascii: "\n")
private let backslash = UInt8(ascii: "\\")
