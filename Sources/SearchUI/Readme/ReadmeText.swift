import Markdown
import Terminal

/// A README as lines of styled text that fit a width.
///
/// Whatever is in it, nothing acts on the terminal, and the work is bounded: see
/// ``MarkdownDocument`` and decision 0042.
package enum ReadmeText {
  /// More of a README than a terminal is for.
  static let mostLines = 5_000

  /// How a README is shown.
  package struct Look: Sendable, Hashable {
    package var width: Int
    /// The repository's page, which relative addresses belong to; nil leaves them out.
    package var page: String?
    /// Whether the address of a link is written behind its text, where links cannot be followed.
    package var showsAddresses: Bool

    package init(width: Int, page: String? = nil, showsAddresses: Bool = false) {
      self.width = width
      self.page = page
      self.showsAddresses = showsAddresses
    }
  }

  package static func lines(_ markdown: String, _ look: Look) -> [TextLine] {
    let document = MarkdownDocument(markdown)
    let lines = ReadmeBlocks(look).lines(of: document.root.children, width: look.width)
    guard lines.count > mostLines || document.isCutOff else { return lines }
    return lines.prefix(mostLines) + [.blank, TextLine("… the README goes on", .dim)]
  }
}
