#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the program keeps what it may lose (XDG Base Directory Specification).
enum StateFolder {
  /// `ghsearch` below `XDG_STATE_HOME`, or below `~/.local/state`; nil where there is neither.
  ///
  /// A relative path in these variables counts as none, as the specification has it.
  static func path(_ environment: [String: String]) -> String? {
    func folder(_ variable: String) -> String? {
      environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let base = folder("XDG_STATE_HOME") ?? folder("HOME").map { "\($0)/.local/state" }
    return base.map { "\($0)/ghsearch" }
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
