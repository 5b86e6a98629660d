package import Markdown
package import Terminal

/// A README as lines of styled text that fit a width.
///
/// Nothing in it can control the terminal, and the work is bounded: see ``MarkdownDocument`` and
/// decision 0042.
package enum ReadmeText {
  /// The maximum number of rendered lines of a README.
  package static let maxLines = 5_000

  package struct Options: Sendable, Hashable {
    package var width: Int
    /// The repository's page, which relative URLs belong to; nil omits them.
    package var page: String?
    /// The README's path in the repository; other relative URLs start at its directory.
    package var path: String
    /// Whether a link's URL is written after its text, if links cannot be followed.
    package var showsAddresses: Bool
    /// The text above the README, which is removed from its beginning; nil removes nothing.
    package var head: ReadmeHead?

    package init(
      width: Int,
      page: String? = nil,
      path: String = "README.md",
      showsAddresses: Bool = false,
      head: ReadmeHead? = nil
    ) {
      (self.width, self.page, self.path) = (width, page, path)
      (self.showsAddresses, self.head) = (showsAddresses, head)
    }
  }

  package static func lines(_ markdown: String, _ options: Options) -> [TextLine] {
    let document = MarkdownDocument(markdown)
    let blocks = document.root.children
    let lines = ReadmeBlocks(options: options).lines(
      of: options.head?.removed(from: blocks) ?? blocks,
      width: options.width
    )
    return lines.count > maxLines || document.isCutOff ? truncated(lines) : lines
  }

  /// The lines of a README without markup, each of which is a paragraph.
  package static func lines(plain text: String, _ options: Options) -> [TextLine] {
    let width = options.width
    guard width > 0 else { return [] }
    let paragraphs = text.split(separator: "\n").prefix(maxLines + 1)
      .drop { options.head?.repeats(String($0)) == true }
    let lines = paragraphs.flatMap { SafeText($0).wrapped(toWidth: width) }
    return lines.count > maxLines ? truncated(lines) : lines
  }

  private static func truncated(_ lines: [TextLine]) -> [TextLine] {
    lines.prefix(maxLines) + [.blank, TextLine("… README truncated", .dim)]
  }
}

/// Renders the blocks of a README one below another.
package struct ReadmeBlocks {
  package let options: ReadmeText.Options

  /// The width below which nested blocks are not indented further.
  private static let minWidth = 12

  /// Recursion is bounded by the document's depth.
  package func lines(of blocks: [MarkdownNode], width: Int, isTight: Bool = false) -> [TextLine] {
    var lines: [TextLine] = []
    var noteCount = 0
    for block in blocks {
      let isNote = block.kind == .footnote
      noteCount += isNote ? 1 : 0
      let more =
        isNote
        ? footnote(block, number: noteCount, width: width) : self.lines(of: block, width: width)
      let isTight = isTight || noteCount > 1
      if !isTight, !lines.isEmpty, !more.isEmpty { lines.append(.blank) }
      lines += more
      if lines.count > ReadmeText.maxLines { break }
    }
    return lines
  }

  private func lines(of block: MarkdownNode, width: Int) -> [TextLine] {
    switch block.kind {
    case .heading(let level):
      paragraph(block, Self.headingStyle(level), width: width)
    case .codeBlock(let text, let language):
      CodeLines.lines(text, language: language, width: width)
    case .quote:
      ReadmeAlert(block).map { alert($0, width: width) }
        ?? indented(
          first: Self.quoteMark,
          rest: Self.quoteMark,
          width: width
        ) { lines(of: block.children, width: $0) }
    case .list(let start, let isTight): list(block, start, isTight: isTight, width: width)
    case .table(let alignments):
      MarkdownTable(block, alignments, options: options).lines(width: width)
    case .thematicBreak:
      [TextLine(SafeText(String(repeating: "─", count: min(max(width, 1), 40))), .dim)]
    case .htmlBlock(let html): ReadmeHTML.lines(html, options, width: width)
    default: paragraph(block, .plain, width: width)
    }
  }

  private static let quoteMark = TextLine.Span("│ ", .dim)

  private func alert(_ alert: ReadmeAlert, width: Int) -> [TextLine] {
    let bar = TextLine.Span("│ ", alert.style)
    return indented(first: bar, rest: bar, width: width) { room in
      [TextLine(alert.title, alert.style.with(.bold))] + lines(of: alert.blocks, width: room)
    }
  }

  private static func headingStyle(_ level: Int) -> CellStyle {
    switch level {
    case 1: Theme.title
    case 2: Theme.heading
    case 3: .bold
    default: CellStyle([.bold, .dim])
    }
  }

  private func paragraph(_ block: MarkdownNode, _ style: CellStyle, width: Int) -> [TextLine] {
    var flow = InlineFlow(options)
    flow.add(block.children, style: style)
    return flow.lines(width: width)
  }

  /// A footnote at the end of the README, after its number.
  private func footnote(_ note: MarkdownNode, number: Int, width: Int) -> [TextLine] {
    let mark = TextLine.Span("[\(number)] ", Theme.dim)
    let gap = TextLine.Span(.blanks(mark.text.displayWidth))
    return indented(first: mark, rest: gap, width: width) { lines(of: note.children, width: $0) }
  }

  // MARK: Lists

  private func list(_ list: MarkdownNode, _ start: Int?, isTight: Bool, width: Int) -> [TextLine] {
    var lines: [TextLine] = []
    for (offset, item) in list.children.enumerated() {
      if !isTight, !lines.isEmpty { lines.append(.blank) }
      lines += self.item(item, number: start.map { $0 &+ offset }, isTight: isTight, width: width)
      if lines.count > ReadmeText.maxLines { break }
    }
    return lines
  }

  private func item(_ item: MarkdownNode, number: Int?, isTight: Bool, width: Int) -> [TextLine] {
    let mark = SafeText(mark(item, number: number))
    let gap = TextLine.Span(.blanks(mark.displayWidth))
    let lines = indented(first: TextLine.Span(mark), rest: gap, width: width) {
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
    guard narrower >= Self.minWidth else { return inside(width) }
    let isBlank = rest.text.description.allSatisfy { $0 == " " }
    return inside(narrower).enumerated().map { index, line in
      if index > 0, isBlank, line == .blank { return .blank }
      return TextLine([index == 0 ? first : rest] + line.spans)
    }
  }
}

/// A GitHub alert: a quote whose first line is `[!NOTE]` or similar.
package struct ReadmeAlert {
  package let title: SafeText
  package let style: CellStyle
  /// The blocks after the first line.
  package let blocks: [MarkdownNode]

  /// Parses an alert; nil for any other quote.
  package init?(_ quote: MarkdownNode) {
    guard var paragraph = quote.children.first, paragraph.kind == .paragraph else { return nil }
    var mark = ""
    var count = 0
    for node in paragraph.children {
      guard case .text(let text) = node.kind else { break }
      mark += text
      count += 1
    }
    guard let known = Self.known[mark.lowercased()] else { return nil }
    (title, style) = known
    paragraph.children = Array(paragraph.children.dropFirst(count + 1))
    blocks = (paragraph.children.isEmpty ? [] : [paragraph]) + quote.children.dropFirst()
  }

  private static let known: [String: (SafeText, CellStyle)] = [
    "[!note]": ("Note", Theme.note), "[!tip]": ("Tip", Theme.tip),
    "[!important]": ("Important", Theme.important),
    "[!warning]": ("Warning", Theme.warning),
    "[!caution]": ("Caution", Theme.caution),
  ]
}

/// A block of code; long lines are truncated with `…`, since wrapped ones mislead.
package enum CodeLines {
  /// The maximum number of scalars shown per line.
  private static let maxLineLength = 4_000
  private static let tabWidth = 4

  package static func lines(_ text: String, language: String, width: Int) -> [TextLine] {
    var lines: [TextLine] = []
    var highlighter = CodeHighlighter(language)
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .dropLast(text.hasSuffix("\n") ? 1 : 0).prefix(ReadmeText.maxLines)
    {
      let safe = SafeText(withoutTabs(line.prefix(maxLineLength)), longest: maxLineLength)
      let spans = highlighter?.spans(safe) ?? [TextLine.Span(safe, Theme.code)]
      let shown = spans.truncated(toWidth: max(width - 2, 2))
      lines.append(safe.isEmpty ? .blank : TextLine([TextLine.Span("  ")] + shown))
    }
    return lines
  }

  private static func withoutTabs(_ line: Substring) -> String {
    guard line.contains("\t") else { return String(line) }
    var column = 0
    return line.reduce(into: "") { text, character in
      let width = character == "\t" ? tabWidth - column % tabWidth : 1
      text += character == "\t" ? String(repeating: " ", count: width) : String(character)
      column += width
    }
  }
}
