import GitHubModel
package import Terminal

/// A program that a key runs with the selected or marked repositories, as defined in `keys.toml`.
package struct UserAction: Sendable, Equatable {
  package let name: String
  /// The keys; without any, only F1 runs it.
  package var keys: [Key] = []
  /// The program and its arguments, which may have placeholders such as `{name}`.
  package var words: [String] = []

  init(name: String) { self.name = name }

  var title: String { "run \(name)" }
  var keyNames: String { keys.map(KeyName.text).joined(separator: " ") }

  /// The placeholders and their meanings.
  static let placeholders: [(name: String, value: @Sendable (Repository) -> String)] = [
    ("full_name", { $0.name.fullName }), ("owner", { $0.name.owner }), ("name", { $0.name.name }),
    ("url", { $0.url }), ("clone_url", { $0.addressForGit }),
  ]

  /// The first unknown placeholder, with its braces; nil if there is none.
  var unknownPlaceholder: Substring? {
    words.flatMap { $0.matches(of: Self.pattern) }
      .first { match in !Self.placeholders.contains { $0.name == match.1 } }?.0
  }

  /// The programs to run: one for each repository, or a single one if no word depends on it.
  ///
  /// A value replaces its placeholder within a word, and is never split or expanded.
  func programs(for repositories: [Repository]) -> [[String]] {
    let isForEach = words.contains { $0.contains(Self.pattern) }
    if !isForEach { return [words] }
    return repositories.map { repository in
      words.map { word in
        word.replacing(Self.pattern) { match in
          Self.placeholders.first { $0.name == match.1 }?.value(repository) ?? String(match.0)
        }
      }
    }
  }

  private static var pattern: Regex<(Substring, Substring)> { /\{([a-z_]+)\}/ }
}
