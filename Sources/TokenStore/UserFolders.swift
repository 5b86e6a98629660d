/// Where a user's files are (XDG Base Directory Specification).
package struct UserFolders: Sendable {
  private let environment: [String: String]

  package init(_ environment: [String: String]) {
    self.environment = environment
  }

  /// `XDG_CONFIG_HOME`, or `~/.config`; nil where there is neither.
  package var config: String? { folder(in: "XDG_CONFIG_HOME") ?? inHome(".config") }

  /// `XDG_STATE_HOME`, or `~/.local/state`; nil where there is neither.
  package var state: String? { folder(in: "XDG_STATE_HOME") ?? inHome(".local/state") }

  /// `XDG_DATA_HOME`, or `~/.local/share`; nil where there is neither.
  package var data: String? { folder(in: "XDG_DATA_HOME") ?? inHome(".local/share") }

  /// `XDG_CACHE_HOME`, or `~/.cache`; nil where there is neither.
  package var cache: String? { folder(in: "XDG_CACHE_HOME") ?? inHome(".cache") }

  /// What gh keeps its files in.
  var gh: String? { folder(in: "GH_CONFIG_DIR") ?? config.map { "\($0)/gh" } }

  private func inHome(_ path: String) -> String? {
    folder(in: "HOME").map { "\($0)/\(path)" }
  }

  /// A relative path in these variables counts as none, as the specification has it.
  private func folder(in variable: String) -> String? {
    environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
