import Markdown
import Testing

@Suite struct MarkdownOutlineTests {
  private func headings(_ text: String) -> [String] {
    MarkdownOutline(text).sections.map { "\($0.level) \($0.title) \($0.line)" }
  }

  @Test func `finds headings of Markdown and HTML`() {
    let text = """
      Intro

      # The *first* `one`
      Setext
      ======
      and
      two lines
      ---
      <h2 align="center">
        From <b>HTML</b> &amp; more
      </h2>

      <h1 align="center">

      <img src="logo.png" alt="Logo">

      </h1>

      ###### Last ######
      """
    #expect(
      headings(text) == [
        "1 The first one 3", "1 Setext 4", "2 and two lines 6", "2 From HTML & more 9",
        "1 Logo 13", "6 Last 19",
      ]
    )
  }

  @Test func `ignores headings in code, quotes, lists and tables`() {
    let text = """
      # A
      ```sh
      # comment
      ```

          # indented

      <pre><h1>code</h1></pre>

      > # quoted

      - # item

      | <h2>cell</h2> |
      |---|

      `<h1>` and <!-- <h1>comment</h1> -->
      """
    #expect(headings(text) == ["1 A 1"])
  }

  @Test func `numbers repeated titles`() {
    #expect(
      headings("# Usage (2)\n# Usage\n# usage\n# Usage (2)\n# Usage") == [
        "1 Usage (2) 1", "1 Usage 2", "1 usage (3) 3", "1 Usage (2) (2) 4", "1 Usage (4) 5",
      ]
    )
  }

  @Test func `a section includes its subsections, and lines end in three ways`() {
    let text = "before\n# A\r\n## B\rb\n### C\n## D\nd\n# E"
    let sections = MarkdownOutline(text).sections

    #expect(sections.map(\.title) == ["A", "B", "C", "D", "E"])
    #expect(sections.map(\.line) == [2, 3, 5, 6, 8])
    #expect(
      sections.map { String($0.text) } == [
        "# A\r\n## B\rb\n### C\n## D\nd\n", "## B\rb\n### C\n", "### C\n", "## D\nd\n", "# E",
      ]
    )
    #expect(sections.map(\.size) == [25, 13, 6, 7, 3])
  }

  @Test(arguments: [
    ("install", ["Install"]), (" INSTALL   ", ["Install"]), ("us", ["Usage", "Use of it"]),
    ("use  of", ["Use of it"]), ("x", []),
  ])
  func `finds a section by its title or a prefix of it`(_ name: String, _ found: [String]) {
    let outline = MarkdownOutline("# Install\n# Installation\n# Usage\n# Use of it")

    #expect(outline.sections(named: name).map(\.title) == found)
  }

  // MARK: Properties

  /// Texts made of random pieces of headings, the same in every run.
  private static let generated: [String] = {
    let pieces = [
      "# A", "## B\n", "\n", "\r\n", "\r", "text", "===", "---", "<h1>", "</h1>", "<h2>x</h2>",
      "```",
      "> ", "- ", "| a |\n|---|", "<pre>", "</pre>", "<!--", "-->", "🏳️‍🌈", "e\u{301}", "\u{0}", "`",
      "![a](b)", "    ", "\t", "[^1]: # n", "<img alt=\"z\">", "&amp;", "<h3", "# A",
    ]
    var state: UInt64 = 42
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    return (0..<2000).map { _ in
      (0..<next(40)).map { _ in pieces[next(pieces.count)] + ["", "\n", "\n\n"][next(3)] }.joined()
    }
  }()

  @Test func `a section is part of its source, at its line`() {
    for text in Self.generated {
      for section in MarkdownOutline(text).sections {
        #expect(section.text.base == text)
        #expect(section.size == section.text.unicodeScalars.count)
        let before = text[..<section.text.startIndex].unicodeScalars
        let isLineStart = before.isEmpty || before.last == "\n" || before.last == "\r"
        #expect(isLineStart, "\(text.debugDescription)")
      }
    }
  }

  @Test func `top-level sections cover the text from the first heading on`() {
    for text in Self.generated {
      // All other headings are below this one, or at its level.
      let text = "# Top\n\n" + text
      let top = MarkdownOutline(text).sections.filter { $0.level == 1 }
      #expect(top.map { String($0.text) }.joined() == text)
    }
  }

  @Test func `titles are unique, and find their sections`() {
    for text in Self.generated {
      let outline = MarkdownOutline(text)
      let titles = outline.sections.map { $0.title.lowercased() }
      #expect(Set(titles).count == titles.count)
      for section in outline.sections {
        #expect(outline.sections(named: section.title).first?.text == section.text)
      }
    }
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["# a\n", "<h1>", "<h1>x\n", "> ", "[", "<pre", "a\n=\n"]
  )
  func `large texts take linear time`(_ piece: String) {
    let text = String(repeating: piece, count: 100_000)
    let sections = MarkdownOutline(text).sections
    #expect(sections.allSatisfy { $0.level == 1 })
  }
}
