import Foundation
import GitHubModel
import SearchModel
import SearchUI
import SearchUITesting
import Terminal
import TerminalTesting
import TestSupport
import Testing

/// Any state at any size.
@Suite struct FramePropertyTests {
  private static let keys = KeyCommand.allCases.flatMap(\.keys).filter {
    ![.control("c"), .control("z")].contains($0)
  }
  private static let texts = [
    "a", " ", "é", "日本", "👨‍👩‍👧", "\u{202E}", "?", "language:swift ", "e\u{301}",
  ]

  private func step(_ harness: inout ScreenHarness, _ numbers: inout Dice) throws {
    switch Int.random(in: 0..<12, using: &numbers) {
    case 0, 1, 2, 3:
      harness.send(.input(.key(Self.keys.randomElement(using: &numbers) ?? Key(.enter))))
    case 4: harness.paste(Self.texts.randomElement(using: &numbers) ?? "")
    case 5:
      let count = Int.random(in: 0...60, using: &numbers)
      let rows =
        Bool.random(using: &numbers) ? Catalog.repositories(count) : Hostile.repositories()
      if harness.pending != nil { try harness.answer(rows, total: count * 100) }
    case 6:
      if harness.pending != nil {
        try harness.answer(
          .failure(SearchFailure(.badResponse, "\u{1B}[31m" + String(repeating: "x", count: 400)))
        )
      }
    case 7: if harness.search.selectedRow != nil { try harness.loadDetail() }
    case 8:
      let position = ScreenPosition(
        column: Int.random(in: -1...500, using: &numbers),
        row: Int.random(in: -1...200, using: &numbers)
      )
      let actions: [MouseEvent.Action] = [.press, .scrollDown, .scrollUp]
      let action = actions.randomElement(using: &numbers) ?? .scrollUp
      harness.send(.input(.mouse(MouseEvent(action, at: position))))
    case 9: if harness.pending != nil { try harness.useUpBudget(seconds: 30) }
    case 10: harness.receive(.answerIsLate)
    default:
      let columns = Int.random(
        in: 1...(Int.random(in: 0..<8, using: &numbers) > 0 ? 130 : 500),
        using: &numbers
      )
      let rows = Int.random(
        in: 1...(Int.random(in: 0..<8, using: &numbers) > 0 ? 40 : 200),
        using: &numbers
      )
      harness.resize(columns, rows)
    }
  }

  @Test(arguments: 0..<8)
  func `a frame has the right size, and the terminal displays it, after any events`(seed: UInt64)
    throws
  {
    var numbers = Dice(state: seed)
    var harness = ScreenHarness(80, 24, history: ["one", "\u{202E}two"])
    var renderer = Renderer(TerminalCapabilities())
    var terminal = ScreenModel(harness.screen.size)
    for _ in 0..<80 {
      try step(&harness, &numbers)
      harness.now += 0.3
      let frame = harness.frame
      try #require(frame.size == harness.screen.size)
      let cursor = try #require(frame.cursor)
      #expect(cursor.column < frame.size.columns && cursor.row < frame.size.rows)
      if terminal.size != frame.size { terminal = ScreenModel(frame.size) }
      terminal.writeInPieces(renderer.render(frame))
      #expect(terminal.lines.map(first(of:)) == frame.grid.lines.map(first(of:)))
      #expect(terminal.unknown.isEmpty)
      #expect(terminal.isAtRest)
    }
  }

  /// At the edge, a terminal may show only the first part of a joined glyph; a flag's is narrower
  /// than the flag, and leaves a blank.
  private func first(of line: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in line.compactMap(\.unicodeScalars.first) {
      let followsFlag = shown.last.map { 0x1F1E6...0x1F1FF ~= $0.value } ?? false
      if !(followsFlag && scalar == " ") { shown.append(scalar) }
    }
    return String(shown)
  }

  @Test func `draws every size from 1×1 to 130×40, and the largest`() throws {
    var harness = ScreenHarness(80, 24)
    try harness.load("swift", Hostile.repositories() + Catalog.repositories(50), total: 12_345)
    try harness.loadDetail()
    for columns in 1...130 {
      for rows in 1...40 where (columns * 7 + rows) % 23 == 0 || columns < 25 && rows < 6 {
        harness.resize(columns, rows)
        #expect(harness.frame.size == ScreenSize(columns: columns, rows: rows))
      }
    }
    harness.resize(500, 200)
    #expect(harness.frame.size == .maximum)
  }
}

extension ScreenModel {
  /// Writes in pieces, because the model searches the whole remaining text for tokens, which is
  /// slow for a large one.
  ///
  /// Pieces end before an escape sequence, so that no glyph is split.
  fileprivate mutating func writeInPieces(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.dropFirst(128).firstIndex(of: 0x1B) ?? rest.endIndex
      write(rest[..<end])
      rest = rest[end...]
    }
  }
}
