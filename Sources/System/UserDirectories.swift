/// The directories for a user's files (XDG Base Directory Specification).
package struct UserDirectories: Sendable {
  private let environment: [String: String]

  package init(_ environment: [String: String]) {
    self.environment = environment
  }

  /// `XDG_CONFIG_HOME`, or `~/.config`; nil if there is neither.
  package var config: String? { directory(in: "XDG_CONFIG_HOME") ?? inHome(".config") }

  /// `XDG_STATE_HOME`, or `~/.local/state`; nil if there is neither.
  package var state: String? { directory(in: "XDG_STATE_HOME") ?? inHome(".local/state") }

  /// `XDG_DATA_HOME`, or `~/.local/share`; nil if there is neither.
  package var data: String? { directory(in: "XDG_DATA_HOME") ?? inHome(".local/share") }

  /// `XDG_CACHE_HOME`, or `~/.cache`; nil if there is neither.
  package var cache: String? { directory(in: "XDG_CACHE_HOME") ?? inHome(".cache") }

  /// gh's configuration directory.
  package var gh: String? { directory(in: "GH_CONFIG_DIR") ?? config.map { "\($0)/gh" } }

  private func inHome(_ path: String) -> String? {
    directory(in: "HOME").map { "\($0)/\(path)" }
  }

  /// The value of a variable; relative paths are ignored, as the specification requires.
  private func directory(in variable: String) -> String? {
    environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
