import GitHubModel
import SearchModel
import SearchUITesting
import System
import Terminal
import TerminalTesting
import Testing

@testable import SearchUI

@Suite(.timeLimit(.minutes(20))) struct DriverTests {
  @Test func `quitting cancels a clone, and says so`() async throws {
    let folders = Guarded<[String]>([])
    let (never, ending) = AsyncStream<Void>.makeStream()
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let (ends, end) = AsyncStream<Bool>.makeStream()
    let harness = DriverHarness(
      text: "swift",
      clone: { _, folder in
        folders.withLock { $0.append(folder) }
        begin.yield()
        for await _ in never {}
        end.yield(Task.isCancelled)
        return nil
      }
    )
    harness.turn()
    harness.wait(600)
    harness.answer(Catalog.repositories(10))
    harness.wait(600)
    harness.press([.control("g")])
    harness.press([Key(.character("y"))])
    for await _ in begun { break }

    harness.press([.control("c")])
    harness.wait(60_000)
    #expect(!harness.hasLeft)
    harness.press([.control("c")])

    #expect(harness.driver.outcome?.unfinished.map(\.what) == ["clone apple/swift-nio"])
    #expect(await ends.first { _ in true } == true)
    #expect(folders.withLock { $0 } == ["swift-nio"])
    ending.finish()
  }

  /// Three marked rows, and a browser that starts when the test says so.
  private func opening(
    _ open: @escaping @Sendable (String) async -> String?
  ) -> (harness: DriverHarness, urls: [String]) {
    let harness = DriverHarness(text: "swift", open: open)
    harness.turn()
    harness.wait(600)
    harness.answer(Catalog.repositories(10))
    harness.wait(600)
    harness.press([Key(.down), Key(.up), Key(.tab), Key(.tab), Key(.tab), .control("o")])
    return (harness, Catalog.repositories(3).map(\.url))
  }

  private func turn(_ harness: DriverHarness, until isDone: () -> Bool) async {
    while !isDone() {
      await harness.terminal.awaitWake()
      harness.turn()
    }
  }

  @Test(arguments: [nil, "no browser found"])
  func `quitting waits until all pages are opened, and reports failures`(failure: String?) async {
    let (starts, starting) = AsyncStream<Void>.makeStream()
    let (harness, urls) = opening { url in
      for await _ in starts { break }
      return url.hasSuffix("vapor") ? failure : nil
    }
    harness.press([.control("c")])
    harness.wait(20)
    #expect(harness.driver.outcome == nil)
    #expect(harness.lastLines.contains { $0.hasPrefix("Opening 3 pages… Ctrl-C to quit") })

    for _ in 0..<3 { starting.yield() }
    await turn(harness) { harness.driver.outcome != nil }

    #expect(harness.opened.withLock { $0 } == urls)
    #expect(harness.driver.outcome?.ending == .interrupted)
    #expect(harness.driver.outcome?.unfinished.map(\.why) == failure.map { [$0] } ?? [])
  }

  @Test func `quitting in a hurry reports pages it does not open`() async {
    let (never, ending) = AsyncStream<Void>.makeStream()
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let (ends, end) = AsyncStream<Bool>.makeStream()
    let (harness, urls) = opening { _ in
      begin.yield()
      for await _ in never {}
      end.yield(Task.isCancelled)
      return nil
    }
    for await _ in begun { break }
    harness.press([.control("c"), .control("c")])

    #expect(
      harness.driver.outcome?.unfinished.map(\.what) == urls.map { "open \($0)" }
    )
    #expect(await ends.first { _ in true } == true)
    #expect(harness.opened.withLock { $0 } == Array(urls.prefix(1)))
    ending.finish()
  }

  @Test func `quitting waits no longer than ten seconds for pages`() {
    let (never, ending) = AsyncStream<Void>.makeStream()
    let (harness, urls) = opening { _ in
      for await _ in never {}
      return nil
    }
    harness.press([Key(.escape), Key(.escape)])
    harness.wait(9_900)
    #expect(harness.driver.outcome == nil)
    harness.wait(200)
    #expect(harness.driver.outcome?.unfinished.map(\.what) == urls.map { "open \($0)" })
    ending.finish()
  }

  @Test func `draws the first frame before any request`() {
    let harness = DriverHarness(text: "swift")
    harness.turn()

    #expect(harness.frames.first?.grid.lines[1].hasPrefix("❯ search GitHub") == true)
    harness.wait(20)
    #expect(harness.lastLines[1].hasPrefix("❯ swift"))
  }

  @Test func `a burst of 200 keys loses none and draws one frame`() {
    let harness = DriverHarness()
    harness.turn()
    harness.wait(100)
    let before = harness.frames.count
    let text = String(repeating: "abcdefghij", count: 20)
    harness.type(text)

    #expect(harness.search.state.text == text)
    #expect(harness.frames.count == before + 1)
    harness.wait(20)
    #expect(harness.frames.count <= before + 2)
  }

  @Test func `draws single keys at most sixty times a second`() {
    let harness = DriverHarness()
    harness.turn()
    harness.wait(100)
    let before = harness.frames.count
    for character in String(repeating: "abcdefghij", count: 20) {
      harness.type(String(character))
      harness.wait(1)
    }
    harness.wait(30)

    #expect(harness.search.state.text.count == 200)
    #expect(harness.frames.count - before <= 15)
    #expect(harness.lastLines[1].contains("abcdefghij"))
  }

  @Test func `draws the first change immediately, and later ones at the frame rate`() {
    let harness = DriverHarness()
    harness.turn()
    harness.wait(100)
    let before = harness.frames.count
    harness.type("s")
    #expect(harness.frames.count == before + 1)

    harness.wait(3)
    harness.type("w")
    harness.type("i")
    #expect(harness.frames.count == before + 1)
    harness.wait(17)
    #expect(harness.frames.count == before + 2)
    #expect(harness.lastLines[1].hasPrefix("❯ swi"))
  }

  @Test func `nothing wakes the screen while it is idle`() {
    let harness = DriverHarness()
    harness.turn()
    harness.type("swift")
    harness.wait(600)
    harness.answer(Catalog.repositories(50))
    // Waits long enough for the query to be remembered.
    harness.wait(3_000)
    #expect(harness.deadline == nil)
    let before = (harness.frames.count, harness.turns)
    harness.wait(10_000)

    #expect(harness.frames.count == before.0)
    #expect(harness.turns == before.1)
  }

  @Test func `the spinner turns only while a response is late`() {
    let harness = DriverHarness()
    harness.turn()
    harness.type("swift")
    harness.wait(640)
    let before = harness.frames.count
    harness.wait(100)
    #expect(harness.lastLines[1].hasPrefix("❯ swift"))
    #expect(harness.frames.count == before)
    harness.wait(600)
    let spins = harness.frames.filter { "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏".contains($0.grid.lines[1].first ?? " ") }
    #expect(5...7 ~= spins.count)
    harness.answer(Catalog.repositories(50))
    harness.wait(20)
    #expect(harness.lastLines[1].hasPrefix("❯ swift"))
    // Waits long enough for the query to be remembered.
    harness.wait(3_000)
    let after = harness.frames.count
    harness.wait(1_000)
    #expect(harness.frames.count == after)
    #expect(harness.deadline == nil)
  }

  @Test func `a response on another thread wakes the loop, but its own keys and pauses do not`() {
    let harness = DriverHarness()
    harness.turn()
    harness.wait(50)
    let before = harness.terminal.recorded.wakes
    harness.type("swift")
    #expect(harness.terminal.recorded.wakes == before)
    harness.wait(600)
    #expect(harness.search.state.phase == .searching(isLate: false))
    #expect(harness.terminal.recorded.wakes == before)
    harness.answer(Catalog.repositories(3), total: 3)
    #expect(harness.terminal.recorded.wakes > before)
    harness.wait(20)
    #expect(harness.lastLines.contains { $0.contains("Alamofire") })
  }

  @Test func `keys after a tab change apply to the new tab, even within one read`() {
    let harness = DriverHarness()
    harness.turn()
    harness.type("swift")
    harness.press([Key(.function(3)), .character("n"), .character("i"), .character("o")])
    harness.wait(20)

    #expect(harness.search.state.source == .stars)
    #expect(harness.search.state.text == "nio")
    #expect(harness.lastLines[0].contains("Stars 50"))
    #expect(harness.lastLines[1].hasPrefix("❯ nio"))
    #expect(1..<50 ~= harness.search.state.rows.count)
    harness.press([Key(.function(2))])
    harness.wait(20)
    #expect(harness.lastLines[1].hasPrefix("❯ swift"))
  }

  @Test func `quitting ends the loop and drops later events`() {
    let harness = DriverHarness()
    harness.turn()
    harness.press([.control("c"), .character("x")])

    guard case .leave = harness.next else {
      Issue.record("still there")
      return
    }
    #expect(harness.driver.outcome == Outcome(.interrupted))
    #expect(harness.search.state.text == "")
  }

  @Test func `a lost terminal ends the loop`() {
    let harness = DriverHarness()
    harness.turn()
    harness.turn([.lost])
    #expect(harness.driver.outcome == Outcome(.ended))
  }

  @Test func `quitting waits for a star, but no longer than ten seconds`() {
    let harness = DriverHarness(text: "swift")
    harness.turn()
    harness.wait(600)
    harness.answer(Catalog.repositories(3), total: 3)
    harness.press([.control("s"), Key(.escape), Key(.escape)])
    #expect(harness.driver.outcome == nil)
    harness.wait(9_900)
    #expect(harness.driver.outcome == nil)
    harness.wait(200)

    let unfinished = harness.driver.outcome?.unfinished.map(\.what)
    #expect(unfinished == ["star apple/swift-nio"])
  }

  @Test func `quitting ends once the star is acknowledged`() {
    let harness = DriverHarness(text: "swift")
    harness.turn()
    harness.wait(600)
    harness.answer(Catalog.repositories(3), total: 3)
    harness.press([.control("s"), .control("c")])
    harness.wait(20)
    #expect(harness.driver.outcome == nil)
    harness.acknowledgeStar()

    #expect(harness.driver.outcome == Outcome(.interrupted))
  }

  @Test func `^L redraws the next frame in full, and ^Z stops after it`() {
    let harness = DriverHarness()
    harness.turn()
    harness.press([.control("l")])
    #expect(harness.terminal.recorded.forgets == 1)
    harness.press([.control("z")])
    guard case .suspend = harness.next else {
      Issue.record("still there")
      return
    }
    harness.turn([.resumed(ScreenSize(columns: 40, rows: 10))])
    harness.wait(20)
    #expect(harness.frames.last?.size == ScreenSize(columns: 40, rows: 10))
  }

  @Test func `a storm of resizes ends with a frame of the last size`() {
    let harness = DriverHarness()
    harness.turn()
    for columns in 1...200 {
      harness.turn([.resized(ScreenSize(columns: columns, rows: 201 - columns))])
      if columns % 10 == 0 { harness.wait(1) }
    }
    harness.wait(20)
    #expect(harness.frames.last?.size == ScreenSize(columns: 200, rows: 1))
  }
}

/// Several keys in one read, while a response arrives on another thread.
@Suite struct BurstTests {
  /// Shows three rows; the response to a star has arrived, but the loop has not handled it.
  private func begin(
    isPicker: Bool = true,
    size: ScreenSize = .fallback
  ) -> DriverHarness {
    let options = ScreenOptions(isPicker: isPicker)
    let harness = DriverHarness(options: options, text: "swift", size: size)
    harness.turn()
    harness.wait(600)
    harness.answer(Catalog.repositories(3), total: 3)
    harness.wait(20)
    harness.press([.control("s")])
    harness.wait(20)
    harness.stars.send(nil)
    #expect(harness.search.state.stars[1] == .pending(true))
    return harness
  }

  @Test func `Enter opens the row that the previous key selected`() throws {
    let harness = begin()
    harness.press([Key(.down), Key(.enter)])
    harness.turn()

    #expect(
      harness.driver.outcome == Outcome(.chose([try #require(RepositoryName("vapor/vapor"))]))
    )
  }

  private static let readme = (1...200).map { "Line \($0)." }.joined(separator: "\n\n")

  /// Shows the stars, all of which have been visited, so that their details are known.
  private func visited() -> DriverHarness {
    let harness = DriverHarness(
      starRows: Catalog.stars(6),
      readme: Self.readme,
      size: ScreenSize(columns: 120, rows: 40)
    )
    harness.turn()
    harness.press([Key(.right, .control)])
    for _ in 0..<6 {
      harness.wait(500)
      harness.press([Key(.down)])
    }
    harness.wait(500)
    return harness
  }

  @Test func `a burst of moves lays out only the last row's README`() {
    let harness = visited()
    let before = harness.driver.state.pane.page.readme.version
    harness.press(Array(repeating: Key(.up), count: 3))
    harness.wait(500)

    #expect(harness.driver.state.pane.page.readme.version == before + 1)
    #expect(harness.lastLines.contains { $0.contains("Alamofire/Alamofire  ★ starred") })
    #expect(harness.lastLines.contains { $0.hasSuffix("Alamofire/Alamofire") })
    harness.press([Key(.down), Key(.up)])
    harness.wait(500)
    #expect(harness.driver.state.pane.page.readme.version == before + 1)
  }

  @Test(arguments: ["Gk", "Gggj", "/line 9\rn", "/line 9\rnnN", "jjkkkkkj", "G/line 7\rnk"])
  func `keys in the details mean the same in a burst as one by one`(keys: String) {
    let keys = keys.map { $0 == "\r" ? Key(.enter) : .character($0) }
    let (fast, slow) = (visited(), visited())
    for harness in [fast, slow] {
      harness.press([Key(.enter)])
      harness.wait(20)
    }
    let start = fast.lastLines
    fast.press(keys)
    for key in keys {
      slow.press([key])
      slow.wait(20)
    }
    fast.wait(20)

    #expect(fast.lastLines == slow.lastLines)
    #expect(fast.lastLines != start)
  }

  @Test func `stores a picked search in the history before the screen closes`() throws {
    let remembering = Answers<Void>()
    let options = ScreenOptions(isPicker: true)
    let harness = DriverHarness(options: options, text: "swift", remembering: remembering)
    harness.turn()
    harness.wait(600)
    harness.answer(Catalog.repositories(3), total: 3)
    harness.press([Key(.enter)])
    let name = try #require(RepositoryName("apple/swift-nio"))
    #expect(harness.driver.outcome == Outcome(.chose([name])))
    #expect(!harness.hasLeft)

    remembering.send(())
    harness.turn()

    #expect(harness.hasLeft)
  }

  @Test(arguments: [ScreenSize.fallback, ScreenSize(columns: 30, rows: 3)])
  func `Enter after a letter searches instead of choosing a row of the previous text`(
    size: ScreenSize
  ) {
    let harness = begin(size: size)
    harness.press([.character("x"), Key(.enter)])
    harness.turn()

    #expect(harness.driver.outcome == nil)
    #expect(harness.search.state.text == "swiftx")
    #expect(harness.search.state.desired.search?.pause == .zero)
  }

  @Test func `shows letters and responses immediately`() {
    let harness = begin(size: ScreenSize(columns: 30, rows: 3))
    harness.type("ui")
    #expect(harness.driver.state.editor.text == "swiftui")
    #expect(harness.search.state.text == "swiftui")
    #expect(harness.search.state.stars[1] == .known(true))
  }

  @Test func `ignores a key after ^C`() {
    let harness = begin(isPicker: false)
    harness.turn()
    harness.press([Key(.down), .control("c"), Key(.down)])
    #expect(harness.driver.outcome == Outcome(.interrupted))
    #expect(harness.search.state.selectedIndex == 1)
  }
}

@Suite struct AccessibleTests {
  @Test func `announces changes in lines, with the cursor in the query`() {
    let harness = DriverHarness(isAccessible: true)
    harness.turn()
    harness.type("swift")
    harness.wait(600)
    harness.answer(Catalog.repositories(3), total: 3)
    harness.wait(20)
    harness.press([Key(.down)])
    harness.wait(20)
    harness.press([.control("s")])
    harness.wait(20)
    harness.press([.control("f")])
    harness.wait(20)

    #expect(harness.frames.isEmpty)
    let lines = harness.terminal.text.split(separator: "\r\n").map {
      String($0.split(separator: "\u{1B}[K").last ?? "")
    }
    #expect(
      lines.dropLast() == [
        "Type to search GitHub repositories.",
        "3 match, 3 loaded.",
        "1 of 3: apple/swift-nio, 8,123 stars, Swift, not starred, Event-driven network application framework for high performance protocol servers & clients, non-blocking.",
        "2 of 3: vapor/vapor, 24,980 stars, Swift, 💧 A server-side Swift HTTP web framework.",
        "Starring vapor/vapor…", "Added vapor/vapor to favorites, Alt-U to undo",
      ]
    )
    #expect(harness.terminal.text.hasSuffix("\r\u{1B}[Ksearch: swift\r\u{1B}[13C"))
    #expect(!harness.terminal.text.contains("\u{1B}[?"))
  }

  @Test func `shows no spinner`() {
    let harness = DriverHarness(isAccessible: true)
    harness.turn()
    harness.type("swift")
    harness.wait(3_000)

    #expect(harness.deadline == nil)
    #expect(harness.terminal.text.contains("Waiting for GitHub…\r\n"))
  }

  @Test func `external text never controls the terminal`() {
    let harness = DriverHarness(isAccessible: true, text: "x")
    harness.turn()
    harness.wait(600)
    harness.answer(Hostile.repositories())
    for _ in 0..<8 {
      harness.wait(20)
      harness.press([Key(.down)])
    }
    harness.wait(20)

    let rest = harness.terminal.text.unicodeScalars.filter { $0 != "\r" && $0 != "\n" }.map(
      String.init
    )
    .joined().replacing("\u{1B}[K", with: "").replacing(/\u{1B}\[\d+C/, with: "")
    #expect(!rest.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value })
  }

  @Test
  func `programs have the terminal one after another, until one fails, and the screen returns`()
    throws
  {
    let ran = Guarded<[[String]]>([])
    let harness = DriverHarness(
      options: ScreenOptions(
        keymap: try KeymapFile.read("[actions.build]\nkey = 'alt-x'\nrun = 'make {name}'")
      ),
      run: { words in
        ran.withLock { $0.append(words) }
        return words.last == "vapor" ? "exited with status 2" : nil
      }
    )
    harness.turn()
    harness.type("swift")
    harness.press([Key(.enter)])
    harness.answer(Catalog.repositories(5))
    harness.press([Key(.tab), Key(.tab), Key(.tab), .alt("x")])

    #expect(ran.withLock(\.self) == [["make", "swift-nio"], ["make", "vapor"]])
    harness.wait(20)
    #expect(harness.lastLines.joined().contains("build: exited with status 2"))
  }
}
