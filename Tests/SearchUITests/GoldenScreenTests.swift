import Foundation
import GitHubModel
import SearchModel
import SearchUI
import SearchUITesting
import Terminal
import Testing

/// Pictures of the screen: each layout, at sizes on both sides of each change.
@Suite struct GoldenScreenTests {
  /// Three pages of Swift repositories with known star states.
  private func loaded(_ columns: Int, _ rows: Int) throws -> ScreenHarness {
    var harness = ScreenHarness(columns, rows)
    try harness.load("swift http", Catalog.repositories(50), total: 12_345)
    harness.receiveStars([1: true, 2: false, 3: true, 5: false])
    return harness
  }

  @Test(arguments: [
    (80, 24), (120, 40), (40, 10), (100, 30), (60, 20), (20, 4), (19, 3), (1, 1), (500, 200),
    (99, 24), (59, 15),
  ])
  func `draws a response`(columns: Int, rows: Int) throws {
    var harness = try loaded(columns, rows)
    try harness.loadDetail()

    try Snapshot.expectScreen(harness.frame, "loaded-\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 10), (20, 4), (19, 3)])
  func `draws a screen before the first key`(columns: Int, rows: Int) throws {
    let harness = ScreenHarness(columns, rows, history: ["swift http", "language:rust tui"])

    try Snapshot.expectScreen(harness.frame, "empty-\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (59, 15), (120, 40)])
  func `draws the opened details`(columns: Int, rows: Int) throws {
    var harness = try loaded(columns, rows)
    try harness.press("Enter")
    try harness.loadDetail()

    try Snapshot.expectScreen(harness.frame, "detail-\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (40, 10)])
  func `draws the activity and the stars gained in the details`(columns: Int, rows: Int) throws {
    var harness = try loaded(columns, rows)
    try harness.press("Enter")
    try harness.loadDetail()
    try harness.loadActivity()
    try harness.loadGrowth()

    try Snapshot.expectScreen(harness.frame, "growth-\(columns)x\(rows)")
  }

  @Test(arguments: [(120, 40), (80, 24), (40, 10)])
  func `draws archived repositories`(columns: Int, rows: Int) throws {
    var harness = ScreenHarness(columns, rows)
    var repositories = Catalog.repositories(4)
    for index in [0, 2] { repositories[index].flags.isArchived = true }
    repositories[2].description = nil
    try harness.load("swift http", repositories)
    try harness.loadDetail()
    try harness.loadActivity()

    try Snapshot.expectScreen(harness.frame, "archived-\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 60), (40, 90)])
  func `draws a README with every kind of element`(columns: Int, rows: Int) throws {
    var harness = try loaded(columns, rows)
    try harness.press("Enter")
    try harness.loadDetail(readme: Catalog.longReadme)

    try Snapshot.expectScreen(harness.frame, "readme-\(columns)x\(rows)")
  }

  @Test func `draws the README of the local copy, without a network`() throws {
    var harness = try loaded(80, 24)
    try harness.press("Enter")
    let id = try #require(harness.search.selectedRow?.id)
    let text = "Swift HTTP\nA client and a server, built on event loops.\nswift package init"
    let readme = LocalReadme(text: text, date: Date(timeIntervalSince1970: 1_780_000_000))
    harness.receive(.localReadmeRead(id, readme))
    harness.receive(
      .factsRead(id, .failure(SearchFailure(.unreachable, "cannot connect to api.github.com")))
    )
    harness.receive(
      .readmeRead(id, .failure(SearchFailure(.unreachable, "cannot connect to api.github.com")))
    )

    try Snapshot.expectScreen(harness.frame, "readme-offline-80x24")
  }

  @Test func `draws the details without colors`() throws {
    var harness = ScreenHarness(80, 24, options: ScreenOptions(hasColor: false))
    try harness.load("swift http", Catalog.repositories(50), total: 12_345)
    try harness.press("Enter")
    try harness.loadDetail()

    try Snapshot.expectScreen(harness.frame, "detail-no-color-80x24")
  }

  @Test func `draws the question before a clone`() throws {
    var harness = try loaded(80, 24)
    try harness.press("^G")

    try Snapshot.expectScreen(harness.frame, "clone-80x24")
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 10), (200, 60)])
  func `draws the palette`(columns: Int, rows: Int) throws {
    var harness = try loaded(columns, rows)
    try harness.press("F1")

    try Snapshot.expectScreen(harness.frame, "help-\(columns)x\(rows)")
  }

  @Test func `draws a history search`() throws {
    var harness = ScreenHarness(
      80,
      24,
      history: ["swift http", "language:rust tui", "swift argument parser"]
    )
    try harness.press("^R")
    harness.type("swift")
    try harness.press("↓")

    try Snapshot.expectScreen(harness.frame, "history-80x24")
  }

  @Test func `draws known rows while a response is late`() throws {
    var harness = try loaded(100, 30)
    harness.type(" a")
    _ = try harness.leave()
    harness.receive(.answerIsLate)

    try Snapshot.expectScreen(harness.frame, "late-100x30")
  }

  @Test func `draws a search without rows yet`() throws {
    var harness = ScreenHarness(80, 24)
    harness.type("swift")

    try Snapshot.expectScreen(harness.frame, "waiting-80x24")
  }

  @Test(arguments: [(99, 24), (40, 10), (19, 3)])
  func `draws an exhausted search limit`(columns: Int, rows: Int) throws {
    var harness = ScreenHarness(columns, rows)
    harness.type("swift")
    try harness.useUpBudget(seconds: 42)

    try Snapshot.expectScreen(harness.frame, "budget-\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (100, 30), (40, 10)])
  func `draws a banner above the remaining rows`(columns: Int, rows: Int) throws {
    var harness = try loaded(columns, rows)
    harness.type(" h")
    let advice = "check the network and try again"
    try harness.answer(
      .failure(SearchFailure(.unreachable, "cannot resolve api.github.com", advice: advice))
    )

    try Snapshot.expectScreen(harness.frame, "offline-\(columns)x\(rows)")
  }

  @Test func `draws a search without matches`() throws {
    var harness = ScreenHarness(60, 20)
    try harness.load("language:swift qqqqqq", [])

    try Snapshot.expectScreen(harness.frame, "none-60x20")
  }

  @Test func `draws a query that GitHub would refuse`() throws {
    var harness = ScreenHarness(60, 20)
    harness.paste(String(repeating: "words ", count: 60))

    try Snapshot.expectScreen(harness.frame, "invalid-60x20")
  }

  @Test(arguments: [(80, 24), (120, 40), (60, 20)])
  func `draws hostile text`(columns: Int, rows: Int) throws {
    var harness = ScreenHarness(columns, rows)
    try harness.load("hostile \u{202E}", Hostile.repositories())
    try harness.press("↓", "↓")

    try Snapshot.expectScreen(harness.frame, "hostile-\(columns)x\(rows)")
  }

  @Test func `draws marks, favorites and pending stars`() throws {
    var harness = try loaded(80, 24)
    try harness.press("Tab", "Tab", "^S", "^F", "↓")

    try Snapshot.expectScreen(harness.frame, "marks-80x24")
  }

  // MARK: Tabs

  private func tabs(_ columns: Int, _ rows: Int) -> ScreenHarness {
    var harness = ScreenHarness(columns, rows)
    harness.receive(.countsRead(RowCounts(stars: 10_000, lists: 3)))
    harness.receive(.favoritesRead(.success([2, 9, 11])))
    return harness
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 12), (20, 8), (60, 5)])
  func `draws the stars`(columns: Int, rows: Int) throws {
    var harness = tabs(columns, rows)
    try harness.press("F3")
    try harness.answerRows(Catalog.stars(100), total: 10_000)
    try harness.loadDetail()

    try Snapshot.expectScreen(harness.frame, "stars-\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 12)])
  func `draws the star lists`(columns: Int, rows: Int) throws {
    var harness = tabs(columns, rows)
    try harness.press("F3", "F3")
    harness.receive(.listsRead(.success(Catalog.lists)))
    try harness.press("↓")

    try Snapshot.expectScreen(harness.frame, "lists-\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `draws the repositories of a star list`(columns: Int, rows: Int) throws {
    var harness = tabs(columns, rows)
    try harness.press("F3", "F3")
    harness.receive(.listsRead(.success(Catalog.lists)))
    try harness.press("Enter")
    try harness.answerRows(Catalog.stars(4), total: 4)

    try Snapshot.expectScreen(harness.frame, "list-\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `draws the favorites`(columns: Int, rows: Int) throws {
    var harness = tabs(columns, rows)
    try harness.press("F2")
    try harness.answerRows(Catalog.stars(3), total: 3)

    try Snapshot.expectScreen(harness.frame, "favorites-\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `draws the list picker`(columns: Int, rows: Int) throws {
    var harness = try loaded(columns, rows)
    harness.receive(.listsRead(.success(Catalog.lists)))
    try harness.press("Tab", "Tab", "^X", "↓", "Space")

    try Snapshot.expectScreen(harness.frame, "picker-\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `draws the creation of a star list`(columns: Int, rows: Int) throws {
    var harness = try loaded(columns, rows)
    harness.receive(.listsRead(.success(Catalog.lists)))
    try harness.press("^X")
    harness.type("net")

    try Snapshot.expectScreen(harness.frame, "picker-new-\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `draws a star list's menu`(columns: Int, rows: Int) throws {
    var harness = tabs(columns, rows)
    try harness.press("F3", "F3")
    harness.receive(.listsRead(.success(Catalog.lists)))
    try harness.press("↓", "M-l", "↓")

    try Snapshot.expectScreen(harness.frame, "list-menu-\(columns)x\(rows)")
  }

  @Test func `draws empty tabs`() throws {
    for (failure, name) in [
      (SearchFailure(.tokenMissing), "signed-out"), (SearchFailure(.notSynced), "no-copy"),
    ] {
      var harness = ScreenHarness(80, 24)
      try harness.press("F3")
      try harness.failRows(failure)
      try Snapshot.expectScreen(harness.frame, "stars-\(name)-80x24")
      try harness.press("F3")
      harness.receive(.listsRead(.failure(failure)))
      try Snapshot.expectScreen(harness.frame, "lists-\(name)-80x24")
    }
    var harness = ScreenHarness(80, 24)
    try harness.press("F2")
    try harness.answerRows([], total: 0)
    try Snapshot.expectScreen(harness.frame, "favorites-none-80x24")
  }

  @Test func `draws the copying of stars and its updates`() throws {
    var harness = ScreenHarness(80, 24)
    try harness.press("F3")
    try harness.failRows(SearchFailure(.notSynced))
    try harness.press("Enter")
    harness.receive(.syncProgressed(CopyProgress(done: 300, total: 1_200)))
    try Snapshot.expectScreen(harness.frame, "stars-first-sync-80x24")
    harness.receive(.synced(nil))
    try harness.answerRows(Catalog.stars(100), total: 1_200)
    try harness.press("F5")
    try Snapshot.expectScreen(harness.frame, "stars-sync-80x24")
  }
}
