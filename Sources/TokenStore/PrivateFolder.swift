#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of the user's own.
package enum PrivateFolder {
  /// Makes the folder and those above it, for nobody else to look into; those that are there stay
  /// as they are.
  package static func make(_ folder: String) {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/\(part)"
      mkdir(path, 0o700)
    }
  }
}
