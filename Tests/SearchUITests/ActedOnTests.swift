import Foundation
import GitHubModel
import SearchModel
import SearchUITesting
import Terminal
import Testing

@testable import SearchUI

/// Keys act on the repository that the user sees, and messages are true.
@Suite struct ActedOnTests {
  private static let sizes = [(80, 24), (120, 40), (40, 12), (19, 3), (1, 1)]

  private func loaded(_ columns: Int = 80, _ rows: Int = 24) throws -> ScreenHarness {
    var harness = ScreenHarness(columns, rows)
    try harness.load("swift http", Catalog.repositories(5))
    return harness
  }

  // MARK: Details

  @Test(arguments: sizes)
  func `details keep showing the opened repository regardless of responses`(columns: Int, rows: Int)
    throws
  {
    let others = Catalog.repositories(20).suffix(3)
    let answers: [Result<RepositoryPage, SearchFailure>] = [
      .success(RepositoryPage(repositories: Array(others), totalCount: 3)),
      .success(RepositoryPage(repositories: others + Catalog.repositories(5), totalCount: 8)),
      .success(RepositoryPage(repositories: [], totalCount: 0)),
      .failure(SearchFailure(.badResponse, "no")),
    ]
    for answer in answers {
      var harness = try loaded(columns, rows)
      // A preview of the known rows.
      try harness.press("Backspace")
      try harness.press("Enter", "Enter")
      #expect(harness.screen.focus == .detail)
      let opened = try #require(harness.search.detail.repository?.id)
      try harness.answer(answer)

      #expect(harness.screen.focus == .detail && harness.screen.layout.detail != nil)
      #expect(harness.search.detail.repository?.id == opened)
      try harness.press("^S")
      #expect(harness.search.stars.pending.map(\.repository.id) == [opened])
      let row = try #require(harness.search.rows.first { $0.id == opened })
      let found = try? answer.get().repositories.map(\.id)
      if let found {
        let isFound = found.contains(opened)
        #expect(row.isCached != isFound && (isFound || harness.search.rows.first == row))
      }

      try harness.press("q")
      #expect(harness.screen.focus == .list)
      if let found { #expect(harness.search.rows.map(\.id) == found) }
    }
  }

  @Test func `details stay open when their star is removed and the list is reread`() throws {
    var harness = ScreenHarness(80, 24)
    try harness.press("F3")
    try harness.answerRows(Catalog.stars(3), total: 3)
    harness.paste("nio")
    try harness.answerRows(Catalog.stars(1), total: 1)
    try harness.press("Enter", "^S")
    try harness.acknowledgeStar()
    harness.receive(.synced(nil))
    try harness.answerRows([], total: 0)

    #expect(harness.screen.focus == .detail)
    #expect(harness.text.contains("apple/swift-nio"))
    try harness.press("q")
    #expect(harness.text.contains("No matches."))
    harness.type("x")
    #expect(harness.search.text == "niox")
  }

  @Test func `details keep showing the opened repository while the last row loads`() throws {
    var harness = ScreenHarness(80, 24)
    try harness.press("F3")
    try harness.answerRows(Catalog.stars(100), total: 300)
    try harness.press("M->", "Enter")
    let opened = harness.search.detail.repository?.id
    try harness.answerRows(Catalog.stars(300).suffix(200), total: 300)

    #expect(harness.search.detail.repository?.id == opened)
    #expect(harness.search.rows.count == 300)
  }

  @Test(arguments: sizes)
  func `marks open no details if nothing matches`(columns: Int, rows: Int) throws {
    var harness = try loaded(columns, rows)
    try harness.press("Tab")
    // A phrase, for which no other query is suggested.
    harness.paste(#" "zzz""#)
    try harness.answer([])
    try harness.press("Enter", "Enter")
    harness.type("y")
    #expect(harness.screen.focus == .list)
    #expect(harness.search.text == #"swift http "zzz"y"#)
  }

  @Test(arguments: sizes)
  func `keys act on the open repository in the details, and on the marks in the list`(
    columns: Int,
    rows: Int
  ) throws {
    var harness = try loaded(columns, rows)
    harness.receive(.listsRead(.success(Catalog.lists)))
    try harness.press("Tab", "Tab")
    let cases: [(keys: [String], ids: [Repository.ID])] = [(["Enter"], [3]), ([], [1, 2])]
    for (keys, ids) in cases {
      var harness = harness
      for key in keys { try harness.press(key) }
      #expect((harness.screen.focus == .detail) == !keys.isEmpty)
      let looked = harness.search.rows.filter { ids.contains($0.id) }.map(\.repository)
      #expect(looked.count == ids.count)
      try harness.press("^S", "^O", "F6", "^G")
      #expect(harness.search.stars.pending.map(\.repository.id) == looked.map(\.id))
      #expect(harness.effects.contains(.open(looked.map(\.url))))
      #expect(harness.effects.contains(.copy(looked.map(\.url), .url)))
      #expect(harness.screen.question == .clone(looked))
      try harness.press("n", "^X", "Space", "Enter")
      let changed = harness.search.pendingWrites.compactMap { write -> [Repository.ID]? in
        if case .lists(let change) = write { change.moves.map(\.repository.id) } else { nil }
      }
      #expect(changed == [looked.map(\.id)])
    }
  }

  @Test func `F5 in the details refreshes them, and in the list the search`() throws {
    var harness = try loaded()
    try harness.press("Enter")
    try harness.loadDetail()
    harness.receive(.growthRead(1, nil))
    let detail = harness.search.desired.detail
    try harness.press("F5")
    #expect(harness.pages == [1])
    #expect(harness.search.desired.detail != detail)
    try harness.press("q", "F5")
    #expect(harness.pages == [1, 1])
  }

  // MARK: Menus

  @Test func `the selected search stays selected when another is added to the history`()
    throws
  {
    for covered in [[], ["F1"]] {
      var harness = ScreenHarness(80, 24, history: ["cli", "json", "tui"])
      try harness.load("server", Catalog.repositories(3))
      try harness.press("^R", "↓")
      for key in covered { try harness.press(key) }
      harness.receive(.queryRested)
      for key in covered { try harness.press(key) }
      #expect(harness.search.history.first == "server")
      try harness.press("Enter")
      #expect(harness.search.text == "json")
    }
  }

  private static let menus: [[String]] = [
    ["F4"], ["^R"], ["^X"], ["F3", "F4"], ["F2", "F2", "M-l"], ["^X", "n"], ["^R", "s"], ["F1"],
  ]

  @Test(arguments: menus, [1, 19, 20, 40, 80])
  func `every menu can be clicked and shows its selection on the smallest screens`(
    keys: [String],
    columns: Int
  ) throws {
    for rows in 1...7 {
      var start = ScreenHarness(80, 24, history: ["swift cli", "rust tui"])
      try start.load("swift http", Catalog.repositories(5))
      start.receive(.listsRead(.success(Catalog.lists)))
      for key in keys {
        try start.press(key)
        if start.search.source == .stars { try start.answerRows(Catalog.stars(3), total: 3) }
        if start.search.source == .lists { start.receive(.listsRead(.success(Catalog.lists))) }
      }
      start.resize(columns, rows)
      try start.press("↓")
      let hasLine = ["^R", "^X", "F1"].contains(keys[0])
      let isHighlighted = start.frame.grid.cells.contains {
        $0.style.attributes.contains(.reverse)
      }
      #expect(isHighlighted || hasLine && rows == 1)
      for (column, row) in Set([0, columns / 2, columns - 1]).flatMap({ column in
        (0..<rows).map { (column, $0) }
      }) {
        var harness = start
        harness.mouse(.press, column: column, row: row)
        harness.mouse(.scrollDown, column: column, row: row)
        #expect(harness.frame.size == ScreenSize(columns: columns, rows: rows))
      }
    }
  }

  @Test func `an invalid list name keeps the text and the toggled lists`() throws {
    var harness = try loaded()
    harness.receive(.listsRead(.success(Catalog.lists)))
    try harness.press("^X", "Space")
    harness.paste(String(repeating: "x", count: 33))
    try harness.press("Enter")
    #expect(harness.text.contains("33 characters; the limit is 32"))
    try harness.press("Backspace", "Enter")
    guard case .write(.lists(let change)) = harness.requests.last else {
      Issue.record("no change")
      return
    }
    #expect(change.edit == .create(String(repeating: "x", count: 32)))
    #expect(change.moves.contains { !$0.adding.isEmpty || !$0.removing.isEmpty })
  }

  // MARK: Esc

  @Test(arguments: [
    ("^R", "history ❯ "), ("M-n", "note: "), ("^X", "list ❯ "), ("F1", "command ❯ "),
  ])
  func `Ctrl-Y restores what Esc cleared, in any field`(
    key: String,
    label: String
  ) throws {
    var harness = try loaded()
    harness.receive(.listsRead(.success(Catalog.lists)))
    try harness.press(key)
    harness.type("typed text")
    try harness.press("Esc")
    #expect(!harness.text.contains("typed text"))
    try harness.press(key, "^Y")
    #expect(harness.text.contains(label + "typed text"))
    try harness.press("Esc", "Esc")
    #expect(harness.search.text == "")
    try harness.press("^Y")
    #expect(harness.search.text == "swift http")
  }

  @Test(arguments: [[], ["Enter"], ["^R"], ["M-n"], ["F1"]])
  func `offers Esc for a sync only while Esc cancels it`(keys: [String]) throws {
    var harness = ScreenHarness(80, 24)
    try harness.press("F3")
    try harness.answerRows(Catalog.stars(3), total: 3)
    try harness.press("F5")
    for key in keys { try harness.press(key) }
    #expect(harness.text.contains("Esc to cancel") == keys.isEmpty)
    if keys.isEmpty {
      harness.type("a")
      #expect(!harness.text.contains("Esc to cancel"))
      try harness.press("Esc")
      #expect(harness.text.contains("Esc to cancel"))
    }
    try harness.press("Esc")
    #expect((harness.search.sync == nil) == keys.isEmpty)
  }

  @Test func `hides keys of the list while something else has the focus`() throws {
    var harness = try loaded()
    harness.receiveStars([1: false])
    try harness.press("Tab", "M-n")
    #expect(!harness.text.contains("Shift-Tab"))
    harness.type("a note")
    try harness.press("Enter", "^R")
    harness.receive(.notesRead([:]))
    #expect(!harness.text.contains("Alt-U"))
  }

  @Test func `Tab corrects a query without results, as the screen says`() throws {
    var harness = ScreenHarness(80, 24)
    harness.type("nio langauge:swift")
    try harness.press("Enter")
    try harness.answer([])
    #expect(harness.text.contains("Tab corrects it."))
    try harness.press("Tab")
    #expect(harness.search.text == "nio language:swift")
  }

  // MARK: Tab

  @Test(arguments: [
    "go", "swift in", "git mirror", "web push", "my template", "use", "a org", "star", "size",
    "how to",
  ])
  func `Tab marks the row if the word has results`(text: String) throws {
    var harness = ScreenHarness(80, 24)
    harness.type(text)
    if harness.pending == nil { try harness.press("Enter") }
    try harness.answer(Catalog.repositories(3))
    try harness.press("Tab")
    #expect(harness.search.text == text)
    #expect(harness.search.marked.map(\.id) == [1])
  }

  // MARK: History

  @Test func `↓ returns from the history to the empty query`() throws {
    var harness = ScreenHarness(80, 24, history: ["a1", "b2", "c3"])
    var texts: [String] = []
    for key in ["↑", "↑", "↑", "↑", "↓", "↓", "↓", "↑"] {
      try harness.press(key)
      texts.append(harness.search.text)
      // A query that pauses becomes the first in the history.
      if harness.pending != nil { try harness.answer(Catalog.repositories(3)) }
      harness.receive(.queryRested)
    }
    #expect(texts.prefix(7) == ["a1", "b2", "c3", "c3", "b2", "a1", ""])
  }

  // MARK: Pages

  @Test func `opens more than five pages only after y`() throws {
    for (count, isAsked) in [(5, false), (6, true)] {
      var harness = ScreenHarness(80, 24)
      try harness.load("swift http", Catalog.repositories(20))
      for _ in 0..<count { try harness.press("Tab") }
      try harness.press("^O")
      #expect(harness.text.contains("Open \(count) pages in the browser? y/n") == isAsked)
      #expect(harness.effects.isEmpty == isAsked)
      if isAsked {
        var declined = harness
        try declined.press("n")
        #expect(declined.effects.isEmpty)
        try harness.press("y")
      }
      #expect(harness.screen.opening.count == count)
    }
  }

  // MARK: Leaving

  @Test func `quitting waits while writes succeed, but not for failed ones`() throws {
    var harness = ScreenHarness(80, 24)
    try harness.load("swift http", Catalog.repositories(20))
    harness.receiveStars(Dictionary(uniqueKeysWithValues: (1...20).map { ($0, false) }))
    for _ in 0..<20 { try harness.press("Tab") }
    try harness.press("^S", "^C")
    for saved in 1..<19 {
      try harness.acknowledgeStar()
      #expect(harness.effects.count { $0 == .awaitStars } == 1 + saved)
    }
    try harness.acknowledgeStar(SearchFailure(.forbidden, "no"))
    #expect(harness.effects.count { $0 == .awaitStars } == 19)
    harness.send(.starTimeoutPassed)
    #expect(harness.outcome?.unfinished.count == 1)
  }

  @Test func `quitting waits for clones of any duration`() throws {
    var harness = try loaded()
    try harness.press("^G", "y", "^C")
    #expect(harness.text.contains("Cloning apple/swift-nio… Ctrl-C to quit without waiting."))
    harness.send(.starTimeoutPassed)
    #expect(harness.outcome == nil)
    let name = try #require(RepositoryName("apple/swift-nio"))
    harness.send(.cloned(CloneResult(name, failure: "no space")))
    #expect(harness.outcome?.unfinished.map(\.why) == ["no space"])
  }

  // MARK: Sort

  @Test func `Alt-O and the menu show the oldest stars first`() throws {
    for keys in [["M-o"], ["F4", "↓", "Enter"]] {
      var harness = ScreenHarness(80, 24)
      try harness.press("F3")
      try harness.answerRows(Catalog.stars(3), total: 3)
      for key in keys { try harness.press(key) }
      #expect(harness.rowsRequest?.sort == .starred && harness.rowsRequest?.order == .ascending)
      try harness.answerRows(Catalog.stars(3).reversed(), total: 3)
      #expect(harness.lines[0].contains("least recently starred"))
      try harness.press("M-o")
      #expect(harness.lines[0].contains("recently starred"))
      #expect(harness.rowsRequest?.order == .descending)
    }
  }

  @Test func `reports an order that cannot be reversed`() throws {
    var harness = try loaded()
    try harness.press("M-o")
    #expect(harness.text.contains("Can't reverse: best match"))
  }

  // MARK: Keys

  @Test func `a key from keys.toml works in the details although less uses it otherwise`() throws {
    let file = """
      open-page = "ctrl-e"
      toggle-star = "ctrl-d"
      delete-to-start = "ctrl-n"
      """
    let options = ScreenOptions(keymap: try KeymapFile.read(file))
    var harness = ScreenHarness(80, 24, options: options)
    try harness.load("swift http", Catalog.repositories(5))
    try harness.press("Enter")
    try harness.loadDetail(readme: (1...300).map { "line \($0)" }.joined(separator: "\n\n"))
    try harness.press("^D")
    #expect(harness.search.stars.pending.count == 1)
    try harness.press("^E")
    #expect(harness.screen.opening.count == 1)
    #expect(harness.screen.pane.top == 0)
    try harness.press("^N")
    #expect(harness.screen.pane.top == 1)
  }

  // MARK: Rows

  @Test func `ends a truncated name in the details with an ellipsis`() throws {
    var harness = ScreenHarness(60, 24)
    var repository = Catalog.repositories(1)[0]
    repository.name = try #require(
      RepositoryName("AUTOMATIC1111/" + String(repeating: "x", count: 60))
    )
    try harness.load("x", [repository])
    try harness.press("Enter")
    #expect(harness.lines.contains { $0.contains("AUTOMATIC1111/xxx") && $0.hasSuffix("…") })
  }

  @Test func `an unrecognized license is shown as other`() throws {
    var harness = ScreenHarness(80, 24)
    var repository = Catalog.repositories(1)[0]
    repository.license = License(key: "other")
    repository.license?.spdxID = "NOASSERTION"
    try harness.load("x", [repository])
    try harness.press("Enter")
    #expect(harness.text.contains("Other") && !harness.text.contains("NOASSERTION"))
  }

  @Test(arguments: 19...45)
  func `no row shows a language dot without its stars`(columns: Int) throws {
    var harness = ScreenHarness(columns, 6)
    try harness.load("swift http", Catalog.repositories(5))
    let rows = harness.lines.filter { $0.contains("●") }
    #expect(rows.allSatisfy { $0.contains("k") || $0.contains(/[0-9]/) })
  }

  @Test func `indents recent searches below their title`() {
    let harness = ScreenHarness(80, 24, history: ["swift cli"])
    #expect(harness.lines.contains { $0.hasPrefix("   swift cli") })
  }

  // MARK: The clipboard

  @Test(arguments: [
    (ScreenEvent.Clipboard.desktop, "Copied the URL: "),
    (.terminal, "Sent the URL to the terminal's clipboard: "),
    (nil, "This terminal does not support copying: "),
  ])
  func `describes accurately how text was copied`(place: ScreenEvent.Clipboard?, text: String)
    throws
  {
    var harness = try loaded()
    harness.send(.copied(["https://github.com/a/b"], .url, to: place))
    #expect(harness.text.contains(text + "https://github.com/a/b"))
  }

  @Test(arguments: [true, false])
  func `copies through the terminal only if no program accepts the text`(isTaken: Bool) async throws
  {
    let (copied, copying) = AsyncStream<String>.makeStream()
    let harness = DriverHarness(
      text: "swift",
      copy: { text in
        copying.yield(text)
        return isTaken
      }
    )
    harness.turn()
    harness.wait(600)
    harness.answer(Catalog.repositories(3))
    harness.wait(20)
    harness.press([Key(.function(6))])
    #expect(await copied.first { _ in true } == "https://github.com/apple/swift-nio")
    while harness.driver.state.toast == nil {
      await harness.terminal.awaitWake()
      harness.turn()
    }
    #expect(harness.terminal.recorded.copies.isEmpty == isTaken)
  }

  // MARK: Reading on

  @Test(arguments: sizes)
  func `J and K read the next and previous repositories, loading more at the end`(
    columns: Int,
    rows: Int
  ) throws {
    var harness = ScreenHarness(columns, rows)
    try harness.load("swift http", Catalog.repositories(12), total: 300)
    try harness.press("Enter", "J", "Ctrl-↓", "K")
    #expect(harness.search.detail.repository?.id == 2)
    #expect(harness.screen.focus == .detail && harness.screen.pane.repository?.id == 2)
    for _ in 0..<9 { try harness.press("J") }
    #expect(harness.pages == [1, 2])
  }

  // MARK: Messages

  @Test func `shows how many stars remain, even in the title`() throws {
    var harness = ScreenHarness(80, 24)
    try harness.load("swift http", Catalog.repositories(20))
    for _ in 0..<12 { try harness.press("Tab") }
    try harness.press("^S")
    #expect(harness.text.contains("Starring 12 repositories… 12 left"))
    #expect(harness.frame.title == "ghsearch: 12 left")
    try harness.acknowledgeStar()
    #expect(harness.text.contains("Starring 12 repositories… 11 left"))
  }

  @Test func `reports a network failure once, in a sentence`() throws {
    var harness = ScreenHarness(100, 24)
    harness.paste("swift")
    try harness.answer(
      .failure(
        SearchFailure(
          .unreachable,
          "cannot connect to api.github.com",
          advice: "check the network and try again"
        )
      )
    )
    #expect(harness.text.contains("\n Cannot connect to api.github.com"))
    #expect(harness.text.contains("\n Check your network, then press F5."))
    #expect(harness.text.components(separatedBy: "annot connect").count == 2)
    #expect(!harness.text.contains("search:"))

    var rows = ScreenHarness(100, 24)
    try rows.load("swift http", Catalog.repositories(20))
    try rows.press("F5")
    try rows.answer(.failure(SearchFailure(.unreachable, "cannot connect to api.github.com")))
    let line = "Cannot connect to api.github.com. Check your network, then press F5."
    #expect(rows.text.contains(line))
  }

  // MARK: Names

  @Test func `suggests a known name if nothing is found`() throws {
    var harness = ScreenHarness(80, 24)
    harness.type("alamofrie")
    try harness.press("Enter")
    try harness.answer([])
    #expect(harness.search.desired.hints == "alamofrie")
    harness.receive(.hintsRead(SearchHints(name: "alamofire")))
    #expect(harness.text.contains("Did you mean alamofire? Tab searches for it."))
    try harness.press("Tab")
    #expect(harness.search.text == "alamofire")
    #expect(harness.search.desired.hints == nil && harness.search.hints.name == nil)
  }

  // MARK: Screen readers

  @Test func `reads a README aloud in words, without repeating the title and description`() throws {
    var harness = try loaded()
    let old = harness.screen
    try harness.press("Enter")
    let readme =
      "# SwiftNIO\n\n> [!NOTE]\n> Quoted.\n\n- item\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n\n"
      + "```\n│ drawn\n```\n\n![picture](a.png) [![CI](a.svg)](https://a.b)\n\n[link](https://a.b)"
    try harness.loadDetail(readme: readme)
    let spoken = Announcements(old: old, new: harness.screen).lines.map(\.description)
    let text = try #require(spoken.firstIndex { $0.contains("Quoted.") })
    #expect(spoken[text...] == ["[!NOTE] Quoted.", "item", "a b", "1 2", "│ drawn", "link"])
    #expect(spoken.count { $0.contains("Event-driven network") } == 1)
  }

  @Test func `announces states in words, once each`() throws {
    let harness = DriverHarness(isAccessible: true, text: "swift")
    harness.turn()
    harness.wait(600)
    harness.answer(Catalog.repositories(3), total: 3)
    harness.wait(20)
    harness.press([Key(.enter)])
    harness.wait(2_000)
    harness.press([Key(.escape)])
    harness.wait(200)
    harness.press([.control("x")])
    harness.wait(2_000)

    let text = harness.terminal.text
    #expect(text.contains("Stars: 8,123"))
    #expect(!text.contains { "★☆⑂◉⊙♥▁▂▃▄▅▆▇█".contains($0) })
    #expect(text.components(separatedBy: "Loading your lists…").count <= 2)
  }
}
