import TerminalTesting
import Testing

@testable import Terminal

@Suite struct GridTests {
  private func grid(_ columns: Int, _ rows: Int = 1) -> Grid {
    Grid(ScreenSize(columns: columns, rows: rows))
  }

  private let origin = ScreenPosition(column: 0, row: 0)

  @Test(arguments: [
    ("abc", 3, "abc", 3), ("abcdef", 3, "abc", 3), ("日本", 3, "日", 2), ("👨‍👩‍👧x", 3, "👨‍👩‍👧x", 3),
    ("\u{1B}x", 9, "\\u{1b}x", 7), ("\u{1161}", 3, "\u{FFFD}", 1), ("", 3, "", 0),
  ])
  func `puts only whole glyphs that fit`(
    _ text: String,
    _ columns: Int,
    _ shown: String,
    _ used: Int
  ) {
    var grid = grid(columns)

    let columnsUsed = grid.put(SafeText(text), at: origin)

    #expect(grid.lines == [shown])
    #expect(columnsUsed == used)
  }

  @Test func `stays within a width`() {
    var grid = grid(10)

    grid.put("abcdef", at: ScreenPosition(column: 2, row: 0), width: 3)

    #expect(grid.lines == ["  abc"])
  }

  @Test(arguments: [(-1, 0), (0, -1), (10, 0), (0, 1), (.min, .max)])
  func `ignores positions outside the grid`(_ column: Int, _ row: Int) {
    var grid = grid(10)

    let used = grid.put("x", at: ScreenPosition(column: column, row: row))

    #expect(used == 0)
    #expect(grid.lines == [""])
  }

  @Test func `blanks the other half of an overwritten wide glyph`() {
    var left = grid(4)
    left.put("日本", at: origin)
    var right = left
    var both = left

    left.put("x", at: origin)
    right.put("x", at: ScreenPosition(column: 1, row: 0))
    both.put("語", at: ScreenPosition(column: 1, row: 0))

    #expect(left.lines == ["x 本"])
    #expect(right.lines == [" x本"])
    #expect(both.lines == [" 語"])
  }

  @Test func `fills regions of any position and size`() {
    var grid = grid(4, 2)
    grid.put("abcd", at: origin)
    grid.put("日本", at: ScreenPosition(column: 0, row: 1))

    grid.fill(ScreenRegion(column: 1, row: 0, columns: 2, rows: 2), style: .reverse)
    grid.fill(ScreenRegion(column: .max, row: .max, columns: .max, rows: .max))

    #expect(grid.lines == ["a  d", ""])
    #expect(grid.style(column: 0, row: 0) == .plain)
    #expect(grid.style(column: 1, row: 0) == .reverse)
  }

  @Test func `compares grids by what they show`() {
    var one = grid(8)
    var other = grid(8)
    one.put("👨‍👩‍👧", at: origin, link: Link("https://a.test/"))
    one.put("👍🏽", at: origin, link: Link("https://b.test/"))
    other.put("👍🏽", at: origin, link: Link("https://b.test/"))

    #expect(one == other)

    other.put("👍🏽", at: origin, link: Link("https://c.test/"))
    #expect(one != other)
  }

  @Test(
    arguments: [
      (65535, 65535, 500, 200), (1, 1, 1, 1), (0, -1, 1, 1),
    ]
  )
  func `limits its size`(
    _ wantedColumns: Int,
    _ wantedRows: Int,
    _ columns: Int,
    _ rows: Int
  ) {
    let size = ScreenSize(columns: wantedColumns, rows: wantedRows)

    #expect((size.columns, size.rows) == (columns, rows))
  }

  @Test func `accepts only HTTPS links`() {
    #expect(Link("https://github.com/a/b") != nil)
    #expect(Link("http://github.com") == nil)
    #expect(Link("https://a/\u{1B}\\") == nil)
    #expect(Link("https://a b") == nil)
    #expect(Link("https://" + String(repeating: "a", count: 3000)) == nil)
  }
}
