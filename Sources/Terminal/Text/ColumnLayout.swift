/// The widths of a table's columns, which share the width of a line; 0 leaves a column out.
///
/// The first column matters most: it gets as much as its widest cell while the last one keeps its
/// minimum. Optional columns follow in the order given, and the last one takes what is left.
package struct ColumnLayout: Sendable, Equatable {
  package let first: Int
  package let optional: [Int]
  package let last: Int

  /// Columns that fit.
  ///
  /// - Parameters:
  ///   - room: for all of these columns and the gaps between them.
  ///   - gap: between two columns.
  ///   - first: the widest cell of the first column.
  ///   - optional: the widest cells of the optional columns, the most important one first.
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
  /// A shorter description is useless.
  private static let minLast = 20
}

extension String {
  /// Truncated or filled with spaces to a width.
  package func padded(toWidth width: Int) -> String {
    let text = truncated(toWidth: width)
    return text + String(repeating: " ", count: max(0, width - text.displayWidth))
  }

  /// At the right edge of a column; wider text stays as it is.
  package func rightAligned(toWidth width: Int) -> String {
    String(repeating: " ", count: max(0, width - displayWidth)) + self
  }

  package var trimmingTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
