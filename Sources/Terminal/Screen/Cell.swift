/// One column of one row, in sixteen bytes.
struct Cell: Sendable, Equatable {
  var style: CellStyle
  var glyph: Glyph
  /// 0 for no link, otherwise a place in the grid's table of links, counted from 1.
  var link: UInt16
  /// Columns that the glyph takes; 0 where a wide glyph to the left covers the cell.
  var width: UInt8

  static let blank = Self(style: .plain, glyph: .space, link: 0, width: 1)

  static func blank(_ style: CellStyle) -> Self {
    Self(style: style, glyph: .space, link: 0, width: 1)
  }

  /// Below a picture that is drawn.
  static let pictured = Self(style: .plain, glyph: .pictured, link: 0, width: 1)
  /// Below a picture that is to go: differs from whatever comes.
  static let unpictured = Self(style: .plain, glyph: .unpictured, link: 0, width: 1)

  var isCovered: Bool { width == 0 }
}

/// What a cell shows: a scalar, or a place in the grid's table of longer clusters.
struct Glyph: Sendable, Equatable {
  private static let clusterFlag: UInt32 = 1 << 31
  static let space = Self(bits: 0x20)
  /// Below a wide glyph.
  static let covered = Self(bits: 0)

  /// No scalars, so that no text has them.
  static let pictured = Self(bits: 0x7FFF_FFFF)
  static let unpictured = Self(bits: 0x7FFF_FFFE)

  private let bits: UInt32

  private init(bits: UInt32) { self.bits = bits }

  init(_ scalar: Unicode.Scalar) { bits = scalar.value }
  init(cluster index: Int) { bits = Self.clusterFlag | UInt32(truncatingIfNeeded: index) }

  var isASCII: Bool { bits < 0x80 }
  var scalarValue: UInt32 { bits }
  var cluster: Int? { bits & Self.clusterFlag == 0 ? nil : Int(bits & ~Self.clusterFlag) }
}
