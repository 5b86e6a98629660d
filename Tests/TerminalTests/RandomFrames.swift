import Terminal
import TerminalTesting

/// Random frames from a seed.
struct RandomFrames {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64 (Steele, Lea and Flood 2014).
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  mutating func size() -> ScreenSize {
    ScreenSize(columns: 1 + number(below: 24), rows: 1 + number(below: 6))
  }

  mutating func frame(_ size: ScreenSize) -> Frame {
    var frame = Frame(Grid(size))
    for _ in 0..<number(below: 12) { draw(on: &frame.grid) }
    settle(&frame)
    return frame
  }

  /// The same frame with a few changes, as frames usually differ.
  mutating func change(_ frame: Frame) -> Frame {
    var frame = frame
    for _ in 0..<number(below: 4) { draw(on: &frame.grid) }
    settle(&frame)
    return frame
  }

  /// The frame with a picture, which may be invalid, or without one.
  mutating func pictured(_ frame: Frame) -> Frame {
    var frame = frame
    frame.picture = number(below: 3) == 0 ? nil : placement(in: frame.size)
    return frame
  }

  private mutating func placement(in size: ScreenSize) -> PicturePlacement? {
    let starts: [[UInt8]] = [
      [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
    ]
    let place = position(size)
    let region = ScreenRegion(
      column: place.column - number(below: 2),
      row: place.row,
      columns: 1 + number(below: 6),
      rows: 1 + number(below: 3)
    )
    return Picture(pick(starts) + [UInt8(number(below: 2))])
      .map { PicturePlacement($0, in: region) }
  }

  private mutating func settle(_ frame: inout Frame) {
    frame.cursor = number(below: 3) == 0 ? nil : position(frame.size)
    frame.title = pick([nil, "one", "two"])
  }

  private mutating func position(_ size: ScreenSize) -> ScreenPosition {
    ScreenPosition(column: number(below: size.columns), row: number(below: size.rows))
  }

  private mutating func draw(on grid: inout Grid) {
    let place = position(grid.size)
    let region = ScreenRegion(
      column: place.column - 2,
      row: place.row - 1,
      columns: 1 + number(below: 12),
      rows: 1 + number(below: 3)
    )
    switch number(below: 8) {
    case 0: grid.fill(region, style: style())
    default:
      let link = pick([nil, nil, nil, Link("https://a.test/"), Link("https://b.test/")])
      grid.put(text(), at: place, width: 1 + number(below: 20), style: style(), link: link)
    }
  }

  private mutating func text() -> SafeText {
    let pieces = (0..<1 + number(below: 4)).map { _ in pick(Self.pieces) }
    return SafeText(pieces.joined())
  }

  private mutating func style() -> CellStyle {
    CellStyle(
      pick([[], [], .bold, .dim, .reverse, .underline, [.bold, .dim], [.bold, .reverse]]),
      foreground: pick([.terminalDefault, .terminalDefault, .red, .palette(12), .rgb(1, 20, 255)]),
      background: pick([.terminalDefault, .terminalDefault, .terminalDefault, .green])
    )
  }

  private static let pieces = [
    "a", "word", "two words", "      ", " ", "日本", "語", "한국", "é", "e\u{301}", "…", "★ 12",
    "Привет",
    "👨‍👩‍👧", "👍🏽", "❤️", "🇩🇪", "1️⃣", "🏳️‍🌈", "👍", "नमस्ते", "क्षि", "ｱ", "\u{1161}", "\u{1B}[31m", "x\u{200B}",
  ]
}
