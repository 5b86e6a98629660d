import SearchUI
import SearchUITesting
import Terminal
import TerminalTesting
import Testing

@Suite struct LayoutTests {
  @Test(
    arguments: [
      (500, 200, ScreenLayout.Kind.sideBySide), (100, 30, .sideBySide), (100, 4, .sideBySide),
      (99, 24, .stacked), (60, 15, .stacked), (60, 14, .single), (59, 40, .single),
      (20, 4, .single), (20, 3, .oneLine), (19, 40, .oneLine), (1, 1, .oneLine),
    ]
  )
  func `the width decides where the details go`(
    columns: Int,
    rows: Int,
    kind: ScreenLayout.Kind
  ) {
    #expect(ScreenLayout(ScreenSize(columns: columns, rows: rows)).kind == kind)
  }

  @Test func `the parts fit the screen and do not overlap`() {
    for columns in stride(from: 20, through: 500, by: 7) {
      for rows in stride(from: 4, through: 200, by: 5) {
        for isOpen in [false, true] {
          let size = ScreenSize(columns: columns, rows: rows)
          let layout = ScreenLayout(size, isDetailOpen: isOpen)
          let parts = [
            layout.tabs, layout.query, layout.list, layout.divider, layout.detail, layout.status,
            // On a low screen it replaces the status.
            layout.message == layout.status ? nil : layout.message,
          ].compactMap { $0 }
          let area = parts.reduce(0) { $0 + $1.columns * $1.rows }
          #expect(area <= columns * rows)
          #expect(parts.allSatisfy { $0.column + $0.columns <= columns })
          #expect(parts.allSatisfy { $0.rows > 0 && $0.row + $0.rows <= rows }, "\(size)")
        }
      }
    }
  }

  private func row(_ columns: Int, _ harness: inout ScreenHarness) throws -> String {
    harness.resize(columns, 8)
    return try #require(harness.lines.first { $0.hasPrefix("▌") })
  }

  @Test func `drops columns step by step as the width shrinks`()
    throws
  {
    var harness = ScreenHarness(500, 8)
    try harness.load("x", Catalog.repositories(5))
    harness.receiveStars([1: true])
    var shown: [[String]] = []
    for columns in [99, 86, 72, 59, 52, 22] {
      let row = try row(columns, &harness)
      shown.append(["Event", "2d", "Swift", "●", "8.1k", "swift-nio"].filter { row.contains($0) })
    }

    #expect(
      shown == [
        ["Event", "2d", "Swift", "●", "8.1k", "swift-nio"],
        ["Event", "2d", "●", "8.1k", "swift-nio"], ["Event", "●", "8.1k", "swift-nio"],
        ["2d", "●", "8.1k", "swift-nio"], ["2d", "●", "8.1k", "swift-nio"], ["swift-nio"],
      ]
    )
  }

  @Test(arguments: [60, 100])
  func `scrolling a list moves no column`(columns: Int) throws {
    var harness = ScreenHarness(columns, 30)
    try harness.load("x", Catalog.repositories(100))
    let list = try #require(harness.screen.layout.list)
    var dots: Set<Int> = []
    for _ in 0..<100 {
      let rows = harness.lines.dropFirst(list.row).prefix(list.rows)
        .map { Array($0.prefix(list.columns)) }
      dots.formUnion(rows.compactMap { $0.firstIndex(of: "●") })
      try harness.press("↓")
    }
    #expect(dots.count == 1)
  }

  /// Examining each row would take a hundred times as long, far beyond timing noise.
  @Test(arguments: ["", "swift"])
  func `moving at the end of 6,000 rows takes no longer than among 60`(query: String) throws {
    func time(_ count: Int) throws -> Duration {
      var harness = ScreenHarness(100, 30)
      try harness.press("F3")
      harness.type(query)
      try harness.answerRows(Catalog.stars(count), total: count)
      try harness.press("M->")
      try harness.loadDetail()
      let clock = ContinuousClock()
      return try (0..<30).map { _ in try clock.measure { try harness.press("↑", "↓") } }.min()
        ?? .zero
    }
    #expect(try time(6_000) < time(60) * 3)
  }

  @Test func `truncates a name only after its owner, and never beside a description`() throws {
    var harness = ScreenHarness(500, 8)
    try harness.load("x", Array(Catalog.repositories(5).suffix(1)))
    for columns in 20...99 {
      harness.resize(columns, 8)
      let row = try #require(harness.lines.first { $0.hasPrefix("▌") })
      #expect(!row.contains("Lightweight") || row.contains("hummingbird-project/hummingbird"))
      #expect(row.contains("hummingbird ") || row.hasSuffix("/hummingbird") || columns < 22)
    }
  }

  @Test func `marks, stars and favorites move no row`() throws {
    var harness = ScreenHarness(80, 24)
    try harness.load("x", Catalog.repositories(3))
    #expect(harness.lines[2].hasPrefix("▌    apple/swift-nio"))
    try harness.press("^F")
    #expect(harness.lines[2].hasPrefix("▌  ♥ apple/swift-nio"))
    harness.receiveStars([1: true])
    try harness.press("Tab")
    #expect(harness.lines[2].hasPrefix(" ✓★♥ apple/swift-nio"))
    try harness.press("Shift-Tab")
    #expect(harness.lines[2].hasPrefix("  ★♥ apple/swift-nio"))
  }

  @Test func `highlights the whole selected row, and the words of the query`()
    throws
  {
    var harness = ScreenHarness(80, 24)
    try harness.load("swift nio", Catalog.repositories(3))
    let grid = harness.frame.grid
    for column in 1..<80 {
      #expect(grid.style(column: column, row: 2)?.attributes.contains(.reverse) == true)
      #expect(grid.style(column: column, row: 3)?.attributes.contains(.reverse) == false)
    }
    let name = try #require(harness.lines[2].firstRange(of: "swift-nio"))
    let start = harness.lines[2].distance(
      from: harness.lines[2].startIndex,
      to: name.lowerBound
    )
    let underlined = (0..<9).map {
      grid.style(column: start + $0, row: 2)?.attributes.contains(.underline) == true
    }
    #expect(underlined == [true, true, true, true, true, false, true, true, true])
  }
}
