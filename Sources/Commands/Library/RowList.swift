import GitHubModel
import TokenStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The names of the rows that were last shown in a terminal, which `#N` stands for.
///
/// Each session of a terminal (getsid(2)) has its own: what is shown in one window must not become
/// what is starred from another. A small text file, a name a line.
struct RowList {
  private let folder: String?
  private let session: String
  private let now: Date

  init(in context: Context) {
    folder = StateFolder.path(context.environment).map { "\($0)/rows" }
    session = context.session
    now = context.now()
  }

  /// Nil where no list was shown here, or it was shorter.
  subscript(number: Int) -> RepositoryName? {
    guard let path, number > 0, let text = try? GuardedFile.text(at: path, policy: .secret) else {
      return nil
    }
    let lines = text.split(separator: "\n", maxSplits: number, omittingEmptySubsequences: false)
    return lines.count > number ? RepositoryName(String(lines[number - 1])) : nil
  }

  /// Puts a new list in place of the old one; nobody is told when that fails.
  func replace(with names: [RepositoryName]) {
    guard let folder, let path else { return }
    if access(path, F_OK) != 0 {
      PrivateFolder.make(folder)
      removeOld(in: folder)
    }
    _ = AtomicFile.replace(path, with: bytes(of: names))
  }

  private var path: String? { folder.map { "\($0)/\(session)" } }

  /// As many as can be read again.
  private func bytes(of names: [RepositoryName]) -> [UInt8] {
    var bytes: [UInt8] = []
    for name in names {
      let line = Array("\(name)\n".utf8)
      guard bytes.count + line.count <= GuardedFile.largestSize else { break }
      bytes += line
    }
    return bytes
  }

  /// Lists of sessions that ended; those of the last days may still be open.
  private func removeOld(in folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for path in names.map({ "\(folder)/\($0)" }) {
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      let age = now.timeIntervalSince1970 - Double(status.modifiedSeconds)
      if age > Self.longestSession { unlink(path) }
    }
  }

  /// Seconds: a week.
  private static let longestSession = 7.0 * 86_400
}
