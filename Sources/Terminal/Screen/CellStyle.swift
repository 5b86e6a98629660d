/// How a cell looks: two colours and some attributes, in eight bytes.
package struct CellStyle: Sendable, Hashable {
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

  /// Bits 0–24 foreground, 25–49 background, 50–57 attributes: one comparison tells all.
  private var bits: UInt64

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
