import TokenStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the program keeps what it may lose.
enum StateFolder {
  /// `ghsearch` below the user's state folder; nil where there is none.
  static func path(_ environment: [String: String]) -> String? {
    UserFolders(environment).state.map { "\($0)/ghsearch" }
  }

  /// Makes the folder and those above it, for nobody else to look into.
  static func make(_ folder: String) {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/\(part)"
      mkdir(path, 0o700)
    }
  }
}
