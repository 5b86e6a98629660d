extension LineEditor {
  /// The part of a line that fits a width, and where the cursor is in it.
  package struct Window: Sendable, Equatable {
    package let text: SafeText
    /// Columns before the cursor; less than the width.
    package let cursorColumn: Int
    /// Whether there is text to the left or to the right that does not fit.
    package let isCutBefore: Bool
    package let isCutAfter: Bool
  }

  /// A window that shows the cursor, and one column for it behind the last character.
  ///
  /// It moves by half of its width, so that the text does not move with every key. What hides or
  /// acts is shown as such, and takes the columns that it is shown in.
  package func window(width: Int) -> Window {
    let width = max(width, 1)
    let glyphs = text.map { SafeText(String($0)) }
    let widths = glyphs.map(\.displayWidth)
    let start = startOfWindow(width, widths)
    let end = Self.endOfWindow(width, widths, from: start)
    return Window(
      text: glyphs[start..<end].reduce(.empty, +),
      cursorColumn: min(widths[start..<max(cursor, start)].reduce(0, +), width - 1),
      isCutBefore: start > 0,
      isCutAfter: end < glyphs.count
    )
  }

  /// The first character that is shown.
  private func startOfWindow(_ width: Int, _ widths: [Int]) -> Int {
    let before = widths[..<cursor].reduce(0, +)
    let all = before + widths[cursor...].reduce(0, +)
    if all < width || before < width && cursor < widths.count && widths[cursor] <= width - before {
      return 0
    }
    let step = max(width / 2, 1)
    // The smallest step that leaves a column for the cursor.
    let hidden = max((before - width) / step + 1, 0) * step
    var (start, column) = (0, 0)
    while start < cursor, column < hidden {
      column += widths[start]
      start += 1
    }
    return start
  }

  private static func endOfWindow(_ width: Int, _ widths: [Int], from start: Int) -> Int {
    var (end, room) = (start, width)
    while end < widths.count, widths[end] <= room {
      room -= widths[end]
      end += 1
    }
    return end
  }
}
