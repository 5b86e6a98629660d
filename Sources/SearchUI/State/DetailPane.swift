package import GitHubModel
package import SearchModel
import Terminal

/// The detail as it is on the screen.
///
/// It follows the selection once that rests: while rows fly by it stays as it is, and a move costs
/// the terminal two rows and no pane.
package struct DetailPane: Sendable {
  package private(set) var detail = DetailState()
  /// The first line that is shown.
  package var top = 0
  /// The README in lines, made once for a width and not for every frame.
  private var readme = ReadmeLines()

  package init() {}

  /// With all that is known of it.
  package var repository: Repository? { detail.facts.value ?? detail.repository }

  var owner: Owner? { repository?.owner }

  /// Takes over the detail of the moment: at once, or when there is something to say of it.
  mutating func show(_ new: DetailState, atOnce: Bool) {
    let isReady = new.facts != .absent || new.repository?.id == detail.repository?.id
    guard atOnce || isReady || new.repository == nil || detail.repository == nil else { return }
    if new.repository?.id != detail.repository?.id { top = 0 }
    detail = new
  }

  /// Wraps the README for a width, unless it is already.
  mutating func wrap(width: Int) {
    readme.update(detail, width: width)
  }

  func readmeLines(width: Int) -> [TextLine] {
    var lines = readme
    lines.update(detail, width: width)
    return lines.lines
  }
}

/// A README's lines and what they were made from.
private struct ReadmeLines: Sendable {
  private(set) var lines: [TextLine] = []
  private var text: String?
  private var look = ReadmeText.Look(width: 0)

  mutating func update(_ detail: DetailState, width: Int) {
    let text = detail.readme.value.flatMap(\.self)
    let look = ReadmeText.Look(width: width, page: detail.repository?.url)
    guard text != self.text || look != self.look else { return }
    (self.text, self.look) = (text, look)
    lines = text.map { ReadmeText.lines($0, look) } ?? []
  }
}
