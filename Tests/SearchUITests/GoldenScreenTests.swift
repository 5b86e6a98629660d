import Foundation
import GitHubModel
import SearchModel
import SearchUI
import SearchUITesting
import Terminal
import Testing

/// What the screen looks like, at twelve sizes.
@Suite struct GoldenScreenTests {
  /// Three pages of Swift and what is known of the stars.
  private func loaded(_ columns: Int, _ rows: Int) throws -> Stage {
    var stage = Stage(columns, rows)
    try stage.load("swift http", Catalogue.repositories(50), total: 12_345)
    stage.tellStars([1: true, 2: false, 3: true, 5: false])
    return stage
  }

  @Test(arguments: [
    (80, 24), (120, 40), (40, 10), (100, 30), (60, 20), (200, 60), (20, 4), (19, 3), (1, 1),
    (500, 200), (99, 24), (59, 15),
  ])
  func `an answer`(columns: Int, rows: Int) throws {
    var stage = try loaded(columns, rows)
    try stage.loadDetail()

    try Snapshot.expectScreen(stage.frame, "loaded-\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 10), (20, 4), (19, 3)])
  func `nothing typed yet`(columns: Int, rows: Int) throws {
    let stage = Stage(columns, rows, history: ["swift http", "language:rust tui"])

    try Snapshot.expectScreen(stage.frame, "empty-\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (59, 15), (120, 40)])
  func `the detail, opened`(columns: Int, rows: Int) throws {
    var stage = try loaded(columns, rows)
    try stage.press("Enter")
    try stage.loadDetail()

    try Snapshot.expectScreen(stage.frame, "detail-\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 10), (200, 60)])
  func `the help`(columns: Int, rows: Int) throws {
    var stage = try loaded(columns, rows)
    try stage.press("F1")

    try Snapshot.expectScreen(stage.frame, "help-\(columns)x\(rows)")
  }

  @Test func `a search in the history`() throws {
    var stage = Stage(
      80,
      24,
      history: ["swift http", "language:rust tui", "swift argument parser"]
    )
    try stage.press("^R")
    stage.type("swift")
    try stage.press("↓")

    try Snapshot.expectScreen(stage.frame, "history-80x24")
  }

  @Test func `rows known here, while an answer is late`() throws {
    var stage = try loaded(100, 30)
    stage.type(" a")
    _ = try stage.leave()
    stage.now += 1
    stage.tell(.tick)

    try Snapshot.expectScreen(stage.frame, "late-100x30")
  }

  @Test func `rows of the query before`() throws {
    var stage = try loaded(60, 20)
    stage.type(" qqq")

    try Snapshot.expectScreen(stage.frame, "previous-60x20")
  }

  @Test func `waiting without rows`() throws {
    var stage = Stage(80, 24)
    stage.type("swift")

    try Snapshot.expectScreen(stage.frame, "waiting-80x24")
  }

  @Test(arguments: [(99, 24), (40, 10), (19, 3)])
  func `the budget used up`(columns: Int, rows: Int) throws {
    var stage = Stage(columns, rows)
    stage.type("swift")
    try stage.useUpBudget(seconds: 42)

    try Snapshot.expectScreen(stage.frame, "budget-\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (100, 30), (40, 10)])
  func `a banner above rows that stay`(columns: Int, rows: Int) throws {
    var stage = try loaded(columns, rows)
    stage.type(" h")
    try stage.answer(.failure(.offline("Could not resolve host: api.github.com")))

    try Snapshot.expectScreen(stage.frame, "offline-\(columns)x\(rows)")
  }

  @Test func `no matches`() throws {
    var stage = Stage(60, 20)
    try stage.load("language:swift qqqqqq", [])

    try Snapshot.expectScreen(stage.frame, "none-60x20")
  }

  @Test func `a query that GitHub would refuse`() throws {
    var stage = Stage(60, 20)
    stage.paste(String(repeating: "words ", count: 60))

    try Snapshot.expectScreen(stage.frame, "invalid-60x20")
  }

  @Test(arguments: [(80, 24), (120, 40), (60, 20), (200, 60)])
  func `hostile text`(columns: Int, rows: Int) throws {
    var stage = Stage(columns, rows)
    try stage.load("hostile \u{202E}", Hostile.repositories())
    try stage.press("↓", "↓")

    try Snapshot.expectScreen(stage.frame, "hostile-\(columns)x\(rows)")
  }

  @Test func `marks, favorites and pending stars`() throws {
    var stage = try loaded(80, 24)
    try stage.press("Tab", "Tab", "^S", "^F", "↓")

    try Snapshot.expectScreen(stage.frame, "marks-80x24")
  }

  @Test func `pictures for the README`() throws {
    var stage = try loaded(120, 36)
    try stage.loadDetail()
    try Snapshot.expectPicture(stage.frame, "search")
    stage.resize(80, 24)
    try Snapshot.expectPicture(stage.frame, "search-80x24")
    try stage.press("F1")
    stage.resize(120, 30)
    try Snapshot.expectPicture(stage.frame, "help")
  }
}
