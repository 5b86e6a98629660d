import GitHubModel
import GitHubSandbox
import Output
import Presentation
import SearchUI
import Terminal
import Testing

@testable import Commands

@Suite struct MarkedTextTests {
  /// The text with marks around what is marked.
  private func drawn(_ text: MarkedText) -> String {
    text.pieces.map { $0.isMarked ? "[\($0.text)]" : $0.text }.joined()
  }

  @Test func `replaces emoji shortcodes, also beside marks`() {
    let text = MarkedText(":rocket: a :tada: :nothing:", ranges: [9..<10]).withEmoji

    #expect(drawn(text) == "🚀 [a] 🎉 :nothing:")
  }

  @Test func `shows emoji to people and shortcodes to programs`() async throws {
    var repository = SandboxRepository(
      id: 900_900_901,
      owner: SandboxOwner(login: "octo"),
      name: "fuzzy"
    )
    repository.description = ":cherry_blossom: A fuzzy archaeopteryx"
    var user = try await ListsHarness.start(repositories: [repository])
    for command in [["archaeopteryx"], ["view", "octo/fuzzy", "--no-readme"]] {
      user.terminal = TerminalSize(columns: 100, rows: 50)
      let shown = await user.run(command)
      user.terminal = nil
      let piped = await user.run(command)

      #expect(shown.output.contains("🌸 A fuzzy"), "\(shown)")
      #expect(piped.output.contains(":cherry_blossom: A fuzzy"), "\(piped)")
    }
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

  @Test func `marks the words of the search only in a colored table`() async throws {
    var harness = try await Harness.signedIn()
    harness.terminal = TerminalSize(columns: 120, rows: 24)
    harness.environment["NO_COLOR"] = "1"
    let plain = await harness.run("vapor", "--limit", "1")
    harness.environment["NO_COLOR"] = nil
    harness.output = MemorySink()
    let colored = await harness.run("vapor", "--limit", "1")

    #expect(plain.output.contains("vapor/vapor"))
    let word = "\u{1B}[1;4mvapor\u{1B}[0m"
    #expect(colored.output.contains("\(word)\u{1B}[1m/\u{1B}[0m\(word)"))
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
