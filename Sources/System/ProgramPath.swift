/// Finds programs in `PATH`.
package enum ProgramPath {
  /// The path of the first executable file with this name in `PATH`; nil if there is none.
  ///
  /// Ignores relative directories, since others may have written to the working directory. A name
  /// that contains a slash is already a path.
  package static func find(_ name: String, in environment: [String: String]) -> String? {
    guard !name.contains("/") else { return FileStatus(of: name).isExecutable ? name : nil }
    return (environment["PATH"] ?? "").split(separator: ":").lazy
      .filter { $0.hasPrefix("/") }
      .map { "\($0)/\(name)" }
      .first { FileStatus(of: $0).isExecutable }
  }
}
