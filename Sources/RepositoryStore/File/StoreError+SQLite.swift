import GRDB

extension StoreError {
  /// Reads what SQLite reports, without its message, which may quote what is in the file.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError: self.init(error, path: path)
    default: self = .corrupt(path, setAsideAs: nil)
    }
  }

  // https://www.sqlite.org/rescode.html
  private init(_ error: DatabaseError, path: String) {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path)
    case .SQLITE_FULL: self = .diskFull(path)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_MISMATCH: self = .corrupt(path, setAsideAs: nil)
    case .SQLITE_IOERR: self = Self.failedTransfer(error, path: path)
    default: self = .unavailable(path, reason: Self.reason(error))
    }
  }

  /// A write that fails for anything but a broken disk met a limit: a quota, `ulimit -f`.
  private static func failedTransfer(_ error: DatabaseError, path: String) -> Self {
    switch error.extendedResultCode {
    case .SQLITE_IOERR_WRITE, .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_FSYNC: .diskFull(path)
    case .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS: .corrupt(path, setAsideAs: nil)
    default: .unavailable(path, reason: "it could not be read or written")
    }
  }

  private static func reason(_ error: DatabaseError) -> String {
    if error.extendedResultCode == .SQLITE_READONLY_DBMOVED { return "it was moved while in use" }
    return switch error.resultCode {
    case .SQLITE_CANTOPEN: "it could not be opened"
    case .SQLITE_READONLY: "it is read-only"
    case .SQLITE_PERM, .SQLITE_AUTH: "permission denied"
    case .SQLITE_NOMEM: "out of memory"
    case .SQLITE_TOOBIG: "a value is too large"
    default: "SQLite reports error \(error.extendedResultCode.rawValue)"
    }
  }
}
