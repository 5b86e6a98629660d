import Markdown
import Terminal

/// What is inside of a paragraph, as spans of style and link in lines that end where it says so.
struct InlineFlow {
  private let look: ReadmeText.Look
  private var written: [[TextLine.Span]] = [[]]
  /// HTML's own emphasis and links, which begin and end wherever they like.
  private var tags: [OpenTag] = []

  init(_ look: ReadmeText.Look) {
    self.look = look
  }

  private struct OpenTag {
    let name: String
    let attributes: CellStyle.Attributes
    let link: Link?
  }

  /// Wrapped to a width; blank lines at the ends are left out.
  func lines(width: Int) -> [TextLine] {
    written.flatMap { SpanWrap.lines($0, width: width) }
  }

  /// All of it on one line.
  var spans: [TextLine.Span] { Array(written.joined(separator: [TextLine.Span(" ")])) }

  mutating func add(_ nodes: [MarkdownNode], style: CellStyle = .plain, link: Link? = nil) {
    for node in nodes { add(node, style, link) }
  }

  private mutating func add(_ node: MarkdownNode, _ style: CellStyle, _ link: Link?) {
    switch node.kind {
    case .text(let text): addText(text, style, link)
    case .code(let text): append(text, style.colored(.cyan), link)
    case .softBreak: append(" ", style, link)
    case .lineBreak: breakLine()
    case .html(let html): for token in HTMLToken.tokens(html) { add(token, style, link) }
    case .emphasis: add(node.children, style: style.with(.italic), link: link)
    case .strong: add(node.children, style: style.with(.bold), link: link)
    case .strikethrough: add(node.children, style: style.with(.strikethrough), link: link)
    case .link(let address): addLink(node, to: address, style)
    case .image: add(node.children, style: style.with(.dim), link: link)
    default: add(node.children, style: style, link: link)
    }
  }

  /// Addresses in text lead somewhere too.
  private mutating func addText(_ text: String, _ style: CellStyle, _ link: Link?) {
    guard link == nil else { return append(text, style, link) }
    for piece in Autolink.pieces(text) {
      let text = String(piece.text)
      append(text, piece.isAddress ? style.with(.underline) : style, Link(text, isAddress: piece))
    }
  }

  private mutating func addLink(_ node: MarkdownNode, to address: String, _ style: CellStyle) {
    let address = ReadmeAddress.resolve(address, page: look.page)
    let link = address.flatMap(Link.init)
    add(node.children, style: style.with(.underline), link: link)
    guard look.showsAddresses, let address, node.isWorthAnAddress(address) else { return }
    append(" <\(address)>", style.with(.dim), link)
  }

  // MARK: HTML

  mutating func add(_ token: HTMLToken, _ style: CellStyle = .plain, _ link: Link? = nil) {
    switch token {
    case .text(let text): addText(text.replacing("\n", with: " "), style, link)
    case .open(let tag): open(tag, style, link)
    case .close(let name):
      if let index = tags.lastIndex(where: { $0.name == name }) { tags.remove(at: index) }
    }
  }

  private mutating func open(_ tag: HTMLTag, _ style: CellStyle, _ link: Link?) {
    if tag.name == "br" { return breakLine() }
    if tag.name == "img" { return append(tag.attributes["alt"] ?? "", style.with(.dim), link) }
    guard let attributes = Self.attributes[tag.name], tags.count < Self.mostTags else { return }
    let address = tag.attributes["href"].flatMap { ReadmeAddress.resolve($0, page: look.page) }
    tags.append(OpenTag(name: tag.name, attributes: attributes, link: address.flatMap(Link.init)))
  }

  private static let mostTags = 32
  private static let attributes: [String: CellStyle.Attributes] = [
    "b": .bold, "strong": .bold, "i": .italic, "em": .italic, "del": .strikethrough,
    "s": .strikethrough, "u": .underline, "a": .underline, "kbd": .reverse, "h1": .bold,
    "h2": .bold, "h3": .bold, "h4": .bold, "h5": .bold, "h6": .bold, "th": .bold, "summary": .bold,
  ]

  // MARK: Writing

  mutating func breakLine() {
    written.append([])
  }

  private mutating func append(_ text: String, _ style: CellStyle, _ link: Link?) {
    guard !text.isEmpty else { return }
    let style = style.with(tags.reduce(into: []) { $0.formUnion($1.attributes) })
    let link = tags.last { $0.link != nil }?.link ?? link
    written[written.count - 1].append(TextLine.Span(SafeText(text), style, link: link))
  }
}

extension Link {
  fileprivate init?(_ text: String, isAddress piece: Autolink.Piece) {
    guard piece.isAddress else { return nil }
    self.init(text)
  }
}

extension MarkdownNode {
  /// Not where the text is the address already, nor for a badge, nor within the page.
  fileprivate func isWorthAnAddress(_ address: String) -> Bool {
    if case .link(let written) = kind, written.hasPrefix("#") { return false }
    return children.contains { child in
      switch child.kind {
      case .image, .html: false
      case .text(let text): text != address && !text.allSatisfy(\.isWhitespace)
      default: true
      }
    }
  }
}

extension CellStyle {
  fileprivate func colored(_ color: Color) -> Self {
    CellStyle(attributes, foreground: color, background: background)
  }
}
