import GitHubModel
import SearchUI
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A repository for eyes: its facts, what it is written in, its README.
struct DetailScreen {
  struct Look {
    var width: Int
    var isColored: Bool
    var capabilities: TerminalCapabilities

    var hasHyperlinks: Bool { isColored && capabilities.hasHyperlinks }
  }

  let look: Look
  let now: Date

  /// Text is easier to read when it is no wider.
  private static let widestReadme = 100

  func text(_ repository: Repository, languages: [LanguageShare], readme: String?) -> String {
    let facts = DetailText.screen(
      repository,
      width: look.width,
      isColored: look.isColored,
      now: now
    )
    let bar = LanguageBar.lines(languages, width: look.width, isColored: look.isColored)
    let readme = readme.map { lines(of: $0, repository) } ?? []
    return facts + [bar, readme].filter { !$0.isEmpty }.map { "\n" + text($0) }.joined()
  }

  private func lines(of readme: String, _ repository: Repository) -> [TextLine] {
    ReadmeText.lines(
      readme,
      ReadmeText.Look(
        width: min(look.width, Self.widestReadme),
        page: repository.url,
        showsAddresses: !look.hasHyperlinks
      )
    )
  }

  private func text(_ lines: [TextLine]) -> String {
    guard look.isColored else { return lines.map { $0.plainText + "\n" }.joined() }
    return StyledText.text(
      lines,
      colors: look.capabilities.colors == .trueColor ? .trueColor : .palette,
      hasHyperlinks: look.hasHyperlinks
    )
  }
}
