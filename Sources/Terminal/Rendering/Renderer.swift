/// The bytes that make a terminal show a frame, from what it shows already.
///
/// A frame is one buffer for one `write`: a synchronized update with the cursor hidden inside, in
/// which only changed cells are written. The same frame again is no bytes at all.
package struct Renderer: Sendable {
  private let styles: StyleEncoder
  private let hasTitle: Bool
  private var shown: Frame?

  package init(_ capabilities: TerminalCapabilities) {
    styles = StyleEncoder(
      colors: capabilities.colors,
      hasHyperlinks: capabilities.hasHyperlinks
    )
    hasTitle = capabilities.followsXterm
  }

  /// Forgets what the terminal shows: the next frame is written in full.
  package mutating func forget() {
    shown = nil
  }

  /// The bytes for the next frame, which counts as shown from now on.
  package mutating func render(_ frame: Frame) -> [UInt8] {
    defer { shown = frame }
    return bytes(from: shown, to: frame)
  }

  /// What a terminal that shows one frame, or nothing known, needs to show another.
  package func bytes(from old: Frame?, to new: Frame) -> [UInt8] {
    guard old != new else { return [] }
    let old = old?.size == new.size ? old : nil
    var writer = ScreenWriter(size: new.size, styles: styles)
    writer.write(old == nil || old?.cursor != nil ? "\u{1B}[?2026h\u{1B}[?25l" : "\u{1B}[?2026h")
    writeTitle(from: old, to: new, to: &writer)
    if old == nil { writer.clearScreen() }
    GridDiff(from: old?.grid, to: new.grid).write(to: &writer)
    writer.resetStyle()
    if let cursor = new.cursor {
      writer.move(
        toColumn: min(max(cursor.column, 0), new.size.columns - 1),
        row: min(max(cursor.row, 0), new.size.rows - 1)
      )
      writer.write("\u{1B}[?25h")
    }
    writer.write("\u{1B}[?2026l")
    return writer.bytes
  }

  private func writeTitle(from old: Frame?, to new: Frame, to writer: inout ScreenWriter) {
    guard hasTitle, let title = new.title, title != old?.title else { return }
    writer.write("\u{1B}]2;")
    writer.write(title.description)
    writer.write("\u{1B}\\")
  }
}
