import Essentials
import GitHubModel
import System

/// The path of a store's file, which is made private before SQLite opens it.
///
/// It never opens a file that SQLite may have open: closing it would drop SQLite's locks
/// (<https://www.sqlite.org/howtocorrupt.html>, 2.2).
struct StorePlace: Sendable {
  let path: String

  /// Ensures that the path is a regular file that only the user can read; creates it if needed.
  func prepare() throws(StoreError) -> FileIdentity {
    guard !path.utf8.contains(0) else { throw StoreError.unavailable("", reason: "no such path") }
    if !status.exists { try create() }
    let status = status
    guard let identity = status.identity else { throw problem(.last) }
    guard status.isFile else { throw .unavailable(path, reason: "it is not a regular file") }
    if status.mode & 0o077 != 0 { FileSystem.makePrivate(path) }
    return identity
  }

  private var status: FileStatus { FileStatus(of: path, followsLinks: false) }

  private func create() throws(StoreError) {
    PrivateDirectory.make(for: path)
    do throws(SystemError) { try FileSystem.create(path) } catch { throw problem(error) }
  }

  private func problem(_ error: SystemError) -> StoreError {
    error.isDiskFull ? .diskFull(path) : .unavailable(path, reason: error.description)
  }
}

extension StorePlace {
  /// Renames a damaged file and its journal, and returns the new path; nil if that failed.
  ///
  /// Only the file found damaged is renamed: another process may have already set it aside and
  /// created a new one. The directory is locked during this check.
  func setAside(_ identity: FileIdentity, at time: Date) -> String? {
    guard let lock = try? FileLock(directory: PrivateDirectory.path(of: path)) else { return nil }
    return lock.holding {
      guard status.identity == identity else { return nil }
      // A date such as `20261121T101329Z`.
      let stamp = Timestamp.text(Int(time.wholeSeconds ?? 0)) ?? ""
      let aside = freeName("\(path).corrupt-\(stamp.filter { $0 != "-" && $0 != ":" })")
      // The journal first, because it would otherwise be rolled back into a new file.
      FileSystem.move("\(path)-journal", to: "\(aside)-journal")
      return FileSystem.move(path, to: aside) ? aside : nil
    }
  }

  private func freeName(_ name: String) -> String {
    let more = (2...99).map { "\(name)-\($0)" }
    return ([name] + more).first { !FileStatus(of: $0, followsLinks: false).exists } ?? name
  }
}
