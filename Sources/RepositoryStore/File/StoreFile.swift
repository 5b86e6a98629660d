import GRDB
import Locking

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One SQLite file: opened, migrated, read and written, and put aside when it is damaged.
final class StoreFile: Sendable {
  /// What follows when the file turns out to be damaged.
  enum Remedy: Sendable {
    /// It may be lost: begin anew, and say nothing.
    case beginAnew
    /// It must last: say so once; the next opening begins anew.
    case tell
  }

  private struct Connection: Sendable {
    let queue: DatabaseQueue
    let identity: FileIdentity
  }

  let path: String
  let now: @Sendable () -> Date
  private let migrator: DatabaseMigrator
  private let remedy: Remedy
  private let connection: Guarded<Result<Connection, StoreError>>

  init(
    path: String,
    migrator: DatabaseMigrator,
    remedy: Remedy,
    now: @escaping @Sendable () -> Date
  ) throws(StoreError) {
    (self.path, self.migrator, self.remedy, self.now) = (path, migrator, remedy, now)
    let opened = try Self.open(path, migrator, remedy, now)
    connection = Guarded(.success(opened))
  }

  /// Reads in one transaction.
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try perform { queue in try queue.read(body) }
  }

  /// Changes in one immediate transaction, which is on the disk when this returns.
  func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try perform { queue in try queue.write(body) }
  }

  /// What SQLite finds wrong with the file; empty when it is whole.
  func integrity() throws(StoreError) -> [String] {
    try read { database in
      let found = try String.fetchAll(database, sql: "PRAGMA integrity_check(20)")
      let strays = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
      return found.filter { $0 != "ok" }
        + strays.map { "a row of \($0.value(0, String.self) ?? "?") refers to none" }
    }
  }

  private func perform<Value>(_ body: (DatabaseQueue) throws -> Value) throws(StoreError) -> Value {
    let current = try connection.withLock { $0 }.get()
    do throws(StoreError) {
      return try Self.translated(path) { try body(current.queue) }
    } catch {
      guard endsConnection(error) else { throw error }
      let next = try replace(current)
      return try Self.translated(path) { try body(next.queue) }
    }
  }

  /// A damaged file is of no more use; nor is one that has been removed under us, where what was in
  /// it may be lost.
  private func endsConnection(_ error: StoreError) -> Bool {
    if case .corrupt = error { return true }
    return remedy == .beginAnew && error == .moved(path)
  }

  /// Throws for a file that must last, now and whenever this object is used again.
  private func replace(_ damaged: Connection) throws(StoreError) -> Connection {
    let aside = StorePlace(path: path).setAside(damaged.identity, at: now())
    let next: Result<Connection, StoreError>
    switch remedy {
    case .tell: next = .failure(.corrupt(path, setAsideAs: aside))
    case .beginAnew: next = .success(try Self.open(path, migrator, remedy, now))
    }
    connection.withLock { $0 = next }
    return try next.get()
  }
}

extension StoreFile {
  private static func open(
    _ path: String,
    _ migrator: DatabaseMigrator,
    _ remedy: Remedy,
    _ now: @Sendable () -> Date
  ) throws(StoreError) -> Connection {
    let place = StorePlace(path: path)
    let identity = try place.prepare()
    do throws(StoreError) {
      return try connect(path, identity, migrator)
    } catch .corrupt {
      let aside = place.setAside(identity, at: now())
      guard remedy == .beginAnew else { throw .corrupt(path, setAsideAs: aside) }
      return try connect(path, place.prepare(), migrator)
    }
  }

  private static func connect(
    _ path: String,
    _ identity: FileIdentity,
    _ migrator: DatabaseMigrator
  ) throws(StoreError) -> Connection {
    try translated(path) {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try Migrations(migrator: migrator, path: path).apply(to: queue)
      return Connection(queue: queue, identity: identity)
    }
  }

  /// Decision 0040 says why.
  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .callback { BusyWait.pause(afterTries: $0) }
    configuration.foreignKeysEnabled = true
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    return configuration
  }

  private static func translated<Value>(
    _ path: String,
    _ body: () throws -> Value
  ) throws(StoreError) -> Value {
    do { return try body() } catch { throw StoreError(error, path: path) }
  }
}
