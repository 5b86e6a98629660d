package import Core
import Essentials
package import GitHubModel
package import RepositoryStore
import Stars
import Terminal

/// A page of links to stars.
package struct MarkdownExport {
  package let own: OwnData
  /// The lists used as headings; nil for languages.
  package let lists: [StarListContents]?

  package init(
    own: OwnData,
    lists: [StarListContents]?
  ) {
    (self.own, self.lists) = (own, lists)
  }

  /// A heading for each language or list, each sorted by stars.
  package func text(_ stars: [Star]) -> String {
    let repositories = StarOrder.stars.sorted(stars, .descending).map(\.repository)
    var page = "# Stars\n"
    for section in lists.map({ Self.byList(repositories, $0) }) ?? Self.byLanguage(repositories)
    where !section.repositories.isEmpty {
      page += "\n## \(Self.markdown(section.title))\n\n"
      if let text = section.text { page += "\(Self.markdown(text))\n\n" }
      for repository in section.repositories { page += item(repository) }
    }
    return page
  }

  private struct Section {
    let title: String
    var text: String?
    let repositories: [Repository]
  }

  private static func byLanguage(_ repositories: [Repository]) -> [Section] {
    Dictionary(grouping: repositories) { $0.language ?? "" }
      .sorted { order($0.key) < order($1.key) }
      .map { Section(title: $0.isEmpty ? "No language" : $0, repositories: $1) }
  }

  /// The lists in GitHub's order, followed by unlisted stars.
  private static func byList(
    _ repositories: [Repository],
    _ lists: [StarListContents]
  ) -> [Section] {
    var unlisted = repositories
    let sections = lists.map { contents in
      let members = Set(contents.members.map(\.id))
      unlisted.removeAll { members.contains($0.id) }
      return Section(
        title: contents.list.name,
        text: contents.list.description,
        repositories: repositories.filter { members.contains($0.id) }
      )
    }
    return sections + [Section(title: "In no list", repositories: unlisted)]
  }

  /// The sort key of a language; repositories without one come last.
  private static func order(_ language: String) -> String {
    language.isEmpty ? "\u{10FFFF}" : language.lowercased()
  }

  private func item(_ repository: Repository) -> String {
    let link = "[\(Self.markdown(repository.name.fullName))](<\(repository.url)>)"
    let stars = repository.counts.stars.map { " ★ \(CompactNumber.text($0))" } ?? ""
    let description = repository.description.map { ": \(Self.markdown($0))" } ?? ""
    let note = own.details(of: repository.id).note.map { "\n  \(Self.markdown($0.text))" } ?? ""
    return "- \(link)\(stars)\(description)\(note)\n"
  }

  /// One line with all Markdown escaped (CommonMark, backslash escapes).
  private static func markdown(_ text: String) -> String {
    var escaped = ""
    for character in SafeText(text).description {
      if "\\`*_{}[]<>#|~&".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }
}
