package import GitHubModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Repositories on their way into the store of those that were seen.
///
/// A command that has shown its rows appends them here, which takes a fraction of a millisecond; the
/// store takes them in when somebody looks into it. A change of a full index would cost a search more
/// than everything else it does. What stands here may be lost.
package struct SeenSpool: Sendable {
  private let path: String

  package init(path: String) {
    self.path = path
  }

  /// Appends the repositories, in one write; nobody is told when that fails.
  ///
  /// - Returns: The bytes that are waiting now; 0 where nothing could be written.
  @discardableResult
  package func append(_ repositories: [Repository]) -> Int {
    guard !repositories.isEmpty,
      let descriptor = Self.open(path, flags: O_WRONLY | O_APPEND | O_CREAT)
    else {
      return 0
    }
    defer { close(descriptor) }
    // A writer that was killed may have left a line without its end.
    var text = [UInt8(ascii: "\n")]
    for repository in repositories {
      let start = text.count
      RepositoryLine.append(repository, to: &text)
      if text.count - start > Self.longestLine { text.removeSubrange(start...) }
    }
    let count = write(descriptor, text, text.count)
    guard count > 0 else { return 0 }
    return Self.size(of: descriptor)
  }

  /// Bytes of a repository that is kept: GitHub's have some 1,000, and a server that sends hundreds of
  /// times as much for one shall not fill the memory of whoever takes it in.
  static let longestLine = 65_536

  /// Bytes from which on somebody should take them in: those of some 8,000 repositories.
  package static let manyBytes = 4 << 20

  /// Whether there is anything to hand over.
  package var isWaiting: Bool { access(path, F_OK) == 0 || access(takenPath, F_OK) == 0 }

  /// Hands over all that is waiting, and forgets it once `take` has returned.
  ///
  /// Processes that do it at once each get a part. What a process that was killed had begun to take
  /// is handed over again, to the next that comes.
  package func drain<Problem: Error>(
    _ take: ([Repository]) throws(Problem) -> Void
  ) throws(Problem) {
    let taken = takenPath
    guard let lock = Self.open(taken + ".lock", flags: O_RDWR | O_CREAT) else { return }
    defer { close(lock) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return }
    // What is there already was left by a process that did not come to its end.
    for isLeftover in [true, false] {
      if !isLeftover, rename(path, taken) != 0 { return }
      guard let repositories = Self.read(taken) else { continue }
      if !repositories.isEmpty { try take(repositories) }
      unlink(taken)
    }
  }
}

// MARK: File

extension SeenSpool {
  /// Where it is while it is being handed over.
  private var takenPath: String { path + ".taken" }

  /// Nil for what is no plain file of the user's own.
  private static func open(_ path: String, flags: Int32) -> Int32? {
    let flags = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    let descriptor = openFile(path, flags, 0o600)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid()
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private static func size(of descriptor: Int32) -> Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// What can be read of it, without lines that nobody wrote whole; nil where there is no file.
  private static func read(_ path: String) -> [Repository]? {
    guard let descriptor = open(path, flags: O_RDONLY) else { return nil }
    defer { close(descriptor) }
    let size = min(size(of: descriptor), mostBytes)
    let text = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(readFile(descriptor, buffer.baseAddress, buffer.count), 0)
    }
    return latest(text.split(separator: UInt8(ascii: "\n")))
  }

  /// Each repository once, as it was seen last: who searches for the same twice writes it twice.
  private static func latest(_ lines: [ArraySlice<UInt8>]) -> [Repository] {
    var known: Set<ArraySlice<UInt8>> = []
    var latest: [Repository] = []
    for line in lines.reversed() {
      let id = line.prefix { $0 != UInt8(ascii: "\t") }
      guard !known.contains(id), let repository = RepositoryLine.repository(line) else { continue }
      known.insert(id)
      latest.append(repository)
    }
    return latest.reversed()
  }

  /// Whoever appends takes them in long before.
  private static let mostBytes = 16 << 20
}

/// `open(2)` and `read(2)`, whose names ``SeenSpool`` takes.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func readFile(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  read(descriptor, buffer, count)
}
