import GitHubModel
import Presentation
import Terminal
import Testing

@Suite struct MarkedTextTests {
  /// The text with its marked parts in brackets.
  private func drawn(_ text: MarkedText) -> String {
    text.pieces.map { $0.isMarked ? "[\($0.text)]" : $0.text }.joined()
  }

  @Test func `replaces emoji shortcodes, also beside marks`() {
    let text = MarkedText(":rocket: a :tada: :nothing:", ranges: [9..<10]).withEmoji

    #expect(drawn(text) == "🚀 [a] 🎉 :nothing:")
  }

  @Test(
    arguments: [
      ("a swift b", [2..<7], "a [swift] b"), ("swift", [0..<5], "[swift]"),
      ("aa bb", [3..<5, 0..<2], "[aa] [bb]"), ("abcd", [0..<2, 1..<3], "[abc]d"),
      ("abc", [], "abc"),
      ("", [0..<5], ""), ("abc", [90..<99], "abc"), ("e\u{301}x", [1..<3], "[e\u{301}]x"),
      ("a\u{1B}[31mb", [1..<2], "a[\\u{1b}][31mb"), ("a\u{202E}b", [0..<1], "[a]\\u{202e}b"),
    ] as [(String, [Range<Int>], String)]
  )
  func `marks whole characters, and escapes them`(
    _ text: String,
    _ ranges: [Range<Int>],
    _ expected: String
  ) {
    #expect(drawn(MarkedText(text, ranges: ranges)) == expected)
  }

  @Test(arguments: [
    (9, "a [swift] b"), (8, "a [swift]…"), (7, "a [swif]…"), (3, "a …"), (1, "…"), (0, ""),
  ])
  func `truncates like plain text, without marks on the hidden part`(
    _ width: Int,
    _ expected: String
  ) {
    #expect(drawn(MarkedText("a swift b", ranges: [2..<7]).truncated(toWidth: width)) == expected)
  }

  @Test func `trims text before the first mark by whole characters`() {
    let text = MarkedText("一二三 found", ranges: [10..<15])

    #expect(text.beginning(beforeFirstMark: 7).text == "一二三 found")
    #expect(text.beginning(beforeFirstMark: 5).text == "…三 found")
    #expect(text.beginning(beforeFirstMark: 0).text == "…found")
    #expect(MarkedText("一二三").beginning(beforeFirstMark: 2).text == "一二三")
  }

  @Test(arguments: 0...40)
  func `a context line begins and ends at word boundaries`(_ width: Int) throws {
    let line = "Feeds (a list) of anything found in files, 列表 and menus"
    let text = MarkedText(line, ranges: [27..<32])
    let words = Set(text.text.split { !$0.isLetter }.map(String.init))

    for start in 0...40 {
      let cut = text.beginning(beforeFirstMark: start).truncated(toWidth: width, atWord: true)
      #expect(cut.text.displayWidth <= width && !cut.text.hasPrefix("… "))
      guard let mark = cut.pieces.first(where: \.isMarked), mark.text == "found" else { continue }
      let shown = cut.text.split { !$0.isLetter }.map(String.init)
      #expect(shown.allSatisfy { words.contains($0) || "列表".hasPrefix($0) }, "\(cut.text)")
    }
  }
}
