package import Terminal

/// The colors of all output by meaning, from the user's palette of sixteen.
///
/// Black and white are not used, since one of them is the background. Without colors, bold and
/// reverse remain.
package enum Theme {
  package static let accent = CellStyle(.bold, foreground: .cyan)
  package static let dim = CellStyle.dim
  package static let star = CellStyle.foreground(.yellow)
  package static let language = CellStyle.foreground(.cyan)
  package static let success = CellStyle.foreground(.green)
  package static let warning = CellStyle.foreground(.yellow)
  package static let failure = CellStyle(.bold, foreground: .red)
  /// A query's word in text that is already bold or colored.
  package static let match = CellStyle([.bold, .underline])
  /// The current match of a search in the details.
  package static let currentMatch = CellStyle([.bold, .reverse], foreground: .yellow)
  package static let favorite = CellStyle.foreground(.red)
  package static let marked = CellStyle.foreground(.magenta)

  // READMEs.
  package static let title = CellStyle([.bold, .underline])
  package static let heading = CellStyle(.bold, foreground: .cyan)
  package static let link = CellStyle.underline
  package static let code = CellStyle.foreground(.cyan)
  package static let note = CellStyle.foreground(.blue)
  package static let tip = CellStyle.foreground(.green)
  package static let important = CellStyle.foreground(.magenta)
  package static let caution = CellStyle.foreground(.red)

  // Code whose language is known.
  package static let comment = CellStyle.dim
  package static let string = CellStyle.foreground(.green)
  package static let keyword = CellStyle.foreground(.magenta)
  package static let number = CellStyle.foreground(.cyan)

  /// The colors behind an owner's initials; the letters have the terminal's background color.
  package static let owners: [CellStyle] = [Color.red, .green, .yellow, .blue, .magenta, .cyan].map
  {
    CellStyle([.bold, .reverse], foreground: $0)
  }

  /// The colors of a chart's lines in order, repeating after the last one.
  package static let series: [CellStyle] = [Color.cyan, .yellow, .green, .magenta, .red, .blue].map
  {
    CellStyle.foreground($0)
  }

  /// The colors of a chart as an image, on a light or dark page.
  package struct PictureColors: Sendable {
    package let text: String
    package let axis: String
    /// The colors of lines, as in ``Theme/series``.
    package let series: [String]

    package static let light = Self(
      text: "#59636e",
      axis: "#d1d9e0",
      series: ["#0969da", "#9a6700", "#1a7f37", "#8250df", "#cf222e", "#0a6c74"]
    )
    package static let dark = Self(
      text: "#9198a1",
      axis: "#3d444d",
      series: ["#58a6ff", "#d29922", "#3fb950", "#bc8cff", "#ff7b72", "#39c5cf"]
    )
  }

  /// The ASCII replacements of the screen's glyphs.
  package static let asciiGlyphs: [String: String] = [
    "─": "-", "│": "|", "┼": "+", "▌": ">", "❯": ">", "●": "*", "★": "*", "☆": ".", "✦": "+",
    "✧": "-", "✓": "x", "♥": "@", "♡": "o", "⑂": "Y", "◉": "o", "⊙": "!", "•": "-", "·": "-",
    "–": "-", "…": "~", "▾": "v", "↑": "^", "↓": "v", "←": "<", "→": ">", "⠋": "|", "⠙": "/",
    "▁": "_", "▂": ".", "▃": ":", "▄": "-", "▅": "=", "▆": "+", "▇": "*", "█": "#", "⠹": "-",
    "⠸": "\\", "⠼": "|", "⠴": "/", "⠦": "-", "⠧": "\\", "⠇": "|", "⠏": "/",
  ]
}
