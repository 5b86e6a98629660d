/// One column of one row.
package struct Cell: Sendable, Equatable {
  /// A character; empty if a wide one to the left covers the cell.
  package var text: String
  package var style: CellStyle
  package var link: Link?
  /// The width of the text in columns; 0 for a covered cell.
  var width: Int

  static let blank = blank(.plain)

  static func blank(_ style: CellStyle) -> Self { Self(text: " ", style: style, width: 1) }

  /// A cell below a picture; differs from every other cell.
  static let pictured = Self(text: "", style: .plain, width: 1)

  var isCovered: Bool { width == 0 }

  /// Compares bytes, since strings that Swift considers equal, such as both forms of `é`, may look
  /// different.
  package static func == (left: Self, right: Self) -> Bool {
    left.width == right.width && left.style == right.style && left.link == right.link
      && left.text.utf8.count == right.text.utf8.count && left.text == right.text
  }
}

extension Cell {
  /// A maximum above the width of real characters.
  private static let maxWidth = 8

  /// Creates a cell for a character; zero-width ones become U+FFFD.
  init(_ character: Character, _ style: CellStyle, _ link: Link?) {
    let width = character.displayWidth
    let isDrawn = 1...Self.maxWidth ~= width
    self.init(
      text: isDrawn ? String(character) : "\u{FFFD}",
      style: style,
      link: link,
      width: isDrawn ? width : 1
    )
  }

  private static let ascii = (0..<0x80).map { String(Unicode.Scalar(UInt8($0))) }

  init(ascii byte: UInt8, _ style: CellStyle, _ link: Link?) {
    self.init(text: Self.ascii[Int(byte)], style: style, link: link, width: 1)
  }
}

/// The appearance of a cell: two colors and some attributes.
package struct CellStyle: Sendable, Hashable {
  /// Text attributes that terminals may show (ECMA-48, SGR).
  package struct Attributes: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Self(rawValue: 1 << 0)
    package static let dim = Self(rawValue: 1 << 1)
    package static let underline = Self(rawValue: 1 << 2)
    package static let reverse = Self(rawValue: 1 << 3)
    package static let italic = Self(rawValue: 1 << 4)
    package static let strikethrough = Self(rawValue: 1 << 5)
  }

  package static let plain = Self()
  package static let bold = Self([.bold])
  package static let dim = Self([.dim])
  package static let underline = Self([.underline])
  package static let reverse = Self([.reverse])

  package var attributes: Attributes
  package var foreground: Color
  package var background: Color

  package init(
    _ attributes: Attributes = [],
    foreground: Color = .terminalDefault,
    background: Color = .terminalDefault
  ) {
    (self.attributes, self.foreground, self.background) = (attributes, foreground, background)
  }

  package static func foreground(_ color: Color) -> Self { Self(foreground: color) }

  package func with(_ added: Attributes) -> Self {
    Self(attributes.union(added), foreground: foreground, background: background)
  }
}

/// The address of a web page that a cell links to: only HTTPS, in printable ASCII.
package struct Link: Sendable, Hashable {
  package let url: String

  /// Terminals ignore longer addresses (VTE accepts 2,083 bytes).
  private static let maxLength = 2083

  /// Creates a link; nil unless the address safely opens a page and cannot end the escape sequence.
  package init?(_ url: String) {
    guard url.hasPrefix("https://"), url.utf8.count <= Self.maxLength,
      url.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
    else { return nil }
    self.url = url
  }

  package func around(_ text: String) -> String {
    Self.sequence(self) + text + Self.sequence(nil)
  }

  /// The sequence that begins a link or ends the previous one (OSC 8).
  static func sequence(_ link: Self?) -> String { "\u{1B}]8;;\(link?.url ?? "")\u{1B}\\" }
}

/// A color of a cell.
package enum Color: Sendable, Hashable {
  case terminalDefault
  /// One of the user's sixteen colors, from 0.
  case palette(UInt8)
  /// A fixed color, independent of the user's palette.
  ///
  /// Terminals without true color show the nearest of the sixteen.
  case rgb(UInt8, UInt8, UInt8)

  package static let red = Self.palette(1)
  package static let green = Self.palette(2)
  package static let yellow = Self.palette(3)
  package static let blue = Self.palette(4)
  package static let magenta = Self.palette(5)
  package static let cyan = Self.palette(6)

  /// The nearest of the sixteen colors in xterm's default palette, except black and white: one of
  /// them is the user's background.
  var nearestInPalette: Self {
    guard case .rgb(let red, let green, let blue) = self else { return self }
    func distance(_ other: (Int, Int, Int)) -> Int {
      let (r, g, b) = (Int(red) - other.0, Int(green) - other.1, Int(blue) - other.2)
      return r * r + g * g + b * b
    }
    let nearest = Self.xterm.indices.filter { $0 % 8 != 0 && $0 % 8 != 7 }
      .min { distance(Self.xterm[$0]) < distance(Self.xterm[$1]) }
    return nearest.map { .palette(UInt8($0)) } ?? .terminalDefault
  }

  private static let xterm: [(Int, Int, Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
    (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]
}
