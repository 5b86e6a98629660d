/// The bytes that make a terminal show a frame, from what it shows already.
///
/// A frame is one buffer for one `write`: a synchronized update with the cursor hidden inside, in
/// which only changed cells are written. An unchanged frame is not written at all.
package struct Renderer: Sendable {
  private let styles: StyleEncoder
  private let hasTitle: Bool
  private let pictures: PictureProtocol?
  private var shown: Frame?
  /// What may still be on a screen that was forgotten.
  private var forgotten: [PicturePlacement] = []

  package init(_ capabilities: TerminalCapabilities) {
    styles = StyleEncoder(
      colors: capabilities.colors,
      hasHyperlinks: capabilities.hasHyperlinks
    )
    hasTitle = capabilities.followsXterm
    pictures = capabilities.pictures
  }

  /// Forgets what the terminal shows: the next frame is written in full.
  package mutating func forget() {
    forgotten += shown?.pictures ?? []
    shown = nil
  }

  /// The bytes for the next frame, which counts as shown from now on.
  package mutating func render(_ frame: Frame) -> [UInt8] {
    let frame = drawable(frame)
    defer { (shown, forgotten) = (frame, []) }
    return bytes(from: shown, leaving: forgotten, to: frame)
  }

  /// What a terminal that shows one frame, or nothing known, needs to show another.
  package func bytes(from old: Frame?, to new: Frame) -> [UInt8] {
    bytes(from: old.map(drawable), leaving: [], to: drawable(new))
  }

  private func bytes(
    from shown: Frame?,
    leaving forgotten: [PicturePlacement],
    to new: Frame
  ) -> [UInt8] {
    guard shown != new else { return [] }
    let old = shown?.size == new.size ? shown : nil
    let kept = old?.pictures.filter(new.pictures.contains) ?? []
    let gone = (forgotten + (shown?.pictures ?? [])).filter { !kept.contains($0) }
    var writer = ScreenWriter(size: new.size, styles: styles)
    writer.write(old == nil || old?.cursor != nil ? "\u{1B}[?2026h\u{1B}[?25l" : "\u{1B}[?2026h")
    writeTitle(from: old, to: new, to: &writer)
    if old == nil { writer.clearScreen() }
    GridDiff(
      from: old.map { $0.grid.marked(kept, .pictured).marked(gone, .unpictured) },
      to: new.grid.marked(new.pictures, .pictured)
    ).write(to: &writer)
    writer.resetStyle()
    writePictures(gone, new.pictures, to: &writer)
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

  /// Without the pictures that this terminal cannot draw.
  private func drawable(_ frame: Frame) -> Frame {
    guard !frame.pictures.isEmpty else { return frame }
    var frame = frame
    frame.pictures = frame.pictures.filter { pictures?.fits($0, in: frame.size) == true }
    return frame
  }

  private func writePictures(
    _ gone: [PicturePlacement],
    _ new: [PicturePlacement],
    to writer: inout ScreenWriter
  ) {
    guard let pictures else { return }
    for placement in gone { writer.remove(placement, by: pictures) }
    guard writer.hasBlankedPicture else { return }
    for placement in new { writer.put(placement, by: pictures) }
  }

  private func writeTitle(from old: Frame?, to new: Frame, to writer: inout ScreenWriter) {
    guard hasTitle, let title = new.title, title != old?.title else { return }
    writer.write("\u{1B}]2;")
    writer.write(title.description)
    writer.write("\u{1B}\\")
  }
}

extension Grid {
  /// The grid with a cell in place of all that is below these pictures.
  fileprivate func marked(_ placements: [PicturePlacement], _ cell: Cell) -> Grid {
    guard !placements.isEmpty else { return self }
    var grid = self
    for placement in placements { grid.fill(placement.region, with: cell) }
    return grid
  }
}
