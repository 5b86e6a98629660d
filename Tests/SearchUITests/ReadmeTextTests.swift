import GitHubModel
import Presentation
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

  private func link(
    of text: String,
    in markdown: String,
    at path: String = "README.md"
  ) -> String? {
    ReadmeText.lines(markdown, ReadmeText.Options(width: 40, page: page, path: path)).flatMap(
      \.spans
    ).first { $0.text.description == text }?.link?.url
  }

  // MARK: Blocks

  @Test func `separates headings, paragraphs and rules`() {
    #expect(
      texts("# Title\nfirst\nsecond\n\n---\nthird\n")
        == ["Title", "", "first second", "", String(repeating: "─", count: 40), "", "third"]
    )
    #expect(lines("# Title").first?.spans.first?.style == CellStyle([.bold, .underline]))
  }

  @Test func `nests, numbers and ticks off list items`() {
    #expect(
      texts("- a\n  1. b\n  2. c\n- d\n\n* [x] e\n* [ ] f\n")
        == ["• a", "  1. b", "  2. c", "• d", "", "[x] e", "[ ] f"]
    )
    #expect(texts("9. a\n10. b\n") == ["9. a", "10. b"])
    #expect(texts("- a\n\n  b\n\n- c\n") == ["• a", "", "  b", "", "• c"])
  }

  @Test func `keeps the shape of quotes and code`() {
    #expect(texts("> a\n> > b\n") == ["│ a", "│", "│ │ b"].map { $0 == "│" ? "│ " : $0 })
    #expect(texts("```sh\nmake  a\n\tb\n```\n") == ["  make  a", "      b"])
    #expect(texts("    " + String(repeating: "x", count: 12), width: 12) == ["  xxxxxxxxx…"])
  }

  @Test func `wraps words by their width on the screen`() {
    #expect(texts("日本 語の **ド**キュ メント", width: 8) == ["日本", "語の", "ドキュ", "メント"])
  }

  @Test func `truncates a word longer than a line instead of breaking it`() {
    #expect(texts("a abcdefghijklmnop b", width: 12) == ["a", "abcdefghijk…", "b"])
    #expect(texts("see https://a.b/**c**/defghijklm", width: 16) == ["see", "https://a.b/c/d…"])
    #expect(texts("日本語日本語日本語", width: 12) == ["日本語日本語", "日本語"])
  }

  @Test func `shows the whole URL if links cannot be followed`() {
    let options = ReadmeText.Options(width: 16, page: page, showsAddresses: true)
    let lines = ReadmeText.lines("[a](https://b.c/defghijklmnopq)", options)
    #expect(lines.map(\.plainText).joined().hasSuffix("<https://b.c/defghijklmnopq>"))
  }

  @Test func `numbers footnotes below the text`() {
    #expect(
      texts("a[^x] b[^y]\n\n[^y]: why\n\n    more\n[^x]: ex\n[^z]: unused\n\nend\n")
        == ["a[1] b[2]", "", "end", "", "[1] ex", "[2] why", "", "    more"]
    )
    #expect(texts("a[^x]\n") == ["a[^x]"])
  }

  // MARK: Code

  private func code(_ language: String, _ code: String) -> [[String: CellStyle]] {
    lines("```\(language)\n\(code)\n```", width: 100).map { line in
      Dictionary(line.spans.map { ($0.text.description, $0.style) }, uniquingKeysWith: { $1 })
    }
  }

  @Test func `colors code by its language`() {
    let swift = code("swift", #"@main let a = "b \" c" + 12.5 // d "e""#)[0]
    #expect(swift["@main"] == Theme.keyword)
    #expect(swift["let"] == Theme.keyword)
    #expect(swift[#""b \" c""#] == Theme.string)
    #expect(swift["12.5"] == Theme.number)
    #expect(swift[#"// d "e""#] == Theme.comment)
    #expect(code("yaml", "- a.b: true # c")[0]["a.b"] == Theme.keyword)
    #expect(code("JS,linenos", "const a")[0]["const"] == Theme.keyword)
    let sql = code("sql", "CREATE a, update b -- c")[0]
    #expect(sql["CREATE"] == Theme.keyword && sql["update"] == Theme.keyword)
    #expect(code("js", "update b")[0]["update b"] == .plain)
    #expect(code("nope", "const a")[0]["const a"] == Theme.code)
  }

  @Test func `comments and strings continue across lines`() {
    let go = code("go", "a /* b\nc */ d `e\nf` 1")
    #expect(go[0]["/* b"] == Theme.comment)
    #expect(go[1]["c */"] == Theme.comment)
    #expect(go[1]["`e"] == Theme.string)
    #expect(go[2]["f`"] == Theme.string)
    #expect(go[2]["1"] == Theme.number)
  }

  @Test func `an apostrophe starts no string, and # within a word no comment`() {
    let shell = code("sh", "echo don't $# a#b # c")[0]
    #expect(shell["echo"] == Theme.keyword)
    #expect(shell["# c"] == Theme.comment)
    #expect(shell.keys.contains { $0.contains("don't") })
  }

  @Test func `colors tags, attributes and comments of markup, but not its text`() {
    let html = code("html", "<!-- a\nb --><a class=\"x\ny\">Don't \"go\" &lt; <b>on</a>")
    #expect(html[0]["<!-- a"] == Theme.comment)
    #expect(html[1]["b -->"] == Theme.comment)
    #expect(html[1]["<a"] == Theme.keyword)
    #expect(html[1]["=\"x"] == Theme.string)
    #expect(html[2]["y\""] == Theme.string)
    #expect(html[2][">Don't \"go\" "] == .plain)
    #expect(html[2]["&lt"] == Theme.keyword)
    #expect(html[2][">on"] == .plain)
    #expect(html[2]["</a"] == Theme.keyword)
    #expect(code("XML", "<?xml version='1.0'?>")[0]["='1.0'"] == Theme.string)
  }

  @Test(arguments: CodeLanguage.named.keys.sorted() + [""])
  func `coloring keeps the code's text`(language: String) {
    let hostile = [
      "\u{1B}[2J \u{202E}", "\"", "'", "\\", "/*", "*/", "`", "#", "//", "@", "$", "-", ":", "=",
      "1.",
      "<", "</", "<!--", "=\"", "1️⃣", "e\u{301}", "\u{301}", "日本", "a", " ",
    ]
    for (index, first) in hostile.enumerated() {
      for second in hostile {
        let text = first + second + hostile[(index + 7) % hostile.count] + first
        let plain = self.lines("```\n\(text)\n```", width: 300).map(\.plainText)
        let colored = self.lines("```\(language)\n\(text)\n```", width: 300).map(\.plainText)
        // A combining mark after a quotation mark is shown as an escape.
        let visible = colored.map { $0.replacing("\\u{301}", with: "\u{301}") }
        #expect(visible == plain.map { $0.replacing("\\u{301}", with: "\u{301}") })
      }
    }
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

  @Test func `replaces emoji shortcodes only in text`() {
    #expect(texts(":rocket: a :nope: b:bug:") == ["🚀 a :nope: b🐛"])
    #expect(texts("`:rocket:`") == [":rocket:"])
  }

  // MARK: Tables

  @Test func `table columns are as wide as necessary`() {
    #expect(
      texts("|Name|数|\n|-|-:|\n|a|1|\n|日本|1000|\n")
        == ["Name │   数", "─────┼─────", "a    │    1", "日本 │ 1000"]
    )
  }

  @Test func `wide tables share the width, and too many columns are stacked`() {
    let long = String(repeating: "word ", count: 10)
    #expect(lines("|a|b|\n|-|-|\n|\(long)|\(long)|\n").allSatisfy { $0.width <= 40 })

    #expect(
      texts("|a|b|c|\n|-|-|-|\n|first one|second one|third one|\n", width: 16)
        == ["a: first one", "b: second one", "c: third one"]
    )
  }

  @Test func `a column is as wide as its longest word, if there is space`() {
    #expect(
      texts("|a|b|\n|-|-|\n|`--long-option`|one two three four five six|\n", width: 28)
        == ["a             │ b", "──────────────┼─────────────"] + [
          "--long-option │ one two", "              │ three four",
          "              │ five six",
        ]
    )
  }

  @Test func `a table without a header has no rule`() {
    #expect(texts("| | |\n|-|-|\n|a|b|\n") == ["a │ b"])
  }

  // MARK: Links and HTML

  @Test func `links lead only to HTTPS, and relative ones into the repository`() {
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

  @Test(arguments: [
    ("docs/README.md", "x.md", "docs/x.md"), (".github/readme.rst", "./x", ".github/x"),
    ("docs/README.md", "../x.md#y", "x.md#y"), ("docs/README.md", "/x.md", "x.md"),
    ("docs/a b/README", "x", "docs/a%20b/x"), ("docs/README.md", "../../../x", "x"),
    ("README.md", "x", "x"),
  ])
  func `relative links start at the README's directory`(
    _ path: String,
    _ address: String,
    _ place: String
  ) {
    #expect(link(of: "a", in: "[a](\(address))", at: path) == page + "/blob/HEAD/" + place)
    let html = "<a href=\"\(address)\">a</a>"
    #expect(link(of: "a", in: html, at: path) == page + "/blob/HEAD/" + place)
  }

  @Test func `writes URLs out if links cannot be followed`() {
    let options = ReadmeText.Options(width: 60, page: page, showsAddresses: true)
    let lines = ReadmeText.lines(
      "[a](http://b.c) [![d](e)](http://f) [g](#h) <http://i.j>",
      options
    )

    #expect(
      lines.map { $0.spans.map(\.text.description).joined() }
        == ["a <http://b.c> [image: d] g http://i.j"]
    )
    #expect(
      ReadmeText.lines("<me@b.c> [me@b.c](mailto:me@b.c) [me](mailto:me@b.c)", options)
        .map(\.plainText) == ["me@b.c me@b.c me <mailto:me@b.c>"]
    )
  }

  @Test func `shows the text of HTML`() {
    #expect(
      texts(
        #"<p align="center"><img src="x" alt="Logo"><br><b>bold</b> text<!-- no --></p>"# + "\n\n"
          + #"a <kbd>b</kbd> <a href="https://c.d">e</a> <img alt="f"> <script>g</script>"#
      ) == ["[image: Logo]", "bold text", "", "a b e [image: f] g"]
    )
    #expect(link(of: "e", in: #"<a href="https://c.d">e</a>"#) == "https://c.d")
    #expect(texts("<ul><li>a</li><li>b</li></ul>") == ["• a", "• b"])
    #expect(
      texts("<table><tr><th>a</th><th>b</th></tr>\n<tr>\n<td>c</td>\n<td>d e</td>\n</tr></table>")
        == ["a │ b", "c │ d e"]
    )
  }

  // MARK: Safety

  private static let hostile = [
    "\u{1B}[2J\u{1B}]0;x\u{7}\u{9B}31m\u{202E}abc\u{200B}", "&#27;[2J&#x9b;31m&#x202e;",
    "\u{0}\u{7F}",
    "a\rb\u{85}c\u{2028}d",
  ]

  @Test(arguments: hostile)
  func `nothing in a README controls the terminal`(text: String) {
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
      // The only escapes are our own styles, each of the form `ESC [ … m`.
      let escapes = styled.components(separatedByEscape: ())
      #expect(controls.allSatisfy { $0 == "\u{1B}" })
      #expect(escapes.allSatisfy { $0.drop { "[0123456789;".contains($0) }.hasPrefix("m") })
    }
  }

  @Test(arguments: [
    "> ", "| a ", "[a](b) ", "日", "<li>", "```go\n", "[^a]: ", "<td>", "    \"\\\"\n",
  ])
  func `a README of half a MiB is bounded, and every line fits`(unit: String) {
    let text = String(repeating: unit, count: (1 << 19) / unit.utf8.count)
    let clock = ContinuousClock()
    var lines: [TextLine] = []

    let time = clock.measure { lines = self.lines(text, width: 60) }

    #expect(lines.count <= 5_002)
    #expect(lines.allSatisfy { $0.width <= 60 })
    // A release build takes a tenth of a second; this detects minutes.
    #expect(time < .seconds(120))
  }

  // MARK: The head

  /// The lines of a README below a repository's facts.
  private func lines(_ readme: String, below name: String, _ description: String?) throws
    -> [String]
  {
    let name = try #require(RepositoryName(name))
    var repository = Repository(id: 1, name: name, owner: Owner(login: name.owner), url: "")
    repository.description = description
    let options = ReadmeText.Options(width: 60, head: ReadmeHead(repository))
    return ReadmeText.lines(readme, options).map(\.plainText)
  }

  @Test(arguments: [
    "# Swift NIO\n\nRest", "# SwiftNIO [![CI](a.svg)](https://a.b)\n\nRest",
    "Swift-NIO\n===\nRest", "# apple/swift-nio\n\n> is fast.\n\nRest",
    "<h1 align=\"center\"><img src=\"a.png\" alt=\"\"> swift-nio</h1>\n\nRest",
    "<!-- title -->\n\n# swift-nio\n\nIt is *fast*\n\nRest",
    "![](logo.png)\n\n# swift-nio\n\nIt is fast.\n\nRest",
    "[![a](a.svg)](https://a) ![b](https://img.shields.io/b)\n\nIt is fast.\n\nRest",
    "<p align=\"center\">\n<a href=\"https://a\"><img alt=\"Build\" src=\"a.svg\"></a>\n</p>\n\nRest",
  ])
  func `omits the name, the description and badges at the start of a README`(readme: String) throws
  {
    let lines = try lines(readme, below: "apple/swift-nio", "It is fast.")
    #expect(lines == (readme.contains("\n> ") ? ["│ is fast.", "", "Rest"] : ["Rest"]))
  }

  @Test(arguments: [
    "# Introduction", "Rest\n\n# Use\n\n## swift-nio", "It is fast, and more.",
    "![A screenshot](a.png)",
    "- swift-nio", "    swift-nio",
  ])
  func `keeps text that adds to the header`(readme: String) throws {
    let shown = try lines(readme, below: "apple/swift-nio", "It is fast.")
    #expect(shown == ReadmeText.lines(readme, ReadmeText.Options(width: 60)).map(\.plainText))
    #expect(!shown.isEmpty)
  }

  @Test func `omits badges after an introduction, but not those of a section`() throws {
    let badge = "[![CI](a.svg)](https://a.b)"
    let readme = "# NIO\n\nMore.\n\n\(badge)\n\n## Use\n\n\(badge)"
    #expect(
      try lines(readme, below: "a/nio", nil) == ["More.", "", "Use", "", "[image: CI]"]
    )
    #expect(try lines("# nio\n\n\(badge)", below: "a/nio", nil) == ["nio", "", "[image: CI]"])
  }
}

extension String {
  fileprivate func components(separatedByEscape: Void) -> [Substring] {
    split(separator: "\u{1B}", omittingEmptySubsequences: false).dropFirst().map { $0 }
  }
}

@Suite struct TextWrapTests {
  @Test func `breaks at spaces and inside long words`() {
    #expect(TextWrap.lines("one two three", width: 7) == ["one two", "three"])
    #expect(TextWrap.lines("abcdefghij", width: 4) == ["abcd", "efgh", "ij"])
    #expect(TextWrap.lines("日本語 x", width: 5) == ["日本", "語 x"])
    #expect(TextWrap.lines("", width: 5) == [])
    #expect(TextWrap.lines("a b", width: 0) == ["a", "b"])
  }
}
