import Foundation
import GitHubModel
import SearchModel
import SearchUITesting
import System
import Terminal
import Testing

@testable import SearchUI

/// The REPL on a terminal: what is written, key by key.
@Suite struct PromptDriverTests {
  @Test func `a key redraws the line alone, and a key that changes nothing writes nothing`() {
    let harness = PromptHarness(.answering([]))
    #expect(harness.terminal.text == "\r\u{1B}[K> \r\u{1B}[2C")

    #expect(harness.written { harness.type("a") } == "\r\u{1B}[K> a\r\u{1B}[3C")
    #expect(harness.written { harness.press(Key(.home)) } == "\r\u{1B}[2C")
    #expect(harness.written { harness.press(Key(.home)) } == "")
    #expect(harness.written { harness.press(Key(.insert)) } == "")
  }

  @Test func `an entered line stays, its answer follows, and a new prompt after that`() async {
    let harness = PromptHarness(.answering(Catalog.repositories(1)))

    harness.type("nio")
    harness.press(Key(.enter))

    #expect(await harness.wait(for: "searches left\r\n\r\u{1B}[K> "))
    #expect(harness.terminal.text.contains("\r\u{1B}[K> nio\r\n1     apple/swift-nio"))
    #expect(!harness.terminal.text.replacing("\r\n", with: "").contains("\n"))
  }

  @Test func `^C clears the line, ^D on an empty line leaves, and not on another`() {
    let harness = PromptHarness(.answering([]))
    harness.type("abc")
    harness.press(.control("a"), .control("d"))

    #expect(harness.terminal.text.hasSuffix("> bc\r\u{1B}[2C"))
    #expect(
      harness.written { harness.press(.control("c")) } == "\r\u{1B}[K^C\r\n\r\u{1B}[K> \r\u{1B}[2C"
    )
    harness.press(.control("d"))

    #expect(harness.hasLeft)
    #expect(harness.driver.outcome == REPLOutcome(.endOfInput))
    #expect(harness.terminal.text.hasSuffix("\r\u{1B}[K"))
  }

  @Test func `^C cancels a line that gets no response; the next line is answered`() async {
    var script = REPLHarness.Script()
    script.answer = { request in
      guard request.query.text == "good" else { return nil }
      return .success(REPLHarness.Script.page(request, Catalog.repositories(1)))
    }
    let harness = PromptHarness(script)
    harness.type("hangs")
    harness.press(Key(.enter))
    await harness.wait(forRequests: 1)

    harness.press(.control("c"))
    #expect(await harness.wait(for: "canceled\r\n"))
    harness.type("good")
    harness.press(Key(.enter))

    #expect(await harness.wait(for: "apple/swift-nio"))
  }

  @Test func `keeps what is typed while it waits for a response`() async {
    let harness = PromptHarness(.answering(Catalog.repositories(1)))

    harness.turn(
      "one\r:limit 7\rtwo".unicodeScalars.map { scalar in
        .input(.key(scalar == "\r" ? Key(.enter) : .character(Character(scalar))))
      }
    )

    #expect(await harness.wait(for: "7 rows at a time"))
    #expect(await harness.wait(for: "> two"))
    #expect(harness.repl.log.withLock { $0.requests.map(\.query.text) } == ["one"])
  }

  @Test func `^Z suspends, also while an answer is requested, and the line is drawn again`() async {
    let harness = PromptHarness(REPLHarness.Script())
    harness.type("ab")
    harness.press(.control("z"))
    #expect(harness.isSuspending)
    let redrawn = harness.written { harness.turn([.resumed(ScreenSize(columns: 20, rows: 5))]) }
    #expect(redrawn == "\r\u{1B}[K> ab\r\u{1B}[4C")

    harness.press(Key(.enter), .control("z"))

    #expect(harness.isSuspending)
  }

  @Test func `ends when the terminal goes away`() {
    let harness = PromptHarness(.answering([]))

    harness.turn([.lost])

    #expect(harness.hasLeft)
    #expect(harness.driver.outcome == REPLOutcome(.terminalLost))
  }

  @Test func `arrows recall lines and the texts of the history, back to the draft`() async {
    var script = REPLHarness.Script.answering([])
    script.history = ["older"]
    let harness = PromptHarness(script)
    harness.type("new")
    harness.press(Key(.enter))
    #expect(await harness.wait(for: "match new\r\n\r\u{1B}[K> "))
    harness.type("dra")

    harness.press(Key(.up))
    #expect(harness.terminal.text.hasSuffix("> new\r\u{1B}[5C"))
    harness.press(Key(.up), Key(.up))
    #expect(harness.terminal.text.hasSuffix("> older\r\u{1B}[7C"))
    harness.press(Key(.down), Key(.down))
    #expect(harness.terminal.text.hasSuffix("> dra\r\u{1B}[5C"))
  }

  @Test func `^R finds a line by a part of it`() {
    var script = REPLHarness.Script.answering([])
    script.history = ["swift nio", "vapor", "swift log"]
    let harness = PromptHarness(script)

    harness.press(.control("r"))
    harness.type("swi")
    #expect(harness.terminal.text.contains("history: swi → swift nio"))
    harness.press(.control("r"))
    #expect(harness.terminal.text.contains("history: swi → swift log"))
    harness.press(Key(.enter))
    #expect(harness.terminal.text.hasSuffix("> swift log\r\u{1B}[11C"))
    harness.press(.control("r"), Key(.escape))
    #expect(harness.terminal.text.hasSuffix("> swift log\r\u{1B}[11C"))
  }

  @Test func `Tab completes as far as all choices agree, and lists them`() {
    let harness = PromptHarness(.answering([]))
    harness.type(":uns")
    harness.press(Key(.tab))
    #expect(harness.terminal.text.hasSuffix("> :unstar \r\u{1B}[10C"))
    harness.press(.control("u"))
    harness.type(":s")
    #expect(
      harness.written { harness.press(Key(.tab)) }.contains(
        "\r\u{1B}[K:star   :stars  :sort\r\n"
      )
    )
  }

  @Test func `a paste is one line, and nothing is run by it`() {
    let harness = PromptHarness(.answering([]))

    harness.turn([.input(.paste("a :quit\u{202E} b"))])

    #expect(!harness.hasLeft)
    #expect(harness.terminal.text.contains("> a :quit\\u{202e} b"))
    #expect(harness.repl.log.withLock { $0.requests.isEmpty })
  }

  @Test(arguments: [1, 2, 3, 5, 9, 20, 100], [false, true])
  func `the line fits any width`(columns: Int, isSearching: Bool) {
    var prompt = PromptState()
    for character in "a long line 日本語 with much in it" {
      _ = prompt.take(.key(.character(character)), SearchState())
    }
    _ = prompt.take(.key(isSearching ? .control("r") : Key(.left)), SearchState())

    let shown = prompt.shown(width: columns)

    #expect(shown.text.displayWidth < max(columns, 2))
    #expect(shown.cursorColumn < columns)
  }
}

/// What Tab knows.
@Suite struct CompletionTests {
  @Test(arguments: [
    (":h", ":h", [":history", ":help"]),
    (":hi", ":history", []),
    (":sort ", ":sort ", ["best-match", "stars", "forks", "help-wanted-issues", "updated"]),
    (":sort st", ":sort stars", []),
    ("nio lang", "nio language:", []),
    ("-lang", "-language:", []),
    ("language:swi", "language:Swift", []),
    ("language:common", "language:\"Common Lisp\"", []),
    ("license:bsd", "license:bsd-", ["license:bsd-2-clause", "license:bsd-3-clause"]),
    ("archived:", "archived:", ["archived:true", "archived:false"]),
  ])
  func `completes the word before the cursor as far as all choices agree`(
    text: String,
    completed: String,
    choices: [String]
  ) throws {
    let completion = try #require(Completion(text, SearchState()))

    let start = Completion.startOfWord(text)

    #expect(text[..<start] + completion.replacement == completed)
    #expect(completion.choices == choices)
  }

  @Test(arguments: ["xyzzy", "xyzzy:a", ":nothing ", ":star 1", ":sort stars "])
  func `leaves an unknown word as it is`(text: String) {
    #expect(Completion(text, SearchState()) == nil)
  }
}
