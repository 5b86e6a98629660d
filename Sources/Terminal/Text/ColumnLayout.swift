/// The widths of a table's columns, which share a line; 0 omits a column.
///
/// The first column matters most: it gets the width of its widest cell while the last one keeps its
/// minimum. Optional columns follow in the order given, and the last one takes the remaining width.
package struct ColumnLayout: Sendable, Equatable {
  package let first: Int
  package let optional: [Int]
  package let last: Int

  /// Lays out columns that fit.
  ///
  /// - Parameters:
  ///   - room: The width of these columns and the gaps between them.
  ///   - gap: The width between two columns.
  ///   - first: The widest cell of the first column.
  ///   - optional: The widest cells of the optional columns, most important first.
  package init(room: Int, gap: Int, first: Int, optional: [Int]) {
    let room = max(room, 0)
    let width = min(first, max(room - Self.minLast - gap, min(room, Self.minFirst)))
    var left = room - width
    self.first = width
    self.optional = optional.map { wanted in
      guard wanted > 0, left >= wanted + gap + gap + Self.minLast else { return 0 }
      left -= wanted + gap
      return wanted
    }
    last = max(left - gap, 0)
  }

  private static let minFirst = 20
  /// The minimum width of a useful description.
  private static let minLast = 20
}

extension String {
  /// The text truncated or padded with spaces to a width.
  package func padded(toWidth width: Int) -> String {
    let text = truncated(toWidth: width)
    return text + String(repeating: " ", count: max(0, width - text.displayWidth))
  }

  /// The text aligned to the right edge of a column; wider text is unchanged.
  package func rightAligned(toWidth width: Int) -> String {
    String(repeating: " ", count: max(0, width - displayWidth)) + self
  }

  package var trimmingTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
