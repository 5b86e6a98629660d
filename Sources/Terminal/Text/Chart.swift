/// A chart of numbers in characters, without axes: lines in braille, bars of `#`, or a row of
/// blocks.
package struct Chart: Sendable {
  /// A character, and the index of its series, if any.
  package struct Mark: Sendable, Hashable {
    package var character: Character = " "
    package var series: Int?
  }

  /// The rows of characters, from the top.
  package private(set) var rows: [[Mark]]
  /// The value at the upper edge.
  private let top: Int

  private init(columns: Int, rows: Int, top: Int) {
    self.rows = Array(repeating: Array(repeating: Mark(), count: columns), count: rows)
    self.top = max(top, 1)
  }

  /// A round number that is at least the value, and whose half is round too, such as 8, 120 and
  /// 3,000.
  package static func roundedUp(_ value: Int) -> Int {
    guard value > 10 else { return [1, 2, 4, 6, 8].first { $0 >= value } ?? 10 }
    var unit = 1
    while value / unit >= 100 { unit *= 10 }
    let units = (value - 1) / unit + 1
    let round = [10, 12, 16, 20, 30, 40, 50, 60, 80].first { $0 >= units } ?? 100
    let (product, isOverflow) = round.multipliedReportingOverflow(by: unit)
    return isOverflow ? value : product
  }
}

// MARK: Lines

extension Chart {
  /// Draws a line for each series, with eight dots per character; each series spans the chart.
  ///
  /// Where several values share a column of dots, the line covers all of them.
  package static func lines(_ series: [[Int]], columns: Int, rows: Int, top: Int) -> Self {
    var chart = Self(columns: columns, rows: rows, top: top)
    var dots = Array(repeating: UInt32(0), count: columns * rows)
    for (index, values) in series.enumerated() {
      chart.draw(values, of: index, columns, &dots)
    }
    for row in 0..<rows {
      for column in 0..<columns where dots[row * columns + column] > 0 {
        let scalar = Unicode.Scalar(0x2800 + dots[row * columns + column])
        chart.rows[row][column].character = scalar.map(Character.init) ?? " "
      }
    }
    return chart
  }

  private mutating func draw(
    _ values: [Int],
    of series: Int,
    _ columns: Int,
    _ dots: inout [UInt32]
  ) {
    let lastColumn = columns * 2 - 1
    var before: (x: Int, y: Int)?
    for (index, value) in values.enumerated() {
      let y = dotRow(of: value)
      let x = values.count > 1 ? index * lastColumn / (values.count - 1) : lastColumn
      // A single value is a horizontal line.
      let start = before ?? (x: values.count > 1 ? x : 0, y: y)
      var last = start.y
      for column in start.x...x {
        let run = x - start.x
        let now = run == 0 ? y : start.y + (y - start.y) * (column - start.x) / run
        for row in min(now, last)...max(now, last) {
          dots[row / 4 * columns + column / 2] |= Self.bits[column % 2][row % 4]
          rows[row / 4][column / 2].series = series
        }
        last = now
      }
      before = (x, y)
    }
  }

  /// The row of dots for a value, from the top.
  private func dotRow(of value: Int) -> Int {
    let height = rows.count * 4 - 1
    let share = Double(min(max(value, 0), top)) / Double(top)
    return height - Int((share * Double(height)).rounded())
  }

  /// The dot bits by column and row within a character (Unicode, Braille Patterns).
  private static let bits: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
}

// MARK: Plain characters

extension Chart {
  /// Draws bars of `#` for one series, or the letter of each of several series at its values.
  ///
  /// A column shows the largest value in it.
  package static func plain(_ series: [[Int]], columns: Int, rows: Int, top: Int) -> Self {
    var chart = Self(columns: columns, rows: rows, top: top)
    for (index, values) in series.enumerated() where !values.isEmpty {
      for column in 0..<columns {
        let first = column * values.count / columns
        let end = max((column + 1) * values.count / columns, first + 1)
        let value = values[first..<end].max() ?? 0
        let row = chart.row(of: value)
        let mark = Mark(character: series.count > 1 ? letter(index) : "#", series: index)
        let drawn = series.count > 1 ? row..<min(row + 1, rows) : row..<rows
        for row in drawn { chart.rows[row][column] = mark }
      }
    }
    return chart
  }

  /// The letter of a series, from A.
  package static func letter(_ series: Int) -> Character {
    Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8(series % 26)))
  }

  /// A value's row of characters, from the top; below the last one for 0.
  package func row(of value: Int) -> Int {
    let share = Double(min(max(value, 0), top)) / Double(top)
    return rows.count - Int((share * Double(rows.count)).rounded(value > 0 ? .up : .down))
  }
}

// MARK: A line of blocks

extension Chart {
  /// Draws a block for each value, with a height in eighths of the largest value.
  package static func sparkline(_ values: [Int]) -> String {
    let top = max(values.max() ?? 1, 1)
    return String(
      values.map { blocks[Int((Double(max($0, 0)) / Double(top) * 7).rounded(.up))] }
    )
  }

  private static let blocks = Array("▁▂▃▄▅▆▇█")
}
