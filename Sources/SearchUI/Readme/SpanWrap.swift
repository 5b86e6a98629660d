import Terminal

/// Breaks styled text into lines that fit a width: at blanks, and inside of a word that is longer
/// than a line.
struct SpanWrap {
  static func lines(_ spans: [TextLine.Span], width: Int) -> [TextLine] {
    var wrap = Self(width: width)
    for span in spans { wrap.take(span) }
    wrap.endWord()
    wrap.endLine()
    return wrap.lines
  }

  private let width: Int
  private var lines: [TextLine] = []
  private var line: [TextLine.Span] = []
  private var lineWidth = 0
  private var word: [TextLine.Span] = []
  private var wordWidth = 0
  /// The blank before the word, in the style that it was written in.
  private var gap: TextLine.Span?

  private init(width: Int) {
    self.width = max(width, 2)
  }

  private mutating func take(_ span: TextLine.Span) {
    let parts = span.text.description.split(separator: " ", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index > 0 {
        endWord()
        gap = TextLine.Span(" ", span.style, link: span.link)
      }
      guard !part.isEmpty else { continue }
      let text = SafeText(part)
      word.append(TextLine.Span(text, span.style, link: span.link))
      wordWidth += text.displayWidth
    }
  }

  private mutating func endWord() {
    guard !word.isEmpty else { return }
    if lineWidth > 0, lineWidth + 1 + wordWidth > width { endLine() }
    if lineWidth > 0 { append(gap ?? TextLine.Span(" "), width: 1) }
    if wordWidth > width {
      appendBroken()
    } else {
      for part in word { append(part, width: part.text.displayWidth) }
    }
    (word, wordWidth, gap) = ([], 0, nil)
  }

  private mutating func appendBroken() {
    for part in word {
      for piece in CodeLines.pieces(of: part.text, width: width) {
        let pieceWidth = piece.displayWidth
        if lineWidth > 0, lineWidth + pieceWidth > width { endLine() }
        append(TextLine.Span(piece, part.style, link: part.link), width: pieceWidth)
      }
    }
  }

  private mutating func append(_ span: TextLine.Span, width: Int) {
    lineWidth += width
    if let last = line.last, last.style == span.style, last.link == span.link {
      line[line.count - 1].text = last.text + span.text
    } else {
      line.append(span)
    }
  }

  private mutating func endLine() {
    if !line.isEmpty { lines.append(TextLine(line)) }
    (line, lineWidth, gap) = ([], 0, nil)
  }
}
