/// One column of one row, in sixteen bytes.
struct Cell: Sendable, Equatable {
  var style: CellStyle
  var glyph: Glyph
  /// 0 for no link, otherwise a place in the grid's table of links, counted from 1.
  var link: UInt16
  /// Columns that the glyph takes; 0 if a wide glyph to the left covers the cell.
  var width: UInt8

  static let blank = blank(.plain)

  static func blank(_ style: CellStyle) -> Self {
    Self(style: style, glyph: .space, link: 0, width: 1)
  }

  /// Below a picture; differs from every other cell.
  static let pictured = Self(style: .plain, glyph: .pictured, link: 0, width: 1)

  var isCovered: Bool { width == 0 }
}

/// The content of a cell: a scalar, or a place in the grid's table of longer clusters.
struct Glyph: Sendable, Equatable {
  private static let clusterFlag: UInt32 = 1 << 31
  static let space = Self(bits: 0x20)
  /// Below a wide glyph.
  static let covered = Self(bits: 0)

  /// No scalars, so that no text has them.
  static let pictured = Self(bits: 0x7FFF_FFFF)

  private let bits: UInt32

  private init(bits: UInt32) { self.bits = bits }

  init(_ scalar: Unicode.Scalar) { bits = scalar.value }
  init(cluster index: Int) { bits = Self.clusterFlag | UInt32(truncatingIfNeeded: index) }

  var isASCII: Bool { bits < 0x80 }
  var scalarValue: UInt32 { bits }
  var cluster: Int? { bits & Self.clusterFlag == 0 ? nil : Int(bits & ~Self.clusterFlag) }
}

/// How a cell looks: two colors and some attributes, in eight bytes.
package struct CellStyle: Sendable, Hashable {
  /// Attributes of text that any terminal may show (ECMA-48, SGR).
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

  /// Bits 0–24 foreground, 25–49 background, 50–57 attributes: one comparison compares all.
  private let bits: UInt64

  package init(
    _ attributes: Attributes = [],
    foreground: Color = .terminalDefault,
    background: Color = .terminalDefault
  ) {
    bits =
      UInt64(foreground.code) | UInt64(background.code) << 25 | UInt64(attributes.rawValue) << 50
  }

  private static let colorMask: UInt64 = 0x1FF_FFFF

  package var foreground: Color {
    get { Color(code: UInt32(truncatingIfNeeded: bits & Self.colorMask)) }
    set { self = Self(attributes, foreground: newValue, background: background) }
  }

  package var background: Color {
    get { Color(code: UInt32(truncatingIfNeeded: bits >> 25 & Self.colorMask)) }
    set { self = Self(attributes, foreground: foreground, background: newValue) }
  }

  package var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> 50)) }
    set { self = Self(newValue, foreground: foreground, background: background) }
  }

  package static func foreground(_ color: Color) -> Self { Self(foreground: color) }

  package func with(_ added: Attributes) -> Self {
    Self(attributes.union(added), foreground: foreground, background: background)
  }
}

/// The address of a web page that a cell may lead to: only https, in printable ASCII.
package struct Link: Sendable, Hashable {
  package let url: String

  /// Terminals leave out longer addresses (VTE takes 2,083 bytes).
  private static let maxLength = 2083

  /// Nil for an address that might do anything but open a page, or end the escape sequence.
  package init?(_ url: String) {
    guard url.hasPrefix("https://"), url.utf8.count <= Self.maxLength,
      url.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
    else { return nil }
    self.url = url
  }
}

/// Texts that many cells share, each stored once and referred to by its index.
struct InternTable: Sendable, Equatable {
  /// The bound of a cell's link; a screen holds fewer.
  private static let maxCount = Int(UInt16.max)

  private(set) var texts: [String] = []
  private var places: [String: Int] = [:]

  /// The text's place, which it gets when it is new; nil when the table is full.
  mutating func index(of text: String) -> Int? {
    if let place = places[text] { return place }
    guard texts.count < Self.maxCount else { return nil }
    places[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }

  /// The index of a text, if it has one.
  func place(of text: String) -> Int? { places[text] }
}

/// A color of a cell: the terminal's own, one of the user's sixteen, or an explicit one.
package struct Color: Sendable, Hashable {
  /// 0 for the terminal's own, 1 to 16 for the palette, bit 24 and three bytes for an explicit one.
  let code: UInt32

  package static let terminalDefault = Self(code: 0)
  package static let red = Self.palette(1)
  package static let green = Self.palette(2)
  package static let yellow = Self.palette(3)
  package static let blue = Self.palette(4)
  package static let magenta = Self.palette(5)
  package static let cyan = Self.palette(6)

  /// A color that the user's palette does not choose, for things that have one of their own.
  ///
  /// A terminal without true color shows the nearest of the sixteen.
  package static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Self {
    Self(code: 1 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// One of the user's sixteen, from 0; the last one for a higher index.
  package static func palette(_ index: UInt8) -> Self { Self(code: UInt32(min(index, 15)) + 1) }

  var isExplicit: Bool { code > 16 }

  enum Kind {
    case terminalDefault
    case palette(Int)
    case rgb(red: Int, green: Int, blue: Int)
  }

  var kind: Kind {
    if code == 0 { return .terminalDefault }
    if code <= 16 { return .palette(Int(code) - 1) }
    return .rgb(red: Int(code >> 16 & 0xFF), green: Int(code >> 8 & 0xFF), blue: Int(code & 0xFF))
  }

  /// The nearest of the sixteen colors with xterm's default palette, but for black and white: one of
  /// them is the user's background.
  var nearestInPalette: Self {
    guard case .rgb(let red, let green, let blue) = kind else { return self }
    func distance(_ other: (Int, Int, Int)) -> Int {
      let (r, g, b) = (red - other.0, green - other.1, blue - other.2)
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
