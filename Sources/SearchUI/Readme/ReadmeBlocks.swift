import Markdown
import Terminal

/// The blocks of a README below each other.
struct ReadmeBlocks {
  private let look: ReadmeText.Look

  init(_ look: ReadmeText.Look) {
    self.look = look
  }

  /// Below this, what is inside of something stands no further to the right.
  private static let leastWidth = 12

  /// Never deeper than the document, whose depth is bounded.
  func lines(of blocks: [MarkdownNode], width: Int, isTight: Bool = false) -> [TextLine] {
    var lines: [TextLine] = []
    for block in blocks {
      let more = self.lines(of: block, width: width)
      if !isTight, !lines.isEmpty, !more.isEmpty { lines.append(.blank) }
      lines += more
      if lines.count > ReadmeText.mostLines { break }
    }
    return lines
  }

  private func lines(of block: MarkdownNode, width: Int) -> [TextLine] {
    switch block.kind {
    case .heading(let level):
      paragraph(block, Self.headingStyle(level), width: width)
    case .codeBlock(let text): CodeLines.lines(text, width: width)
    case .quote:
      indented(
        first: Self.quoteMark,
        rest: Self.quoteMark,
        width: width
      ) { lines(of: block.children, width: $0) }
    case .list(let start, let isTight): list(block, start, isTight: isTight, width: width)
    case .table(let alignments):
      ReadmeTable(block, alignments, look: look).lines(width: width)
    case .thematicBreak:
      [TextLine(SafeText(String(repeating: "─", count: min(max(width, 1), 40))), .dim)]
    case .htmlBlock(let html): ReadmeHTML.lines(html, look, width: width)
    default: paragraph(block, .plain, width: width)
    }
  }

  private static let quoteMark = TextLine.Span("│ ", .dim)

  private static func headingStyle(_ level: Int) -> CellStyle {
    level == 1 ? CellStyle([.bold, .underline]) : .bold
  }

  private func paragraph(_ block: MarkdownNode, _ style: CellStyle, width: Int) -> [TextLine] {
    var flow = InlineFlow(look)
    flow.add(block.children, style: style)
    return flow.lines(width: width)
  }

  // MARK: Lists

  private func list(
    _ list: MarkdownNode,
    _ start: Int?,
    isTight: Bool,
    width: Int
  ) -> [TextLine] {
    var lines: [TextLine] = []
    for (offset, item) in list.children.enumerated() {
      if !isTight, !lines.isEmpty { lines.append(.blank) }
      lines += self.item(item, number: start.map { $0 &+ offset }, isTight: isTight, width: width)
      if lines.count > ReadmeText.mostLines { break }
    }
    return lines
  }

  private func item(
    _ item: MarkdownNode,
    number: Int?,
    isTight: Bool,
    width: Int
  ) -> [TextLine] {
    let mark = SafeText(mark(item, number: number))
    let gap = SafeText(String(repeating: " ", count: mark.displayWidth))
    let lines = indented(first: TextLine.Span(mark), rest: TextLine.Span(gap), width: width) {
      self.lines(of: item.children, width: $0, isTight: isTight)
    }
    return lines.isEmpty ? [TextLine(mark)] : lines
  }

  private func mark(_ item: MarkdownNode, number: Int?) -> String {
    if case .item(let isChecked?) = item.kind { return isChecked ? "[x] " : "[ ] " }
    return number.map { "\($0). " } ?? "• "
  }

  private func indented(
    first: TextLine.Span,
    rest: TextLine.Span,
    width: Int,
    _ inside: (Int) -> [TextLine]
  ) -> [TextLine] {
    let narrower = width - first.text.displayWidth
    guard narrower >= Self.leastWidth else { return inside(width) }
    return inside(narrower).enumerated().map { index, line in
      TextLine([index == 0 ? first : rest] + line.spans)
    }
  }
}
