import Dispatch
import GitHubModel
import Reactive
import SearchModel
import SearchUI
import SearchUITesting
import Terminal
import Testing

@Suite struct DriverTests {
  @Test func `the first frame is painted before anything is asked`() {
    let desk = Desk(text: "swift")
    desk.turn()

    #expect(desk.frames.first?.grid.lines[0].hasPrefix("❯ search GitHub") == true)
    desk.wait(20)
    #expect(desk.lastLines[0].hasPrefix("❯ swift"))
  }

  @Test func `a burst of 200 keys loses none and draws one frame`() {
    let desk = Desk()
    desk.turn()
    desk.wait(100)
    let before = desk.frames.count
    let text = String(repeating: "abcdefghij", count: 20)
    desk.type(text)

    #expect(desk.search.state.text == text)
    #expect(desk.frames.count == before + 1)
    desk.wait(20)
    #expect(desk.frames.count <= before + 2)
  }

  @Test func `keys that come one by one are drawn at most sixty times a second`() {
    let desk = Desk()
    desk.turn()
    desk.wait(100)
    let before = desk.frames.count
    for character in String(repeating: "abcdefghij", count: 20) {
      desk.type(String(character))
      desk.wait(1)
    }
    desk.wait(30)

    #expect(desk.search.state.text.count == 200)
    #expect(desk.frames.count - before <= 15)
    #expect(desk.lastLines[0].contains("abcdefghij"))
  }

  @Test func `nothing wakes it while it is idle`() {
    let desk = Desk()
    desk.turn()
    desk.type("swift")
    desk.wait(300)
    desk.answer(Catalogue.repositories(50))
    desk.wait(1_000)
    #expect(desk.deadline == nil)
    let before = (desk.frames.count, desk.terminal.told.wakes)
    desk.wait(10_000)

    #expect(desk.frames.count == before.0)
    #expect(desk.terminal.told.wakes == before.1)
  }

  @Test func `the spinner turns only while an answer is late`() {
    let desk = Desk()
    desk.turn()
    desk.type("swift")
    desk.wait(440)
    #expect(desk.lastLines[0].hasPrefix("❯ swift"))
    #expect(desk.deadline == nil)
    desk.wait(600)
    let spins = desk.frames.filter { "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏".contains($0.grid.lines[0].first ?? " ") }
    #expect(5...7 ~= spins.count)
    desk.answer(Catalogue.repositories(50))
    desk.wait(20)
    #expect(desk.lastLines[0].hasPrefix("❯ swift"))
    #expect(desk.deadline == nil)
  }

  @Test func `an answer from another thread wakes it, its own keys do not`() {
    let desk = Desk()
    desk.turn()
    desk.wait(50)
    let before = desk.terminal.told.wakes
    desk.type("swift")
    #expect(desk.terminal.told.wakes == before)
    desk.wait(300)
    let asked = desk.terminal.told.wakes
    #expect(asked > before)
    desk.answer(Catalogue.repositories(3), total: 3)
    #expect(desk.terminal.told.wakes > asked)
    desk.wait(20)
    #expect(desk.lastLines.contains { $0.contains("Alamofire") })
  }

  @Test func `leaving ends the loop, and what came after it is not taken`() {
    let desk = Desk()
    desk.turn()
    desk.press([.control("c"), .character("x")])

    guard case .leave = desk.next else {
      Issue.record("still there")
      return
    }
    #expect(desk.driver.outcome == Outcome(.interrupted))
    #expect(desk.search.state.text == "")
  }

  @Test func `a lost terminal ends it`() {
    let desk = Desk()
    desk.turn()
    desk.turn([.lost])
    #expect(desk.driver.outcome == Outcome(.ended))
  }

  @Test func `leaving waits for a star, and no longer than ten seconds`() {
    let desk = Desk(text: "swift")
    desk.turn()
    desk.wait(300)
    desk.answer(Catalogue.repositories(3), total: 3)
    desk.press([.control("s"), Key(.escape), Key(.escape)])
    #expect(desk.driver.outcome == nil)
    desk.wait(9_900)
    #expect(desk.driver.outcome == nil)
    desk.wait(200)

    #expect(desk.driver.outcome?.unacknowledgedStars.map(\.fullName) == ["apple/swift-nio"])
  }

  @Test func `a star that is acknowledged lets go at once`() {
    let desk = Desk(text: "swift")
    desk.turn()
    desk.wait(300)
    desk.answer(Catalogue.repositories(3), total: 3)
    desk.press([.control("s"), .control("c")])
    desk.wait(20)
    #expect(desk.driver.outcome == nil)
    desk.acknowledgeStar()

    #expect(desk.driver.outcome == Outcome(.interrupted))
  }

  @Test func `^L writes the next frame in full, ^Z stops after it`() {
    let desk = Desk()
    desk.turn()
    desk.press([.control("l")])
    #expect(desk.terminal.told.forgets == 1)
    desk.press([.control("z")])
    guard case .suspend = desk.next else {
      Issue.record("still there")
      return
    }
    desk.turn([.resumed(ScreenSize(columns: 40, rows: 10))])
    desk.wait(20)
    #expect(desk.frames.last?.size == ScreenSize(columns: 40, rows: 10))
  }

  @Test func `an address is sent to the terminal's clipboard`() {
    let desk = Desk(text: "swift")
    desk.turn()
    desk.wait(300)
    desk.answer(Catalogue.repositories(1), total: 1)
    desk.press([.alt("c")])

    #expect(desk.terminal.told.copies == ["https://github.com/apple/swift-nio"])
    desk.wait(20)
    #expect(desk.lastLines.contains { $0.contains("sent to the terminal's clipboard") })
    desk.wait(3_100)
    #expect(!desk.lastLines.contains { $0.contains("clipboard") })
    #expect(desk.deadline == nil)
  }

  @Test func `a storm of sizes ends in a frame of the last one`() {
    let desk = Desk()
    desk.turn()
    for columns in 1...200 {
      desk.turn([.resized(ScreenSize(columns: columns, rows: 201 - columns))])
      if columns % 10 == 0 { desk.wait(1) }
    }
    desk.wait(20)
    #expect(desk.frames.last?.size == ScreenSize(columns: 200, rows: 1))
  }
}

/// Another thread keeps the search busy for as long as the test wants.
@Suite struct BusySearchTests {
  private let desk = Desk(options: ScreenOptions(isPicker: true), text: "swift")
  private let release = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)

  /// Shows three rows, and holds the search fast in what watches it.
  private func begin() -> AnyCancellable {
    desk.turn()
    desk.wait(300)
    desk.answer(Catalogue.repositories(3), total: 3)
    desk.wait(20)
    let busy = DispatchSemaphore(value: 0)
    let watching = desk.watch { [release] state in
      guard state.sort == .stars else { return }
      busy.signal()
      release.wait()
    }
    DispatchQueue.global().async { [search = desk.search, done] in
      search.actions.send(.setSort(.stars))
      done.signal()
    }
    busy.wait()
    return watching
  }

  private func end(_ watching: AnyCancellable) {
    watching.cancel()
    release.signal()
    done.wait()
  }

  @Test func `Enter means the row that the key before it led to`() throws {
    let watching = begin()
    desk.press([Key(.down), Key(.enter)])
    #expect(desk.driver.outcome == nil)
    end(watching)
    desk.turn()

    #expect(desk.driver.outcome == Outcome(.chose([try #require(RepositoryName("vapor/vapor"))])))
  }

  @Test func `^C leaves at once`() {
    let watching = begin()
    desk.press([Key(.down), Key(.enter), .control("c")])
    #expect(desk.driver.outcome == Outcome(.interrupted))
    end(watching)
  }
}

@Suite struct AccessibleTests {
  @Test func `changes are told by lines, and the cursor stays in the query`() {
    let desk = Desk(isAccessible: true)
    desk.turn()
    desk.type("swift")
    desk.wait(300)
    desk.answer(Catalogue.repositories(3), total: 3)
    desk.wait(20)
    desk.press([Key(.down)])
    desk.wait(20)
    desk.press([.control("s")])
    desk.wait(20)
    desk.press([.control("f")])
    desk.wait(20)

    #expect(desk.frames.isEmpty)
    let lines = desk.terminal.text.split(separator: "\r\n").map {
      String($0.split(separator: "\u{1B}[K").last ?? "")
    }
    #expect(
      lines.dropLast() == [
        "Type to search GitHub's repositories.",
        "3 match, 3 are here.",
        "1 of 3: apple/swift-nio, 8,123 stars, Swift, not starred, Event-driven network application framework for high performance protocol servers & clients, non-blocking.",
        "2 of 3: vapor/vapor, 24,980 stars, Swift, star not known, 💧 A server-side Swift HTTP web framework.",
        "vapor/vapor: being starred.", "vapor/vapor: a favorite.",
      ]
    )
    #expect(desk.terminal.text.hasSuffix("\r\u{1B}[Ksearch: swift\r\u{1B}[13C"))
    #expect(!desk.terminal.text.contains("\u{1B}[?"))
  }

  @Test func `no spinner turns`() {
    let desk = Desk(isAccessible: true)
    desk.turn()
    desk.type("swift")
    desk.wait(2_000)

    #expect(desk.deadline == nil)
    #expect(desk.terminal.text.contains("Still waiting for GitHub's answer …\r\n"))
  }

  @Test func `nothing that a stranger wrote acts on the terminal`() {
    let desk = Desk(isAccessible: true, text: "x")
    desk.turn()
    desk.wait(300)
    desk.answer(Hostile.repositories())
    for _ in 0..<8 {
      desk.wait(20)
      desk.press([Key(.down)])
    }
    desk.wait(20)

    let rest = desk.terminal.text.unicodeScalars.filter { $0 != "\r" && $0 != "\n" }.map(
      String.init
    )
    .joined().replacing("\u{1B}[K", with: "").replacing(/\u{1B}\[\d+C/, with: "")
    #expect(!rest.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value })
  }
}
