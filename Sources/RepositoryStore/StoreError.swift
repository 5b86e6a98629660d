import GRDB

/// The reason why a store's operation failed.
///
/// Errors name the file, but not its content: SQLite's own messages, which may quote it, are not used.
package enum StoreError: Error, Sendable, Equatable {
  /// A later version of the program has changed the file's schema; the file was not touched.
  case newerSchema(_ path: String)
  /// Other processes kept the file locked for too long.
  case busy(_ path: String)
  /// The disk is full, or the file may not grow.
  case diskFull(_ path: String)
  /// The file cannot be used: not a regular file, no permission, read-only, and so on.
  case unavailable(_ path: String, reason: String)
  /// SQLite found the file damaged, and it was renamed; the new name is nil if that failed.
  case corrupt(_ path: String, setAsideAs: String?)
}

extension StoreError: CustomStringConvertible {
  /// The error on one line without a period.
  package var description: String {
    switch self {
    case .newerSchema(let path): "\(path) was written by a newer version of this program"
    case .busy(let path): "\(path) is in use by another process"
    case .diskFull(let path): "\(path) cannot be written: the disk is full, or a limit is reached"
    case .unavailable(let path, let reason): "\(path) cannot be used: \(reason)"
    case .corrupt(let path, nil): "\(path) is damaged"
    case .corrupt(let path, let aside?): "\(path) is damaged; it was renamed to \(aside)"
    }
  }
}

extension StoreError {
  /// Translates any error from using the file at `path`.
  ///
  /// Only SQLite's own "corrupt" and "not a database" are `corrupt`, for which a file is set aside.
  /// Other errors say nothing about the file.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError: self.init(error, path: path)
    default: self = .unavailable(path, reason: "unexpected \(type(of: error))")
    }
  }

  // https://www.sqlite.org/rescode.html
  private init(_ error: DatabaseError, path: String) {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path)
    case .SQLITE_FULL: self = .diskFull(path)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(path, setAsideAs: nil)
    case .SQLITE_IOERR where Self.limitedWrites.contains(error.extendedResultCode):
      self = .diskFull(path)
    case .SQLITE_READONLY where error.extendedResultCode == .SQLITE_READONLY_DBMOVED:
      self = .moved(path)
    default: self = .unavailable(path, reason: Self.reason(error))
    }
  }

  /// The path now names another file, or none.
  static func moved(_ path: String) -> Self {
    .unavailable(path, reason: "it was moved or removed while in use")
  }

  /// A write that fails on a working disk has reached a limit: a quota, or `ulimit -f`.
  private static let limitedWrites: [ResultCode] = [
    .SQLITE_IOERR_WRITE, .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_FSYNC,
  ]

  private static func reason(_ error: DatabaseError) -> String {
    switch error.resultCode {
    case .SQLITE_IOERR: "it could not be read or written"
    case .SQLITE_CANTOPEN: "it could not be opened"
    case .SQLITE_READONLY: "it is read-only"
    case .SQLITE_PERM, .SQLITE_AUTH: "permission denied"
    case .SQLITE_NOMEM: "out of memory"
    case .SQLITE_TOOBIG: "a value is too large"
    default: "SQLite error \(error.extendedResultCode.rawValue)"
    }
  }
}
