import Markdown
import Terminal

/// A block of HTML as the text in it: what READMEs use to centre their badges.
enum ReadmeHTML {
  static func lines(_ html: String, _ look: ReadmeText.Look, width: Int) -> [TextLine] {
    var flow = InlineFlow(look)
    for token in HTMLToken.tokens(html) {
      if breaksLine(token) { flow.breakLine() }
      flow.add(token)
      if case .open(let tag) = token, let mark = marks[tag.name] { flow.add(.text(mark)) }
    }
    return flow.lines(width: width)
  }

  private static func breaksLine(_ token: HTMLToken) -> Bool {
    switch token {
    case .text: false
    case .open(let tag): blocks.contains(tag.name)
    case .close(let name): blocks.contains(name)
    }
  }

  private static let marks = ["li": "• ", "td": "  ", "th": "  "]

  private static let blocks: Set<String> = [
    "p", "div", "center", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd",
    "table", "tr", "hr", "pre", "blockquote", "details", "summary", "section", "header", "footer",
  ]
}
