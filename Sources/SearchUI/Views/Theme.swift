import Terminal

/// The colors of the screen by what they mean, from the sixteen of the user's palette.
///
/// They suit light and dark backgrounds, since the palette does. Where there are no colors, bold, dim
/// and reverse say the same.
enum Theme {
  static let accent = CellStyle(.bold, foreground: .cyan)
  static let dim = CellStyle.dim
  static let star = CellStyle.foreground(.yellow)
  static let favorite = CellStyle.foreground(.red)
  static let marked = CellStyle.foreground(.magenta)
  static let language = CellStyle.foreground(.cyan)
  static let warning = CellStyle.foreground(.yellow)
  static let failure = CellStyle(.bold, foreground: .red)
  static let heading = CellStyle(.bold, foreground: .cyan)
  static let code = CellStyle.foreground(.cyan)

  // In code whose language is known.
  static let comment = CellStyle.dim
  static let string = CellStyle.foreground(.green)
  static let keyword = CellStyle.foreground(.magenta)
  static let number = CellStyle.foreground(.cyan)

  /// What stands for the glyphs of the screen where there is ASCII alone.
  static let asciiGlyphs: [Character: Character] = [
    "─": "-", "│": "|", "┼": "+", "▌": ">", "❯": ">", "●": "*", "★": "*", "☆": ".", "✦": "+",
    "✧": "-", "✓": "x", "♥": "@", "♡": "o", "⑂": "Y", "◉": "o", "⊙": "!", "•": "-", "·": "-",
    "–": "-", "…": "~", "▾": "v", "↑": "^", "↓": "v", "←": "<", "→": ">", "⠋": "|", "⠙": "/",
    "⠹": "-", "⠸": "\\", "⠼": "|", "⠴": "/", "⠦": "-", "⠧": "\\", "⠇": "|", "⠏": "/",
  ]
}
