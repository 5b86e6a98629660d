import GitHubModel
import TokenStore

/// Where the library of one GitHub has its files; nil for those that no folder is named for.
///
/// Each GitHub has its own, since the same number is another repository elsewhere. Everything on
/// loopback shares one: its ports are anybody's.
struct LibraryPlaces: Sendable {
  private let folders: UserFolders
  private let suffix: String

  init(_ base: APIBase, environment: [String: String]) {
    folders = UserFolders(environment)
    suffix = Self.suffix(base)
  }

  /// Stars, favourites and what is still to be done: what must last.
  var library: String? { folders.data.map { "\($0)/ghsearch/library\(suffix).db" } }

  /// Repositories that were seen, and kept answers: what may be lost.
  var seen: String? { folders.cache.map { "\($0)/ghsearch/seen\(suffix).db" } }

  /// What is on its way to the seen ones.
  var spool: String? { folders.cache.map { "\($0)/ghsearch/seen\(suffix).spool" } }

  /// Pictures of owners, a folder of them.
  var avatars: String? { folders.cache.map { "\($0)/ghsearch/avatars\(suffix)" } }

  private static func suffix(_ base: APIBase) -> String {
    if base == .github { return "" }
    if base.origin.isLoopback { return "-loopback" }
    let host = base.webHost ?? base.origin.authority
    return "-" + host.map { $0.isLetter || $0.isNumber || "-.".contains($0) ? $0 : "_" }
  }
}
