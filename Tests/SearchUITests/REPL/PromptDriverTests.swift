import Foundation
import GitHubModel
import Locking
import SearchModel
import Terminal
import Testing

@testable import SearchUI

/// The REPL on a terminal: what is written, key by key.
@Suite struct PromptDriverTests {
  @Test func `a key redraws the line alone, and a key that changes nothing writes nothing`() {
    let bench = PromptBench(.answering([]))
    #expect(bench.terminal.text == "\r\u{1B}[K> \r\u{1B}[2C")

    #expect(bench.written { bench.type("a") } == "\r\u{1B}[K> a\r\u{1B}[3C")
    #expect(bench.written { bench.press(Key(.home)) } == "\r\u{1B}[2C")
    #expect(bench.written { bench.press(Key(.home)) } == "")
    #expect(bench.written { bench.press(Key(.insert)) } == "")
  }

  @Test func `an entered line stays, its answer follows, and a new prompt after that`() async {
    let bench = PromptBench(.answering(Catalogue.repositories(1)))

    bench.type("nio")
    bench.press(Key(.enter))

    #expect(await bench.wait(for: "searches left\r\n\r\u{1B}[K> "))
    #expect(bench.terminal.text.contains("\r\u{1B}[K> nio\r\n1     apple/swift-nio"))
    #expect(!bench.terminal.text.replacing("\r\n", with: "").contains("\n"))
  }

  @Test func `^C clears the line, ^D on an empty line leaves, and not on another`() {
    let bench = PromptBench(.answering([]))
    bench.type("abc")
    bench.press(.control("a"), .control("d"))

    #expect(bench.terminal.text.hasSuffix("> bc\r\u{1B}[2C"))
    #expect(
      bench.written { bench.press(.control("c")) } == "\r\u{1B}[K^C\r\n\r\u{1B}[K> \r\u{1B}[2C"
    )
    bench.press(.control("d"))

    #expect(bench.hasLeft)
    #expect(bench.driver.outcome == REPLOutcome(.endOfInput))
    #expect(bench.terminal.text.hasSuffix("\r\u{1B}[K"))
  }

  @Test func `^C gives up an answer that does not come; the next line is answered`() async {
    var script = REPLBench.Script()
    script.answer = { request in
      guard request.query.text == "good" else { return nil }
      return .success(REPLBench.Script.page(request, Catalogue.repositories(1)))
    }
    let bench = PromptBench(script)
    bench.type("hangs")
    bench.press(Key(.enter))
    await bench.wait(forRequests: 1)

    bench.press(.control("c"))
    #expect(await bench.wait(for: "given up\r\n"))
    bench.type("good")
    bench.press(Key(.enter))

    #expect(await bench.wait(for: "apple/swift-nio"))
  }

  @Test func `what is typed while an answer is awaited is not lost`() async {
    let bench = PromptBench(.answering(Catalogue.repositories(1)))

    bench.turn(
      "one\r:limit 7\rtwo".unicodeScalars.map { scalar in
        .input(.key(scalar == "\r" ? Key(.enter) : .character(Character(scalar))))
      }
    )

    #expect(await bench.wait(for: "7 rows at a time"))
    #expect(await bench.wait(for: "> two"))
    #expect(bench.repl.log.withLock { $0.requests.map(\.query.text) } == ["one"])
  }

  @Test func `^Z suspends, also while an answer is awaited, and the line is drawn again`() async {
    let bench = PromptBench(REPLBench.Script())
    bench.type("ab")
    bench.press(.control("z"))
    #expect(bench.isSuspending)
    let redrawn = bench.written { bench.turn([.resumed(ScreenSize(columns: 20, rows: 5))]) }
    #expect(redrawn == "\r\u{1B}[K> ab\r\u{1B}[4C")

    bench.press(Key(.enter), .control("z"))

    #expect(bench.isSuspending)
  }

  @Test func `a terminal that goes away ends it`() {
    let bench = PromptBench(.answering([]))

    bench.turn([.lost])

    #expect(bench.hasLeft)
    #expect(bench.driver.outcome == REPLOutcome(.terminalLost))
  }

  @Test func `arrows recall lines and the texts of the history, back to the draft`() async {
    var script = REPLBench.Script.answering([])
    script.history = ["older"]
    let bench = PromptBench(script)
    bench.type("new")
    bench.press(Key(.enter))
    #expect(await bench.wait(for: "match new\r\n\r\u{1B}[K> "))
    bench.type("dra")

    bench.press(Key(.up))
    #expect(bench.terminal.text.hasSuffix("> new\r\u{1B}[5C"))
    bench.press(Key(.up), Key(.up))
    #expect(bench.terminal.text.hasSuffix("> older\r\u{1B}[7C"))
    bench.press(Key(.down), Key(.down))
    #expect(bench.terminal.text.hasSuffix("> dra\r\u{1B}[5C"))
  }

  @Test func `^R finds a line by a part of it`() {
    var script = REPLBench.Script.answering([])
    script.history = ["swift nio", "vapor", "swift log"]
    let bench = PromptBench(script)

    bench.press(.control("r"))
    bench.type("swi")
    #expect(bench.terminal.text.contains("earlier: swi → swift nio"))
    bench.press(.control("r"))
    #expect(bench.terminal.text.contains("earlier: swi → swift log"))
    bench.press(Key(.enter))
    #expect(bench.terminal.text.hasSuffix("> swift log\r\u{1B}[11C"))
    bench.press(.control("r"), Key(.escape))
    #expect(bench.terminal.text.hasSuffix("> swift log\r\u{1B}[11C"))
  }

  @Test func `Tab completes what is certain and lists what is not`() {
    let bench = PromptBench(.answering([]))
    bench.type(":uns")
    bench.press(Key(.tab))
    #expect(bench.terminal.text.hasSuffix("> :unstar \r\u{1B}[10C"))
    bench.press(.control("u"))
    bench.type(":s")
    #expect(
      bench.written { bench.press(Key(.tab)) }.contains("\r\u{1B}[K:star  :sort\r\n")
    )
  }

  @Test func `a paste is one line, and nothing is run by it`() {
    let bench = PromptBench(.answering([]))

    bench.turn([.input(.paste("a :quit\u{202E} b"))])

    #expect(!bench.hasLeft)
    #expect(bench.terminal.text.contains("> a :quit\\u{202e} b"))
    #expect(bench.repl.log.withLock { $0.requests.isEmpty })
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
  func `the word before the cursor becomes what is certain`(
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
  func `what is not known stays`(text: String) {
    #expect(Completion(text, SearchState()) == nil)
  }
}
