import Markdown
import Testing

@Suite struct MarkdownDocumentTests {
  private func blocks(_ text: String) -> [MarkdownNode] { MarkdownDocument(text).root.children }

  @Test func `parses headings, emphasis and links`() {
    #expect(
      blocks("## A *b* **c** ~~d~~ `e` [f](g)") == [
        MarkdownNode(
          .heading(level: 2),
          [
            MarkdownNode(.text("A ")), MarkdownNode(.emphasis, [MarkdownNode(.text("b"))]),
            MarkdownNode(.text(" ")), MarkdownNode(.strong, [MarkdownNode(.text("c"))]),
            MarkdownNode(.text(" ")), MarkdownNode(.strikethrough, [MarkdownNode(.text("d"))]),
            MarkdownNode(.text(" ")), MarkdownNode(.code("e")), MarkdownNode(.text(" ")),
            MarkdownNode(.link("g"), [MarkdownNode(.text("f"))]),
          ]
        )
      ]
    )
  }

  @Test func `parses numbered lists and tasks`() throws {
    let ordered = try #require(blocks("3. a\n4. b\n").first)
    let tasks = try #require(blocks("- [x] a\n- [ ] b\n- c\n").first)

    #expect(ordered.kind == .list(start: 3, isTight: true))
    #expect(
      tasks.children.map(\.kind)
        == [.item(isChecked: true), .item(isChecked: false), .item(isChecked: nil)]
    )
  }

  @Test func `parses table column alignments`() throws {
    let table = try #require(blocks("|a|b|c|\n|:-|:-:|-:|\n|1|2|3|\n").first)

    #expect(table.kind == .table([.leading, .center, .trailing]))
    #expect(table.children.map(\.kind) == [.row(isHeader: true), .row(isHeader: false)])
    #expect(table.children.allSatisfy { $0.children.count == 3 })
  }

  @Test func `turns parts that nest too deeply into text of their parent`() {
    var depth = 0
    var node: MarkdownNode? = MarkdownDocument(String(repeating: "> ", count: 10_000) + "x").root
    while let next = node?.children.first {
      depth += 1
      node = next
    }

    #expect(node?.kind == .text("x"))
    #expect(depth <= 50)
  }

  @Test func `turns items of a list that is too deep into text`() {
    let text = (0..<200).map { String(repeating: "  ", count: $0) + "- x\n" }.joined()

    func check(_ node: MarkdownNode) -> Bool {
      node.children.allSatisfy { child in
        if case .item = child.kind {
          guard case .list = node.kind else { return false }
        }
        return check(child)
      }
    }

    #expect(check(MarkdownDocument(text).root))
  }

  @Test func `truncates and marks text that is too long`() {
    #expect(!MarkdownDocument("short").isCutOff)
    #expect(MarkdownDocument(String(repeating: "x ", count: 1 << 19)).isCutOff)
    #expect(MarkdownDocument(String(repeating: "x\n\n", count: 80_000)).isCutOff)
  }

  private static let nesting = [
    "*a **a ", "a** b", "[", "![[]()", "[a](b", "<a x='", "> - ", "| a ", "`a ``b ", "~~a ", "|\n",
    "<!--", "a@b.c ", "http://a.b ", "- a\n", "&#1;", "<b>", "www.a)",
    "[^a]: b\n\nx[^a] ", "[^", "[^a]: ", "![^a]",
  ]

  @Test(.timeLimit(.minutes(20)), arguments: nesting)
  func `parses a quarter of a MiB of nesting`(unit: String) {
    let text = String(repeating: unit, count: MarkdownDocument.maxBytes / unit.utf8.count)

    _ = MarkdownDocument(text)
  }

  /// cmark-gfm 0.29.0.gfm.6 takes quadratic time for these: decision 0042.
  @Test(arguments: nesting.filter { $0.contains("[") && !$0.contains("]: ") }, ["", "x ", "y\n"])
  func `limits brackets so that the parser stays fast`(unit: String, between: String) {
    let text = String(repeating: unit + between, count: 20_000)

    let shown = MarkdownDocument.plainText(of: text)

    #expect(shown.count { $0 == "[" } <= 2048)
  }

  @Test func `counts brackets separately in each paragraph and list item`() {
    for end in ["\n\n", "\n- "] {
      let text = String(repeating: String(repeating: "[", count: 1500) + end + "x", count: 4)

      #expect(MarkdownDocument.plainText(of: text).count { $0 == "[" } == 6000)
    }
  }

  @Test(arguments: [1, 1000, 50_000])
  func `limits table columns so that the parser stays fast`(count: Int) {
    let text =
      String(repeating: "|x", count: count) + "|\n" + String(repeating: "|-", count: count) + "|\n"

    let cells = blocks(text).first?.children.first?.children.count ?? 0

    #expect(cells == (count < 1024 ? count : cells) && cells <= 1024)
  }

  @Test func `parses any bytes`() {
    let bytes = (0...255).map { UInt8($0) }

    #expect(!MarkdownDocument(String(decoding: bytes, as: UTF8.self)).root.children.isEmpty)
    #expect(MarkdownDocument("").root.children.isEmpty)
  }
}
