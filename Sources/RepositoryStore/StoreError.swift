/// Why the store could not do what was asked of it.
///
/// Each names the file and nothing of what is in it: SQLite's own messages are not repeated.
package enum StoreError: Error, Sendable, Equatable {
  /// A later version of the program has changed the file's shape; it was not touched.
  case newerSchema(_ path: String)
  /// Others kept it for themselves longer than we wait.
  case busy(_ path: String)
  /// The disk is full, or the file may not grow.
  case diskFull(_ path: String)
  /// It cannot be used: not a regular file, no permission, read-only, and so on.
  case unavailable(_ path: String, reason: String)
  /// It is damaged, and was put aside under the name given; nil where even that failed.
  case corrupt(_ path: String, setAsideAs: String?)
}

extension StoreError: CustomStringConvertible {
  /// What and why, in a line without a full stop.
  package var description: String {
    switch self {
    case .newerSchema(let path): "\(path) was written by a newer version of this program"
    case .busy(let path): "\(path) is in use by another process"
    case .diskFull(let path): "\(path) cannot grow: the disk is full, or a limit is reached"
    case .unavailable(let path, let reason): "\(path) cannot be used: \(reason)"
    case .corrupt(let path, nil): "\(path) is damaged and could not be set aside"
    case .corrupt(let path, let aside?): "\(path) is damaged; it was set aside as \(aside)"
    }
  }
}
