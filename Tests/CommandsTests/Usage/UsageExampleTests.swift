import Testing

/// The comparison of an example with the output of its command.
@Suite struct UsageExampleTests {
  private static let page = """
    # Title

    ```console
    $ one --flag
    first
    second
    $ two
    ```

    Prose, and `$ three`.

    ```sh
    $ four
    ```

    ```console terminal
    $ five
    $ six
    $
    ```

    """

  @Test func `a page's commands come from its console blocks`() throws {
    let chapters = UsagePage.chapters(of: "page.md", text: Self.page)
    let page = try #require(chapters.first)

    #expect(chapters.count == 1 && page.name == "page.md: Title")
    #expect(page.examples.map(\.command) == ["one --flag", "two", "five", "six"])
    #expect(page.examples.map(\.output) == ["first\nsecond\n", "", "", "$\n"])
    #expect(page.examples.map(\.isOnTerminal) == [false, false, true, true])
    #expect(page.text == Self.page)
    #expect(page.variablesWithout == [])
  }

  @Test func `splits a document at its chapters, but not in a command's output`() {
    let text = "# A\n\n## B\n```console\n$ one\n## no\n```\n### C\n## D\n$ two\n"
    let chapters = UsagePage.chapters(of: "page.md", text: text)

    #expect(chapters.map(\.name) == ["page.md: A", "page.md: B", "page.md: D"])
    #expect(chapters.map(\.text).joined(separator: "\n") == text)
  }

  @Test func `a chapter names the variables that its examples run without`() {
    let text = "# Title\n\n## Chapter\n\n<!-- examples run without A_B, C -->\n"
    let chapters = UsagePage.chapters(of: "page.md", text: text)

    #expect(chapters.map(\.variablesWithout) == [[], ["A_B", "C"]])
  }

  @Test(arguments: [
    ("", ""), ("a\n", "a\n"), ("…\nb\n", "a\na\nb\n"), ("a\n…\n", "a\nb\n"), ("a…d\n", "abcd\n"),
    ("a…c…\n", "abcd\n"), ("…\nb\n…\nb\n", "b\nb\nb\nb\n"), ("a…\n", "a\n"), ("…b\n", "ab\n"),
  ])
  func `an ellipsis matches any text`(_ expected: String, _ output: String) {
    #expect(ExpectedOutput(expected).matches(output))
  }

  @Test(arguments: [
    ("", "a\n"), ("a\n", ""), ("a\n", "b\n"), ("a\n", "a\nb\n"), ("a\n…\n", "a\n"),
    ("…\nb\n", "b\n"), ("a…d\n", "abc\n"), ("a…c…d\n", "adc\n"), ("ab…b\n", "ab\n"),
  ])
  func `rejects any other output`(_ expected: String, _ output: String) {
    #expect(!ExpectedOutput(expected).matches(output))
  }

  @Test func `an example that is only an ellipsis checks nothing`() {
    #expect(!ExpectedOutput("…\n").saysSomething)
    #expect(ExpectedOutput("…\nb\n").saysSomething)
    #expect(ExpectedOutput("").saysSomething)
  }
}
