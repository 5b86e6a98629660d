import Markdown
import Testing

@Suite struct PlainTextTests {
  private func lines(_ markdown: String) -> [String] {
    MarkdownDocument.plainText(of: markdown).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    .dropLast().map(String.init)
  }

  @Test func `writes each block as a line without markup`() {
    let markdown = """
      # A *big* title

      Some **bold**
      text, `code` and [a link](https://example.org).

      - one
      - two
        1. three

      > quoted

      ***

      | A | B |
      |---|---|
      | c | d |
      """
    #expect(
      lines(markdown) == [
        "A big title", "Some bold text, code and a link.", "one", "two", "three", "quoted", "A B",
        "c d",
      ]
    )
  }

  @Test func `keeps code without its fence`() {
    #expect(
      lines("```sh\nbrew install x\n\n  x --help\n```\n\n    indented") == [
        "brew install x", "x --help", "indented",
      ]
    )
  }

  @Test func `omits images, badges, tags and comments`() {
    let markdown = """
      [![build](https://ci.example/badge.svg)](https://ci.example) ![logo](logo.png)

      <p align="center">
        <img src="x.png" alt="An image">
        <b>Fast</b> and <a href="https://example.org">small</a><br>tool
      </p>
      <!-- hidden -->

      Press <kbd>q</kbd> to quit.
      """
    #expect(lines(markdown) == ["Fast and small", "tool", "Press q to quit."])
  }

  @Test func `an empty document has no text`() {
    #expect(MarkdownDocument.plainText(of: "\n\n<!-- -->\n![a](b)").isEmpty)
  }

  @Test func `for readers, separates blocks with a blank line and keeps code whole`() {
    let markdown = """
      # Title
      <p align="center"><img src="x"></p>

      One
      *line*.

      - a

      - b

        ```py
        if x:

            y()
        ```
      [![badge](x)](y)

          end
      """
    #expect(
      MarkdownDocument.plainText(of: markdown, separatesBlocks: true) == """
        Title

        One line.

        a
        b
        if x:

            y()

        end

        """
    )
  }
}
