import Commands
import Core
import Foundation
import GitHubAPI
import GitHubModel
import HTTPTransport
import HTTPTypes
import Output
import Presentation
import RepositoryStore
import SearchUI
import SearchUITesting
import Terminal

/// The parts, each ready for repeated runs.
struct Parts {
  let suite = Suite()
  private let hundred = Catalog.repositories(100)
  private let directory = NSTemporaryDirectory() + "ghsearch-parts-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try addReading()
    addTable()
    addWidths()
    addStore()
    addQuestion()
    try addScreen()
  }

  private func addReading() throws {
    let page = Page.json(hundred)
    let endpoint = Endpoint.searchRepositories(try SearchQuery(text: "linux"), pageSize: 100)
    let answer = TransportResponse(head: HTTPResponse(status: .ok), body: Array(page))
    suite.add("read a page of 100") {
      let page = try endpoint.read(answer)
      precondition(page?.repositories.count == 100)
    }
    suite.add("the same with Foundation's JSONDecoder") {
      let page = try JSONDecoder().decode(PageShape.self, from: page)
      precondition(page.items.count == 100)
    }
  }

  private func addTable() {
    suite.add("lay out a table of 100") { [hundred] in
      let options = Display(width: 120, hasColor: true, now: epoch)
      precondition(!RepositoryRow.text(hundred.map { RepositoryRow($0) }, on: options).isEmpty)
    }
  }

  private func addWidths() {
    let texts = (0..<1_000).map { index in
      hundred[index % 100].description ?? "日本語のテキスト 👩‍👩‍👧 \(index)"
    }
    suite.add("measure 1,000 texts") {
      precondition(texts.reduce(0) { $0 + $1.displayWidth } > 0)
    }
    suite.add("count the characters of 1,000 texts") {
      precondition(texts.reduce(0) { $0 + $1.count } > 0)
    }
  }

  private func addStore() {
    let many = Catalog.repositories(10_000)
    let store = FilledStore(path: directory + "/seen.db", many)
    var next = 0
    suite.add("record 100 new rows") { [hundred] in
      next += 100
      let new = hundred.enumerated().map { index, old in
        var new = Repository(
          id: Int64(1_000_000 + next + index),
          name: old.name,
          owner: old.owner,
          url: old.url
        )
        (new.description, new.topics) = (old.description, old.topics)
        return new
      }
      try store.filled().record(new)
    }
    suite.add("find a prefix among 10,000") {
      let found = try store.filled().matches("swi", limit: 30)
      precondition(!found.isEmpty)
    }
    suite.add("look through 10,000 in memory") {
      let found = many.filter { "\($0.name) \($0.description ?? "")".lowercased().contains("swi") }
      precondition(!found.isEmpty)
    }
  }

  private func addQuestion() {
    let stars = FilledLibrary(path: directory + "/library.db", Catalog.repositories(10_000))
    suite.add("a question to 10,000 stars") {
      let (store, account) = try stars.filled()
      let query = StarQuery(
        "how do I keep encrypted backups of the photos from my phone on a linux server with docker"
      )
      let found = try store.starMatches(query, of: account, limit: 50)
      precondition(found.stars.count == 50 && found.correction?.partial != nil)
    }
  }

  private func addScreen() throws {
    let screens = try Screens()
    suite.add("draw a frame of 200×60") { screens.draw() }
    suite.add("write it, everything changed") { screens.write(screens.others) }
    suite.add("write it, the selection moved") { screens.write(screens.moves) }
    let items = (0..<2_000).map { index in
      "- [name-\(index)](https://github.com/owner/name-\(index)) - What it is for, in a sentence of *some* `words`, as in any list.\n"
    }
    let readme = "# A list\n\n" + items.joined()
    suite.add("lay out a README of 250 KB") {
      precondition(ReadmeText.lines(readme, ReadmeText.Options(width: 43)).count > 4_000)
    }
    let letters = Keys([Key(.backspace), .character("t")]) { harness in
      harness.type("swift")
      harness.wait(1_000)
      harness.answer(Catalog.repositories(50))
    }
    suite.add("a letter to its frame, 100×30") { letters.press() }
    addMoves("a move to its frame, 100×30", stars: 100)
    addMoves("a move at the end of 6,000 stars", stars: 6_000)
  }

  private func addMoves(_ name: String, stars: Int) {
    let moves = Keys([Key(.up), Key(.down)], starRows: Catalog.stars(stars)) { harness in
      harness.press([Key(.right, .control)])
      harness.wait(100)
      harness.press([Key(.end, .control)])
    }
    suite.add(name) { moves.press() }
  }
}

/// A store that is filled on first use.
private final class FilledStore {
  private let path: String
  private let repositories: [Repository]
  private var store: CacheStore?

  init(path: String, _ repositories: [Repository]) {
    (self.path, self.repositories) = (path, repositories)
  }

  func filled() throws -> CacheStore {
    if let store { return store }
    let store = try CacheStore(path: path, now: { epoch })
    try store.record(repositories)
    self.store = store
    return store
  }
}

/// A copy of stars with READMEs that is filled on first use.
private final class FilledLibrary {
  private let path: String
  private let repositories: [Repository]
  private var filledStore: (LibraryStore, AccountID)?
  private var random = 1 as UInt64

  init(path: String, _ repositories: [Repository]) {
    (self.path, self.repositories) = (path, repositories)
  }

  func filled() throws -> (LibraryStore, AccountID) {
    if let filledStore { return filledStore }
    let store = try LibraryStore(path: path, now: { epoch })
    guard let token = AccessToken("bench") else { throw CocoaError(.featureUnsupported) }
    let account = try store.identify(token, asUser: 1)
    let stars = repositories.map { repository in
      var described = repository
      described.description = words(12)
      described.topics = words(4).split(separator: " ").map(String.init)
      return Star(described, starredAt: epoch)
    }
    let begun = try store.beginSync(of: account)
    try store.recordPage(1, stars, of: account)
    _ = try store.finish(begun)
    try store.record(
      store.dueReadmes(of: account).map { (due: $0, answer: .usual(words(600), version: "1")) }
    )
    filledStore = (store, account)
    return (store, account)
  }

  /// Words with natural frequencies: the tenth most frequent is a tenth as frequent as the first.
  private func words(_ count: Int) -> String {
    (0..<count).map { _ in
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let rank = Int(pow(30_000, Double(random >> 11) / Double(1 << 53)))
      return Self.frequent[rank] ?? "word\(rank)"
    }
    .joined(separator: " ")
  }

  /// The question's words by rank.
  private static let frequent = [
    40: "server", 60: "linux", 90: "docker", 200: "keep", 400: "phone", 700: "photos",
    1_500: "backups", 3_000: "encrypted",
  ]
}

/// Two searches on one screen, each with fifty rows.
private final class Screens {
  /// Two frames without a common line.
  let others: [Frame]
  /// Two frames that differ only in the selected row.
  let moves: [Frame]
  private let harness: ScreenHarness
  private var renderer = Renderer(TerminalCapabilities())
  private var round = 0

  init() throws {
    var harness = ScreenHarness(200, 60)
    try harness.load("swift http", Catalog.repositories(50), total: 12_345)
    var other = ScreenHarness(200, 60)
    try other.load("team", Catalog.others(50), total: 987)
    others = [harness.frame, other.frame]
    let before = harness.frame
    try harness.press("↓")
    moves = [before, harness.frame]
    self.harness = harness
  }

  func draw() {
    precondition(harness.frame.grid.size.rows == 60)
  }

  func write(_ frames: [Frame]) {
    round += 1
    precondition(!renderer.render(frames[round % 2]).isEmpty)
  }
}

/// Two keys that undo each other on a screen of 100×30, including the bytes of each frame.
private final class Keys {
  private let keys: [Key]
  private let prepare: (DriverHarness) -> Void
  private let starRows: [Repository]
  private var renderer = Renderer(TerminalCapabilities())
  private var round = 0
  private lazy var harness = ready()

  init(_ keys: [Key], starRows: [Repository] = [], after prepare: @escaping (DriverHarness) -> Void)
  {
    (self.keys, self.starRows, self.prepare) = (keys, starRows, prepare)
  }

  private func ready() -> DriverHarness {
    let size = ScreenSize(columns: 100, rows: 30)
    let harness = DriverHarness(starRows: starRows, keeping: 1, size: size)
    harness.turn()
    prepare(harness)
    harness.wait(1_000)
    return harness
  }

  func press() {
    // Frames are at least 17 ms apart.
    harness.wait(17)
    harness.press([keys[round % 2]])
    round += 1
    let bytes = harness.frames.last.map { renderer.render($0) } ?? []
    precondition(!bytes.isEmpty)
  }
}
