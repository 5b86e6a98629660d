import Foundation
import GitHubModel
import SearchModel
import SearchUI
import SearchUITesting
import Terminal
import TerminalTesting
import Testing

/// Any state, in any size.
@Suite struct FramePropertyTests {
  /// SplitMix64: the same numbers every time.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  private static let keys = Keymap.defaults.flatMap(\.1).filter {
    ![.control("c"), .control("z")].contains($0)
  }
  private static let texts = [
    "a", " ", "é", "日本", "👨‍👩‍👧", "\u{202E}", "?", "language:swift ", "e\u{301}",
  ]

  private func step(_ stage: inout Stage, _ numbers: inout Numbers) throws {
    switch Int.random(in: 0..<12, using: &numbers) {
    case 0, 1, 2, 3:
      stage.send(.input(.key(Self.keys.randomElement(using: &numbers) ?? Key(.enter))))
    case 4: stage.paste(Self.texts.randomElement(using: &numbers) ?? "")
    case 5:
      let count = Int.random(in: 0...60, using: &numbers)
      let rows =
        Bool.random(using: &numbers) ? Catalogue.repositories(count) : Hostile.repositories()
      if stage.plan?.request != nil { try stage.answer(rows, total: count * 100) }
    case 6:
      if stage.plan?.request != nil {
        try stage.answer(.failure(.badAnswer("\u{1B}[31m" + String(repeating: "x", count: 400))))
      }
    case 7: if stage.search.selectedRow != nil { try stage.loadDetail() }
    case 8:
      let position = ScreenPosition(
        column: Int.random(in: -1...500, using: &numbers),
        row: Int.random(in: -1...200, using: &numbers)
      )
      let actions: [MouseEvent.Action] = [.press(.left), .scrollDown, .scrollUp]
      let action = actions.randomElement(using: &numbers) ?? .scrollUp
      stage.send(.input(.mouse(MouseEvent(action, at: position))))
    case 9: if stage.plan?.request != nil { try stage.useUpBudget(seconds: 30) }
    case 10: stage.tell(.tick)
    default:
      let columns = Int.random(
        in: 1...(Int.random(in: 0..<8, using: &numbers) > 0 ? 130 : 500),
        using: &numbers
      )
      let rows = Int.random(
        in: 1...(Int.random(in: 0..<8, using: &numbers) > 0 ? 40 : 200),
        using: &numbers
      )
      stage.resize(columns, rows)
    }
  }

  @Test(arguments: 0..<8)
  func `a frame has the size, and the terminal shows it, whatever happens`(seed: UInt64) throws {
    var numbers = Numbers(state: seed)
    var stage = Stage(80, 24, history: ["one", "\u{202E}two"])
    var renderer = Renderer(TerminalCapabilities())
    var terminal = ScreenModel(stage.screen.size)
    for _ in 0..<80 {
      try step(&stage, &numbers)
      stage.now += 0.3
      let frame = stage.frame
      try #require(frame.size == stage.screen.size)
      let cursor = try #require(frame.cursor)
      #expect(cursor.column < frame.size.columns && cursor.row < frame.size.rows)
      if terminal.size != frame.size { terminal = ScreenModel(frame.size) }
      terminal.writeInPieces(renderer.render(frame))
      #expect(terminal.lines.map(first(of:)) == frame.grid.lines.map(first(of:)))
      #expect(terminal.unknown.isEmpty)
      #expect(terminal.isAtRest)
    }
  }

  /// At the edge a terminal may get the first part of a joined glyph alone.
  private func first(of line: String) -> String {
    String(line.map { $0.unicodeScalars.first.map(Character.init) ?? $0 })
  }

  @Test func `every size from 1×1 to 130×40, and the largest`() throws {
    var stage = Stage(80, 24)
    try stage.load("swift", Hostile.repositories() + Catalogue.repositories(50), total: 12_345)
    try stage.loadDetail()
    for columns in 1...130 {
      for rows in 1...40 where (columns * 7 + rows) % 23 == 0 || columns < 25 && rows < 6 {
        stage.resize(columns, rows)
        #expect(stage.frame.size == ScreenSize(columns: columns, rows: rows))
      }
    }
    stage.resize(500, 200)
    #expect(stage.frame.size == .largest)
  }
}

extension ScreenModel {
  /// The model looks for its tokens in all that is left of a write, which takes long for a large one.
  fileprivate mutating func writeInPieces(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      write(rest.prefix(128))
      rest = rest.dropFirst(128)
    }
  }
}
