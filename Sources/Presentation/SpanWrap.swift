package import Terminal

/// Wraps styled text at spaces into lines that fit a width.
///
/// A word longer than a line is truncated, since its parts could be mistaken for words. It is
/// broken instead if all of it matters, and in scripts without spaces.
package struct SpanWrap {
  package static func lines(_ spans: [TextLine.Span], width: Int, breaksWords: Bool = false)
    -> [TextLine]
  {
    var wrap = Self(width: width, breaksWords: breaksWords)
    for span in spans { wrap.take(span) }
    wrap.endWord()
    wrap.endLine()
    return wrap.lines
  }

  private let width: Int
  private let breaksWords: Bool
  private var lines: [TextLine] = []
  private var line: [TextLine.Span] = []
  private var lineWidth = 0
  private var word: [TextLine.Span] = []
  private var wordWidth = 0
  /// The space before the word, in its original style.
  private var gap: TextLine.Span?

  private init(width: Int, breaksWords: Bool) {
    self.width = max(width, 2)
    self.breaksWords = breaksWords
  }

  private mutating func take(_ span: TextLine.Span) {
    for (index, text) in span.text.words.enumerated() {
      if index > 0 {
        endWord()
        gap = TextLine.Span(" ", span.style, link: span.link)
      }
      guard !text.isEmpty else { continue }
      word.append(TextLine.Span(text, span.style, link: span.link))
      wordWidth += text.displayWidth
    }
  }

  private mutating func endWord() {
    guard !word.isEmpty else { return }
    if lineWidth > 0, lineWidth + 1 + wordWidth > width { endLine() }
    if lineWidth > 0 { append(gap ?? TextLine.Span(" "), width: 1) }
    if wordWidth > width, breaksWords || !isASCII {
      appendBroken()
    } else {
      for part in word.truncated(toWidth: width) { append(part, width: part.text.displayWidth) }
    }
    (word, wordWidth, gap) = ([], 0, nil)
  }

  private var isASCII: Bool {
    word.allSatisfy { $0.text.description.utf8.allSatisfy { $0 < 0x80 } }
  }

  private mutating func appendBroken() {
    for part in word {
      for piece in part.text.pieces(ofWidth: width) {
        let pieceWidth = piece.displayWidth
        if lineWidth > 0, lineWidth + pieceWidth > width { endLine() }
        append(TextLine.Span(piece, part.style, link: part.link), width: pieceWidth)
      }
    }
  }

  private mutating func append(_ span: TextLine.Span, width: Int) {
    lineWidth += width
    let last = line.count - 1
    if last >= 0, line[last].style == span.style, line[last].link == span.link {
      line[last].text += span.text
    } else {
      line.append(span)
    }
  }

  private mutating func endLine() {
    if !line.isEmpty { lines.append(TextLine(line)) }
    (line, lineWidth, gap) = ([], 0, nil)
  }
}

extension SafeText {
  /// Lines that fit a width; a word longer than a line is broken.
  package func wrapped(toWidth width: Int, _ style: CellStyle = .plain) -> [TextLine] {
    SpanWrap.lines([TextLine.Span(self, style)], width: width, breaksWords: true)
  }
}

/// Wraps text into lines that fit a width, at spaces if any, and within words longer than a line.
package enum TextWrap {
  package static func lines(_ text: String, width: Int) -> [String] {
    SafeText(text).wrapped(toWidth: width).map(\.plainText)
  }
}
