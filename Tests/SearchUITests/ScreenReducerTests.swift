import GitHubModel
import SearchModel
import SearchUI
import SearchUITesting
import Terminal
import Testing

@Suite struct ScreenReducerTests {
  private func loaded(
    _ columns: Int = 80,
    _ rows: Int = 24,
    options: ScreenOptions = ScreenOptions(),
    count: Int = 50,
    total: Int = 12_345
  ) throws -> Stage {
    var stage = Stage(columns, rows, options: options)
    try stage.load("swift http", Catalogue.repositories(count), total: total)
    return stage
  }

  // MARK: Leaving and closing

  @Test func `Esc closes what is open, then clears the query, then leaves`() throws {
    var stage = try loaded()
    try stage.press("F1")
    try stage.press("Esc")
    #expect(stage.screen.focus == .list)

    try stage.press("Enter")
    #expect(stage.screen.focus == .detail)
    try stage.press("Esc")
    #expect(stage.screen.focus == .list)
    #expect(stage.effects.isEmpty)

    try stage.press("Esc")
    #expect(stage.search.text == "")
    #expect(stage.effects.isEmpty)

    try stage.press("Esc")
    #expect(stage.effects == [.leave(Outcome(.left))])
  }

  @Test func `^C leaves from anywhere`() throws {
    for keys in [[], ["F1"], ["Enter"], ["^R"]] {
      var stage = try loaded()
      for key in keys { try stage.press(key) }
      try stage.press("^C")
      #expect(stage.effects == [.leave(Outcome(.interrupted))])
    }
  }

  @Test func `leaving waits for the acknowledgment of a star`() throws {
    var stage = try loaded()
    let first = try #require(stage.search.rows.first?.repository)
    try stage.press("^S", "^C")
    #expect(stage.effects == [.awaitStars])
    #expect(stage.text.contains("Waiting for GitHub to acknowledge the stars. ^C leaves without."))

    stage.tell(.starWritten(StarWrite(first, isStarred: true), nil))

    #expect(stage.effects == [.awaitStars, .leave(Outcome(.interrupted))])
  }

  @Test func `a star that fails while leaving is told`() throws {
    var stage = try loaded()
    let first = try #require(stage.search.rows.first?.repository)
    try stage.press("^S", "^C")
    stage.tell(.starWritten(StarWrite(first, isStarred: true), .forbidden("no")))

    guard case .leave(let outcome) = stage.effects.last else {
      Issue.record("still there")
      return
    }
    #expect(outcome.failure?.failure == .forbidden("no"))
  }

  @Test func `who asks twice, or has waited enough, leaves without`() throws {
    let outcome = Outcome(
      .interrupted,
      unacknowledgedStars: [try #require(RepositoryName("apple/swift-nio"))]
    )
    var stage = try loaded()
    try stage.press("^S", "^C", "^C")
    #expect(stage.effects.last == .leave(outcome))

    stage = try loaded()
    try stage.press("^S", "^C")
    stage.send(.waitedEnough)
    #expect(stage.effects.last == .leave(outcome))
  }

  // MARK: Enter

  @Test func `Enter searches at once for what was just typed`() throws {
    var stage = Stage(80, 24)
    stage.type("swift")
    #expect(stage.plan?.rest != .zero)

    try stage.press("Enter")

    #expect(stage.plan?.rest == .zero)
    #expect(stage.screen.focus == .list)
  }

  @Test func `Enter opens the detail of the selected row`() throws {
    var stage = try loaded()
    try stage.press("↓", "Enter")
    #expect(stage.screen.focus == .detail)
    #expect(stage.text.contains("vapor/vapor"))
  }

  @Test func `a picker's Enter chooses the selected row, or the marked ones in their order`() throws
  {
    let options = ScreenOptions(isPicker: true)
    var stage = try loaded(options: options)
    try stage.press("↓", "↓", "Enter")
    #expect(
      stage.effects == [
        .leave(Outcome(.chose([try #require(RepositoryName("Alamofire/Alamofire"))])))
      ]
    )

    stage = try loaded(options: options)
    try stage.press("↓", "Tab", "M-<", "Tab", "Enter")
    let names = ["vapor/vapor", "apple/swift-nio"].compactMap { RepositoryName($0) }
    #expect(stage.effects == [.leave(Outcome(.chose(names)))])
  }

  @Test func `a picker chooses no row of the query before, unless the user goes to it`() throws {
    var stage = try loaded(options: ScreenOptions(isPicker: true))
    stage.paste(" qqq")
    _ = try stage.leave()
    try stage.press("Enter", "Enter")
    #expect(stage.effects.isEmpty)

    try stage.press("↓", "Enter")
    let name = try #require(RepositoryName("vapor/vapor"))
    #expect(stage.effects == [.leave(Outcome(.chose([name])))])
  }

  @Test func `marks survive a new query, and say so`() throws {
    var stage = try loaded()
    try stage.press("Tab", "Tab")
    try stage.load("x", Catalogue.others(10))
    #expect(stage.text.contains("2 marked"))
    try stage.press("^O")

    let urls = ["https://github.com/apple/swift-nio", "https://github.com/vapor/vapor"]
    #expect(stage.effects == [.open(urls)])
    try stage.press("S-Tab")
    #expect(!stage.text.contains("marked"))
  }

  // MARK: Editing and history

  @Test func `typing anywhere edits the query`() throws {
    for keys in [["F1"], ["Enter"]] {
      var stage = try loaded()
      for key in keys { try stage.press(key) }
      stage.type("x")
      #expect(stage.search.text == "swift httpx")
      #expect(stage.screen.focus == .list)
    }
  }

  @Test func `the keys of the shell edit the query`() throws {
    var stage = Stage(80, 24)
    stage.type("swift http")
    try stage.press("^W")
    #expect(stage.search.text == "swift ")
    try stage.press("^A", "^Y")
    #expect(stage.search.text == "httpswift ")
    try stage.press("^A", "M-d")
    #expect(stage.search.text == " ")
    try stage.press("^E", "Backspace")
    #expect(stage.search.text == "")
  }

  @Test func `a paste is one line of inert text, and searched for at once`() throws {
    var decoder = KeyDecoder()
    let bytes = Array("\u{1B}[200~swift\r\n\u{1B}[Ahttp\u{7}\u{202E}\u{1B}[201~".utf8)
    var stage = Stage(80, 24)
    for event in decoder.decode(bytes, at: .now) { stage.send(.input(event)) }

    #expect(!stage.search.text.unicodeScalars.contains { $0.value < 0x20 })
    #expect(stage.search.text.hasPrefix("swift"))
    #expect(stage.plan?.rest == .zero)
    #expect(stage.lines[0].contains("\\u{202e}"))
    #expect(stage.effects.isEmpty)
  }

  @Test func `? in an empty query is help, and text otherwise`() {
    var stage = Stage(80, 24)
    stage.type("?")
    #expect(stage.screen.focus == .help(top: 0))
    stage.send(.input(.key(Key(.escape))))
    stage.type("a?")
    #expect(stage.search.text == "a?")
  }

  @Test func `↑ in an empty query recalls, further back each time`() throws {
    var stage = Stage(80, 24, history: ["one", "two"])
    try stage.press("↑")
    #expect(stage.search.text == "one")
    try stage.press("↑")
    #expect(stage.search.text == "two")
    #expect(stage.plan?.rest != .zero)
    try stage.press("Backspace")
    #expect(stage.search.text == "tw")
  }

  @Test func `^R finds an earlier search`() throws {
    var stage = Stage(80, 24, history: ["swift http", "rust tui", "swift cli"])
    try stage.press("^R")
    stage.type("swift")
    try stage.press("^R", "Enter")

    #expect(stage.search.text == "swift cli")
    #expect(stage.plan?.rest == .zero)
    #expect(stage.screen.focus == .list)
  }

  @Test func `Esc leaves the history search and keeps the query`() throws {
    var stage = try loaded()
    try stage.press("^R")
    stage.type("zzz")
    #expect(stage.text.contains("No earlier search matches."))
    try stage.press("Esc")
    #expect(stage.search.text == "swift http")
    #expect(stage.screen.focus == .list)
  }

  // MARK: Scrolling and paging

  @Test func `the next page is asked for once, when the fifth row from the end comes into view`()
    throws
  {
    var stage = try loaded()
    #expect(stage.pages == [1])
    for _ in 0..<44 { try stage.press("↓") }
    #expect(stage.pages == [1])
    try stage.press("↓")
    #expect(stage.pages == [1, 2])
    try stage.press("↓", "↓", "PgDn")
    #expect(stage.pages == [1, 2])
    #expect(stage.lines.last?.contains("more is coming") == true)
  }

  @Test func `a new query asks for no second page because the old one was scrolled`() throws {
    var stage = try loaded()
    try stage.press("M->")
    try stage.answer(Catalogue.others(50), total: 12_345)
    try stage.press("M->")
    #expect(stage.pages == [1, 2, 3])

    stage.paste("x")
    try stage.answer(Catalogue.repositories(200).suffix(50), total: 12_345)

    #expect(stage.pages == [1, 2, 3, 1])
  }

  @Test func `the selected row is always on the screen`() throws {
    var stage = try loaded(80, 24)
    for key in ["PgDn", "PgDn", "M->", "PgUp", "M-<", "↓"] {
      try stage.press(key)
      let selected = try #require(stage.search.selectedRow?.repository.name.fullName)
      #expect(
        stage.lines.contains { $0.hasPrefix("▌") && $0.contains(selected.prefix(30)) },
        "\(key)"
      )
    }
    try stage.press("M->")
    stage.resize(40, 10)
    #expect(stage.lines.contains { $0.hasPrefix("▌") })
  }

  @Test func `the selected repository stays selected when another answer has it too`() throws {
    var stage = try loaded()
    try stage.press("↓", "↓")
    try stage.load("x", Array(Catalogue.repositories(50).reversed()))

    #expect(stage.search.selectedRow?.repository.name.fullName == "Alamofire/Alamofire")
    #expect(stage.lines.contains { $0.hasPrefix("▌") && $0.contains("Alamofire") })
  }

  @Test func `the detail scrolls while it is open, no further than its end`() throws {
    var stage = try loaded()
    try stage.press("Enter")
    try stage.loadDetail()
    for _ in 0..<20 { try stage.press("PgDn") }
    #expect(stage.text.contains("日本語のドキュメントもあります。"))
    #expect(stage.search.selectedIndex == 0)
    try stage.press("M-<")
    #expect(stage.text.contains("apple/swift-nio"))
  }

  // MARK: Mouse

  @Test func `the wheel scrolls the pane under it`() throws {
    var stage = try loaded()
    try stage.loadDetail()
    stage.mouse(.scrollDown, column: 5, row: 5)
    #expect(stage.screen.listTop == 3)
    #expect(stage.search.selectedIndex == 3)
    #expect(stage.screen.pane.top == 0)

    try stage.loadDetail()
    stage.mouse(.scrollDown, column: 5, row: 18)
    #expect(stage.screen.listTop == 3)
    #expect(stage.screen.pane.top == 3)
  }

  @Test func `a click selects, a double click opens the detail`() throws {
    var stage = try loaded()
    stage.mouse(.press(.left), column: 5, row: 4)
    #expect(stage.search.selectedIndex == 2)
    #expect(stage.screen.focus == .list)
    stage.time += .milliseconds(300)
    stage.mouse(.press(.left), column: 9, row: 4)
    #expect(stage.screen.focus == .detail)
  }

  @Test func `two slow clicks are no double click`() throws {
    var stage = try loaded()
    stage.mouse(.press(.left), column: 5, row: 4)
    stage.time += .milliseconds(500)
    stage.mouse(.press(.left), column: 9, row: 4)
    #expect(stage.screen.focus == .list)
  }

  @Test func `without the mouse nothing listens to it, and no frame asks for it`() throws {
    var stage = try loaded(options: ScreenOptions(hasMouse: false))
    stage.mouse(.press(.left), column: 5, row: 4)
    #expect(stage.search.selectedIndex == 0)
    #expect(!stage.frame.wantsMouse)
  }

  // MARK: Repositories

  @Test func `a star is optimistic, the same under a double press, and rolls back with a message`()
    throws
  {
    var stage = try loaded()
    let first = try #require(stage.search.rows.first?.repository)
    stage.tellStars([first.id: false])
    try stage.press("^S", "^S")
    #expect(stage.lines[2].hasPrefix("▌ ✦"))
    let write = StarWrite(first, isStarred: true)
    #expect(
      stage.requests.filter { if case .writeStar = $0 { true } else { false } } == [
        .writeStar(write, after: .zero)
      ]
    )

    stage.tell(.starWritten(write, .offline("reset")))

    #expect(stage.lines[2].hasPrefix("▌ ☆"))
    #expect(stage.text.contains("M-r tries again · apple/swift-nio is not starred"))
    try stage.press("M-r")
    #expect(stage.lines[2].hasPrefix("▌ ✦"))
  }

  @Test func `a star that nobody knows is blank`() throws {
    let stage = try loaded()
    #expect(stage.lines[2].hasPrefix("▌     apple/swift-nio"))
  }

  @Test func `an address goes to the terminal's clipboard, and the user hears so`() throws {
    var stage = try loaded()
    try stage.press("M-c")

    #expect(stage.effects == [.copy(["https://github.com/apple/swift-nio"])])
    stage.send(.copied(count: 1, wasSent: true))
    #expect(stage.text.contains("The address was sent to the terminal's clipboard"))
    stage.send(.noticeExpired)
    #expect(!stage.text.contains("clipboard"))
    stage.send(.copied(count: 1, wasSent: false))
    #expect(stage.text.contains("This terminal takes nothing for its clipboard"))
  }

  @Test func `a page that does not open is told`() throws {
    var stage = try loaded()
    stage.send(.opened(failure: "no \u{1B}[31mbrowser"))
    #expect(stage.text.contains("The page did not open: no \\u{1b}[31mbrowser"))
  }

  @Test func `a fault is a banner with its cause and its key, and rows stay`() throws {
    var stage = try loaded()
    stage.type(" h")
    try stage.answer(.failure(.badAnswer("502 \u{1B}]0;x\u{7}")))

    let message = try #require(stage.lines.dropLast().last)
    #expect(message.hasPrefix("M-r tries again · No answer: GitHub's answer makes no sense"))
    #expect(stage.text.contains("vapor/vapor"))
    let count = stage.pages.count
    try stage.press("M-r")
    #expect(stage.pages.count == count + 1)
  }

  @Test func `sort and order change the search and the first line`() throws {
    var stage = try loaded()
    try stage.press("M-s")
    #expect(stage.lines[0].hasSuffix("stars ↓"))
    try stage.press("M-o")
    #expect(stage.lines[0].hasSuffix("stars ↑"))
  }

  @Test func `the pane follows the selection once that rests`() throws {
    var stage = try loaded(120, 40)
    try stage.loadDetail()
    try stage.press("↓")
    #expect(stage.text.contains("Apache License"))
    try stage.loadDetail()
    #expect(stage.lines[2].hasSuffix("vapor/vapor"))
  }

  @Test func `a fault of the detail stands in the pane`() throws {
    var stage = try loaded(120, 40)
    try stage.failDetail(.notFound)
    #expect(stage.text.contains("M-r tries again · there is no such"))
  }
}
