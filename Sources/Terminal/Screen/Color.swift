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
    return .rgb(
      red: Int(code >> 16 & 0xFF),
      green: Int(code >> 8 & 0xFF),
      blue: Int(code & 0xFF)
    )
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
