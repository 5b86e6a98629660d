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

  /// The same for the folder of a file.
  package static func make(for file: String) { make(folder(of: file)) }

  /// Empty for a file that is named without a folder.
  static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
