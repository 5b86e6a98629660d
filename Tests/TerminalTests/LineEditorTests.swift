import Terminal
import Testing

@Suite struct LineEditorTests {
  /// The edited line, in which `|` is the cursor.
  private func edited(_ text: String, _ actions: LineEditor.Action...) -> String {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    var editor = LineEditor(parts.joined())
    while editor.cursor > parts[0].count { editor.apply(.moveLeft) }
    for action in actions { editor.apply(action) }
    return shown(editor)
  }

  private func shown(_ editor: LineEditor) -> String {
    editor.text.prefix(editor.cursor) + "|" + editor.text.dropFirst(editor.cursor)
  }

  @Test func `inserts at the cursor`() {
    #expect(edited("ab|c", .insert("x")) == "abx|c")
    #expect(edited("|", .insert("日本")) == "日本|")
  }

  @Test func `treats joined characters as one`() {
    #expect(edited("e|", .insert("\u{301}"), .deleteBackward) == "|")
    #expect(edited("👨|👩", .insert("\u{200D}")) == "👨‍👩|")
    #expect(edited("x👨‍👩‍👧|y", .deleteBackward) == "x|y")
    #expect(edited("🇩x|🇪", .deleteBackward) == "🇩🇪|")
  }

  @Test func `moves by character, by word and to the ends`() {
    #expect(edited("a👍🏽|", .moveLeft) == "a|👍🏽")
    #expect(edited("ab|", .moveRight) == "ab|")
    #expect(edited("one two|", .moveWordLeft) == "one |two")
    #expect(edited("|one  two", .moveWordRight) == "one|  two")
    #expect(edited("language:c++ |", .moveWordLeft) == "language:|c++ ")
    #expect(edited("a|b", .moveToStart) == "|ab")
    #expect(edited("a|b", .moveToEnd) == "ab|")
    #expect(edited("|", .moveWordLeft, .moveLeft, .moveWordRight) == "|")
  }

  @Test func `deletes characters, words and lines`() {
    #expect(edited("ab|c", .deleteForward) == "ab|")
    #expect(edited("|ab", .deleteBackward) == "|ab")
    #expect(edited("ab|", .deleteForward) == "ab|")
    #expect(edited("stars:>9 lang:c|", .killBlankWordBackward) == "stars:>9 |")
    #expect(edited("stars:>9 lang:c|", .killWordBackward) == "stars:>9 lang:|")
    #expect(edited("one |two three", .killWordForward) == "one | three")
    #expect(edited("ab|cd", .killToStart) == "|cd")
    #expect(edited("ab|cd", .killToEnd) == "ab|")
    #expect(edited("ab|cd", .clear) == "|")
  }

  @Test func `restores consecutively deleted text`() {
    #expect(edited("one two|", .killBlankWordBackward, .killBlankWordBackward, .yank) == "one two|")
    #expect(edited("ab|cd", .killToStart, .killToEnd, .yank) == "abcd|")
    #expect(edited("one two|", .killBlankWordBackward, .moveLeft, .killToEnd, .yank) == "one |")
    #expect(edited("|", .yank) == "|")
    #expect(edited("one| two", .clear, .yank) == "one two|")
    #expect(edited("one two|", .killBlankWordBackward, .clear, .yank) == "one two|")
  }

  @Test func `drops text beyond a line's limit`() {
    var editor = LineEditor()

    editor.apply(.insert(String(repeating: "日", count: 5000)))

    #expect(editor.text.utf8.count == 4095)
    #expect(editor.cursor == 1365)
  }
}

@Suite struct LineEditorWindowTests {
  private func window(_ text: String, cursor: Int, width: Int) -> LineEditor.Window {
    var editor = LineEditor(text)
    while editor.cursor > cursor { editor.apply(.moveLeft) }
    return editor.window(width: width)
  }

  @Test func `shows all of a line that fits`() {
    let window = window("hello", cursor: 5, width: 6)

    #expect(window.text == "hello")
    #expect(window.cursorColumn == 5)
  }

  @Test func `scrolls by half its width`() {
    let text = "abcdefghijklmnop"

    #expect(window(text, cursor: 16, width: 8).text.description == "mnop")
    #expect(window(text, cursor: 15, width: 8).text.description == "ijklmnop")
    #expect(window(text, cursor: 0, width: 8).text.description == "abcdefgh")
  }

  @Test func `shows hidden characters as escapes`() {
    let window = window("a\u{202E}b", cursor: 2, width: 40)

    #expect(window.text.description == "a\\u{202e}b")
    #expect(window.cursorColumn == 9)
  }

  @Test(arguments: ["abcdefghij", "日本語日本語", "a日b本c", "\u{202E}\u{202E}x", "", "👨‍👩‍👧👍🏽❤️e\u{301}"])
  func `the cursor is always inside and never within a glyph`(_ text: String) {
    for width in 1...14 {
      for cursor in 0...text.count {
        let window = window(text, cursor: cursor, width: width)
        #expect(0..<width ~= window.cursorColumn, "\(width), \(cursor)")
        #expect(window.text.displayWidth <= width, "\(width), \(cursor)")
      }
    }
  }
}
