import CLibrary

/// Creates directories that only the user can read.
package enum PrivateDirectory {
  /// Creates the directory and its parents; existing ones keep their mode.
  package static func make(_ directory: String) {
    guard unsafe mkdir(directory, 0o700) != 0, errno == ENOENT,
      let slash = directory.lastIndex(of: "/"),
      slash != directory.startIndex
    else { return }
    make(String(directory[..<slash]))
    unsafe mkdir(directory, 0o700)
  }

  /// Creates the directory of a file.
  package static func make(for file: String) { make(Self.path(of: file)) }

  /// The directory of a path; `.` for a path without a slash.
  package static func path(of path: String) -> String {
    path.lastIndex(of: "/").map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
  }
}
