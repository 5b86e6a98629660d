import GitHubModel
import SearchModel
import SearchUI
import SearchUITesting
import Terminal
import Testing

@Suite struct ScreenReducerTests {
  @Test func `a details header shows a star's words completely or not at all`() throws {
    var harness = ScreenHarness(40, 12)
    try harness.load("swift http", Catalog.repositories(3))
    harness.receiveStars([1: false, 3: false])
    try harness.press("Enter")
    #expect(harness.text.contains("apple/swift-nio  ☆ not starred"))
    try harness.press("q", "↓", "↓", "Enter")
    #expect(harness.text.contains("Alamofire/Alamofire  ☆\n"))
  }

  @Test func `F8 gives the details' space to the list, and Enter still opens them`() throws {
    for (columns, rows) in [(80, 24), (120, 40)] {
      var harness = ScreenHarness(columns, rows)
      try harness.load("swift http", Catalog.repositories(50), total: 12_345)
      try harness.press("F8")
      #expect(harness.screen.layout.detail == nil)
      #expect(harness.screen.layout.list?.columns == columns)
      #expect(harness.search.desired.detail == nil)
      try harness.press("Enter")
      #expect(harness.screen.layout.detail != nil)
      try harness.press("Esc", "F8")
      #expect(harness.screen.layout.detail != nil && harness.screen.layout.list != nil)
    }
  }

  private func loaded(
    _ columns: Int = 80,
    _ rows: Int = 24,
    options: ScreenOptions = ScreenOptions(),
    count: Int = 50,
    total: Int = 12_345
  ) throws -> ScreenHarness {
    var harness = ScreenHarness(columns, rows, options: options)
    try harness.load("swift http", Catalog.repositories(count), total: total)
    return harness
  }

  // MARK: Leaving and closing

  @Test func `Esc closes what is open, then clears the query, then quits`() throws {
    var harness = try loaded()
    try harness.press("F1")
    try harness.press("Esc")
    #expect(harness.screen.focus == .list)

    try harness.press("Enter")
    #expect(harness.screen.focus == .detail)
    try harness.press("Esc")
    #expect(harness.screen.focus == .list)
    #expect(harness.effects.isEmpty)

    try harness.press("Esc")
    #expect(harness.search.text == "")
    #expect(harness.effects.isEmpty)

    try harness.press("Esc")
    #expect(harness.effects == [.leave(Outcome(.left))])
  }

  @Test func `^C quits from anywhere`() throws {
    for keys in [[], ["F1"], ["Enter"], ["^R"]] {
      var harness = try loaded()
      for key in keys { try harness.press(key) }
      try harness.press("^C")
      #expect(harness.effects == [.leave(Outcome(.interrupted))])
    }
  }

  @Test(arguments: ["language:swift", "language:java", "language:\"java\"", "user:apple"])
  func `Tab marks the row once a qualifier is complete`(query: String) throws {
    var harness = ScreenHarness(80, 24)
    harness.type(query)
    try harness.press("Enter")
    try harness.answer([Catalog.repositories(1)[0]])
    harness.type(" ")
    try harness.press("Backspace", "Tab")
    #expect(harness.search.marked.count == 1)
    #expect(harness.search.text == query)
  }

  @Test(arguments: [(80, 24, 8), (40, 12, 1)])
  func `a long message also takes the status line`(
    columns: Int,
    rows: Int,
    parts: Int
  ) throws {
    var harness = ScreenHarness(columns, rows)
    try harness.load("swift", Catalog.repositories(50), total: 50)
    let url = "https://github.com/" + String(repeating: "long/", count: parts)
    harness.send(.opened(url, failure: "no browser was found; set BROWSER"))
    #expect(harness.lines.last?.contains("set BROWSER") == true)
    try harness.press("M-n")
    harness.send(.opened(url, failure: "no browser was found; set BROWSER"))
    #expect(harness.lines.suffix(2).first?.hasSuffix("…") == true)
    #expect(harness.lines.last?.hasPrefix("note:") == true)
    try harness.press("Esc")
    try harness.press("↓")
    #expect(harness.lines.last?.contains("of 50") == true)
  }

  @Test func `quitting waits for a star's acknowledgment`() throws {
    var harness = try loaded()
    let first = try #require(harness.search.rows.first?.repository)
    try harness.press("^S", "^C")
    #expect(harness.effects == [.awaitStars])
    #expect(
      harness.text.contains("Saving 1 change… Ctrl-C to quit without waiting.")
    )

    harness.receive(.written(.star(StarWrite(first, isStarred: true)), nil))

    #expect(harness.effects == [.awaitStars, .leave(Outcome(.interrupted))])
  }

  @Test func `reports a star that fails while quitting`() throws {
    var harness = try loaded()
    let first = try #require(harness.search.rows.first?.repository)
    try harness.press("^S", "^C")
    harness.receive(
      .written(.star(StarWrite(first, isStarred: true)), SearchFailure(.forbidden, "no"))
    )

    guard case .leave(let outcome) = harness.effects.last else {
      Issue.record("still there")
      return
    }
    #expect(outcome.failure == "star apple/swift-nio: no")
  }

  @Test func `a second request or the time limit quits without waiting`() throws {
    var harness = try loaded()
    try harness.press("^S", "^C", "^C")
    #expect(harness.outcome?.ending == .interrupted)
    #expect(harness.outcome?.unfinished.map(\.what) == ["star apple/swift-nio"])

    harness = try loaded()
    try harness.press("^S", "^C")
    harness.send(.starTimeoutPassed)
    #expect(harness.outcome?.unfinished.map(\.what) == ["star apple/swift-nio"])
  }

  // MARK: Enter

  @Test func `Enter searches immediately for text just typed`() throws {
    var harness = ScreenHarness(80, 24)
    harness.type("swift")
    #expect(harness.pending?.pause != .zero)

    try harness.press("Enter")

    #expect(harness.pending?.pause == .zero)
    #expect(harness.screen.focus == .list)
  }

  @Test func `Enter opens the details of the selected row`() throws {
    var harness = try loaded()
    try harness.press("↓", "Enter")
    #expect(harness.screen.focus == .detail)
    #expect(harness.text.contains("vapor/vapor"))
  }

  @Test func `a picker's Enter chooses the selected row, or the marked ones in order`() throws {
    let options = ScreenOptions(isPicker: true)
    var harness = try loaded(options: options)
    try harness.press("↓", "↓", "Enter")
    #expect(
      harness.effects == [
        .leave(Outcome(.chose([try #require(RepositoryName("Alamofire/Alamofire"))])))
      ]
    )

    harness = try loaded(options: options)
    try harness.press("↓", "Tab", "M-<", "Tab", "Enter")
    let names = ["vapor/vapor", "apple/swift-nio"].compactMap { RepositoryName($0) }
    #expect(harness.effects == [.leave(Outcome(.chose(names)))])
  }

  @Test func `a picker chooses no row of the previous query`() throws {
    var harness = try loaded(options: ScreenOptions(isPicker: true))
    harness.paste(" qqq")
    _ = try harness.leave()
    try harness.press("Enter", "Enter", "↓", "Enter")
    #expect(harness.effects.isEmpty)
  }

  @Test func `Esc in a picker exits like Ctrl-C, so that a script stops`() throws {
    var harness = try loaded(options: ScreenOptions(isPicker: true))
    try harness.press("Esc", "Esc")

    #expect(harness.effects == [.leave(Outcome(.interrupted))])
  }

  // MARK: Toasts

  @Test func `announces how many repositories a change affects, and its success afterward`() throws
  {
    var harness = try loaded()
    harness.receiveStars([1: false, 2: false])
    try harness.press("Tab", "Tab")
    #expect(harness.text.contains("✓ 2 marked (Shift-Tab to clear): apple/swift-nio, vapor/vapor"))
    try harness.load("x", Catalog.others(10))

    try harness.press("^S")
    #expect(harness.text.contains("Starring 2 repositories (2 not shown)…"))
    try harness.press("↓")
    try harness.acknowledgeStar()
    #expect(harness.text.contains("Starring 2 repositories (2 not shown)…"))
    try harness.acknowledgeStar()
    #expect(harness.text.contains("★ Starred 2 repositories (2 not shown) · Alt-U to undo"))
    #expect(harness.search.stars[1] == .known(true))

    try harness.press("M-u")
    #expect(
      harness.text.contains("Undoing…")
    )
    try harness.acknowledgeStar()
    try harness.acknowledgeStar()
    #expect(harness.text.contains("Undone: unstarred 2 repositories (2 not shown)"))
    #expect(!harness.text.contains("to undo"))
    #expect(harness.search.stars[2] == .known(false))
  }

  @Test func `does not report the failed part of a change as done`() throws {
    var harness = try loaded()
    harness.receiveStars([1: false, 2: false])
    try harness.press("Tab", "Tab", "^S")
    try harness.acknowledgeStar(SearchFailure(.notFound, "not found"))
    #expect(harness.text.contains("star apple/swift-nio: not found"))
    try harness.press("↓")
    #expect(harness.text.contains("Starring 2 repositories…"))
    try harness.acknowledgeStar()
    #expect(harness.text.contains("★ Starred vapor/vapor · Alt-U to undo"))
  }

  @Test func `undo has its own key, at any time and several levels deep`() throws {
    var harness = try loaded()
    harness.receiveStars([1: false, 2: true])
    try harness.press("^S", "↓", "^F", "^S")
    for _ in 1...2 { try harness.acknowledgeStar() }
    harness.send(.toastExpired)
    try harness.press("^Z", "Enter", "Esc", "^Z")
    #expect(harness.effects == [.suspend, .suspend])

    try harness.press("^_")
    #expect(harness.text.contains("Undoing…"))
    try harness.acknowledgeStar()
    #expect(harness.text.contains("Undone: starred vapor/vapor"))
    try harness.press("M-u")
    #expect(harness.text.contains("Undone: removed vapor/vapor from favorites"))
    #expect(harness.search.favorites.isEmpty)
    try harness.press("M-u")
    #expect(harness.text.contains("Undoing…"))
    try harness.press("M-u")
    #expect(harness.text.contains("Nothing to undo"))
    #expect(harness.effects.count == 2)
  }

  @Test func `undoes a waiting change immediately`() throws {
    var harness = try loaded()
    harness.receiveStars([1: false, 2: false])
    try harness.press("^S", "↓", "^S", "M-u")
    #expect(harness.text.contains("Undone: unstarred vapor/vapor"))
    #expect(harness.search.stars[2] == .known(false))
  }

  @Test func `offers undo for added favorites`() throws {
    var harness = try loaded()
    try harness.press("^F")
    #expect(harness.text.contains("♥ Added apple/swift-nio to favorites · Alt-U to undo"))
    try harness.press("M-u")
    #expect(harness.search.favorites.isEmpty)
  }

  @Test func `offers no undo if the previous state is unknown`() throws {
    var harness = try loaded()
    try harness.press("^S")
    try harness.acknowledgeStar()
    #expect(harness.text.contains("★ Starred apple/swift-nio"))
    #expect(!harness.text.contains("undo"))
    try harness.press("M-u")
    #expect(
      harness.text.contains(
        "Can't undo: apple/swift-nio may have been starred before"
      )
    )
    #expect(harness.search.stars[1] == .known(true))
  }

  @Test func `a key dismisses the message of a failed star, and the row stays marked`() throws {
    var harness = try loaded()
    try harness.press("^S")
    try harness.acknowledgeStar(
      SearchFailure(.tokenMissing, "not signed in", advice: "run `ghsearch auth login`")
    )
    harness.send(.toastExpired)
    #expect(
      harness.text.contains(
        "star apple/swift-nio: not signed in · run `ghsearch auth login`"
      )
    )
    try harness.press("↓")
    #expect(!harness.text.contains("star apple/swift-nio:"))
    #expect(harness.search.banner == nil)
    #expect(harness.lines[2].hasPrefix("  !  apple/swift-nio"))
  }

  @Test func `F5 retries failed stars, also after the message is dismissed`() throws {
    var harness = try loaded()
    harness.receiveStars([1: true, 2: false])
    try harness.press("^S", "↓", "^S")
    try harness.acknowledgeStar(SearchFailure(.unreachable, "no route"))
    #expect(harness.text.contains("unstar apple/swift-nio and 1 more: no route"))
    try harness.press("↓", "F5")

    #expect(harness.search.stars[1] == .pending(false))
    #expect(harness.search.stars[2] == .pending(true))
  }

  @Test func `advice names the current retry key`() throws {
    var harness = ScreenHarness(100, 24)
    try harness.load("swift http", Catalog.repositories(50), total: 12_345)
    try harness.press("^S")
    try harness.acknowledgeStar(
      SearchFailure(.rateLimited, "rate limit exceeded", advice: "try again after 14:05")
    )
    #expect(
      harness.text.contains(
        "star apple/swift-nio: rate limit exceeded · F5 to retry · try again after 14:05"
      )
    )
  }

  @Test func `a failure disappears with its query`() throws {
    var harness = try loaded()
    harness.type(" h")
    try harness.answer(.failure(SearchFailure(.tokenRejected, "GitHub rejected the token")))
    #expect(harness.text.contains("Showing only public results: GitHub rejected the token"))
    harness.type("t")
    #expect(!harness.text.contains("public results"))
  }

  @Test func `names an unreachable host in the list, with the full cause`() throws {
    var harness = ScreenHarness(80, 24)
    let cause = "cannot connect to 127.0.0.1:1"
    harness.paste("swift")
    try harness.answer(.failure(SearchFailure(.unreachable, cause)))

    #expect(harness.text.contains("\n Cannot connect to 127.0.0.1:1\n"))
    #expect(harness.text.contains("\n Check your network, then press F5."))
  }

  @Test func `marks survive a new query and are counted`() throws {
    var harness = try loaded()
    try harness.press("Tab", "Tab")
    try harness.load("x", Catalog.others(10))
    #expect(harness.text.contains("2 marked"))
    try harness.press("^O")

    let urls = ["https://github.com/apple/swift-nio", "https://github.com/vapor/vapor"]
    #expect(harness.effects == [.open(urls)])
    try harness.press("S-Tab")
    #expect(!harness.text.contains("marked"))
  }

  // MARK: Editing and history

  @Test func `the details use a pager's keys, and nothing is typed into the query`() throws {
    var harness = try loaded()
    try harness.press("Enter")
    try harness.loadDetail(readme: (1...200).map { "line \($0)" }.joined(separator: "\n\n"))
    #expect(harness.screen.layout.list == nil)

    harness.type("j")
    #expect(harness.screen.pane.top == 1)
    harness.type("k d")
    #expect(harness.screen.pane.top == 28)
    harness.type("ub")
    #expect(harness.screen.pane.top == 0)
    harness.type("G")
    #expect(harness.lines.last?.hasPrefix("100%") == true)
    harness.type("gx")
    #expect(harness.screen.pane.top == 0)
    #expect(harness.search.text == "swift http")

    harness.type("q")
    #expect(harness.screen.focus == .list)
    #expect(harness.search.text == "swift http")
  }

  @Test func `Shift with an arrow scrolls the details beside the list`() throws {
    var harness = try loaded(120, 40)
    try harness.loadDetail(readme: (1...200).map { "line \($0)" }.joined(separator: "\n\n"))
    try harness.press("Shift-↓", "Shift-↓", "Shift-↑")

    #expect(harness.screen.pane.top == 3)
    #expect(harness.screen.focus == .list)
    #expect(harness.search.selectedIndex == 0)
  }

  @Test func `Ctrl-D quits in an empty query, and deletes otherwise`() throws {
    var harness = ScreenHarness(80, 24)
    harness.type("ab")
    try harness.press("^A", "^D")
    #expect(harness.search.text == "b")
    try harness.press("^D", "^D")
    #expect(harness.effects == [.leave(Outcome(.left))])
  }

  @Test func `Tab completes an unfinished qualifier, and marks otherwise`() throws {
    var harness = try loaded()
    harness.type(" lang")
    try harness.press("Tab")
    #expect(harness.screen.editor.text == "swift http language:")
    harness.type("rus")
    try harness.press("Tab")
    #expect(harness.screen.editor.text == "swift http language:Rust")
    #expect(harness.search.marked.isEmpty)

    try harness.answer(Catalog.repositories(3))
    harness.type(" zzz")
    try harness.answer(Catalog.repositories(3))
    try harness.press("↓", "Tab")
    #expect(harness.search.marked.count == 1)
  }

  /// Each qualifier with incomplete or invalid values.
  static let incompleteQualifiers: [(String, values: [String])] = Qualifier.names.sorted().map {
    let numbers = ["", ">", ">=", "<", "..", "10..", "*..*", ">1x", "many", "50..10", "\""]
    let choices = ["", ">", "\"", "no-such"]
    let dates = numbers + ["2026-", ">2026-13-01", "2026-01-01..", ">2026-1"]
    switch $0 {
    case "created", "pushed": return ($0, dates)
    case "stars", "forks", "size", "followers", "topics", "good-first-issues", "help-wanted-issues":
      return ($0, numbers)
    case "archived", "fork", "has", "in", "is", "mirror", "template": return ($0, choices)
    default: return ($0, ["", ">", "\"", "\"x", ".."])
    }
  }

  @Test(arguments: incompleteQualifiers)
  func `Tab marks nothing while a qualifier is incomplete`(name: String, values: [String]) throws {
    let start = try loaded()
    for value in values {
      for (mark, rest) in [("", ""), ("-", ""), ("", " nio")] {
        var harness = start
        // Pasted, because the effect of Tab does not depend on how the text was entered.
        harness.paste(" \(mark)\(name):\(value)\(rest)")
        if harness.pending != nil { try harness.answer(Catalog.repositories(50)) }
        for _ in rest { try harness.press("←") }
        try harness.press("Tab")
        #expect(harness.search.marked.isEmpty, "\(mark)\(name):\(value)")
        let word = String(harness.search.text.dropFirst("swift http ".count).dropLast(rest.count))
        let isKnown = QualifierWords.candidates(word, QualifierWords.Seen([])).contains(word)
        try harness.press("Tab")
        #expect(harness.search.marked.isEmpty || isKnown, "\(mark)\(name):\(value)")
      }
    }
  }

  @Test(arguments: ["stars:>100", "pushed:>2024-01-01", "topic:cli", "license:zlib", "swift"])
  func `Tab marks a row after a complete qualifier, and after ↓`(typed: String) throws {
    var harness = try loaded()
    harness.type(" \(typed)")
    try harness.answer(Catalog.repositories(50))
    try harness.press("Tab")
    #expect(harness.search.marked.count == 1)

    harness = try loaded()
    harness.type(" pushed:")
    try harness.press("↓", "Tab")
    #expect(harness.search.marked.count == 1)
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 12), (40, 8), (40, 7), (40, 4)])
  func `a message does not shrink or move the list`(columns: Int, rows: Int)
    throws
  {
    var harness = try loaded(columns, rows, total: 50)
    try harness.press("M->")
    let before = (harness.screen.layout, harness.screen.listTop, harness.lines)
    harness.send(.opened("https://github.com/a/b", failure: "no browser"))

    #expect(harness.screen.layout == before.0)
    #expect(harness.screen.listTop == before.1)
    #expect(harness.text.contains("open https://"))
    #expect(harness.lines.dropLast(2) == before.2.dropLast(2))
    harness.send(.toastExpired)
    #expect(harness.lines == before.2)
  }

  @Test func `Tab shows possible completions of a qualifier`() throws {
    var harness = try loaded()
    harness.type(" archived:")
    try harness.press("Tab")
    #expect(harness.text.contains("│ true ") && harness.text.contains("│ false "))
    #expect(harness.search.text == "swift http archived:")
  }

  @Test func `copies the clone command`() throws {
    var harness = try loaded()
    try harness.press("M-g")
    let lines = ["git clone https://github.com/apple/swift-nio.git"]
    #expect(harness.effects == [.copy(lines, .cloneCommand)])
    harness.send(.copied(lines, .cloneCommand, to: .desktop))
    #expect(harness.text.contains("Copied the clone command"))
  }

  @Test func `clones only after y`() throws {
    var harness = try loaded()
    try harness.press("^G")
    #expect(harness.text.contains("Clone apple/swift-nio into ./swift-nio? y/n"))
    harness.type("n")
    #expect(harness.screen.editor.text == "swift http" && harness.screen.message == nil)
    try harness.press("^G", "Esc")
    #expect(harness.effects == [] && harness.screen.editor.text == "swift http")

    try harness.press("^G")
    harness.type("y")
    #expect(harness.effects == [.clone([try #require(harness.search.rows.first).repository])])
    #expect(harness.text.contains("Cloning apple/swift-nio…"))
    try harness.press("↓")
    #expect(harness.text.contains("Cloning apple/swift-nio…"))
  }

  @Test func `shows the end of a clone`() throws {
    var harness = try loaded()
    try harness.press("^G", "y")
    let name = try #require(harness.search.rows.first).repository.name
    harness.send(.cloned(CloneResult(name, failure: nil)))
    #expect(harness.text.contains("Cloned apple/swift-nio into ./swift-nio"))
    harness.send(.toastExpired)
    #expect(harness.screen.message == nil)

    harness.send(.cloned(CloneResult(name, failure: "no\u{1B}[2J")))
    #expect(harness.text.contains("clone apple/swift-nio: no\\u{1b}[2J"))
  }

  @Test func `clones all marked repositories`() throws {
    var harness = try loaded()
    try harness.press("Tab", "Tab", "^G")
    #expect(harness.text.contains("Clone 2 repositories into this directory? y/n"))
    try harness.press("y")
    let names = harness.search.marked.map(\.name)
    #expect(harness.text.contains("Cloning 2 repositories… 2 left"))
    #expect(harness.frame.title == "ghsearch: 2 left")
    harness.send(.cloned(CloneResult(names[0], failure: nil)))
    #expect(harness.text.contains("Cloning 2 repositories… 1 left"))
    harness.send(.cloned(CloneResult(names[1], failure: "why")))
    #expect(harness.text.contains("Cloned 1 of 2 repositories · clone \(names[1]): why"))
    harness.send(.toastExpired)
    #expect(harness.frame.title == "ghsearch: swift http")
  }

  // MARK: The start

  private func started() -> ScreenHarness {
    var harness = ScreenHarness(80, 24, history: ["swift http", "language:rust tui"])
    let trending = zip(Catalog.repositories(12), [1_234, 310, 12] + Array(repeating: 7, count: 9))
    harness.receive(.trendingRead(trending.map { TrendingRepository($0, gained: $1) }))
    return harness
  }

  @Test func `opens a trending repository below the recent searches without a request`() throws {
    var harness = started()
    try Snapshot.expectScreen(harness.frame, "start-trending-80x24")

    try harness.press("↓", "↓", "↓", "Enter")

    #expect(harness.search.selectedRow?.repository.name.fullName == "apple/swift-nio")
    #expect(harness.screen.focus == .detail && harness.text.contains("Event-driven network"))
    #expect(harness.pages.isEmpty && harness.search.desired.visit == nil)
    try harness.press("^S", "q")
    #expect(harness.search.stars.turn?.repository.name.fullName == "apple/swift-nio")
    #expect(harness.search.rows.isEmpty && harness.text.contains("Trending this week"))
  }

  @Test func `trending repositories are filtered, and offered only before anything is typed`()
    throws
  {
    var harness = started()
    try harness.press("↓")
    harness.type("alamo")
    let rows = harness.lines.compactMap { $0.split(separator: "│").dropFirst().first }
    #expect(rows.contains { $0.contains("Alamofire/Alamofire") })
    #expect(!rows.contains { $0.contains("vapor") })
    try harness.press("Esc", "Esc", "^R")
    harness.type("alamo")
    #expect(harness.text.contains("No matching searches in the history."))
  }

  // MARK: Programs of the user

  private static let actions = """
    [actions.tokei]
    key = "alt-t"
    run = ["tokei", "--of={owner}/{name}", "{full_name} {url} {clone_url}", "{{name}} {print $1}"]

    [actions.shell]
    key = ["alt-x", "alt-y"]
    run = "  bash  -l "   # no repository
    """

  @Test
  func `an action runs its program for each marked repository, with words that are never split`()
    throws
  {
    let options = ScreenOptions(keymap: try KeymapFile.read(Self.actions))
    var harness = try loaded(options: options)
    try harness.press("Tab", "Tab", "M-t")
    let programs = ["apple/swift-nio", "vapor/vapor"].map { name in
      let (owner, last) = (name.split(separator: "/")[0], name.split(separator: "/")[1])
      return [
        "tokei", "--of=\(owner)/\(last)",
        "\(name) https://github.com/\(name) https://github.com/\(name).git",
        "{\(last)} {print $1}",
      ]
    }
    #expect(harness.effects == [.run(programs, name: "tokei")])

    harness.send(.ran("tokei", failure: "exited with status 3\u{1B}[2J"))
    #expect(harness.text.contains("tokei: exited with status 3\\u{1b}[2J"))

    try harness.press("M-y")
    #expect(harness.effects.last == .run([["bash", "-l"]], name: "shell"))
  }

  @Test func `running more than five programs asks first, and menus and prompts have no actions`()
    throws
  {
    let options = ScreenOptions(keymap: try KeymapFile.read(Self.actions))
    var harness = try loaded(options: options)
    for _ in 1...6 { try harness.press("Tab") }
    try harness.press("M-t")
    #expect(harness.text.contains("Run tokei for 6 repositories? y/n") && harness.effects.isEmpty)
    try harness.press("n", "M-x")
    #expect(harness.effects.count == 1)
    try harness.press("M-t", "y")
    #expect(harness.effects.count == 2)
    try harness.press("F4", "M-x", "Esc", "M-n", "M-x")
    #expect(harness.effects.count == 2)
  }

  @Test func `the palette lists the user's actions first, with their keys, and runs them`() throws {
    let options = ScreenOptions(keymap: try KeymapFile.read(Self.actions))
    var harness = try loaded(options: options)
    try harness.press("F1")
    let rows = harness.lines.filter { $0.contains("run tokei") || $0.contains("run shell") }
    #expect(rows.count == 2 && rows[0].contains("Alt-T") && rows[1].contains("Alt-X Alt-Y"))
    harness.type("shell")
    try harness.press("Enter")
    #expect(harness.effects == [.run([["bash", "-l"]], name: "shell")])
  }

  @Test func `shows the remaining searches only below half`() throws {
    var harness = try loaded()
    #expect(!harness.text.contains("left"))
    harness.paste("kotlin")
    try harness.answer(Catalog.repositories(3), remaining: 14)
    #expect(harness.text.contains("14/30 searches left"))
  }

  @Test func `uses only ASCII in an ASCII locale`() throws {
    var harness = try loaded(120, 40, options: ScreenOptions(isASCII: true))
    harness.receiveStars([1: true, 2: false])
    try harness.press("Tab")
    let repositories = Catalog.repositories(50).compactMap(\.description).joined()
    let foreign = harness.text.unicodeScalars.filter { !$0.isASCII }
    #expect(foreign.allSatisfy { repositories.unicodeScalars.contains($0) })
  }

  // MARK: The sort

  @Test(arguments: ["F4", "Ctrl-T"])
  func `a sort can be chosen by keyboard alone`(key: String) throws {
    var harness = try loaded()
    #expect(harness.lines[0].hasSuffix("sort: best match ▾"))
    try harness.press(key)
    #expect(harness.text.contains("fewest stars"))
    try harness.press("↓", "↓", "Enter")

    #expect(harness.search.sort == .stars)
    #expect(harness.search.order == .ascending)
    #expect(harness.screen.focus == .list)
    #expect(harness.lines[0].hasSuffix("sort: fewest stars ▾"))
    try harness.press(key, "Esc")
    #expect(harness.search.sort == .stars)
    #expect(harness.screen.focus == .list)
  }

  @Test func `the details stay open when a sort is chosen`() throws {
    var harness = ScreenHarness(120, 40)
    try harness.load("swift http", Catalog.repositories(20))
    try harness.press("Enter", "F4", "↓", "Enter")

    #expect(harness.search.sort == .stars)
    #expect(harness.screen.focus == .detail)
  }

  @Test func `a click on the sort opens the menu, and a click in it chooses`() throws {
    var harness = try loaded()
    harness.mouse(.press, column: 75, row: 0)
    #expect(harness.screen.focus == .menu(Menu(.sort)))
    harness.mouse(.press, column: 70, row: 4)
    #expect(harness.search.sort == .stars)
    harness.mouse(.press, column: 75, row: 0)
    harness.mouse(.press, column: 70, row: 2)
    #expect(harness.screen.focus == .menu(Menu(.sort, selection: 1)))
    harness.mouse(.press, column: 3, row: 10)
    #expect(harness.screen.focus == .list)
    #expect(harness.search.sort == .stars)
  }

  @Test func `a click in the history searches again, and the wheel selects`() throws {
    var harness = ScreenHarness(80, 24, history: ["one", "two", "three"])
    try harness.press("^R")
    harness.mouse(.scrollDown, column: 40, row: 5)
    #expect(harness.screen.focus == .menu(Menu(.history(), selection: 1)))
    harness.mouse(.press, column: 40, row: 6)

    #expect(harness.search.text == "three")
    #expect(harness.screen.focus == .list)
  }

  @Test func `shell keys edit the query`() throws {
    var harness = ScreenHarness(80, 24)
    harness.type("swift http")
    try harness.press("^W")
    #expect(harness.search.text == "swift ")
    try harness.press("^A", "^Y")
    #expect(harness.search.text == "httpswift ")
    try harness.press("^A", "M-d")
    #expect(harness.search.text == " ")
    try harness.press("^E", "Backspace")
    #expect(harness.search.text == "")
  }

  @Test func `a paste is one line of inert text, searched for immediately`() throws {
    var decoder = KeyDecoder()
    let bytes = Array("\u{1B}[200~swift\r\n\u{1B}[Ahttp\u{7}\u{202E}\u{1B}[201~".utf8)
    var harness = ScreenHarness(80, 24)
    for event in decoder.decode(bytes, at: .now) { harness.send(.input(event)) }

    #expect(!harness.search.text.unicodeScalars.contains { $0.value < 0x20 })
    #expect(harness.search.text.hasPrefix("swift"))
    #expect(harness.pending?.pause == .zero)
    #expect(harness.lines[1].contains("\\u{202e}"))
    #expect(harness.effects.isEmpty)
  }

  @Test func `? in an empty query opens the palette, and is text otherwise`() {
    var harness = ScreenHarness(80, 24)
    harness.type("?")
    #expect(harness.text.contains("command ❯ "))
    harness.send(.input(.key(Key(.escape))))
    harness.type("a?")
    #expect(harness.search.text == "a?")
  }

  @Test func `↑ in an empty query recalls earlier queries one by one`() throws {
    var harness = ScreenHarness(80, 24, history: ["one", "two"])
    try harness.press("↑")
    #expect(harness.search.text == "one")
    try harness.press("↑")
    #expect(harness.search.text == "two")
    #expect(harness.pending?.pause != .zero)
    try harness.press("Backspace")
    #expect(harness.search.text == "tw")
  }

  @Test func `↓ in an empty query enters the recent searches`() throws {
    var harness = ScreenHarness(80, 24, history: ["one", "two", "three"])
    try harness.press("↓", "↓", "Enter")
    #expect(harness.search.text == "two" && harness.pending?.pause == .zero)

    harness = ScreenHarness(80, 24, history: ["one"])
    try harness.press("↓", "Esc")
    #expect(harness.screen.focus == .list && harness.effects.isEmpty)
    try harness.press("F3", "↓")
    #expect(harness.screen.focus == .list)
    harness = ScreenHarness(80, 24)
    try harness.press("↓")
    #expect(harness.screen.focus == .list)
  }

  @Test func `^R finds an earlier search`() throws {
    var harness = ScreenHarness(80, 24, history: ["swift http", "rust tui", "swift cli"])
    try harness.press("^R")
    harness.type("swift")
    try harness.press("^R", "Enter")

    #expect(harness.search.text == "swift cli")
    #expect(harness.pending?.pause == .zero)
    #expect(harness.screen.focus == .list)
  }

  @Test func `the selected search is always in view, however long the history`() throws {
    var harness = ScreenHarness(80, 24, history: (1...40).map { "query \($0)" })
    try harness.press("^R")

    for number in 1...40 {
      #expect(harness.lines.contains { $0.contains(" query \(number) ") })
      try harness.press("↓")
    }
  }

  @Test(arguments: ["F3", "F2"], [1, 2])
  func `^R also searches GitHub from the tabs of the local copy`(key: String, count: Int) throws {
    var harness = ScreenHarness(80, 24, history: ["swift stars:>1000"])
    for _ in 0..<count { try harness.press(key) }
    #expect(harness.search.source != .search)
    try harness.press("^R", "Enter")

    #expect(harness.search.source == .search)
    #expect(harness.pending?.request.query.text == "swift stars:>1000")
    #expect(harness.pending?.pause == .zero)
    #expect(harness.screen.editor.text == "swift stars:>1000")
  }

  @Test func `^R in another tab keeps the sort of searches`() throws {
    var harness = ScreenHarness(80, 24, history: ["swift stars:>1000"])
    try harness.press("F4", "↓", "Enter", "F3", "^R", "Enter")

    #expect(harness.pending?.request.query.sort == .stars)
  }

  @Test(arguments: [":st", " :st", "  :sta", ": s"])
  func `Tab completes qualifiers, but no REPL commands`(text: String) throws {
    var harness = ScreenHarness(80, 24)
    harness.type(text)
    try harness.press("Tab")
    #expect(harness.search.text == text)
    #expect(harness.screen.toast == nil)
  }

  @Test func `Esc closes the history search and keeps the query`() throws {
    var harness = try loaded()
    try harness.press("^R")
    harness.type("zzz")
    #expect(harness.text.contains("No matching searches in the history."))
    try harness.press("Esc")
    #expect(harness.search.text == "swift http")
    #expect(harness.screen.focus == .list)
  }

  // MARK: Scrolling and paging

  @Test func `requests the next page once, when the fifth row from the end appears`()
    throws
  {
    var harness = try loaded()
    #expect(harness.pages == [1])
    for _ in 0..<44 { try harness.press("↓") }
    #expect(harness.pages == [1])
    try harness.press("↓")
    #expect(harness.pages == [1, 2])
    try harness.press("↓", "↓", "PgDn")
    #expect(harness.pages == [1, 2])
    #expect(harness.lines.last?.contains("loading more…") == true)
  }

  @Test func `a screen taller than a page requests pages until it is full`() throws {
    var harness = ScreenHarness(120, 90)
    try harness.load("swift", Array(Catalog.repositories(200).prefix(50)), total: 250)
    #expect(harness.pages == [1, 2])

    try harness.answer(Catalog.others(50), total: 250)

    #expect(harness.pages == [1, 2])
    #expect(harness.search.paging == .more(3))
  }

  @Test func `a new query requests no second page because the old one was scrolled`() throws {
    var harness = try loaded()
    try harness.press("M->")
    try harness.answer(Catalog.others(50), total: 12_345)
    try harness.press("M->")
    #expect(harness.pages == [1, 2, 3])

    harness.paste("x")
    try harness.answer(Catalog.repositories(200).suffix(50), total: 12_345)

    #expect(harness.pages == [1, 2, 3, 1])
  }

  @Test func `the selected row is always visible`() throws {
    var harness = try loaded(80, 24)
    for key in ["PgDn", "PgDn", "M->", "PgUp", "M-<", "↓"] {
      try harness.press(key)
      let selected = try #require(harness.search.selectedRow?.repository.name.fullName)
      #expect(
        harness.lines.contains { $0.hasPrefix("▌") && $0.contains(selected.prefix(30)) },
        "\(key)"
      )
    }
    try harness.press("M->")
    harness.resize(40, 10)
    #expect(harness.lines.contains { $0.hasPrefix("▌") })
  }

  @Test func `the selected repository stays selected if another response contains it`() throws {
    var harness = try loaded()
    try harness.press("↓", "↓")
    try harness.load("x", Array(Catalog.repositories(50).reversed()))

    #expect(harness.search.selectedRow?.repository.name.fullName == "Alamofire/Alamofire")
    #expect(harness.lines.contains { $0.hasPrefix("▌") && $0.contains("Alamofire") })
  }

  @Test func `scrolls open details no further than their end`() throws {
    var harness = try loaded()
    try harness.press("Enter")
    try harness.loadDetail()
    for _ in 0..<20 { try harness.press("PgDn") }
    #expect(harness.text.contains("日本語のドキュメントもあります。"))
    #expect(harness.search.selectedIndex == 0)
    try harness.press("M-<")
    #expect(harness.text.contains("apple/swift-nio"))
  }

  // MARK: Mouse

  @Test func `the wheel scrolls the pane under the pointer`() throws {
    var harness = try loaded()
    try harness.loadDetail()
    harness.mouse(.scrollDown, column: 5, row: 5)
    #expect(harness.screen.listTop == 3)
    #expect(harness.search.selectedIndex == 3)
    #expect(harness.screen.pane.top == 0)

    try harness.loadDetail()
    harness.mouse(.scrollDown, column: 5, row: 18)
    #expect(harness.screen.listTop == 3)
    #expect(harness.screen.pane.top == 3)
  }

  @Test func `a click selects, and a double click opens the details`() throws {
    var harness = try loaded()
    harness.mouse(.press, column: 5, row: 4)
    #expect(harness.search.selectedIndex == 2)
    #expect(harness.screen.focus == .list)
    harness.time += .milliseconds(300)
    harness.mouse(.press, column: 9, row: 4)
    #expect(harness.screen.focus == .detail)
  }

  @Test func `a click on a star's sign stars only that row`() throws {
    var harness = try loaded()
    harness.receiveStars([1: false, 2: false, 3: false])
    try harness.press("Tab")
    harness.mouse(.press, column: 2, row: 4)

    #expect(harness.search.stars[3] == .pending(true))
    #expect(harness.search.stars[1] == .known(false))
    #expect(harness.text.contains("Starring Alamofire/Alamofire…"))
  }

  @Test func `two slow clicks are not a double click`() throws {
    var harness = try loaded()
    harness.mouse(.press, column: 5, row: 4)
    harness.time += .milliseconds(500)
    harness.mouse(.press, column: 9, row: 4)
    #expect(harness.screen.focus == .list)
  }

  @Test func `ignores mouse events without the mouse`() throws {
    var harness = try loaded(options: ScreenOptions(hasMouse: false))
    harness.mouse(.press, column: 5, row: 4)
    #expect(harness.search.selectedIndex == 0)
  }

  // MARK: Repositories

  @Test func `a star is optimistic, unaffected by a double press, and fails with a message`()
    throws
  {
    var harness = try loaded()
    let first = try #require(harness.search.rows.first?.repository)
    harness.receiveStars([first.id: false])
    try harness.press("^S", "^S")
    #expect(harness.lines[2].hasPrefix("▌ ✦"))
    let write = StarWrite(first, isStarred: true)
    #expect(
      harness.requests.filter { if case .write(.star) = $0 { true } else { false } } == [
        .write(.star(write))
      ]
    )

    try harness.acknowledgeStar(SearchFailure(.unreachable, "reset"))

    #expect(harness.lines[2].hasPrefix("▌ !"))
    #expect(
      harness.text.contains("star apple/swift-nio: reset. Check your network, then press F5.")
    )
    try harness.press("M-r")
    #expect(harness.lines[2].hasPrefix("▌ ✦"))
    try harness.acknowledgeStar()
    #expect(harness.lines[2].hasPrefix("▌ ★"))
  }

  @Test func `an unknown star is blank`() throws {
    let harness = try loaded()
    #expect(harness.lines[2].hasPrefix("▌    apple/swift-nio"))
  }

  @Test func `confirms a copied URL`() throws {
    var harness = try loaded()
    try harness.press("M-c")

    let lines = ["https://github.com/apple/swift-nio"]
    #expect(harness.effects == [.copy(lines, .url)])
    harness.send(.copied(lines, .url, to: .desktop))
    #expect(harness.text.contains("Copied the URL"))
    harness.send(.toastExpired)
    #expect(!harness.text.contains("Copied"))
    harness.send(.copied(lines, .url, to: nil))
    #expect(harness.text.contains("This terminal does not support copying"))
  }

  @Test func `reports a page that does not open`() throws {
    var harness = try loaded()
    harness.send(.opened("https://github.com/a/b", failure: "no \u{1B}[31mbrowser"))
    #expect(harness.text.contains("open https://github.com/a/b: no \\u{1b}[31mbrowser"))
  }

  @Test func `a failure is a banner with its cause and its key, and rows stay`() throws {
    var harness = try loaded()
    harness.type(" h")
    try harness.answer(.failure(SearchFailure(.badResponse, "502 \u{1B}]0;x\u{7}")))

    let message = try #require(harness.lines.dropLast().last)
    #expect(message.hasPrefix("search: 502 \\u{1b}]0;x\\u{7} · "))
    #expect(harness.text.contains("vapor/vapor"))
    let count = harness.pages.count
    try harness.press("M-r")
    #expect(harness.pages.count == count + 1)
  }

  @Test func `sort and order change the search and the first line`() throws {
    var harness = try loaded()
    try harness.press("M-s")
    #expect(harness.lines[0].hasSuffix("sort: most stars ▾"))
    try harness.press("M-o")
    #expect(harness.lines[0].hasSuffix("sort: fewest stars ▾"))
  }

  @Test func `details follow the selection once it stays on a row`() throws {
    var harness = try loaded(120, 40)
    try harness.loadDetail()
    try harness.press("↓")
    #expect(harness.text.contains("Apache License"))
    try harness.loadDetail()
    #expect(harness.lines[2].hasSuffix("vapor/vapor"))
  }

  @Test func `shows a failure of the details in the pane`() throws {
    var harness = try loaded(120, 40)
    try harness.failDetail(SearchFailure(.notFound, "not found"))
    #expect(harness.text.contains("not found · F5 to retry"))
  }

  // MARK: A sentence that finds nothing

  @Test func `a sentence without results offers fewer words, which Enter searches for`()
    throws
  {
    var harness = ScreenHarness(80, 24)
    try harness.load("a photo backup that is self-hosted", [])

    #expect(harness.text.contains("Nothing has all 6 words."))
    #expect(harness.text.contains("Enter searches for: photo backup self-hosted"))
    #expect(harness.pages.count == 1)

    try harness.press("Enter")
    #expect(harness.search.text == "photo backup self-hosted")
    #expect(harness.lines[1].contains("photo backup self-hosted"))
    #expect(harness.pages.count == 2)
    try harness.answer(Catalog.repositories(3))
    #expect(harness.text.contains("apple/swift-nio"))
    #expect(harness.pages.count == 2)
  }

  @Test func `offers the rarest words if each finds something alone`()
    throws
  {
    var harness = ScreenHarness(80, 24)
    try harness.load("offline photo backup server", [])
    #expect(harness.text.contains("Enter searches for: offline backup"))
    let counts = ["offline": 90, "photo": 2, "backup": 80, "server": 1]
    harness.receive(.hintsRead(SearchHints(counts: counts)))
    #expect(harness.text.contains("Enter searches for: photo server"))
  }

  @Test func `offers nothing for two words or while a search is running`()
    throws
  {
    var harness = ScreenHarness(80, 24)
    try harness.load("photo backup", [])
    #expect(!harness.text.contains("Enter searches for"))
    harness.paste(" for my phone")
    #expect(!harness.text.contains("Enter searches for"))
  }
}
