import GitHubModel
import SearchModel
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The details of a repository as lines: name, description, facts, and how its README begins.
struct DetailLines {
  private let detail: DetailState
  private let star: StarState
  private let look: REPLLook
  private let now: Date

  init(_ detail: DetailState, star: StarState, look: REPLLook, now: Date) {
    (self.detail, self.star, self.look, self.now) = (detail, star, look, now)
  }

  var lines: [String] {
    guard let repository = detail.facts.value ?? detail.repository else { return [] }
    return title(repository) + facts(repository) + readme
  }

  private var width: Int { look.width ?? Self.widestText }

  private func title(_ repository: Repository) -> [String] {
    let name = look.styled(.bold, SafeText(repository.name.fullName).description)
    let description = SafeText(repository.description ?? "").wrapped(toWidth: width)
    return [name] + description.map(\.description)
  }

  private func facts(_ repository: Repository) -> [String] {
    let starred = star.isStarred.map { [(label: "Starred", value: $0 ? "★ yes" : "no")] } ?? []
    let facts = starred + RepositoryFacts.lines(of: repository, now: now)
    let labelWidth = (facts.map(\.label.count).max() ?? 0) + 2
    return facts.map { label, value in
      let label = label + String(repeating: " ", count: labelWidth - label.count)
      let value = SafeText(value)
      let room = look.width.map { max($0 - labelWidth, 1) }
      return look.styled(.dim, label)
        + (room.map { value.truncated(toWidth: $0) } ?? value).description
    }
  }

  private var readme: [String] {
    guard let markdown = detail.readme.value ?? nil else { return [] }
    let page = detail.repository?.url
    let lines = ReadmeText.lines(markdown, ReadmeText.Look(width: width, page: page)).map(text)
    let rest = lines.count - Self.mostReadme
    let more = rest > 0 ? ["… \(rest) more lines; :open shows the page"] : []
    return lines.isEmpty ? [] : [""] + lines.prefix(Self.mostReadme) + more
  }

  private func text(_ line: TextLine) -> String {
    guard look.hasColor else { return line.spans.map(\.text.description).joined() }
    let text = StyledText.text([line], colors: .palette, hasHyperlinks: look.hasHyperlinks)
    return String(text.dropLast())
  }

  /// About a screen.
  private static let mostReadme = 40
  /// Text is easier to read when it is no wider.
  private static let widestText = 100
}
