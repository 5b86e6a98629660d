import Essentials
import GRDB
import GitHubModel
import System

/// An SQLite file: opened, read and written, and set aside if damaged.
///
/// It is deliberately not `Sendable`: its calls block, so it stays with the actor that opened it,
/// on a ``StoreExecutor``.
final class StoreFile {
  let path: String
  let now: @Sendable () -> Date
  private let queue: DatabaseQueue
  private let identity: FileIdentity
  /// The damage found, with which all further calls fail.
  private var damage: StoreError?

  /// Opens the file; a damaged one is set aside, so that another attempt creates a new one.
  ///
  /// `isLasting` is false for content that can be fetched again. `makeTables` is called with
  /// version 0 for a new file, and for a file of an older version.
  init(
    path: String,
    isLasting: Bool,
    makeTables: (Database, _ version: Int) throws -> Void,
    now: @escaping @Sendable () -> Date
  ) throws(StoreError) {
    (self.path, self.now) = (path, now)
    let place = StorePlace(path: path)
    let identity = try place.prepare()
    self.identity = identity
    do throws(StoreError) {
      queue = try Self.translated(path) {
        let queue = try DatabaseQueue(path: path, configuration: Self.configuration(isLasting))
        try Self.prepare(queue, path, makeTables)
        return queue
      }
    } catch .corrupt {
      throw .corrupt(path, setAsideAs: place.setAside(identity, at: now()))
    }
  }

  /// Reads in one transaction.
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try perform { try queue.read(body) }
  }

  /// Writes in one immediate transaction, durable on return if the store is lasting.
  func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try perform { try queue.write(body) }
  }

  private func perform<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
    if let damage { throw damage }
    do throws(StoreError) {
      return try Self.translated(path, body)
    } catch {
      guard case .corrupt = error else { throw error }
      let found = StoreError.corrupt(
        path,
        setAsideAs: StorePlace(path: path).setAside(identity, at: now())
      )
      damage = found
      throw found
    }
  }

  /// See decision 0040.
  fileprivate static func configuration(_ isLasting: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .callback { BusyWait.pause(afterTries: $0, isLasting) }
    configuration.foreignKeysEnabled = true
    // Nothing waits for expendable data to reach the disk.
    let level = isLasting ? "FULL" : "OFF"
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = \(level)") }
    return configuration
  }

  private static func translated<Value>(
    _ path: String,
    _ body: () throws -> Value
  ) throws(StoreError) -> Value {
    do { return try body() } catch { throw StoreError(error, path: path) }
  }
}

// MARK: - Tables

extension StoreFile {
  /// Creates the tables of a new file, or migrates old ones; files of a later version are not
  /// modified.
  private static func prepare(
    _ queue: DatabaseQueue,
    _ path: String,
    _ makeTables: (Database, _ version: Int) throws -> Void
  ) throws {
    if try queue.read({ try version(of: $0, path) }) == Schema.version { return }
    try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try queue.write { database in
      // Another process may have created them in the meantime.
      let version = try version(of: database, path)
      if version == Schema.version { return }
      try makeTables(database, version)
      try database.execute(sql: "PRAGMA user_version = \(Schema.version)")
    }
  }

  /// The version of the tables; 0 if there are none.
  fileprivate static func version(of database: Database, _ path: String) throws -> Int {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    if version > Schema.version { throw StoreError.newerSchema(path) }
    return version
  }
}

// MARK: - Inspecting

/// The result of inspecting a store's file.
package enum StoreCondition: Sendable, Equatable {
  case sound
  /// A process died while writing; the next command that uses the file rolls its changes back.
  case interrupted
  /// SQLite's integrity check failed with this reason.
  case damaged(String)
}

extension StoreCondition {
  /// Checks an existing file without changing any file.
  package static func ofFile(at path: String) throws(StoreError) -> Self {
    guard FileStatus(of: path, followsLinks: false).isFile else {
      throw .unavailable(path, reason: "it is not a regular file")
    }
    guard !usesWriteAheadLog(path) else {
      // Reading such a file would create other files beside it. This program never creates one.
      throw .unavailable(path, reason: "another program changed it to WAL mode")
    }
    do {
      var readOnly = StoreFile.configuration(true)
      readOnly.readonly = true
      let queue = try DatabaseQueue(path: path, configuration: readOnly)
      return try queue.read { database in
        _ = try StoreFile.version(of: database, path)
        return try flaw(database).map { .damaged($0) } ?? .sound
      }
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
      return .interrupted
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// The first error of SQLite's checks; nil if the file is intact.
  private static func flaw(_ database: Database) throws -> String? {
    let found = try String.fetchAll(database, sql: "PRAGMA integrity_check(1)")
    if let flaw = found.first(where: { $0 != "ok" }) { return flaw }
    let stray = try Row.fetchOne(database, sql: "PRAGMA foreign_key_check")
    return stray.map { "dangling reference in \($0.value(0, String.self) ?? "?")" }
  }

  /// Whether the header's "file format read version" is 2 (<https://www.sqlite.org/fileformat.html>).
  private static func usesWriteAheadLog(_ path: String) -> Bool {
    guard let file = try? FileDescriptor(path, .read) else { return false }
    return (try? file.bytes(from: 19, atMost: 1)) == [2]
  }
}

/// The pauses of a process that waits for another one to finish writing.
///
/// SQLite's own pauses grow up to 100 ms: among eight processes that write continuously, one then
/// keeps the file nearly all the time, and the others give up. Short pauses hit the gaps between
/// its transactions, and pauses of different lengths do not synchronize with them.
enum BusyWait {
  /// Pauses, and returns whether to try again; false after five seconds in total, or after 200 ms
  /// for expendable data.
  static func pause(afterTries tries: Int, _ isLasting: Bool) -> Bool {
    guard let length = milliseconds(afterTries: tries, isLasting) else { return false }
    SystemClock.block(milliseconds: length)
    return true
  }

  /// The pause, from 1 to 7 and 4 on average; nil after too many tries.
  static func milliseconds(afterTries tries: Int, _ isLasting: Bool) -> Int? {
    tries < (isLasting ? 1250 : 50) ? 1 + tries * 3 % 7 : nil
  }
}
