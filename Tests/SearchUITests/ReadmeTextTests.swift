import Terminal
import Testing

@testable import SearchUI

@Suite struct ReadmeTextTests {
  private let page = "https://github.com/octo/one"

  private func lines(_ markdown: String, width: Int = 40) -> [TextLine] {
    ReadmeText.lines(markdown, ReadmeText.Options(width: width, page: page))
  }

  private func texts(_ markdown: String, width: Int = 40) -> [String] {
    lines(markdown, width: width).map { $0.spans.map(\.text.description).joined() }
  }

  private func link(of text: String, in markdown: String) -> String? {
    lines(markdown).flatMap(\.spans).first { $0.text.description == text }?.link?.url
  }

  // MARK: Blocks

  @Test func `separates headings, paragraphs and rules`() {
    #expect(
      texts("# Title\nfirst\nsecond\n\n---\nthird\n")
        == ["Title", "", "first second", "", String(repeating: "─", count: 40), "", "third"]
    )
    #expect(lines("# Title").first?.spans.first?.style == CellStyle([.bold, .underline]))
  }

  @Test func `lists nest, count and tick off`() {
    #expect(
      texts("- a\n  1. b\n  2. c\n- d\n\n* [x] e\n* [ ] f\n")
        == ["• a", "  1. b", "  2. c", "• d", "", "[x] e", "[ ] f"]
    )
    #expect(texts("9. a\n10. b\n") == ["9. a", "10. b"])
    #expect(texts("- a\n\n  b\n\n- c\n") == ["• a", "", "  b", "", "• c"])
  }

  @Test func `quotes and code keep their shape`() {
    #expect(texts("> a\n> > b\n") == ["│ a", "│", "│ │ b"].map { $0 == "│" ? "│ " : $0 })
    #expect(texts("```sh\nmake  a\n\tb\n```\n") == ["  make  a", "      b"])
    #expect(texts("    " + String(repeating: "x", count: 12), width: 12) == ["  xxxxxxxxx…"])
  }

  @Test func `words are wrapped by what they take on a screen`() {
    #expect(texts("日本 語の **ド**キュ メント", width: 8) == ["日本", "語の", "ドキュ", "メント"])
    #expect(texts("abcdefghijklmnop", width: 12) == ["abcdefghijkl", "mnop"])
  }

  @Test(arguments: ["Note", "Tip", "Important", "Warning", "Caution"])
  func `an alert has its kind as a title`(kind: String) {
    #expect(
      texts("> [!\(kind.uppercased())]\n> Mind *this*.\n>\n> - a\n") == [
        "│ \(kind)", "│ Mind this.", "│ ", "│ • a",
      ]
    )
    #expect(texts("> [!OTHER]\n> a\n") == ["│ [!OTHER] a"])
  }

  @Test func `headings of different levels look different`() {
    let styles = (1...4).map { level in
      lines(String(repeating: "#", count: level) + " a").first?.spans.first?.style
    }
    #expect(Set(styles).count == 4)
  }

  @Test func `names of emoji are replaced in text, and nowhere else`() {
    #expect(texts(":rocket: a :nope: b:bug:") == ["🚀 a :nope: b🐛"])
    #expect(texts("`:rocket:`") == [":rocket:"])
  }

  // MARK: Tables

  @Test func `columns of a table are as wide as they need`() {
    #expect(
      texts("|Name|数|\n|-|-:|\n|a|1|\n|日本|1000|\n")
        == ["Name │   数", "─────┼─────", "a    │    1", "日本 │ 1000"]
    )
  }

  @Test func `a wide table shares its room, and too many columns go below each other`() {
    let long = String(repeating: "word ", count: 10)
    #expect(lines("|a|b|\n|-|-|\n|\(long)|\(long)|\n").allSatisfy { $0.width <= 40 })

    #expect(
      texts("|a|b|c|\n|-|-|-|\n|first one|second one|third one|\n", width: 16)
        == ["a: first one", "b: second one", "c: third one"]
    )
  }

  @Test func `a table without a header has no rule`() {
    #expect(texts("| | |\n|-|-|\n|a|b|\n") == ["a │ b"])
  }

  // MARK: Links and HTML

  @Test func `links lead to https alone, relative ones into the repository`() {
    #expect(link(of: "a", in: "[a](https://b.c/d?e)") == "https://b.c/d?e")
    #expect(link(of: "a", in: "[a](docs/../../x.md#y)") == page + "/blob/HEAD/x.md#y")
    #expect(link(of: "a", in: "[a](#part)") == page + "#part")
    #expect(link(of: "a", in: "[a](//b.c/d)") == "https://b.c/d")
    #expect(link(of: "a", in: "[a](<b c/ü>)") == page + "/blob/HEAD/b%20c/%C3%BC")
    #expect(link(of: "https://b.c", in: "see https://b.c.") == "https://b.c")
    for address in ["javascript:x", "file:///etc/passwd", "http://b.c", "mailto:a@b.c", "data:,x"] {
      #expect(link(of: "a", in: "[a](\(address))") == nil)
    }
  }

  @Test func `addresses are written where links cannot be followed`() {
    let options = ReadmeText.Options(width: 60, page: page, showsAddresses: true)
    let lines = ReadmeText.lines(
      "[a](http://b.c) [![d](e)](http://f) [g](#h) <http://i.j>",
      options
    )

    #expect(
      lines.map { $0.spans.map(\.text.description).joined() }
        == ["a <http://b.c> [d] g http://i.j"]
    )
  }

  @Test func `HTML is read for its text`() {
    #expect(
      texts(
        #"<p align="center"><img src="x" alt="Logo"><br><b>bold</b> text<!-- no --></p>"# + "\n\n"
          + #"a <kbd>b</kbd> <a href="https://c.d">e</a> <img alt="f"> <script>g</script>"#
      ) == ["[Logo]", "bold text", "", "a b e [f] g"]
    )
    #expect(link(of: "e", in: #"<a href="https://c.d">e</a>"#) == "https://c.d")
    #expect(texts("<ul><li>a</li><li>b</li></ul>") == ["• a", "• b"])
  }

  // MARK: Safety

  private static let hostile = [
    "\u{1B}[2J\u{1B}]0;x\u{7}\u{9B}31m\u{202E}abc\u{200B}", "&#27;[2J&#x9b;31m&#x202e;",
    "\u{0}\u{7F}",
    "a\rb\u{85}c\u{2028}d",
  ]

  @Test(arguments: hostile)
  func `nothing in a README acts on a terminal`(text: String) {
    let forms = [
      text, "# \(text)", "`\(text)`", "```\n\(text)\n```", "- \(text)", "> \(text)",
      "|\(text)|\n|-|\n|\(text)|", "[\(text)](https://a.b/\(text))", "![\(text)](x)",
      "<p title='\(text)'>\(text)</p>", "a <b>\(text)</b> <a href='https://a/\(text)'>x</a>",
    ]
    for form in forms {
      let styled = StyledText.text(lines(form), colors: .none, hasHyperlinks: false)
      let controls = styled.unicodeScalars.filter {
        $0 != "\n" && ($0.properties.generalCategory == .control || $0.value == 0x202E)
      }
      // The only escapes are the styles that are ours: each is `ESC [ … m`.
      let escapes = styled.components(separatedByEscape: ())
      #expect(controls.allSatisfy { $0 == "\u{1B}" })
      #expect(escapes.allSatisfy { $0.drop { "[0123456789;".contains($0) }.hasPrefix("m") })
    }
  }

  @Test(arguments: ["> ", "| a ", "[a](b) ", "日", "<li>"])
  func `a README of half a MiB is bounded, and every line fits`(unit: String) {
    let text = String(repeating: unit, count: (1 << 19) / unit.utf8.count)
    let clock = ContinuousClock()
    var lines: [TextLine] = []

    let time = clock.measure { lines = self.lines(text, width: 60) }

    #expect(lines.count <= 5_002)
    #expect(lines.allSatisfy { $0.width <= 60 })
    // A release build takes a tenth of a second; this is about minutes.
    #expect(time < .seconds(120))
  }
}

extension String {
  fileprivate func components(separatedByEscape: Void) -> [Substring] {
    split(separator: "\u{1B}", omittingEmptySubsequences: false).dropFirst().map { $0 }
  }
}
