import Markdown
import Testing

@Suite struct MarkdownDocumentTests {
  private func blocks(_ text: String) -> [MarkdownNode] { MarkdownDocument(text).root.children }

  @Test func `headings, emphasis and links have their places`() {
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

  @Test func `lists have their numbers and tasks`() throws {
    let ordered = try #require(blocks("3. a\n4. b\n").first)
    let tasks = try #require(blocks("- [x] a\n- [ ] b\n- c\n").first)

    #expect(ordered.kind == .list(start: 3, isTight: true))
    #expect(
      tasks.children.map(\.kind)
        == [.item(isChecked: true), .item(isChecked: false), .item(isChecked: nil)]
    )
  }

  @Test func `tables have the alignments of their columns`() throws {
    let table = try #require(blocks("|a|b|c|\n|:-|:-:|-:|\n|1|2|3|\n").first)

    #expect(table.kind == .table([.leading, .center, .trailing]))
    #expect(table.children.map(\.kind) == [.row(isHeader: true), .row(isHeader: false)])
    #expect(table.children.allSatisfy { $0.children.count == 3 })
  }

  @Test func `parts that nest too deeply become text of the part around them`() {
    var depth = 0
    var node: MarkdownNode? = MarkdownDocument(String(repeating: "> ", count: 10_000) + "x").root
    while let next = node?.children.first {
      depth += 1
      node = next
    }

    #expect(node?.kind == .text("x"))
    #expect(depth <= 50)
  }

  @Test func `an item of a list that is too deep becomes text too`() {
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

  @Test func `text that is too long is cut off and marked`() {
    #expect(!MarkdownDocument("short").isCutOff)
    #expect(MarkdownDocument(String(repeating: "x ", count: 1 << 19)).isCutOff)
    #expect(MarkdownDocument(String(repeating: "x\n\n", count: 80_000)).isCutOff)
  }

  @Test(arguments: [
    "*a **a ", "a** b", "[", "![[]()", "[a](b", "<a x='", "> - ", "| a ", "`a ``b ", "~~a ", "|\n",
    "<!--", "a@b.c ", "http://a.b ", "- a\n", "&#1;", "<b>", "www.a)",
    "[^a]: b\n\nx[^a] ", "[^", "[^a]: ", "![^a]",
  ])
  func `a quarter of a MiB of nesting is parsed quickly`(unit: String) {
    let text = String(repeating: unit, count: MarkdownDocument.maxBytes / unit.utf8.count)
    let clock = ContinuousClock()

    let time = clock.measure { _ = MarkdownDocument(text) }

    // Without the bounds, the slowest of these take ten seconds and more.
    #expect(time < .seconds(30))
  }

  @Test func `a wide table is parsed quickly`() {
    let text =
      String(repeating: "|x", count: 50_000) + "\n" + String(repeating: "|-", count: 50_000)
    let clock = ContinuousClock()

    let time = clock.measure { _ = MarkdownDocument(text) }

    #expect(time < .seconds(30))
  }

  @Test func `any bytes can be parsed`() {
    let bytes = (0...255).map { UInt8($0) }

    #expect(!MarkdownDocument(String(decoding: bytes, as: UTF8.self)).root.children.isEmpty)
    #expect(MarkdownDocument("").root.children.isEmpty)
  }
}
