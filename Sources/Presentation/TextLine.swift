package import Terminal

/// A line of styled text.
package struct TextLine: Sendable, Equatable {
  package struct Span: Sendable, Equatable {
    package var text: SafeText
    package var style: CellStyle
    package var link: Link?

    package init(_ text: SafeText, _ style: CellStyle = .plain, link: Link? = nil) {
      (self.text, self.style, self.link) = (text, style, link)
    }
  }

  package var spans: [Span]

  package init(_ spans: [Span] = []) {
    self.spans = spans
  }

  package init(_ text: SafeText, _ style: CellStyle = .plain) {
    self.init([Span(text, style)])
  }

  package static let blank = Self()

  package var plainText: String { spans.map(\.text.description).joined() }

  package var width: Int { spans.reduce(0) { $0 + $1.text.displayWidth } }
}

extension [TextLine.Span] {
  /// The longest prefix that fits, with `…` for the rest.
  package func truncated(toWidth width: Int) -> Self {
    guard reduce(0, { $0 + $1.text.displayWidth }) > width else { return self }
    var shown: Self = []
    var room = width
    for span in self {
      let width = span.text.displayWidth
      if width >= room {
        let cut = (span.text + "…").truncated(toWidth: room)
        return shown + [TextLine.Span(cut, span.style, link: span.link)]
      }
      shown.append(span)
      room -= width
    }
    return shown
  }
}

extension Grid {
  package mutating func put(_ line: TextLine, at position: ScreenPosition, width: Int) {
    var column = position.column
    for span in line.spans {
      let room = position.column + width - column
      guard room > 0 else { return }
      column += put(
        span.text,
        at: ScreenPosition(column: column, row: position.row),
        width: room,
        style: span.style,
        link: span.link
      )
    }
  }

  /// Writes lines one below another, up to the number of rows in the region.
  package mutating func put(_ lines: some Collection<TextLine>, in region: ScreenRegion) {
    for (offset, line) in lines.prefix(max(region.rows, 0)).enumerated() {
      put(
        line,
        at: ScreenPosition(column: region.column, row: region.row + offset),
        width: region.columns
      )
    }
  }

  /// Writes text at the right edge of a region's first row, or nothing if it does not fit.
  ///
  /// - Returns: The columns left before it.
  package mutating func putTrailing(_ line: TextLine, in region: ScreenRegion, leaving least: Int)
    -> Int
  {
    let width = line.width
    guard width > 0, region.columns - width - 1 >= least else { return region.columns }
    let start = region.columns - width
    put(line, at: ScreenPosition(column: region.column + start, row: region.row), width: width)
    return start - 1
  }
}

extension StyledText {
  /// The lines for a terminal, each with its line break.
  package static func text(
    _ lines: some Collection<TextLine>,
    colors: ColorDepth,
    hasHyperlinks: Bool
  ) -> String {
    var styled = StyledText(colors: colors, hasHyperlinks: hasHyperlinks)
    for line in lines {
      for span in line.spans { styled.append(span.text, span.style, link: span.link) }
      styled.endLine()
    }
    return styled.text
  }
}
