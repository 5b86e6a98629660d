#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where programs are.
enum ProgramPath {
  /// The first that may be run, in the folders of `PATH`; folders that are named in relation to the
  /// working one are passed over, since anybody may have put something there.
  static func find(_ name: String, in environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").lazy
      .filter { $0.hasPrefix("/") }
      .map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }
}
