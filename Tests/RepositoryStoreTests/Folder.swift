import Foundation
import RepositoryStore
import System
import TestSupport

/// A directory that is removed after a test, with stores whose clock the test sets.
final class Folder: Sendable {
  private let directory = TemporaryFolder()
  private let time = Guarded(1_795_000_000.0)

  var path: String { directory.path }
  var cachePath: String { "\(path)/cache/seen.sqlite" }
  var libraryPath: String { "\(path)/data/library.sqlite" }

  func cache() throws -> CacheStore { try CacheStore(path: cachePath, now: now) }

  func library() throws -> LibraryStore { try LibraryStore(path: libraryPath, now: now) }

  /// Advances the clock.
  func advance(_ seconds: Double) { time.withLock { $0 += seconds } }

  var date: Date { Date(timeIntervalSince1970: time.withLock { $0 }) }

  private var now: @Sendable () -> Date {
    { [self] in date }
  }
}
