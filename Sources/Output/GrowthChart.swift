package import GitHubModel
import Presentation
import Terminal

/// A chart of gained stars, with a line for each of several repositories over the same dates.
package struct GrowthChart {
  package struct Line {
    package let name: String
    /// The values for each date, or for the last ones if the repository is younger.
    package let values: [Int]

    package init(name: String, values: [Int]) {
      (self.name, self.values) = (name, values)
    }
  }

  private let lines: [Line]
  private let dates: [String]
  private let top: Int

  /// Creates a chart; nil if there is nothing to draw.
  package init?(_ lines: [Line], dates: [String]) {
    guard !dates.isEmpty else { return nil }
    self.lines = lines.map { line in
      let missing = max(dates.count - line.values.count, 0)
      return Line(name: line.name, values: Array(repeating: 0, count: missing) + line.values)
    }
    self.dates = dates
    top = Chart.roundedUp(self.lines.compactMap { $0.values.max() }.max() ?? 0)
  }

  private var labels: [(share: Double, text: String)] {
    let middle = top.isMultiple(of: 2) ? [(0.5, CompactNumber.text(top / 2))] : []
    return [(1, CompactNumber.text(top))] + middle + [(0, "0")]
  }
}

// MARK: On a terminal

extension Display {
  /// Text in the color of a line.
  package func colored(_ text: String, _ line: Int) -> String {
    styled(Theme.series[line % Theme.series.count], text)
  }

  /// The explanation of a chart's numbers, in lines with line breaks.
  package func meaning(_ unit: StarHistory.Unit) -> String {
    TextWrap.lines(GrowthText.meaning(unit), width: width).map { styled(Theme.dim, $0) + "\n" }
      .joined()
  }
}

extension GrowthChart {
  /// The chart, its dates and its legend, in lines with line breaks.
  package func text(_ display: Display) -> String {
    let margin = labels.map(\.text.count).max() ?? 0
    let ends = lines.count > 1 ? 2 : 0
    let height = min(max(display.height / 3, 8), 12)
    let columns = max(display.width - margin - 1 - ends, 1)
    let values = lines.map(\.values)
    let chart =
      display.isPlain
      ? Chart.plain(values, columns: columns, rows: height, top: top)
      : Chart.lines(values, columns: columns, rows: height, top: top)
    let letters = ends > 0 ? letters(on: chart) : [:]
    let axis = display.isPlain ? "|" : "│"
    let rows = chart.rows.enumerated().map { row, marks in
      let label = labels.first { Int((1 - $0.share) * Double(height - 1)) == row }
      let edge = (label?.text ?? "").rightAligned(toWidth: margin) + axis
      let end = letters[row].map { " " + display.colored(String(Chart.letter($0)), $0) } ?? ""
      let line = display.styled(Theme.dim, edge) + drawn(marks, display) + end
      return line.trimmingTrailingSpaces + "\n"
    }
    return rows.joined() + dateLine(margin + 1, columns, display) + legend(display)
  }

  /// A row's characters, with one change of color per run.
  private func drawn(_ marks: [Chart.Mark], _ display: Display) -> String {
    guard display.hasColor else { return String(marks.map(\.character)) }
    return marks.chunked { $0.series == $1.series }.map { run in
      let text = String(run.map(\.character))
      return run.first?.series.map { display.colored(text, $0) } ?? text
    }.joined()
  }

  /// The series whose letters are at the right edge, by row: where the line ends, or in the next
  /// free row.
  private func letters(on chart: Chart) -> [Int: Int] {
    var letters: [Int: Int] = [:]
    for (index, line) in lines.enumerated() {
      let row = min(chart.row(of: line.values.last ?? 0), chart.rows.count - 1)
      let near = chart.rows.indices.sorted { (abs($0 - row), $0) < (abs($1 - row), $1) }
      if let free = near.first(where: { letters[$0] == nil }) { letters[free] = index }
    }
    return letters
  }

  /// The first date, the last one at the right edge, and one in between if there is space.
  private func dateLine(_ margin: Int, _ columns: Int, _ display: Display) -> String {
    let first = dates[0]
    var line = first
    if dates.count > 2, columns >= 3 * first.count + 4 {
      let start = (columns - first.count) / 2
      line = line.padded(toWidth: start) + dates[(dates.count - 1) / 2]
    }
    if dates.count > 1, columns >= 2 * first.count + 1 {
      line = line.padded(toWidth: columns - first.count) + dates[dates.count - 1]
    }
    return display.styled(Theme.dim, String(repeating: " ", count: margin) + line) + "\n"
  }

  /// A line for each repository with its letter; empty for a single repository.
  private func legend(_ display: Display) -> String {
    guard lines.count > 1 else { return "" }
    return lines.enumerated().map { index, line in
      display.colored("\(Chart.letter(index)) \(line.name)", index) + "\n"
    }.joined()
  }
}

extension Array {
  /// Splits elements into runs in which each belongs with the previous one.
  fileprivate func chunked(_ belong: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var runs: [ArraySlice<Element>] = []
    var start = startIndex
    for index in indices.dropFirst() where !belong(self[index - 1], self[index]) {
      runs.append(self[start..<index])
      start = index
    }
    return isEmpty ? [] : runs + [self[start...]]
  }
}

// MARK: As a picture

extension GrowthChart {
  /// An SVG image for a README that adapts to light and dark pages.
  package var svg: String {
    let names = lines.map(\.name).joined(separator: ", ")
    let title = Self.escaped(
      "Stars gained by \(names) from \(dates[0]) to \(dates[dates.count - 1])"
    )
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(height)" role="img" \
      font-family="system-ui, sans-serif" font-size="13">
      <title>\(title)</title>
      <style>
      \(Self.style(.light))
      @media (prefers-color-scheme: dark) {
      \(Self.style(.dark))
      }
      </style>
      \((axis + dateTexts + lines.indices.flatMap(drawing)).joined(separator: "\n"))
      </svg>

      """
  }

  private static let width = 800
  private static let left = 56
  private static let right = 784
  private static let plotTop = 16
  private static let plotBottom = 256

  private var height: Int { Self.plotBottom + 36 + lines.count * 20 }

  private static func style(_ colors: Theme.PictureColors) -> String {
    let series = colors.series.enumerated()
      .map { ".s\($0) { stroke: \($1) } .t\($0) { fill: \($1) }" }
    return """
      text { fill: \(colors.text) }
      .axis { stroke: \(colors.axis) }
      \(series.joined(separator: "\n"))
      """
  }

  private static func y(_ share: Double) -> Int {
    plotBottom - Int((share * Double(plotBottom - plotTop)).rounded())
  }

  private var axis: [String] {
    labels.flatMap { label in
      let y = Self.y(label.share)
      return [
        #"<path class="axis" d="M\#(Self.left) \#(y)H\#(Self.right)"/>"#,
        Self.text(label.text, x: Self.left - 8, y: y + 4, anchor: "end"),
      ]
    }
  }

  private var dateTexts: [String] {
    let y = Self.plotBottom + 20
    let first = Self.text(dates[0], x: Self.left, y: y, anchor: "start")
    guard dates.count > 1 else { return [first] }
    return [first, Self.text(dates[dates.count - 1], x: Self.right, y: y, anchor: "end")]
  }

  /// A repository's line, and its name below the chart.
  private func drawing(_ index: Int) -> [String] {
    let values = lines[index].values
    let run = Double(max(values.count - 1, 1))
    let points = values.enumerated().map { place, value in
      let x = Self.left + Int((Double(place) / run * Double(Self.right - Self.left)).rounded())
      return "\(x),\(Self.y(Double(value) / Double(top)))"
    }
    let color = index % Theme.series.count
    return [
      #"<polyline class="s\#(color)" fill="none" stroke-width="2" points="\#(points.joined(separator: " "))"/>"#,
      Self.text(
        lines[index].name,
        x: Self.left,
        y: Self.plotBottom + 44 + index * 20,
        anchor: "start",
        class: "t\(color)"
      ),
    ]
  }

  private static func text(
    _ text: String,
    x: Int,
    y: Int,
    anchor: String,
    class name: String? = nil
  ) -> String {
    let name = name.map { #" class="\#($0)""# } ?? ""
    return #"<text x="\#(x)" y="\#(y)" text-anchor="\#(anchor)"\#(name)>\#(escaped(text))</text>"#
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
