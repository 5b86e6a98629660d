import GitHubModel
import SearchModel
import SearchUI
import SearchUITesting
import Terminal
import TerminalTesting
import Testing

/// The bytes of a frame at 100×30, the size at which fzf was measured (0.38: 227 and 2,527 bytes).
@Suite struct ByteTests {
  static let capabilities = [
    TerminalCapabilities(),
    TerminalCapabilities(colors: .trueColor, hasHyperlinks: true),
    TerminalCapabilities(colors: .none),
  ]

  private func loaded() throws -> ScreenHarness {
    var harness = ScreenHarness(100, 30)
    try harness.load("swift http", Catalog.repositories(50), total: 12_345)
    try harness.loadDetail()
    harness.receiveStars([1: true, 2: false, 3: true])
    return harness
  }

  @Test(arguments: capabilities)
  func `an unchanged frame writes no bytes`(capabilities: TerminalCapabilities) throws {
    let harness = try loaded()
    var renderer = Renderer(capabilities)
    _ = renderer.render(harness.frame)
    #expect(renderer.render(harness.frame) == [])
  }

  @Test(arguments: capabilities)
  func `moving the selection takes at most 400 bytes`(capabilities: TerminalCapabilities) throws {
    var harness = try loaded()
    var renderer = Renderer(capabilities)
    _ = renderer.render(harness.frame)
    for _ in 0..<20 {
      try harness.press("↓")
      #expect(renderer.render(harness.frame).count <= 400)
    }
  }

  @Test(arguments: capabilities)
  func `a key that changes the whole list takes at most 2,500 bytes`(
    capabilities: TerminalCapabilities
  ) throws {
    var harness = ScreenHarness(100, 30)
    try harness.load("s", Catalog.repositories(50), total: 12_345)
    try harness.loadDetail()
    var renderer = Renderer(capabilities)
    _ = renderer.render(harness.frame)
    // Single letters, which are not highlighted in the rows.
    harness.type(" e")
    try harness.answer(Catalog.others(50), total: 987)
    #expect(renderer.render(harness.frame).count <= 2_500)
  }

  @Test(arguments: capabilities)
  func `showing rows and details on an empty screen takes at most 3,200 bytes`(
    capabilities: TerminalCapabilities
  ) throws {
    var harness = try loaded()
    var renderer = Renderer(capabilities)
    harness.type("x")
    _ = renderer.render(harness.frame)
    try harness.answer(Catalog.others(50), total: 987)
    #expect(renderer.render(harness.frame).count <= 3_200)
  }

  @Test func `a frame is one synchronized update with the cursor hidden inside`() throws {
    var harness = try loaded()
    var renderer = Renderer(TerminalCapabilities())
    _ = renderer.render(harness.frame)
    try harness.press("↓")
    let bytes = renderer.render(harness.frame)
    var terminal = ScreenModel(harness.screen.size)
    terminal.write(bytes)

    #expect(terminal.switches == [2026, -25, 25, -2026])
    #expect(bytes.starts(with: Array("\u{1B}[?2026h".utf8)))
  }

  @Test func `the hardware cursor is at the insertion point`() throws {
    var harness = try loaded()
    #expect(harness.frame.cursor == ScreenPosition(column: 12, row: 1))
    try harness.press("^A", "→")
    #expect(harness.frame.cursor == ScreenPosition(column: 3, row: 1))
    harness.type("日")
    #expect(harness.frame.cursor == ScreenPosition(column: 5, row: 1))
  }

  @Test func `links are HTTPS only, and balanced`() throws {
    var harness = try loaded()
    var row = Catalog.facts(of: Catalog.swift[0])
    row.homepage = "javascript:alert(1)"
    row.url = "https://github.com/a\u{1B}b"
    try harness.load("y", [row])
    try harness.loadDetail()
    var renderer = Renderer(TerminalCapabilities(hasHyperlinks: true))
    var terminal = ScreenModel(harness.screen.size)
    terminal.write(renderer.render(harness.frame))

    let links = Set(terminal.cells.flatMap { $0 }.compactMap(\.link))
    #expect(links == ["https://www.swift.org/", "https://netty.io"])
    #expect(terminal.isAtRest)
  }

  @Test func `the selection is visible without colors`() throws {
    let harness = try loaded()
    let style = try #require(harness.frame.grid.style(column: 6, row: 2))
    #expect(style.attributes.contains(.reverse))
    #expect(harness.lines[2].hasPrefix("▌"))
  }

  @Test func `uses only the sixteen palette colors, except for language dots`() throws {
    let grid = try loaded().frame.grid
    let palette: Set<Color> = [
      .terminalDefault, .red, .green, .yellow, .blue, .magenta, .cyan,
    ]
    for row in 0..<grid.size.rows {
      for column in 0..<grid.size.columns where grid.text(column: column, row: row) != "●" {
        let style = try #require(grid.style(column: column, row: row))
        #expect(palette.contains(style.foreground) || grid.text(column: column, row: row) == " ")
        #expect(palette.contains(style.background))
      }
    }
  }

  @Test func `names that differ in hidden characters look different`() throws {
    var harness = ScreenHarness(200, 60)
    var pair = Array(Catalog.swift.prefix(2))
    pair[0].description = "the same"
    pair[1].description = "the\u{200B} same"
    try harness.load("x", pair)
    #expect(harness.lines[2].contains("the same"))
    #expect(harness.lines[3].contains("the\\u{200b} same"))
  }
}
