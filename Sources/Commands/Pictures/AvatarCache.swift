import Terminal
import TokenStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Pictures as files, one an owner, named by the owner's number.
///
/// What cannot be read or written is not there: the picture is fetched again.
struct AvatarCache: Sendable {
  let folder: String
  let now: @Sendable () -> Date

  /// A week: owners change their pictures.
  static let longestKept: TimeInterval = 7 * 86_400
  static let mostFiles = 200
  static let mostBytes = 20 << 20

  func picture(of owner: Int64) -> Picture? {
    guard let file = SmallFile(path(owner), largest: Picture.mostBytes), isRecent(file.modified)
    else { return nil }
    return Picture(file.bytes)
  }

  /// A clock that was set back may make a file look as if it came from the future.
  private func isRecent(_ date: Date) -> Bool {
    abs(now().timeIntervalSince(date)) < Self.longestKept
  }

  /// Where another process is at it, the picture is not kept this time.
  func keep(_ picture: Picture, of owner: Int64) {
    PrivateFolder.make(folder)
    guard let lock = try? FileLock("\(folder)/\(Self.lockName)") else { return }
    guard AtomicFile.replace(path(owner), with: picture.bytes) else { return }
    try? FileManager.default.setAttributes([.modificationDate: now()], ofItemAtPath: path(owner))
    removeOldest()
    _ = consume lock
  }

  private func path(_ owner: Int64) -> String { "\(folder)/\(owner)" }

  private static let lockName = ".lock"

  /// Until what is left is few and small enough.
  private func removeOldest() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var files = names.filter { $0 != Self.lockName }.map { entry("\(folder)/\($0)") }
    files.sort { $0.modified > $1.modified }
    var byteCount = files.reduce(0) { $0 + $1.size }
    while files.count > Self.mostFiles || byteCount > Self.mostBytes, let oldest = files.popLast() {
      try? FileManager.default.removeItem(atPath: oldest.path)
      byteCount -= oldest.size
    }
  }

  private typealias Entry = (path: String, size: Int, modified: Date)

  /// One that tells nothing of itself counts as the oldest.
  private func entry(_ path: String) -> Entry {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let size = attributes?[.size] as? Int ?? 0
    return (path, size, attributes?[.modificationDate] as? Date ?? .distantPast)
  }
}
