import GitHubModel
import SearchModel
import SearchUITesting
import Terminal
import Testing

@testable import SearchUI

/// Why a star matches, the search in the details, and notes.
@Suite struct FindingTests {
  private static let readme =
    "# Title\n\n" + (1...60).map { "Line \($0) of the text." }.joined(separator: "\n\n")
    + "\n\nThe command history is here.\n\nA command, and more of the COMMAND.\n"

  /// The stars found by a query, the second through its README.
  private func found(_ columns: Int = 140, _ rows: Int = 24) throws -> ScreenHarness {
    var harness = ScreenHarness(columns, rows)
    try harness.press("F3")
    harness.type("command history")
    let fragment = "…you press the keys, and the command history of your shell is searched"
    let match = TextMatch(property: .readme, fragment: fragment, ranges: [31..<38, 39..<46])
    try harness.answerRows(Catalog.stars(4), total: 4, matches: [2: match])
    return harness
  }

  private func details(_ columns: Int = 80, _ rows: Int = 24) throws -> ScreenHarness {
    var harness = ScreenHarness(columns, rows)
    try harness.load("swift", Catalog.repositories(50), total: 50)
    try harness.press("Enter")
    try harness.loadDetail(readme: Self.readme)
    return harness
  }

  // MARK: What comes late

  /// An event after the README was opened, which may add lines above it.
  static let late: [@Sendable (inout ScreenHarness) throws -> Void] = [
    { try $0.loadActivity() }, { try $0.loadGrowth() },
    {
      $0.receive(
        .notesRead([$0.search.selectedRow?.id ?? 0: "a note that is long enough for two lines"])
      )
    },
    { $0.receiveStars([$0.search.selectedRow?.id ?? 0: true]) },
    { try $0.press("^S") },
    { $0.receive(.favoritesRead(.success([$0.search.selectedRow?.id ?? 0]))) },
  ]

  @Test(arguments: [(40, 12), (80, 24), (120, 40)], [1, 9, 20])
  func `the visible text stays in place`(size: (Int, Int), scrolled: Int) throws {
    var start = try details(size.0, size.1)
    for _ in 0..<scrolled { try start.press("j") }
    func firstLine(_ harness: ScreenHarness) throws -> String {
      let region = try #require(harness.screen.layout.detail)
      return String(harness.lines[region.row].dropFirst(region.column))
    }
    for change in Self.late {
      var harness = start
      try change(&harness)
      if scrolled > 1 { #expect(try firstLine(harness) == firstLine(start)) }
      #expect(harness.screen.pane.top >= 1)
    }
  }

  @Test func `the stars gained never push the README off the screen`() throws {
    for columns in [40, 60, 80, 120] {
      for rows in 8...24 {
        var harness = try details(columns, rows)
        guard harness.text.contains("Title") else { continue }
        try harness.loadGrowth()
        #expect(harness.text.contains("Title"), "\(columns)×\(rows)")
      }
    }
  }

  @Test func `announces the details once, and then only changes`() throws {
    var harness = ScreenHarness(80, 24)
    try harness.load("swift", Catalog.repositories(50), total: 50)
    var spoken: [String] = []
    var old = harness.screen
    func listen() {
      spoken += Announcements(old: old, new: harness.screen).lines.map(\.description)
      old = harness.screen
    }
    try harness.press("Enter")
    listen()
    try harness.loadDetail(readme: Self.readme)
    listen()
    for change in Self.late {
      try change(&harness)
      listen()
      try harness.press("F1", "Esc")
      listen()
    }

    #expect(spoken.count { $0 == "Line 1 of the text." } == 1)
    #expect(spoken.contains { $0.contains("in 7 days") })
    #expect(
      spoken.filter { $0.hasPrefix("Activity: ") } == [
        "Activity: active, last commit 14d ago, 42 commits in 90 days, 13 pull requests and 190 issues open"
      ]
    )
  }

  @Test func `announces that a repository is archived, in the list and in its details`()
    throws
  {
    var harness = ScreenHarness(80, 24)
    var repository = Catalog.repositories(1)[0]
    repository.flags.isArchived = true
    try harness.load("swift", [repository])
    let row = Announcements(old: nil, new: harness.screen).lines.map(\.description)
    let old = harness.screen
    try harness.press("Enter")
    try harness.loadDetail()
    try harness.loadActivity()
    let details = Announcements(old: old, new: harness.screen).lines.map(\.description)

    #expect(row.contains { $0.contains(", archived, Event-driven") })
    #expect(
      details.contains(
        "Activity: archived 1d ago, last commit 14d ago, 42 commits in 90 days, ghsearch forks apple/swift-nio"
      )
    )
  }

  /// The lines that a screen reader announces after keys.
  private func spoken(_ harness: inout ScreenHarness, _ keys: String...) throws -> [String] {
    let old = harness.screen
    for key in keys { try harness.press(key) }
    return Announcements(old: old, new: harness.screen).lines.map(\.description)
  }

  @Test func `announces where a key has led`() throws {
    var harness = try details()
    try harness.press("/")
    harness.type("command")
    #expect(try spoken(&harness, "Enter").first == "1 of 3.")
    let closed = try spoken(&harness, "Esc", "Esc")
    #expect(closed.count == 1 && closed[0].hasPrefix("1 of 50: apple/swift-nio"))
    #expect(try spoken(&harness, "F4") == ["Sort: best match"])
    #expect(try spoken(&harness, "Esc") == closed)
    #expect(try spoken(&harness, "F1")[0].hasPrefix("Commands and symbols: details"))
    let up = "up (empty query: earlier searches), Up Ctrl-P"
    #expect(try spoken(&harness, "m", "o", "v", "e", "-", "u", "p") == [up])
    #expect(try spoken(&harness, "Esc") == closed)
  }

  @Test func `announces changes during a sync, and its progress once`() throws {
    var harness = ScreenHarness(80, 24)
    try harness.load("swift", Catalog.repositories(3))
    try harness.press("F3")
    try harness.failRows(SearchFailure(.notSynced))
    #expect(try spoken(&harness, "Enter").contains("Syncing stars…, Esc to cancel"))
    try harness.press("F2")
    let old = harness.screen
    harness.receive(.syncProgressed(CopyProgress(done: 300, total: 1_200)))
    #expect(Announcements(old: old, new: harness.screen).lines.isEmpty)
    let changed = try spoken(&harness, "^F")
    #expect(changed.count == 1 && changed[0].hasPrefix("Added"))
  }

  @Test func `announces why a tab is empty, and what to do`() throws {
    var harness = ScreenHarness(80, 24)
    let old = harness.screen
    try harness.press("F2")
    try harness.answerRows([], total: 0)
    let lines = Announcements(old: old, new: harness.screen).lines.map(\.description)
    #expect(
      lines == [
        "Favorites.", "No favorites yet.", "Ctrl-F adds a repository, without signing in.",
      ]
    )
  }

  private func status(_ harness: ScreenHarness) -> String { harness.lines.last ?? "" }

  // MARK: Why it matched

  @Test func `a star found by its README shows the matching line`() throws {
    var harness = try found()
    try harness.press("F8")
    #expect(harness.lines[2].contains("swift-nio") && !harness.lines[2].contains("history"))
    #expect(harness.lines[3].contains("the command history of your"))
  }

  @Test func `a new text hides the line until the store has responded`() throws {
    var harness = try found()
    harness.type("x")
    #expect(harness.search.rows.allSatisfy { $0.match == nil })
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 12)])
  func `details of a star found by its README open at the match`(columns: Int, rows: Int) throws {
    var harness = try found(columns, rows)
    try harness.press("↓", "Enter")
    try harness.loadDetail(readme: Self.readme)
    #expect(harness.text.contains("The command history is here."))
    #expect(harness.screen.pane.top > 0)
    let top = harness.screen.pane.top
    try harness.press("k")
    #expect(harness.screen.pane.top == top - 1)
    try harness.press("g")
    #expect(harness.screen.pane.top == 0)
  }

  @Test func `details of a star found by its name open at the top`() throws {
    var harness = try found()
    try harness.press("Enter")
    try harness.loadDetail(readme: Self.readme)
    #expect(harness.screen.pane.top == 0)
    try harness.press("n")
    #expect(harness.text.contains("The command history is here."))
    #expect(status(harness).hasPrefix("1 of 4"))
  }

  // MARK: Searching the details

  @Test func `a slash searches the details while typing, in any case`() throws {
    var harness = try details()
    try harness.press("/")
    #expect(status(harness).hasPrefix("/"))
    harness.type("comm")
    #expect(status(harness).hasPrefix("/comm"))
    #expect(status(harness).hasSuffix("1 of 3"))
    #expect(harness.text.contains("The command history is here."))
    #expect(harness.search.text == "swift")
    harness.type("x")
    #expect(status(harness).hasSuffix("not found"))
    try harness.press("Backspace", "Enter")
    #expect(harness.screen.focus == .detail)
    #expect(status(harness).hasPrefix("1 of 3"))
  }

  @Test func `n and N cycle through the matches`() throws {
    var harness = try details()
    try harness.press("/")
    harness.type("command")
    try harness.press("Enter")
    var places: [String] = []
    for key in ["n", "n", "n", "N", "N"] {
      try harness.press(key)
      places.append(String(status(harness).prefix(6)))
    }
    #expect(places == ["2 of 3", "3 of 3", "1 of 3", "3 of 3", "2 of 3"])
  }

  @Test func `Esc closes the search, and then the details`() throws {
    var harness = try details()
    try harness.press("/")
    harness.type("text")
    try harness.press("Esc")
    #expect(harness.screen.focus == .detail)
    #expect(harness.screen.pane.find == nil)
    try harness.press("/")
    harness.type("text")
    try harness.press("Enter", "Esc")
    #expect(harness.screen.focus == .detail)
    #expect(harness.screen.pane.find == nil)
    try harness.press("Esc")
    #expect(harness.screen.focus == .list)
  }

  @Test func `searches the details again on a screen of another size`() throws {
    var harness = try details()
    try harness.press("/")
    harness.type("of the")
    try harness.press("Enter", "n", "n")
    #expect(status(harness).hasPrefix("3 of 61"))
    harness.resize(60, 20)
    #expect(status(harness).hasPrefix("3 of 61"))
  }

  @Test func `another repository has no search`() throws {
    var harness = try details()
    try harness.press("/")
    harness.type("text")
    try harness.press("Enter", "Esc", "Esc", "↓", "Enter")
    try harness.loadDetail(readme: Self.readme)
    #expect(harness.screen.pane.find == nil)
    try harness.press("n")
    #expect(harness.text.contains("/ searches here"))
  }

  // MARK: Notes

  private func note(_ harness: ScreenHarness) -> NoteChange? {
    for case .write(.note(let change)) in harness.requests.reversed() { return change }
    return nil
  }

  @Test func `saves a note, shows it in the details, and undoes it`() throws {
    var harness = try details()
    try harness.press("M-n")
    #expect(status(harness).hasPrefix("note: "))
    harness.type("for work")
    try harness.press("Enter")
    let change = try #require(note(harness))
    #expect(change.new == "for work")
    #expect(!harness.text.contains("Saved the note"))
    harness.receive(.written(.note(change), nil))
    #expect(harness.text.contains("Saved the note about apple/swift-nio · Alt-U to undo"))
    #expect(harness.text.contains("Note: for work"))
    #expect(harness.screen.focus == .detail)

    try harness.press("M-u")
    let undo = try #require(note(harness))
    #expect(undo.new == nil)
    harness.receive(.written(.note(undo), nil))
    #expect(harness.search.notes.isEmpty)
  }

  @Test func `an empty text removes the note, and the same text changes nothing`() throws {
    var harness = try details()
    let id = try #require(harness.search.selectedRow?.id)
    harness.receive(.notesRead([id: "old"]))
    try harness.press("M-n", "Enter")
    #expect(note(harness) == nil)
    try harness.press("M-n", "^U", "Enter")
    let change = try #require(note(harness))
    harness.receive(.written(.note(change), nil))
    #expect(harness.text.contains("Removed the note about apple/swift-nio"))
    #expect(change.old == "old" && change.new == nil)
  }

  @Test func `Esc keeps the note unchanged`() throws {
    var harness = try details()
    try harness.press("M-n")
    harness.type("half a")
    try harness.press("Esc")
    #expect(harness.screen.focus == .detail)
    #expect(note(harness) == nil)
  }

  @Test func `edits the newest note, even if another program wrote it`() throws {
    var harness = try details()
    let id = try #require(harness.search.selectedRow?.id)
    try harness.press("M-n")
    harness.receive(.notesRead([id: "newer"]))
    #expect(status(harness).hasPrefix("note: newer"))
    harness.type(" text")
    harness.receive(.notesRead([id: "newest"]))
    #expect(status(harness).hasPrefix("note: newer text"))
  }

  @Test func `opens an editor for a note of several lines`() throws {
    var harness = try details()
    let id = try #require(harness.search.selectedRow?.id)
    harness.receive(.notesRead([id: "one\ntwo"]))
    try harness.press("M-n")
    #expect(harness.screen.focus == .detail)
    #expect(harness.text.contains("ghsearch note apple/swift-nio --edit"))
  }

  @Test func `reports a note that cannot be stored, and F5 retries`() throws {
    var harness = try details()
    try harness.press("M-n")
    harness.type("for work")
    try harness.press("Enter")
    let change = try #require(note(harness))
    harness.receive(.written(.note(change), SearchFailure(.localFile, "disk full")))
    #expect(harness.text.contains("save the note about apple/swift-nio"))
    let before = harness.requests.count
    try harness.press("F5")
    #expect(harness.requests[before...].contains(.write(.note(change))))
  }

  @Test func `quitting waits until favorites are stored, and reports failures`() throws {
    var harness = ScreenHarness(80, 24)
    try harness.load("swift", Catalog.repositories(3))
    let name = try #require(harness.search.selectedRow?.repository.name)
    try harness.press("^F", "^C")
    #expect(harness.effects.last == .awaitStars)
    #expect(harness.text.contains("Saving 1 change…"))
    var impatient = harness
    try impatient.press("^C")
    #expect(impatient.outcome?.unfinished.map(\.what) == ["add \(name) to favorites"])

    let write = try #require(harness.search.pendingWrites.first)
    harness.receive(.written(write, nil))
    #expect(harness.effects.last == .leave(Outcome(.interrupted)))
  }

  @Test func `quitting waits until the note is stored`() throws {
    var harness = try details()
    try harness.press("M-n")
    harness.type("for work")
    try harness.press("Enter", "^C")
    #expect(harness.text.contains("Saving 1 change…"))
    let change = try #require(note(harness))
    harness.receive(.written(.note(change), nil))
    #expect(harness.effects.last == .leave(Outcome(.interrupted)))
  }

  // MARK: Sorting

  @Test func `sorts searched stars by star date`() throws {
    var harness = try found()
    #expect(harness.lines[0].hasSuffix("sort: best match ▾"))
    try harness.press("F4", "↓", "Enter")
    #expect(harness.rowsRequest?.sort == .starred)
    try harness.answerRows(Catalog.stars(4), total: 4)
    #expect(harness.lines[0].hasSuffix("sort: recently starred ▾"))
    #expect(harness.search.showsStarDates)
  }

  @Test func `a row's date follows the sort`() throws {
    var harness = ScreenHarness(200, 24)
    try harness.press("F3")
    try harness.answerRows(Catalog.stars(4), total: 4)
    #expect(harness.text.contains("starred 1mo"))
    try harness.press("F4", "↓", "↓", "Enter")
    try harness.answerRows(Catalog.stars(4), total: 4)
    #expect(!harness.text.contains("starred 1mo"))
  }
}
