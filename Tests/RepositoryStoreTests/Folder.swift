import Foundation
import Locking
import RepositoryStore

/// A folder of a test's own, which goes with it, and stores in it on a clock that the test moves.
final class Folder: Sendable {
  let path: String
  private let time = Guarded(1_795_000_000.0)

  init() {
    path = NSTemporaryDirectory() + "ghsearch-store-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var seenPath: String { "\(path)/cache/seen.sqlite" }
  var libraryPath: String { "\(path)/data/library.sqlite" }

  func seen() throws -> SeenStore { try SeenStore(path: seenPath, now: now) }

  func library() throws -> LibraryStore { try LibraryStore(path: libraryPath, now: now) }

  /// Lets time pass.
  func advance(_ seconds: Double) { time.withLock { $0 += seconds } }

  var date: Date { Date(timeIntervalSince1970: time.withLock { $0 }) }

  private var now: @Sendable () -> Date {
    { [self] in date }
  }
}
