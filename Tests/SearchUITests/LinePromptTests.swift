import Terminal
import Testing

@testable import SearchUI

/// A line being typed: the effect of keys, and the bytes written.
@Suite struct LinePromptTests {
  /// The line, and all its output.
  private struct Typist {
    var line: TypedLine
    var view = LineView()
    var written = ""
    var effects: [TypedLine.Effect] = []

    init(
      history: [String] = [],
      complete: @escaping @Sendable (String) -> Completion? = { _ in nil }
    ) {
      line = TypedLine("> ", history: history, complete: complete)
      show()
    }

    mutating func show() {
      written += String(decoding: view.show(line.shown(width: 60)), as: UTF8.self)
    }

    mutating func take(_ event: InputEvent) {
      if let effect = line.take(event) { effects.append(effect) }
      show()
    }

    mutating func press(_ keys: Key...) { for key in keys { take(.key(key)) } }

    mutating func type(_ text: String) { for character in text { press(.character(character)) } }

    /// The output of a closure.
    mutating func writing(_ body: (inout Self) -> Void) -> String {
      written = ""
      body(&self)
      return written
    }
  }

  @Test func `a key redraws only the line, and writes nothing without a change`() {
    var typist = Typist()
    #expect(typist.written == "\r\u{1B}[K> \r\u{1B}[2C")

    #expect(typist.writing { $0.type("a") } == "\r\u{1B}[K> a\r\u{1B}[3C")
    #expect(typist.writing { $0.press(Key(.home)) } == "\r\u{1B}[2C")
    #expect(typist.writing { $0.press(Key(.home)) } == "")
    #expect(typist.writing { $0.press(Key(.insert)) } == "")
  }

  @Test func `Enter and ^C end the line, and ^D ends an empty one`() {
    var typist = Typist()
    typist.press(.control("d"))
    typist.type("abc")
    typist.press(.control("a"), .control("d"), .control("c"), Key(.enter), .control("j"))

    #expect(
      typist.effects == [.ended(.end), .ended(.canceled), .ended(.line("bc")), .ended(.line("bc"))]
    )
    #expect(typist.line.left(by: .line("bc"), width: 60) == "> bc")
    #expect(typist.line.left(by: .canceled, width: 60) == "^C")
  }

  @Test func `^Z suspends and ^L clears the screen during typing`() {
    var typist = Typist(history: ["swift"])
    typist.press(.control("z"), .control("l"), .control("r"), .control("z"))

    #expect(typist.effects == [.suspend, .clearScreen, .suspend])
  }

  @Test func `arrows recall earlier lines, and return to the typed one`() {
    var typist = Typist(history: ["new", "older"])
    typist.type("dra")

    #expect(typist.writing { $0.press(Key(.up)) }.hasSuffix("> new\r\u{1B}[5C"))
    #expect(typist.writing { $0.press(Key(.up), Key(.up)) }.hasSuffix("> older\r\u{1B}[7C"))
    #expect(typist.writing { $0.press(Key(.down), Key(.down)) }.hasSuffix("> dra\r\u{1B}[5C"))
  }

  @Test func `^R finds an earlier line by a part of it`() {
    var typist = Typist(history: ["swift nio", "vapor", "swift log"])
    typist.press(.control("r"))
    typist.type("swi")
    #expect(typist.written.contains("history: swi → swift nio"))
    typist.press(.control("r"))
    #expect(typist.written.contains("history: swi → swift log"))
    typist.press(Key(.enter))
    #expect(typist.written.hasSuffix("> swift log\r\u{1B}[11C"))
    typist.press(.control("r"), Key(.escape))
    #expect(typist.written.hasSuffix("> swift log\r\u{1B}[11C"))
    #expect(typist.effects.isEmpty)
  }

  @Test func `finds the newest match again with every letter`() {
    var typist = Typist(history: ["swift nio", "vapor", "swift log"])
    typist.press(.control("r"))
    typist.type("s")
    typist.press(.control("r"))
    typist.type("w")

    #expect(typist.written.hasSuffix("history: sw → swift nio\r\u{1B}[11C"), "\(typist.written)")
  }

  @Test func `finds the newest match again after a paste`() {
    var typist = Typist(history: ["swift nio", "vapor", "swift log"])
    typist.press(.control("r"), .control("r"), .control("r"))
    typist.take(.paste("vap"))

    #expect(typist.written.hasSuffix("history: vap → vapor\r\u{1B}[12C"), "\(typist.written)")
  }

  @Test func `^R without earlier lines finds nothing, and a paste is the line`() {
    var typist = Typist()
    typist.press(.control("r"))
    typist.take(.paste("secret"))
    typist.press(Key(.enter))

    #expect(typist.effects == [.ended(.line("secret"))])
  }

  @Test func `Tab completes the common prefix, and lists the choices`() {
    var typist = Typist { Completion(of: $0) { _, _ in [":star ", ":stars ", ":unstar "] } }
    typist.type("a :uns")
    typist.press(Key(.tab))
    #expect(typist.line.editor.text == "a :unstar ")
    typist.press(.control("u"))
    typist.type(":st")
    typist.press(Key(.tab), Key(.tab))

    #expect(typist.line.editor.text == ":star")
    #expect(typist.effects == [.list([":star ", ":stars "])])
    #expect(ChoiceList.lines([":star ", ":stars "], width: 60) == ":star   :stars")
  }

  @Test func `a paste is one line, and runs nothing`() {
    var typist = Typist()
    typist.take(.paste("a :quit\u{202E}\n b"))

    #expect(typist.effects.isEmpty)
    #expect(typist.written.contains("> a :quit\\u{202e} "))
  }

  @Test(arguments: [1, 2, 3, 5, 9, 20, 100], [false, true])
  func `the line fits any width`(columns: Int, isSearching: Bool) {
    var line = TypedLine("> ", history: ["a line of before"])
    for character in "a long line 日本語 with much in it" {
      _ = line.take(.key(.character(character)))
    }
    _ = line.take(.key(isSearching ? .control("r") : Key(.left)))

    let shown = line.shown(width: columns)

    #expect(shown.text.displayWidth < max(columns, 2))
    #expect(shown.cursorColumn < columns)
    #expect(line.left(by: .line(line.editor.text), width: columns).displayWidth <= max(columns, 3))
  }
}
