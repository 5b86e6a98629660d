import GitHubModel
import SearchModel
import SearchUI
import SearchUITesting
import Terminal
import TerminalTesting
import Testing

/// What a frame costs the terminal, at 100×30 as fzf was measured (0.38: 227 and 2,527 bytes).
@Suite struct ByteTests {
  static let capabilities = [
    TerminalCapabilities(),
    TerminalCapabilities(colors: .trueColor, hasHyperlinks: true),
    TerminalCapabilities(colors: .none),
  ]

  private func loaded() throws -> Stage {
    var stage = Stage(100, 30)
    try stage.load("swift http", Catalogue.repositories(50), total: 12_345)
    try stage.loadDetail()
    stage.tellStars([1: true, 2: false, 3: true])
    return stage
  }

  @Test(arguments: capabilities)
  func `no change is no bytes`(capabilities: TerminalCapabilities) throws {
    let stage = try loaded()
    var renderer = Renderer(capabilities)
    _ = renderer.render(stage.frame)
    #expect(renderer.render(stage.frame) == [])
  }

  @Test(arguments: capabilities)
  func `a move of the selection takes at most 400 bytes`(capabilities: TerminalCapabilities) throws
  {
    var stage = try loaded()
    var renderer = Renderer(capabilities)
    _ = renderer.render(stage.frame)
    for _ in 0..<20 {
      try stage.press("↓")
      #expect(renderer.render(stage.frame).count <= 400)
    }
  }

  @Test(arguments: capabilities)
  func `a key that changes the whole list takes at most 2,500 bytes`(
    capabilities: TerminalCapabilities
  ) throws {
    var stage = try loaded()
    var renderer = Renderer(capabilities)
    _ = renderer.render(stage.frame)
    stage.type("x")
    try stage.answer(Catalogue.others(50), total: 987)
    #expect(renderer.render(stage.frame).count <= 2_500)
  }

  @Test func `a frame is one synchronized update with the cursor hidden inside`() throws {
    var stage = try loaded()
    var renderer = Renderer(TerminalCapabilities())
    _ = renderer.render(stage.frame)
    try stage.press("↓")
    let bytes = renderer.render(stage.frame)
    var terminal = ScreenModel(stage.screen.size)
    terminal.write(bytes)

    #expect(terminal.switches == [2026, -25, 25, -2026])
    #expect(bytes.starts(with: Array("\u{1B}[?2026h".utf8)))
  }

  @Test func `the hardware cursor is at the insertion point`() throws {
    var stage = try loaded()
    #expect(stage.frame.cursor == ScreenPosition(column: 12, row: 0))
    try stage.press("^A", "→")
    #expect(stage.frame.cursor == ScreenPosition(column: 3, row: 0))
    stage.type("日")
    #expect(stage.frame.cursor == ScreenPosition(column: 5, row: 0))
  }

  @Test func `links are https alone, and balanced`() throws {
    var stage = try loaded()
    var row = Catalogue.facts(of: Catalogue.swift[0])
    row.homepage = "javascript:alert(1)"
    row.url = "https://github.com/a\u{1B}b"
    try stage.load("y", [row])
    try stage.loadDetail()
    var renderer = Renderer(TerminalCapabilities(hasHyperlinks: true))
    var terminal = ScreenModel(stage.screen.size)
    terminal.write(renderer.render(stage.frame))

    let links = Set(terminal.cells.flatMap { $0 }.compactMap(\.link))
    #expect(links == ["https://www.swift.org/"])
    #expect(terminal.isAtRest)
  }

  @Test func `the selection shows without colours`() throws {
    let stage = try loaded()
    let style = try #require(stage.frame.grid.style(column: 6, row: 2))
    #expect(style.attributes.contains(.reverse))
    #expect(stage.lines[2].hasPrefix("▌"))
  }

  @Test func `colours are the sixteen of the palette, but for the dots of languages`() throws {
    let grid = try loaded().frame.grid
    let palette: Set<Color> = [
      .terminalDefault, .black, .red, .green, .yellow, .blue, .magenta, .cyan, .white,
    ]
    for row in 0..<grid.size.rows {
      for column in 0..<grid.size.columns where grid.text(column: column, row: row) != "●" {
        let style = try #require(grid.style(column: column, row: row))
        #expect(palette.contains(style.foreground) || grid.text(column: column, row: row) == " ")
        #expect(palette.contains(style.background))
      }
    }
  }

  @Test func `names that differ in what is hidden look different`() throws {
    var stage = Stage(200, 60)
    var pair = Array(Catalogue.swift.prefix(2))
    pair[0].description = "the same"
    pair[1].description = "the\u{200B} same"
    try stage.load("x", pair)
    #expect(stage.lines[2].contains("the same"))
    #expect(stage.lines[3].contains("the\\u{200b} same"))
  }
}
