import ArgumentParser
import Core
import GitHubModel
import Output
import RepositoryStore
import Terminal

/// The repositories and star lists that shell completion offers.
///
/// The shell runs the program at each Tab, so this must be fast and offline.
struct KnownNames: Sendable {
  /// A repository with its description, for shells that show one.
  struct Candidate: Sendable {
    let name: RepositoryName
    let description: String?

    /// The candidate in the format of fish and of zsh's `_describe`; only the name for bash.
    func text(for shell: CompletionShell?) -> String {
      let shown = SafeText(description ?? "", longest: 200).description.truncated(toWidth: 60)
      return switch shell {
      case .zsh? where !shown.isEmpty: "\(name):\(shown)"
      case .fish? where !shown.isEmpty: "\(name)\t\(shown)"
      default: name.fullName
      }
    }
  }

  /// The favorites, then other stars; empty if they cannot be read.
  var repositories: [Candidate] = []
  /// The names of star lists, or slugs for names that would require quotes in a shell.
  var lists: [String] = []

  /// The candidates, read beforehand because ArgumentParser requests them synchronously.
  @TaskLocal static var current = KnownNames()

  /// Runs a body in which names can be completed.
  static func provided(to body: () throws -> Void) async rethrows {
    try $current.withValue(await load(), operation: body)
  }

  private static func load() async -> Self {
    var context = Context.live()
    // Warnings would interrupt the command line.
    context.errors = BufferedSink()
    guard let session = try? Session(context) else { return Self() }
    return await session.library.ifPresent { store in
      let favorites = try store.favorites().map(\.repository)
      var names = Self(
        repositories: favorites.map { Candidate(name: $0.name, description: $0.description) }
      )
      guard let account = try session.account(in: store) else { return names }
      let known = Set(favorites.map(\.name))
      names.repositories += try store.stars(of: account).filter { !known.contains($0.name) }
        .map { Candidate(name: $0.name, description: $0.repository.description) }
      names.lists = try (store.starLists(of: account) ?? []).map { word(for: $0.list) }
      return names
    } ?? Self()
  }

  private static func word(for list: StarList) -> String {
    let isWord = list.name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    return isWord || list.slug.isEmpty ? list.name : list.slug
  }
}
