#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A private file in a private folder, before SQLite sees it.
///
/// Nothing here opens a file that SQLite may have open: closing it again would drop SQLite's locks
/// (<https://www.sqlite.org/howtocorrupt.html>, 2.2).
struct StorePlace: Sendable {
  let path: String

  var folder: String {
    path.lastIndex(of: "/").map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
  }

  /// Sees to it that the path is a regular file that only the user can read, empty when it is new.
  func prepare() throws(StoreError) -> FileIdentity {
    guard !path.utf8.contains(0) else { throw StoreError.unavailable("", reason: "no such path") }
    if FileIdentity(of: path) == nil { try create() }
    guard let identity = FileIdentity(of: path) else { throw problem(errno) }
    guard identity.isRegularFile else {
      throw .unavailable(path, reason: "it is not a regular file")
    }
    if identity.mode & 0o077 != 0 { chmod(path, 0o600) }
    return identity
  }

  /// Creates it under another name first, so that it is never seen open or readable by others.
  private func create() throws(StoreError) {
    makeFolder(folder)
    var name = Array("\(path).new-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw problem(errno) }
    close(descriptor)
    defer { unlink(name) }
    guard link(name, path) == 0 || errno == EEXIST else { throw problem(errno) }
  }

  /// Makes those that are missing; what exists keeps its mode.
  private func makeFolder(_ folder: String) {
    guard mkdir(folder, 0o700) != 0, errno == ENOENT, let slash = folder.lastIndex(of: "/"),
      slash != folder.startIndex
    else { return }
    makeFolder(String(folder[..<slash]))
    mkdir(folder, 0o700)
  }

  private func problem(_ number: Int32) -> StoreError {
    switch number {
    case ENOSPC, EDQUOT: .diskFull(path)
    default: .unavailable(path, reason: String(cString: strerror(number)))
    }
  }
}
