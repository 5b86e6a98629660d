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

    /// How a picture is shown; nil where none is.
    var pictures: PictureProtocol? { isColored ? capabilities.pictures : nil }

    var hasHyperlinks: Bool { isColored && capabilities.hasHyperlinks }

    func text(_ lines: [TextLine]) -> String {
      guard isColored else { return lines.map { $0.plainText + "\n" }.joined() }
      return StyledText.text(
        lines,
        colors: capabilities.colors == .trueColor ? .trueColor : .palette,
        hasHyperlinks: hasHyperlinks
      )
    }
  }

  let look: Look
  let now: Date

  /// Text is easier to read when it is no wider.
  private static let widestReadme = 100

  /// All of it; with the owner's picture only where no pager shows it, for those know of none.
  func text(
    _ repository: Repository,
    languages: [LanguageShare],
    readme: String?,
    picture: Picture? = nil
  ) -> String {
    let head = DetailHead(repository, look).text(with: picture)
    let facts = DetailText.screen(
      repository,
      width: look.width,
      isColored: look.isColored,
      now: now
    )
    let bar = LanguageBar.lines(languages, width: look.width, isColored: look.isColored)
    let readme = readme.map { lines(of: $0, repository) } ?? []
    return head + facts
      + [bar, readme].filter { !$0.isEmpty }.map { "\n" + look.text($0) }.joined()
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

}
