import GitHubModel
import SearchModel
import SearchUI
import SearchUITesting
import Terminal
import Testing

/// The tabs as a user visits them.
@Suite struct TabTests {
  private func tabs(_ columns: Int = 80, _ rows: Int = 24) -> ScreenHarness {
    var harness = ScreenHarness(columns, rows)
    harness.receive(.countsRead(RowCounts(stars: 10_000, lists: 3)))
    return harness
  }

  private func stars(_ columns: Int = 80, _ rows: Int = 24) throws -> ScreenHarness {
    var harness = tabs(columns, rows)
    try harness.press("F3")
    try harness.answerRows(Catalog.stars(100), total: 10_000)
    return harness
  }

  private func lists(_ columns: Int = 80, _ rows: Int = 24) throws -> ScreenHarness {
    var harness = tabs(columns, rows)
    try harness.press("F2", "F2")
    harness.receive(.listsRead(.success(Catalog.lists)))
    return harness
  }

  // MARK: Going through them

  @Test func `F2 and F3 cycle through the tabs`() throws {
    var harness = tabs()
    var shown: [RowsSource] = []
    for key in ["F3", "F3", "F3", "F3", "F2", "F2"] {
      try harness.press(key)
      shown.append(harness.search.source)
    }
    #expect(shown == [.stars, .lists, .favorites, .search, .favorites, .lists])
  }

  @Test func `Ctrl with an arrow changes the tab only in an empty query`() throws {
    var harness = tabs()
    try harness.press("Ctrl-→")
    #expect(harness.search.source == .stars)
    harness.type("a b")
    try harness.press("Ctrl-←")
    #expect(harness.search.source == .stars)
    #expect(harness.screen.editor.cursor == 2)
    try harness.press("Esc", "Ctrl-←")
    #expect(harness.search.source == .search)
  }

  @Test func `a click on a tab opens it, and a click on the sort its menu`() throws {
    var harness = tabs()
    let line = harness.lines[0]
    let start = try #require(line.firstRange(of: "Lists")).lowerBound
    let column = line.distance(from: line.startIndex, to: start)
    harness.mouse(.press, column: column, row: 0)
    #expect(harness.search.source == .lists)
    harness.mouse(.press, column: 1, row: 0)
    harness.mouse(.press, column: 79, row: 0)
    #expect(harness.search.source == .search)
    #expect(harness.screen.focus == .menu(Menu(.sort)))
  }

  @Test func `each tab keeps its text, selection and position`() throws {
    var harness = tabs()
    try harness.load("swift", Catalog.repositories(50), total: 12_345)
    for _ in 0..<30 { try harness.press("↓") }
    let top = harness.screen.listTop
    #expect(top > 0)

    try harness.press("F3")
    #expect(harness.screen.editor.text == "")
    try harness.answerRows(Catalog.stars(100), total: 10_000)
    #expect(harness.screen.listTop == 0)
    harness.type("nio")
    try harness.answerRows(Catalog.stars(1), total: 1)

    try harness.press("F2")
    #expect(harness.screen.editor.text == "swift")
    #expect(harness.search.selectedIndex == 30)
    #expect(harness.screen.listTop == top)
    #expect(harness.search.total?.count == 12_345)
    try harness.press("F3")
    #expect(harness.screen.editor.text == "nio")
    #expect(harness.search.rows.count == 1)
    #expect(harness.rowsRequest?.text == "nio")
  }

  @Test func `the same letter can be typed in two tabs`() throws {
    var harness = tabs()
    harness.type("s")
    try harness.press("F3")
    harness.type("s")
    #expect(harness.search.text == "s")
    #expect(harness.rowsRequest?.text == "s")
  }

  @Test func `the tabs shrink with the screen, and the current one is always named`() throws {
    for source in ["F3", "F2"] {
      var harness = tabs(200, 24)
      try harness.press(source)
      for columns in (20...200).reversed() {
        harness.resize(columns, 24)
        let line = harness.lines[0]
        #expect(line.contains(source == "F3" ? "Stars" : "Favorites"), "\(columns): \(line)")
        #expect(line.displayWidth <= columns)
      }
    }
  }

  // MARK: Lists of the store

  @Test func `typing filters immediately, and a stale response is not shown`() throws {
    var harness = try stars()
    harness.type("alam")
    #expect(harness.search.rows.allSatisfy { $0.repository.name.name == "Alamofire" })
    let stale = try #require(harness.rowsRequest)
    harness.type("o")
    harness.receive(
      .rowsRead(stale, .success(RepositoryPage(repositories: Catalog.stars(2), totalCount: 2)))
    )
    #expect(harness.search.rows.allSatisfy { $0.repository.name.name == "Alamofire" })
    #expect(harness.search.phase == .searching(isLate: false))
    try harness.answerRows(Array(Catalog.stars(3).suffix(1)), total: 1)

    #expect(harness.text.contains("1–1 of 1"))
    #expect(harness.search.phase == .loaded)
    #expect(harness.pages.isEmpty)
  }

  @Test func `shows a mistake in a filter's qualifier beside its rows, and Tab corrects it`()
    throws
  {
    var harness = try stars()
    harness.type("a lang:swift")
    try harness.answerRows(Catalog.stars(3), total: 3)
    #expect(harness.text.contains("unknown qualifier lang:; did you mean language:?"))

    try harness.press("Tab")
    try harness.answerRows(Catalog.stars(3), total: 3)
    #expect(harness.search.text == "a language:swift")
    #expect(!harness.text.contains("did you mean"))
  }

  @Test func `does not show a response after the tab was left`() throws {
    var harness = tabs()
    try harness.press("F3")
    let request = try #require(harness.rowsRequest)
    try harness.press("F2")
    harness.receive(
      .rowsRead(request, .success(RepositoryPage(repositories: Catalog.stars(2), totalCount: 2)))
    )
    #expect(harness.search.rows.isEmpty)
    #expect(harness.text.contains("Type to search"))
  }

  @Test func `reads the next rows once, when the end appears`() throws {
    var harness = try stars()
    for _ in 0..<94 { try harness.press("↓") }
    try harness.press("↓", "↑", "↓")
    let offsets = harness.requests.compactMap { effect in
      if case .readRows(let request) = effect { request.offset } else { nil }
    }
    #expect(offsets == [0, 100])
    try harness.answerRows(Array(Catalog.stars(200).suffix(100)), total: 10_000)
    #expect(harness.search.rows.count == 200)
    #expect(harness.search.selectedIndex == 95)
  }

  @Test func `the last row of a list is the store's last, not the last one read`() throws {
    var harness = try stars()
    try harness.press("M->")
    #expect(harness.search.selectedIndex == 99)
    #expect(harness.rowsRequest?.offset == 100)
    #expect((harness.rowsRequest?.limit ?? 0) >= 9_900)
    try harness.answerRows(Array(Catalog.stars(10_000).dropFirst(100)), total: 10_000)

    #expect(harness.search.selectedIndex == 9_999)
    #expect(harness.text.contains("9,991–10,000 of 10,000 · end"))
    try harness.press("M-<")
    #expect(harness.search.selectedIndex == 0)
  }

  @Test func `a key pressed before the last row is loaded starts from it`() throws {
    var harness = try stars()
    try harness.press("M->", "↑")
    try harness.answerRows(Array(Catalog.stars(10_000).dropFirst(100)), total: 10_000)
    #expect(harness.search.selectedIndex == 9_998)

    harness = try stars()
    try harness.press("M->", "M-<")
    try harness.answerRows(Array(Catalog.stars(10_000).dropFirst(100)), total: 10_000)
    #expect(harness.search.selectedIndex == 0)
  }

  @Test func `finds the last row of a filter whose matches were not counted`() throws {
    var harness = try stars()
    harness.type("stars:>1")
    try harness.answerRows(Catalog.stars(100), total: nil)
    #expect(harness.text.contains("1–10 of 100+"))
    try harness.press("M->")
    try harness.answerRows(Array(Catalog.stars(250).dropFirst(100)), total: 250)
    #expect(harness.search.selectedIndex == 249)
  }

  @Test func `shows a response that arrived in the meantime when the tab returns`() throws {
    var harness = tabs()
    harness.paste("swift")
    let request = try harness.leave()
    try harness.press("F3")
    let page = RepositoryPage(repositories: Catalog.repositories(3), totalCount: 3)
    harness.receive(
      .responded(request, .success(page), BudgetReading(limit: 30, remaining: 28))
    )
    #expect(harness.search.rows.isEmpty)
    try harness.press("F2")
    #expect(harness.search.rows.count == 3)
    #expect(harness.pages == [1])
  }

  @Test func `Esc clears a tab's filter and then quits, as anywhere`() throws {
    var harness = try stars()
    harness.type("x")
    try harness.press("Esc")
    #expect(harness.search.text == "")
    try harness.press("Esc")
    #expect(harness.effects == [.leave(Outcome(.left))])
  }

  @Test func `↑ in an empty filter moves, and Enter opens the details`() throws {
    var harness = ScreenHarness(80, 24, history: ["earlier"])
    try harness.press("F3")
    try harness.answerRows(Catalog.stars(3), total: 3)
    try harness.press("↓", "↑")
    #expect(harness.search.text == "")
    #expect(harness.search.selectedIndex == 0)
    try harness.press("Enter")
    #expect(harness.screen.focus == .detail)
    try harness.press("F2")
    #expect(harness.screen.focus == .list)
  }

  @Test func `changes stars in any tab, and a row stays until the tab is shown again`() throws {
    var harness = try stars()
    try harness.press("^S")
    #expect(harness.text.contains("Unstarring apple/swift-nio…"))
    try harness.acknowledgeStar()
    #expect(harness.text.contains("☆ Unstarred apple/swift-nio · Alt-U to undo"))
    #expect(harness.search.rows.count == 100)
    #expect(harness.search.stars[1] == .known(false))
    let reads = harness.requests.count { if case .readRows = $0 { true } else { false } }
    try harness.press("F2", "F3")
    #expect(harness.requests.count { if case .readRows = $0 { true } else { false } } == reads + 1)
    try harness.answerRows(Array(Catalog.stars(100).dropFirst()), total: 9_999)
    #expect(harness.search.rows.first?.id == 2)
  }

  @Test func `the sort menu has the sorts of the list`() throws {
    var harness = try stars()
    #expect(harness.lines[0].hasSuffix("sort: recently starred ▾"))
    try harness.press("F4", "↓", "↓", "Enter")
    #expect(harness.rowsRequest?.sort == .stars)
    try harness.press("F4")
    #expect(!harness.text.contains("help wanted"))
    try harness.press("Esc", "F3", "F4")
    #expect(harness.screen.focus == .list)
    #expect(!harness.lines[0].contains("sort"))
  }

  @Test func `text typed into a filter is not remembered as a search`() throws {
    var harness = try stars()
    harness.type("nio")
    try harness.answerRows(Catalog.stars(1), total: 1)
    try harness.press("Enter", "^O")
    #expect(!harness.requests.contains { if case .remember = $0 { true } else { false } })
  }

  @Test func `reports a filter that is too long, also once its ranges are expanded`() throws {
    let expanding = Array(repeating: "pushed:1y", count: 20).joined(separator: " ")
    let long = Array(repeating: "nio", count: 70).joined(separator: " ")
    for (text, count) in [(expanding, 399), (long, 279)] {
      for rows in [Catalog.stars(2), []] {
        var harness = try stars()
        harness.paste(text)
        try harness.answerRows(rows, total: rows.count)
        #expect(harness.text.contains("the query has \(count) characters; the limit is 256"))
      }
    }
  }

  @Test func `shows a failure of the store, and F5 retries`() throws {
    var harness = tabs()
    try harness.press("F3")
    try harness.failRows(SearchFailure(.localFile, "disk I/O error"))
    #expect(harness.text.contains("read the local data: disk I/O error"))
    try harness.press("F5")
    try harness.answerRows(Catalog.stars(2), total: 2)
    #expect(harness.search.rows.count == 2)
    #expect(harness.search.banner == nil)
  }

  // MARK: The copy

  private func syncs(_ harness: ScreenHarness) -> [SearchCall] {
    harness.requests.filter { $0 == .sync }
  }

  @Test func `Enter fetches the stars if there is no copy, and shows progress`() throws {
    var harness = ScreenHarness(80, 24)
    try harness.press("F3")
    try harness.failRows(SearchFailure(.notSynced))
    #expect(harness.text.contains("Enter fetches your stars and lists from GitHub."))
    try harness.press("Enter", "Enter")
    #expect(syncs(harness) == [.sync])
    #expect(harness.text.contains("Fetching your stars and lists…"))

    harness.receive(.syncProgressed(CopyProgress(done: 300, total: 1_200)))
    #expect(harness.text.contains("Syncing stars… 300 of 1,200 · Esc to cancel"))
    harness.receive(.syncProgressed(CopyProgress(.readmes, done: 40, total: 90)))
    #expect(harness.text.contains("Syncing READMEs… 40 of 90 · Esc to cancel"))
    try harness.answerRows(Catalog.stars(2), total: 2)
    #expect(harness.text.contains("1–2 of 2"))
    harness.receive(.synced(nil))
    #expect(harness.search.sync == nil)
    #expect(harness.text.contains("Stars and lists are up to date"))
    try harness.answerRows(Catalog.stars(3), total: 3)
    #expect(harness.text.contains("1–3 of 3"))
    #expect(harness.requests.contains(.readCounts))
  }

  @Test func `Esc cancels a sync, and ignores its later reports`() throws {
    var harness = try stars()
    try harness.press("F5")
    harness.type("nio")
    try harness.press("Esc")
    #expect(syncs(harness) == [.sync])
    try harness.press("Esc")
    #expect(harness.search.desired.sync == nil)
    #expect(harness.text.contains("Canceled; the next sync continues there"))
    #expect(harness.search.sync == nil)
    try harness.press("Esc")
    #expect(harness.effects == [.leave(Outcome(.left))])
  }

  @Test func `a sync canceled by Esc or Ctrl-C reports what it has done`() throws {
    var harness = try stars()
    try harness.press("F5")
    harness.receive(.syncProgressed(CopyProgress(done: 300, total: 1_200)))
    try harness.press("Esc")
    #expect(
      harness.text.contains("Canceled after 300 of 1,200 stars; the next sync continues there")
    )

    try harness.press("F5")
    harness.receive(.syncProgressed(CopyProgress(.readmes, done: 40, total: 90)))
    try harness.press("^C")
    var outcome = Outcome(.interrupted)
    outcome.canceledSync = "Canceled after 40 of 90 READMEs; the next sync continues there"
    #expect(harness.effects.last == .leave(outcome))
  }

  @Test func `a failed sync explains why, and shows earlier results`() throws {
    var harness = try lists()
    try harness.press("F5")
    harness.receive(.synced(SearchFailure(.forbidden, "the token lacks the scope \"read:user\"")))

    #expect(harness.text.contains("Sync failed: the token lacks the scope \"read:user\""))
    #expect(harness.requests.last == .readLists)
    try harness.press("F5")
    harness.receive(.synced(SearchFailure(.partial, "stopped after 3 pages: reset")))
    #expect(harness.text.contains("Sync failed: stopped after 3 pages: reset · F5 to retry"))
    try harness.press("F5")
    #expect(syncs(harness).count == 3)
    harness.receive(
      .synced(SearchFailure(.unreachable, "cannot connect to a.com", advice: "retry"))
    )
    let sentence = "Sync failed: cannot connect to a.com. Check your network, then press F5."
    #expect(harness.text.contains(sentence))
  }

  @Test func `a list opened in another tab shows its rows after the sync`() throws {
    var harness = try stars()
    try harness.press("F5", "F2", "F2")
    harness.receive(.synced(nil))
    #expect(harness.search.source == .favorites)
    try harness.press("F3", "F3")
    #expect(harness.search.source == .stars)
    let reads = harness.requests.count { if case .readRows = $0 { true } else { false } }
    #expect(reads == 3)
  }

  // MARK: Star lists

  @Test func `Enter opens a star list, and Esc returns to the same place`() throws {
    var harness = try lists()
    try harness.press("↓", "Enter")
    #expect(harness.search.source == .list("UL_2"))
    #expect(harness.rowsRequest?.source == .list("UL_2"))
    #expect(harness.lines[0].contains("Lists: Read later"))
    try harness.answerRows(Catalog.stars(1), total: 1)
    harness.type("x")
    try harness.press("F3", "F2")
    #expect(harness.search.source == .list("UL_2"))
    try harness.press("Esc", "Esc")
    #expect(harness.search.source == .lists)
    #expect(harness.search.selectedList == "UL_2")
  }

  @Test func `typing filters star lists by name`() throws {
    var harness = try lists()
    harness.type("LATER")
    #expect(harness.search.shownLists.map(\.id) == ["UL_2"])
    try harness.press("Enter")
    #expect(harness.search.source == .list("UL_2"))
  }

  @Test func `a double click opens a star list`() throws {
    var harness = try lists()
    harness.mouse(.press, column: 3, row: 3)
    #expect(harness.search.selectedList == "UL_2")
    harness.mouse(.press, column: 3, row: 3)
    #expect(harness.search.source == .list("UL_2"))
  }

  // MARK: Choosing lists

  private func loaded() throws -> ScreenHarness {
    var harness = ScreenHarness(80, 24)
    try harness.load("swift http", Catalog.repositories(50), total: 12_345)
    harness.receive(.listsRead(.success(Catalog.lists)))
    return harness
  }

  /// The last requested change of lists, sent or waiting.
  private var lastChange: (ScreenHarness) -> StarListWrite? {
    { harness in
      for case .lists(let change) in harness.search.pendingWrites.reversed() { return change }
      for case .write(.lists(let change)) in harness.requests.reversed() { return change }
      return nil
    }
  }

  @Test func `Space and Enter change the lists of the marked repositories`() throws {
    var harness = try loaded()
    try harness.press("Tab", "Tab", "^X")
    #expect(harness.text.contains("Lists for 2 repositories"))
    #expect(harness.text.contains("[✓] Networking"))
    #expect(harness.text.contains("[•] Read later"))
    try harness.press("↓", "Space", "Enter")

    #expect(harness.text.contains("Changing the lists of vapor/vapor…"))
    let change = try #require(lastChange(harness))
    #expect(change.moves.map(\.adding) == [["UL_2"]])
    #expect(harness.search.lists.value?[1].members == [1, 2])
    harness.receive(.written(.lists(change), nil))
    #expect(harness.text.contains("Added vapor/vapor to Read later · Alt-U to undo"))
  }

  @Test func `a click on the open list's tab keeps what is chosen`() throws {
    var harness = try lists()
    try harness.press("Enter")
    try harness.answerRows(Catalog.stars(3), total: 3)
    try harness.press("^X", "Space")
    let chosen = harness.screen.focus
    let tab = try #require(harness.lines[0].firstRange(of: "Lists: "))
    let column = harness.lines[0].distance(
      from: harness.lines[0].startIndex,
      to: tab.lowerBound
    )
    harness.mouse(.press, column: column, row: 0)

    #expect(harness.screen.focus == chosen)
    #expect(harness.search.source.tab == .lists && harness.search.source != .lists)
  }

  @Test func `keys pressed before the lists load are not lost`() throws {
    var harness = ScreenHarness(80, 24)
    try harness.load("swift http", Catalog.repositories(50), total: 12_345)
    try harness.press("^X", "↓", "Space", "Enter", "↓")
    #expect(harness.text.contains("Loading your lists…"))
    harness.receive(.listsRead(.success(Catalog.lists)))

    #expect(harness.screen.focus == .list)
    #expect(harness.search.selectedIndex == 1)
    #expect(harness.text.contains("Changing the lists of apple/swift-nio…"))
    #expect(lastChange(harness)?.moves.map(\.removing) == [["UL_2"]])
  }

  @Test func `Esc closes a picker whose lists have not loaded`() throws {
    var harness = ScreenHarness(80, 24)
    try harness.load("swift http", Catalog.repositories(50), total: 12_345)
    try harness.press("^X", "↓", "Space", "Esc")
    harness.receive(.listsRead(.success(Catalog.lists)))
    try harness.press("^X", "Enter")
    #expect(lastChange(harness) == nil)
  }

  @Test func `Alt-U undoes a change of lists`() throws {
    var harness = try loaded()
    try harness.press("^X", "Space", "Enter")
    let made = try #require(lastChange(harness))
    try harness.press("M-u")
    #expect(harness.text.contains("Undoing…"))
    harness.receive(.written(.lists(made), nil))
    #expect(harness.text.contains("Undoing…"))

    let change = try #require(lastChange(harness))
    #expect(change == made.undo)
    harness.receive(.written(.lists(change), nil))
    #expect(harness.text.contains("Undone: added apple/swift-nio to Networking"))
    #expect(change.moves.map(\.adding) == [["UL_1"]])
    #expect(harness.search.lists.value?[0].members == [1, 2, 3, 4])
  }

  @Test func `Esc, or a choice without changes, sends nothing`() throws {
    var harness = try loaded()
    try harness.press("^X", "Space", "Esc")
    try harness.press("^X", "Space", "Space", "Enter")
    #expect(lastChange(harness) == nil)
    #expect(harness.screen.focus == .list)
  }

  @Test func `a list with some of the repositories toggles to all, to none, and back`() throws {
    var harness = try loaded()
    try harness.press("Tab", "Tab", "^X", "↓")
    var shown: [Bool] = []
    for sign in ["✓", " ", "•"] {
      try harness.press("Space")
      shown.append(harness.text.contains("[\(sign)] Read later"))
    }
    #expect(shown == [true, true, true])
  }

  @Test func `reports a failed change, and rereads the lists`() throws {
    var harness = try loaded()
    try harness.press("^X", "Space", "Enter")
    let change = try #require(lastChange(harness))
    harness.receive(
      .written(.lists(change), SearchFailure(.forbidden, "the token lacks the scope \"user\""))
    )

    #expect(harness.text.contains("change the lists of apple/swift-nio"))
    #expect(harness.text.contains("lacks the scope"))
    #expect(harness.requests.contains(.readLists))
  }

  @Test func `quitting waits for a change of lists`() throws {
    var harness = try loaded()
    try harness.press("^X", "Space", "Enter", "^C")
    #expect(harness.effects == [.awaitStars])
    #expect(harness.text.contains("Saving 1 change…"))
    harness.receive(.written(.lists(try #require(lastChange(harness))), nil))
    #expect(harness.effects.last == .leave(Outcome(.interrupted)))
  }

  @Test
  func `Ctrl-X fetches the lists if there is no copy, and keeps keys pressed meanwhile`()
    throws
  {
    var harness = ScreenHarness(80, 24)
    try harness.load("swift http", Catalog.repositories(5))
    try harness.press("^X", "↓")
    harness.receive(.listsRead(.failure(SearchFailure(.notSynced))))
    #expect(harness.requests.filter { $0 == .sync }.count == 1)
    try harness.press("Space")
    harness.receive(.syncProgressed(CopyProgress(done: 1, total: 2)))
    #expect(harness.text.contains("Loading your lists…"))
    harness.receive(.synced(nil))
    #expect(harness.requests.last == .readLists)
    harness.receive(.listsRead(.success(Catalog.lists)))

    #expect(harness.text.contains("[✓] Networking"))
    #expect(harness.text.contains("[ ] Read later"))
    #expect(harness.requests.filter { $0 == .sync }.count == 1)
  }

  @Test func `a failed fetch for Ctrl-X closes the picker with the reason, and can be repeated`()
    throws
  {
    var harness = ScreenHarness(80, 24)
    try harness.load("swift http", Catalog.repositories(5))
    for count in 1...2 {
      try harness.press("^X")
      harness.receive(.listsRead(.failure(SearchFailure(.notSynced))))
      harness.receive(.synced(SearchFailure(.badResponse, "no \u{1B}[31mlists")))
      harness.receive(.listsRead(.failure(SearchFailure(.notSynced))))
      #expect(harness.screen.focus == .list)
      #expect(harness.text.contains("Sync failed: no \\u{1b}[31mlists"))
      #expect(harness.requests.filter { $0 == .sync }.count == count)
    }

    harness.receive(.listsRead(.failure(SearchFailure(.notSynced))))
    try harness.press("^X")
    harness.receive(.listsRead(.failure(SearchFailure(.tokenMissing))))
    #expect(harness.text.contains("Sign in to see your lists: ghsearch auth login"))
  }

  @Test func `Ctrl-X shows lists created by another program`() throws {
    var harness = try loaded()
    let lists = Catalog.lists
    // There were none at first.
    harness.receive(.listsRead(.success([])))
    try harness.press("^X")
    harness.receive(.listsRead(.success([])))
    #expect(harness.text.contains("No lists yet: type a name to create one"))
    try harness.press("^X", "^X")
    #expect(harness.text.contains("Loading your lists…"))
    harness.receive(.listsRead(.success(Array(lists.dropFirst()))))
    #expect(harness.text.contains("[✓] Read later"))

    // A list inserted before the selected one does not change the selection.
    try harness.press("Esc", "^X", "↓")
    let selected = lists[2]
    harness.receive(.listsRead(.success(lists)))
    try harness.press("Space", "Enter")
    let move = try #require(lastChange(harness)?.moves.first)
    #expect(move.adding.union(move.removing) == [selected.id])
  }

  @Test func `the keys of the list picker are shown once, in the keymap's words`() throws {
    for (columns, rows) in [(80, 24), (40, 12), (120, 40)] {
      var keymap = Keymap()
      keymap.bind(.accept, to: [Key(.function(9))])
      var harness = ScreenHarness(columns, rows, options: ScreenOptions(keymap: keymap))
      try harness.load("swift http", Catalog.repositories(50), total: 12_345)
      try harness.press("^X")
      harness.receive(.listsRead(.success(Catalog.lists)))
      #expect(harness.text.contains("Tab toggle  F9 apply  Esc cancel"))
      #expect(harness.text.ranges(of: "toggle").count == 1)
    }
  }

  // MARK: Typing in the choice of lists

  @Test func `typing filters the lists, and Enter adds to the selected one`() throws {
    var harness = try loaded()
    try harness.press("↓", "^X")
    harness.type("later")
    #expect(harness.text.contains("[ ] Read later"))
    #expect(!harness.text.contains("] Networking"))
    #expect(harness.text.contains("Enter add"))
    try harness.press("Enter")
    #expect(lastChange(harness)?.moves.map(\.adding) == [["UL_2"]])
    #expect(harness.search.text == "swift http")

    // It is in the list by now, and Enter never removes it.
    try harness.press("^X")
    harness.type("later")
    #expect(harness.text.contains("Enter apply"))
    try harness.press("Enter")
    #expect(harness.requests.count { if case .write(.lists) = $0 { true } else { false } } == 1)
  }

  @Test func `an unknown name creates a list, keeping earlier toggles`() throws {
    var harness = try loaded()
    try harness.press("↓", "^X", "↓", "Space")
    harness.type("To  read")
    #expect(harness.text.contains("+ new list \"To read\""))
    #expect(harness.text.contains("Enter create"))
    try harness.press("Tab", "Enter")

    let change = try #require(lastChange(harness))
    #expect(change.edit == .create("To read"))
    #expect(change.moves.map(\.adding) == [["UL_2"]])
    #expect(harness.text.contains("Creating the list To read…"))
    harness.receive(.written(.lists(change), nil))
    #expect(harness.text.contains("Created the list To read with vapor/vapor · Alt-U to undo"))
    #expect(harness.requests.last == .readLists)
    try harness.press("M-u")
    #expect(lastChange(harness) == change.undo)
    #expect(harness.text.contains("Undoing…"))
  }

  @Test func `finds a list by its name in any case, or by part of it`() throws {
    var harness = try loaded()
    try harness.press("^X")
    harness.type("READ LATER")
    #expect(!harness.text.contains("new list"))
    #expect(harness.text.contains("[✓] Read later"))
    try harness.press("^U")
    harness.type("net")
    #expect(harness.text.contains("[✓] Networking"))
    try harness.press("↓")
    #expect(harness.text.contains("Enter create"))
    try harness.press("↑", "Tab", "Enter")
    #expect(lastChange(harness)?.moves.map(\.removing) == [["UL_1"]])
  }

  @Test func `a name can be typed and pasted before the lists load`() throws {
    var harness = ScreenHarness(80, 24)
    try harness.load("swift http", Catalog.repositories(50), total: 12_345)
    try harness.press("^X")
    harness.type("new ")
    harness.paste("list\n")
    #expect(harness.lines[1].hasPrefix("list ❯ new list"))
    try harness.press("Enter")
    harness.receive(.listsRead(.success([])))

    #expect(lastChange(harness)?.edit == .create("new list"))
    #expect(lastChange(harness)?.moves.map(\.repository.id) == [1])
  }

  @Test func `a list created in the meantime replaces the new one`() throws {
    var harness = try loaded()
    try harness.press("↓", "^X")
    harness.type("later too")
    #expect(harness.text.contains("Enter create"))
    var lists = Catalog.lists
    lists[2].list.name = "Later too"
    harness.receive(.listsRead(.success(lists)))
    #expect(!harness.text.contains("new list"))
    try harness.press("Enter")
    #expect(lastChange(harness)?.edit == nil)
    #expect(lastChange(harness)?.moves.map(\.adding) == [["UL_3"]])
  }

  @Test func `reports a list that could not be created, and F5 retries`() throws {
    var harness = try loaded()
    try harness.press("^X")
    harness.type("x")
    try harness.press("Enter")
    let change = try #require(lastChange(harness))
    harness.receive(.written(.lists(change), SearchFailure(.unreachable, "no network")))
    #expect(harness.text.contains("create the list x: no network"))
    try harness.press("F5")
    #expect(harness.requests.count { $0 == .write(.lists(change)) } == 2)
  }

  // MARK: Changing a list

  @Test func `a list's menu renames and describes it`() throws {
    var harness = try lists()
    try harness.press("↓", "M-l")
    #expect(harness.text.contains("Make public"))
    try harness.press("Enter")
    #expect(harness.lines.last?.contains("name: Read later") == true)
    try harness.press("^U", "Enter", "M-l", "Enter")
    harness.type(" or never")
    try harness.press("Enter")
    let list = Catalog.lists[1].list
    let renaming = try #require(lastChange(harness))
    #expect(renaming.edit == .rename(list, "Read later or never"))
    harness.receive(.written(.lists(renaming), nil))
    #expect(harness.text.contains("Renamed the list Read later to Read later or never · Alt-U"))

    try harness.press("M-l", "↓", "Enter")
    harness.type("Papers")
    try harness.press("Enter")
    #expect(lastChange(harness)?.edit == .describe(list, "Papers"))
    #expect(lastChange(harness)?.number != renaming.number)
    try harness.press("M-u")
    #expect(lastChange(harness)?.isUndo == true)
  }

  @Test func `a name that GitHub would refuse stays in the prompt`() throws {
    var harness = try lists()
    try harness.press("M-l", "Enter")
    harness.type(String(repeating: "é", count: 23))
    try harness.press("Enter")
    #expect(harness.text.contains("33 characters; the limit is 32"))
    try harness.press("Backspace", "Enter")
    #expect(lastChange(harness)?.edit != nil)
    #expect(harness.screen.focus == .list)
  }

  @Test func `a list's menu makes it public, and deletes it after confirmation`() throws {
    var harness = try lists()
    let list = Catalog.lists[1].list
    try harness.press("↓", "M-l", "↓", "↓", "Enter")
    #expect(lastChange(harness)?.edit == .setPrivate(false, list))
    #expect(harness.text.contains("Changing the list Read later…"))

    try harness.press("M-l", "M->", "Enter")
    #expect(harness.text.contains("Delete the list Read later? y/n"))
    try harness.press("n")
    #expect(lastChange(harness)?.edit != .delete(list))
    try harness.press("M-l", "PgDn", "Enter", "y")
    #expect(lastChange(harness)?.edit == .delete(list))
    try harness.press("^C")
    #expect(harness.text.contains("Saving 2 changes…"))
  }

  @Test func `closes an open list when it is deleted`() throws {
    var harness = try lists()
    try harness.press("↓", "Enter")
    #expect(harness.search.source == .list("UL_2"))
    try harness.press("M-l", "M->", "Enter", "y")
    #expect(harness.search.source == .lists)
    #expect(lastChange(harness)?.edit == .delete(Catalog.lists[1].list))
  }

  @Test func `closes an open list when it no longer exists`() throws {
    var harness = try lists()
    try harness.press("↓", "Enter")
    #expect(harness.search.source == .list("UL_2"))
    harness.receive(.listsRead(.success(Array(Catalog.lists.prefix(1)))))
    #expect(harness.search.source == .lists)
  }

  @Test func `the tab forgets an open list that no longer exists`() throws {
    var harness = try lists()
    try harness.press("↓", "Enter", "F2")
    harness.receive(.listsRead(.success(Array(Catalog.lists.prefix(1)))))
    try harness.press("F3")
    #expect(harness.search.source == .lists)
  }

  @Test func `a refused change of a repository's lists cannot be undone`() throws {
    var harness = try loaded()
    try harness.press("^X", "Space", "Enter")
    let change = try #require(lastChange(harness))
    try harness.press("M-u")
    harness.receive(.written(.lists(change), SearchFailure(.forbidden, "no scope")))
    #expect(harness.search.pendingWrites.isEmpty)
    try harness.press("M-u")
    #expect(harness.text.contains("Nothing to undo"))
  }

  @Test func `a refused change of a list cannot be undone`() throws {
    var harness = try lists()
    try harness.press("↓", "M-l", "↓", "↓", "Enter")
    harness.receive(.written(.lists(try #require(lastChange(harness))), nil))
    let made = try #require(lastChange(harness))

    try harness.press("M-l", "Enter")
    harness.type("x")
    try harness.press("Enter")
    let refused = try #require(lastChange(harness))
    let failure = SearchFailure(.usage, "a list with that name already exists")
    harness.receive(.written(.lists(refused), failure))
    try harness.press("M-u")

    #expect(lastChange(harness) == made.undo)
  }

  @Test func `Alt-L elsewhere explains where lists are changed`() throws {
    var harness = try loaded()
    try harness.press("M-l")
    #expect(harness.text.contains("Select a list in the Lists tab to change it"))
    #expect(harness.screen.focus == .list)
  }
}
