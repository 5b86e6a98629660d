import TerminalTesting

@testable import Terminal

/// Frames as an SVG picture that imitates a terminal with a dark background, one frame after
/// another.
///
/// Each line is drawn once, regardless of the number of frames with it; styles show it during those
/// frames. Symbols missing from many fonts are drawn as shapes.
struct ScreenPicture {
  struct Shot {
    let frame: Frame
    /// The key the user has just pressed, shown below the screen.
    var key: String?
    /// The duration in hundredths of a second; ignored in a picture of one frame.
    var length = 0
  }

  private let shots: [Shot]
  /// The shot for viewers without animation.
  private let still: Int

  static func still(_ frame: Frame) -> String {
    Self(shots: [Shot(frame: frame)], still: 0).svg
  }

  /// Draws an animation; requires at least one shot, and frames of the same size.
  static func moving(_ shots: [Shot], still: Int) -> String { Self(shots: shots, still: still).svg }

  private var svg: String {
    let size = shots[0].frame.size
    let hasKeys = shots.contains { $0.key != nil }
    let width = size.columns * Cells.width + 2 * Cells.margin
    let height = (size.rows + (hasKeys ? 1 : 0)) * Cells.height + 2 * Cells.margin
    let body = layers.map(\.svg).joined()
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)">
      \(styles)<defs>
      \(Symbol.list.filter { body.contains("#\($0.name)\"") }.map(\.definition).joined())</defs>
      <rect width="100%" height="100%" rx="8" fill="\(Cells.paper)"/>
      <g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" \
      font-size="15" fill="\(Cells.ink)" xml:space="preserve">
      \(body)</g>
      </svg>

      """
  }

  // MARK: Motion

  /// A part of the picture, and the shots that include it.
  private struct Layer {
    var shots: Set<Int>
    let content: String
    var style = ""

    var svg: String { style.isEmpty ? content : "<g class=\"\(style)\">\n\(content)</g>\n" }
  }

  private var layers: [Layer] {
    let parts = shots.map { shot in
      (0..<shot.frame.size.rows).map { Cells.line(shot.frame, row: $0) }
        + [Cells.cursor(shot.frame), Cells.key(shot.key, below: shot.frame)]
    }
    return parts[0].indices.flatMap { place in
      parts.indices.reduce(into: [Layer]()) { layers, shot in
        let content = parts[shot][place]
        if content.isEmpty { return }
        if let known = layers.firstIndex(where: { $0.content == content }) {
          layers[known].shots.insert(shot)
        } else {
          layers.append(Layer(shots: [shot], content: content))
        }
      }
    }
    .map { layer in
      var layer = layer
      layer.style = style(of: layer.shots)
      return layer
    }
  }

  /// The style that shows a layer; empty if it is always visible.
  private func style(of shown: Set<Int>) -> String {
    guard shown.count < shots.count else { return "" }
    return "s" + edges(of: shown).map(String.init).joined(separator: "-")
  }

  /// The shots before which parts appear or disappear.
  private func edges(of shown: Set<Int>) -> [Int] {
    shots.indices.filter { shown.contains($0) != shown.contains($0 - 1) }
  }

  private var styles: String {
    guard shots.count > 1 else { return "" }
    var rules: [String: String] = [:]
    for layer in layers where !layer.style.isEmpty {
      let (name, shown) = (layer.style, layer.shots)
      let steps = Set([0] + edges(of: shown)).sorted().map { shot in
        "\(percent(before: shot)){visibility:\(shown.contains(shot) ? "visible" : "hidden")}"
      }
      let isStill = shown.contains(still)
      rules[name] =
        ".\(name){animation-name:\(name)\(isStill ? "" : ";visibility:hidden")}"
        + "@keyframes \(name){\(steps.joined())}\n"
    }
    let length = shots.map(\.length).reduce(0, +)
    return """
      <style>
      g{animation:\(Self.decimal(length, places: 2))s step-end infinite}
      \(rules.sorted { $0.key < $1.key }.map(\.value).joined())\
      @media (prefers-reduced-motion:reduce){g[class]{animation:none}}
      </style>

      """
  }

  private func percent(before shot: Int) -> String {
    let length = shots.map(\.length).reduce(0, +)
    let start = shots[..<shot].map(\.length).reduce(0, +)
    return Self.decimal(start * 10_000 / max(length, 1), places: 2) + "%"
  }

  private static func decimal(_ number: Int, places: Int) -> String {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return padded.dropLast(places) + "." + padded.suffix(places)
  }
}

/// Draws the cells of a frame.
private enum Cells {
  static let width = 9
  static let height = 19
  static let margin = 12
  static let paper = "#1e1e2e"
  static let ink = "#cdd6f4"

  static func cursor(_ frame: Frame) -> String {
    frame.cursor.map { rectangle($0.column, $0.row, 1, "\(ink)\" fill-opacity=\"0.6") } ?? ""
  }

  static func key(_ key: String?, below frame: Frame) -> String {
    guard let key else { return "" }
    let x = margin + frame.size.columns * width
    let y = margin + (frame.size.rows + 1) * height - 4
    return
      "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"end\" fill=\"#f9e2af\">\(escaped(key))</text>\n"
  }

  /// Draws a row; adjacent cells of one style become one text.
  static func line(_ frame: Frame, row: Int) -> String {
    var svg = ""
    var column = 0
    while column < frame.size.columns {
      let style = frame.grid.style(column: column, row: row) ?? .plain
      var end = column
      // The second column of a wide glyph is empty.
      var cells: [String] = []
      while end < frame.size.columns, frame.grid.style(column: end, row: row) == style {
        cells.append(frame.grid.text(column: end, row: row))
        end += 1
      }
      svg += run(cells, style, column: column, row: row)
      column = end
    }
    return svg
  }

  private static func run(_ cells: [String], _ style: CellStyle, column: Int, row: Int) -> String {
    var (front, back) = (color(style.foreground) ?? ink, color(style.background))
    if style.attributes.contains(.reverse) { (front, back) = (back ?? paper, front) }
    var svg = back.map { rectangle(column, row, cells.count, $0) } ?? ""
    let x = margin + column * width
    let y = margin + row * height
    let opacity = style.attributes.contains(.dim) ? " opacity=\"0.6\"" : ""
    var letters = ""
    for (place, text) in cells.enumerated() {
      if let symbol = Symbol.all[text] {
        svg +=
          "<use href=\"#\(symbol.name)\" x=\"\(x + place * width)\" y=\"\(y)\" color=\"\(front)\"\(opacity)/>\n"
      }
      letters += Symbol.all[text] == nil ? text : " "
    }
    let indent = letters.prefix { $0 == " " }.count
    let rest = letters.reversed().prefix { $0 == " " }.count
    guard indent < letters.count else { return svg }
    letters = String(letters.dropFirst(indent).dropLast(rest))
    let length = (cells.count - indent - rest) * width
    let fill = front == ink ? "" : " fill=\"\(front)\""
    let weight = style.attributes.contains(.bold) ? " font-weight=\"bold\"" : ""
    let line = style.attributes.contains(.underline) ? " text-decoration=\"underline\"" : ""
    return svg
      + "<text x=\"\(x + indent * width)\" y=\"\(y + 14)\" textLength=\"\(length)\"\(fill)\(weight)\(opacity)\(line)>\(escaped(letters))</text>\n"
  }

  private static func rectangle(_ column: Int, _ row: Int, _ columns: Int, _ fill: String) -> String
  {
    let x = margin + column * width
    let y = margin + row * height
    return
      "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(columns * width)\" height=\"\(height)\" fill=\"\(fill)\"/>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      // Adjacent spaces would be collapsed.
      case " ": escaped += "\u{A0}"
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

/// A character drawn as a shape in its cell of 9×19, since many fonts lack it or draw it too wide.
private struct Symbol {
  let character: String
  let shape: String

  var name: String { "u" + character.unicodeScalars.map { String($0.value, radix: 16) }.joined() }
  var definition: String { "<g id=\"\(name)\" fill=\"currentColor\">\(shape)</g>\n" }

  static let all = Dictionary(uniqueKeysWithValues: list.map { ($0.character, $0) })
  static let list: [Self] =
    zip("▁▂▃▄▅▆▇█", 1...8).map { character, eighths in
      let height = 19 * eighths / 8
      return Self(
        character: String(character),
        shape: "<rect y=\"\(19 - height)\" width=\"9\" height=\"\(height)\"/>"
      )
    } + [
      Self(character: "▌", shape: "<rect width=\"4\" height=\"19\"/>"),
      Self(character: "─", shape: "<rect y=\"9\" width=\"9\" height=\"1\"/>"),
      Self(character: "│", shape: "<rect x=\"4\" width=\"1\" height=\"19\"/>"),
      Self(character: "❯", shape: line("M2 4.5 7 9.5 2 14.5", width: 2)),
      Self(character: "▾", shape: "<path d=\"M1 7h7l-3.5 5z\"/>"),
      Self(character: "●", shape: "<circle cx=\"4.5\" cy=\"9.5\" r=\"3\"/>"),
      Self(character: "★", shape: "<path d=\"\(star)\"/>"),
      Self(character: "☆", shape: line(star, width: 1)),
      Self(character: "✦", shape: "<path d=\"\(spark)\"/>"),
      Self(character: "✧", shape: line(spark, width: 1)),
      Self(
        character: "⑂",
        shape: line("M2 4V7Q2 9.5 4.5 9.5T7 7V4M4.5 9.5V15", width: 1.4)
      ),
      Self(
        character: "◉",
        shape: line("M.5 9.5Q4.5 4 8.5 9.5 4.5 15 .5 9.5z", width: 1)
          + "<circle cx=\"4.5\" cy=\"9.5\" r=\"1.6\"/>"
      ),
      Self(
        character: "⊙",
        shape: "<circle cx=\"4.5\" cy=\"9.5\" r=\"1.2\"/>"
          + "<circle cx=\"4.5\" cy=\"9.5\" r=\"3.8\" fill=\"none\" stroke=\"currentColor\"/>"
      ),
    ]

  private static let star =
    "M4.5 4.5 5.7 7.8 9 7.9 6.4 10 7.3 13.4 4.5 11.4 1.7 13.4 2.6 10 0 7.9 3.3 7.8z"
  private static let spark = "M4.5 4.5Q5 9 8.5 9.5 5 10 4.5 14.5 4 10 .5 9.5 4 9 4.5 4.5z"

  private static func line(_ path: String, width: Double) -> String {
    "<path d=\"\(path)\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"\(width)\"/>"
  }
}
