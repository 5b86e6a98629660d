/// Styled text as the bytes that a terminal shows it by, for output that scrolls away.
package struct StyledText: Sendable {
  private let styles: StyleEncoder
  private var bytes: [UInt8] = []
  private var style = CellStyle.plain
  private var link: Link?

  /// - Parameters:
  ///   - colors: ``ColorDepth/none`` keeps attributes such as bold.
  ///   - hasHyperlinks: whether links are written (OSC 8).
  package init(colors: ColorDepth, hasHyperlinks: Bool) {
    styles = StyleEncoder(colors: colors, hasHyperlinks: hasHyperlinks)
  }

  package mutating func append(_ text: SafeText, _ style: CellStyle, link: Link? = nil) {
    set(style, link)
    bytes.append(contentsOf: text.description.utf8)
  }

  /// Ends the style and the link with the line, so that no line depends on the one before.
  package mutating func endLine() {
    set(.plain, nil)
    bytes.append(UInt8(ascii: "\n"))
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  private mutating func set(_ wanted: CellStyle, _ wantedLink: Link?) {
    if wanted != style {
      styles.write(from: style, to: wanted, into: &bytes)
      style = wanted
    }
    guard styles.hasHyperlinks, wantedLink != link else { return }
    bytes.append(contentsOf: "\u{1B}]8;;\(wantedLink?.url ?? "")\u{1B}\\".utf8)
    link = wantedLink
  }
}
