import SearchUI
import SearchUITesting
import Terminal
import Testing

@Suite struct LayoutTests {
  @Test(
    arguments: [
      (500, 200, ScreenLayout.Kind.sideBySide), (100, 30, .sideBySide), (100, 4, .sideBySide),
      (99, 24, .stacked), (60, 15, .stacked), (60, 14, .single), (59, 40, .single),
      (20, 4, .single), (20, 3, .oneLine), (19, 40, .oneLine), (1, 1, .oneLine),
    ]
  )
  func `the width decides where the detail goes`(
    columns: Int,
    rows: Int,
    kind: ScreenLayout.Kind
  ) {
    #expect(ScreenLayout(ScreenSize(columns: columns, rows: rows)).kind == kind)
  }

  @Test func `the parts lie within the screen and do not overlap`() {
    for columns in stride(from: 20, through: 500, by: 7) {
      for rows in stride(from: 4, through: 200, by: 5) {
        for isOpen in [false, true] {
          let size = ScreenSize(columns: columns, rows: rows)
          let layout = ScreenLayout(size, isDetailOpen: isOpen, hasMessage: isOpen)
          let parts = [
            layout.query, layout.rule, layout.list, layout.divider, layout.detail, layout.message,
            layout.status,
          ].compactMap { $0 }
          let area = parts.reduce(0) { $0 + $1.columns * $1.rows }
          #expect(area <= columns * rows)
          #expect(parts.allSatisfy { $0.column + $0.columns <= columns })
          #expect(parts.allSatisfy { $0.rows > 0 && $0.row + $0.rows <= rows }, "\(size)")
        }
      }
    }
  }

  @Test func `columns go by their worth: description, age, language, stars`() throws {
    var stage = Stage(500, 30)
    try stage.load("x", Catalogue.repositories(3))
    stage.tellStars([1: true])
    var shown: [[String]] = []
    for columns in [300, 130, 59, 45, 33, 20] {
      stage.resize(columns, 8)
      let row = try #require(stage.lines.first { $0.hasPrefix("▌") })
      shown.append(["Event", "2d", "Swift", "8.1k", "apple", "★"].filter { row.contains($0) })
    }

    #expect(
      shown == [
        ["Event", "2d", "Swift", "8.1k", "apple", "★"], ["2d", "Swift", "8.1k", "apple", "★"],
        ["2d", "Swift", "8.1k", "apple", "★"], ["Swift", "8.1k", "apple", "★"],
        ["8.1k", "apple", "★"], ["apple", "★"],
      ]
    )
  }
}
