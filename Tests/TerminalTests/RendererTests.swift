import Terminal
import TerminalTesting
import Testing

@Suite struct RendererTests {
  private let capabilities = TerminalCapabilities(colors: .trueColor, hasHyperlinks: true)

  /// The screen of a terminal after a full frame.
  private func screen(of frame: Frame, _ clusters: ScreenModel.Clusters) -> ScreenModel {
    var model = ScreenModel(frame.size, clusters: clusters)
    model.write(Renderer(capabilities).bytes(from: nil, to: frame))
    return model
  }

  @Test(arguments: ScreenModel.Clusters.allCases)
  func `updates the screen from any frame to any other`(_ clusters: ScreenModel.Clusters) {
    for seed in 1...700 {
      var random = RandomFrames(seed: UInt64(seed))
      let first = random.frame(random.size())
      let second = seed.isMultiple(of: 3) ? random.frame(first.size) : random.change(first)
      var model = screen(of: first, clusters)
      let expected = screen(of: second, clusters)

      model.write(Renderer(capabilities).bytes(from: first, to: second))

      #expect(model.cells == expected.cells, "seed \(seed)")
      #expect(model.unknown == [] && model.isAtRest, "seed \(seed)")
      #expect(model.modes.contains(25) == (second.cursor != nil), "seed \(seed)")
      if let cursor = second.cursor { #expect(model.cursor == cursor, "seed \(seed)") }
      if let title = second.title { #expect(model.title == title.description, "seed \(seed)") }
    }
  }

  @Test func `draws the content of the grid`() {
    for seed in 1...300 {
      var random = RandomFrames(seed: UInt64(seed))
      let frame = random.frame(random.size())
      let model = screen(of: frame, .joined)

      for row in 0..<frame.size.rows {
        for column in 0..<frame.size.columns {
          let cell = model.cells[row][column]
          #expect(
            cell.text == frame.grid.text(column: column, row: row) || isCutCluster(cell),
            "seed \(seed)"
          )
          #expect(cell.style == frame.grid.style(column: column, row: row), "seed \(seed)")
          #expect(cell.link == frame.grid.link(column: column, row: row), "seed \(seed)")
        }
      }
    }
  }

  /// Whether a cluster at the right edge, whose parts would not fit, is drawn as its first part.
  private func isCutCluster(_ cell: ScreenModel.Cell) -> Bool {
    cell.text.unicodeScalars.count == 1 || cell.text == " "
  }

  @Test func `writes nothing for the same frame`() {
    var random = RandomFrames(seed: 7)
    var renderer = Renderer(capabilities)
    let frame = random.frame(ScreenSize(columns: 80, rows: 24))

    _ = renderer.render(frame)

    #expect(renderer.render(frame) == [])
  }

  @Test func `redraws everything if the size changes or the screen is lost`() {
    var renderer = Renderer(capabilities)
    var small = Frame(Grid(ScreenSize(columns: 10, rows: 2)))
    small.grid.put("hello", at: ScreenPosition(column: 0, row: 0))
    var large = Frame(Grid(ScreenSize(columns: 12, rows: 2)))
    large.grid.put("hello", at: ScreenPosition(column: 0, row: 0))
    _ = renderer.render(small)

    var model = ScreenModel(large.size)
    model.write(renderer.render(large))
    #expect(model.lines == ["hello", ""])

    renderer.forget()
    model = ScreenModel(large.size)
    model.write(renderer.render(large))
    #expect(model.lines == ["hello", ""])
  }

  @Test func `wraps each frame in one synchronized update with the cursor hidden`() {
    var renderer = Renderer(capabilities)
    var frame = Frame(
      Grid(ScreenSize(columns: 10, rows: 2)),
      cursor: ScreenPosition(column: 1, row: 0)
    )
    _ = renderer.render(frame)
    frame.grid.put("x", at: ScreenPosition(column: 0, row: 0))

    let text = String(decoding: renderer.render(frame), as: UTF8.self)

    #expect(text == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[Hx\u{1B}[?25h\u{1B}[?2026l")
  }

  @Test func `uses only attributes without colors`() {
    var renderer = Renderer(TerminalCapabilities(colors: .none))
    var frame = Frame(Grid(ScreenSize(columns: 10, rows: 1)))
    let style = CellStyle([.bold, .reverse], foreground: .red, background: .rgb(1, 2, 3))
    frame.grid.put("x", at: ScreenPosition(column: 0, row: 0), style: style)

    let text = String(decoding: renderer.render(frame), as: UTF8.self)

    #expect(text.contains("\u{1B}[1;7mx\u{1B}[m"))
    #expect(CellStyle([.bold, .underline])("x") == "\u{1B}[1;4mx\u{1B}[0m")
    #expect(
      CellStyle.foreground(.yellow)("x") == "\u{1B}[33mx\u{1B}[0m" && CellStyle.plain("x") == "x"
    )
  }

  @Test func `uses only bold and reverse without colors`() {
    var styled = StyledText(colors: .none, hasHyperlinks: false)
    styled.append("a", CellStyle([.dim, .italic, .strikethrough], foreground: .blue))
    styled.append("b", .underline)
    styled.append("c", .reverse)
    styled.endLine()

    #expect(styled.text == "a\u{1B}[1mb\u{1B}[;7mc\u{1B}[m\n")
  }

  @Test func `maps an explicit color to the nearest of sixteen`() {
    var renderer = Renderer(TerminalCapabilities(colors: .palette))
    var frame = Frame(Grid(ScreenSize(columns: 10, rows: 1)))
    frame.grid.put(
      "x",
      at: ScreenPosition(column: 0, row: 0),
      style: .foreground(.rgb(250, 10, 10))
    )

    #expect(String(decoding: renderer.render(frame), as: UTF8.self).contains("\u{1B}[91mx"))
    for color in [Color.rgb(0, 1, 0), .rgb(250, 250, 250), .rgb(85, 85, 85)] {
      frame.grid.put("y", at: ScreenPosition(column: 0, row: 0), style: .foreground(color))
      let text = String(decoding: renderer.render(frame), as: UTF8.self)
      #expect(["30", "37", "90", "97"].allSatisfy { !text.contains("\u{1B}[\($0)m") })
    }
  }

  @Test func `omits links for terminals without them`() {
    var renderer = Renderer(TerminalCapabilities())
    var frame = Frame(Grid(ScreenSize(columns: 10, rows: 1)))
    frame.grid.put("x", at: ScreenPosition(column: 0, row: 0), link: Link("https://a.test/"))

    #expect(!String(decoding: renderer.render(frame), as: UTF8.self).contains("]8;"))
  }
}

/// The size at which fzf's lists take 227 and 2,527 bytes (fzf 0.38).
@Suite struct RendererCostTests {
  private let size = ScreenSize(columns: 100, rows: 30)

  private func list(_ word: String, selected: Int) -> Frame {
    var grid = Grid(size)
    grid.put("> \(SafeText(word))", at: ScreenPosition(column: 0, row: 0))
    for row in 0..<27 {
      let place = ScreenPosition(column: 0, row: row + 2)
      let isSelected = row == selected
      grid.put(isSelected ? "▌ " : "  ", at: place, style: .foreground(.cyan))
      let name = SafeText("\(word)-owner-\(row)/\(word)-repository")
      let end = ScreenPosition(column: 2, row: place.row)
      let used = grid.put(name, at: end, width: 34, style: isSelected ? .bold : .plain)
      let next = ScreenPosition(column: 3 + used, row: place.row)
      grid.put(SafeText("★ \(row * 37) \(word) text of some length"), at: next, style: .dim)
    }
    return Frame(grid, cursor: ScreenPosition(column: 2 + word.count, row: 0))
  }

  @Test func `moves a selection in less than 400 bytes`() {
    let bytes = Renderer(TerminalCapabilities()).bytes(
      from: list("swift", selected: 3),
      to: list("swift", selected: 4)
    )

    #expect(bytes.count <= 400)
  }

  @Test func `changes a whole list in less than 2,560 bytes`() {
    let bytes = Renderer(TerminalCapabilities()).bytes(
      from: list("swift", selected: 0),
      to: list("rusty", selected: 0)
    )

    #expect(bytes.count <= 2560)
  }
}
