import TerminalTesting

@testable import Terminal

/// A frame as an SVG picture: what a terminal with a dark background would show.
enum ScreenPicture {
  private static let cellWidth = 9
  private static let cellHeight = 19
  private static let margin = 12
  private static let paper = "#1e1e2e"
  private static let ink = "#cdd6f4"

  static func svg(_ frame: Frame) -> String {
    let width = frame.size.columns * cellWidth + 2 * margin
    let height = frame.size.rows * cellHeight + 2 * margin
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)">
      <rect width="100%" height="100%" rx="8" fill="\(paper)"/>
      <g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" \
      font-size="15" xml:space="preserve">

      """
    for row in 0..<frame.size.rows { svg += runs(frame, row: row) }
    if let cursor = frame.cursor {
      svg += rectangle(cursor.column, cursor.row, 1, "\(ink)\" fill-opacity=\"0.6")
    }
    return svg + "</g>\n</svg>\n"
  }

  /// Cells of one style beside each other are one text.
  private static func runs(_ frame: Frame, row: Int) -> String {
    var svg = ""
    var column = 0
    while column < frame.size.columns {
      let style = frame.grid.style(column: column, row: row) ?? .plain
      var end = column
      var text = ""
      while end < frame.size.columns, frame.grid.style(column: end, row: row) == style {
        text += frame.grid.text(column: end, row: row)
        end += 1
      }
      svg += run(text, style, column: column, row: row, columns: end - column)
      column = end
    }
    return svg
  }

  private static func run(
    _ text: String,
    _ style: CellStyle,
    column: Int,
    row: Int,
    columns: Int
  ) -> String {
    var (front, back) = (color(style.foreground) ?? ink, color(style.background))
    if style.attributes.contains(.reverse) { (front, back) = (back ?? paper, front) }
    let box = back.map { rectangle(column, row, columns, $0) } ?? ""
    guard text.contains(where: { $0 != " " }) else { return box }
    let x = margin + column * cellWidth
    let y = margin + row * cellHeight + 14
    let weight = style.attributes.contains(.bold) ? " font-weight=\"bold\"" : ""
    let opacity = style.attributes.contains(.dim) ? " opacity=\"0.6\"" : ""
    let line = style.attributes.contains(.underline) ? " text-decoration=\"underline\"" : ""
    return box
      + "<text x=\"\(x)\" y=\"\(y)\" textLength=\"\(columns * cellWidth)\" fill=\"\(front)\"\(weight)\(opacity)\(line)>\(escaped(text))</text>\n"
  }

  private static func rectangle(_ column: Int, _ row: Int, _ columns: Int, _ fill: String) -> String
  {
    let x = margin + column * cellWidth
    let y = margin + row * cellHeight
    return
      "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(columns * cellWidth)\" height=\"\(cellHeight)\" fill=\"\(fill)\"/>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case " ": escaped += "&#160;"
      default: escaped.append(character)
      }
    }
  }

  private static let palette = [
    "#45475a", "#f38ba8", "#a6e3a1", "#f9e2af", "#89b4fa", "#f5c2e7", "#94e2d5", "#bac2de",
    "#585b70", "#f38ba8", "#a6e3a1", "#f9e2af", "#89b4fa", "#f5c2e7", "#94e2d5", "#a6adc8",
  ]

  private static func color(_ color: Color) -> String? {
    switch color {
    case .terminalDefault: nil
    case .palette(let index): palette[Int(index)]
    case .rgb(let red, let green, let blue):
      "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }
}
