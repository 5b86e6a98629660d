import Foundation
import GitHubModel
import Locking
import Reactive
import ReactiveTesting
import SearchModel
import Terminal
import Testing

@testable import SearchUI

/// A terminal that keeps what it is told.
final class RecordingTerminal: ScreenTerminal {
  struct Told: Sendable {
    var frames: [Frame] = []
    var writes: [[UInt8]] = []
    var wakes = 0
    var forgets = 0
  }

  private let state = Guarded(Told())
  var told: Told { state.withLock { $0 } }
  var text: String {
    told.writes.map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  func draw(_ frame: Frame) { state.withLock { $0.frames.append(frame) } }
  func write(_ bytes: [UInt8]) { state.withLock { $0.writes.append(bytes) } }
  func forgetScreen() { state.withLock { $0.forgets += 1 } }
  func wake() { state.withLock { $0.wakes += 1 } }
}

/// The driver on virtual time: the test is the event loop.
final class Bench {
  let clock = VirtualTimeScheduler()
  let terminal = RecordingTerminal()
  let search: SearchViewModel
  let answers = PassthroughSubject<SearchOutcome, Never>()
  let stars = PassthroughSubject<SearchFailure?, Never>()
  let opened = Guarded<[String]>([])
  let driver: ScreenDriver<RecordingTerminal>
  private(set) var time = ContinuousClock.now
  private(set) var next = EventLoop.Next.leave

  init(isAccessible: Bool = false, text: String = "", size: ScreenSize = .fallback) {
    let clock = clock
    let now = { @Sendable in epoch + TimeInterval(clock.now.nanoseconds) / 1e9 }
    let reading = BudgetReading(limit: 30, remaining: 29)
    let (answers, stars) = (answers, stars)
    let services = SearchServices(
      claim: { _ in Just(.granted(reading)).eraseToAnyPublisher() },
      readBudget: { _ in Just(reading).eraseToAnyPublisher() },
      search: { _ in answers.first().eraseToAnyPublisher() },
      findLocally: { _ in Just([]).eraseToAnyPublisher() },
      readStars: { _ in Just(.success([1: false])).eraseToAnyPublisher() },
      writeStar: { _ in stars.first().eraseToAnyPublisher() },
      readFavourites: { Just(.success([])).eraseToAnyPublisher() },
      writeFavourite: { _ in Just(nil).eraseToAnyPublisher() },
      readHistory: { Just([]).eraseToAnyPublisher() },
      remember: { _ in Just(()).eraseToAnyPublisher() }
    )
    let details = DetailServices(
      facts: { _ in Just(.failure(.notFound)).eraseToAnyPublisher() },
      readme: { _ in Just(.success(nil)).eraseToAnyPublisher() }
    )
    search = SearchViewModel(
      services: services,
      detail: DetailViewModel(services: details, scheduler: clock),
      scheduler: clock,
      now: now
    )
    let configuration = InteractiveSearch.Configuration(
      initialText: text,
      isAccessible: isAccessible,
      now: now,
      openPage: { [opened] url in
        opened.withLock { $0.append(url) }
        return nil
      }
    )
    driver = ScreenDriver(configuration, search: search, device: terminal, size: size)
  }

  var frames: [Frame] { terminal.told.frames }
  var lastLines: [String] { frames.last?.grid.lines ?? [] }

  /// One turn of the loop.
  func turn(_ events: [EventLoop.Event] = []) {
    next = driver.step(events, at: time)
  }

  /// A burst of keys in one read.
  func press(_ keys: [Key]) { turn(keys.map { .input(.key($0)) }) }

  func type(_ text: String) {
    press(text.unicodeScalars.map { .character(Character($0)) })
  }

  /// Lets time pass, with the turns that the driver asked for and those that others woke it for.
  func wait(_ milliseconds: Int) {
    for _ in 0..<milliseconds {
      let wakes = terminal.told.wakes
      time += .milliseconds(1)
      clock.advance(by: .milliseconds(1))
      if terminal.told.wakes > wakes { turn() }
      if let deadline, deadline <= time { turn() }
    }
  }

  var deadline: ContinuousClock.Instant? {
    if case .wait(let until) = next { until } else { nil }
  }

  func answer(_ repositories: [Repository], total: Int = 12_345) {
    let page = RepositoryPage(repositories: repositories, totalCount: total)
    let wakes = terminal.told.wakes
    answers.send(
      SearchOutcome(
        .success(SearchAnswer(page: page)),
        budget: BudgetReading(limit: 30, remaining: 28)
      )
    )
    if terminal.told.wakes > wakes { turn() }
  }
}

@Suite struct DriverTests {
  @Test func `the first frame is painted before anything is asked`() {
    let bench = Bench(text: "swift")
    bench.turn()

    #expect(bench.frames.first?.grid.lines[0].hasPrefix("❯ search GitHub") == true)
    bench.wait(20)
    #expect(bench.lastLines[0].hasPrefix("❯ swift"))
  }

  @Test func `a burst of 200 keys loses none and draws one frame`() {
    let bench = Bench()
    bench.turn()
    bench.wait(100)
    let before = bench.frames.count
    let text = String(repeating: "abcdefghij", count: 20)
    bench.type(text)

    #expect(bench.search.state.text == text)
    #expect(bench.frames.count == before + 1)
    bench.wait(20)
    #expect(bench.frames.count <= before + 2)
  }

  @Test func `keys that come one by one are drawn at most sixty times a second`() {
    let bench = Bench()
    bench.turn()
    bench.wait(100)
    let before = bench.frames.count
    for character in String(repeating: "abcdefghij", count: 20) {
      bench.type(String(character))
      bench.wait(1)
    }
    bench.wait(30)

    #expect(bench.search.state.text.count == 200)
    #expect(bench.frames.count - before <= 15)
    #expect(bench.lastLines[0].contains("abcdefghij"))
  }

  @Test func `nothing wakes it while it is idle`() {
    let bench = Bench()
    bench.turn()
    bench.type("swift")
    bench.wait(300)
    bench.answer(Catalogue.repositories(50))
    bench.wait(1_000)
    #expect(bench.deadline == nil)
    let before = (bench.frames.count, bench.terminal.told.wakes)
    bench.wait(10_000)

    #expect(bench.frames.count == before.0)
    #expect(bench.terminal.told.wakes == before.1)
  }

  @Test func `the spinner turns only while an answer is late`() {
    let bench = Bench()
    bench.turn()
    bench.type("swift")
    bench.wait(440)
    #expect(bench.lastLines[0].hasPrefix("❯ swift"))
    #expect(bench.deadline == nil)
    bench.wait(600)
    let spins = bench.frames.filter { "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏".contains($0.grid.lines[0].first ?? " ") }
    #expect(5...7 ~= spins.count)
    bench.answer(Catalogue.repositories(50))
    bench.wait(20)
    #expect(bench.lastLines[0].hasPrefix("❯ swift"))
    #expect(bench.deadline == nil)
  }

  @Test func `an answer from another thread wakes it, its own keys do not`() {
    let bench = Bench()
    bench.turn()
    bench.wait(50)
    let before = bench.terminal.told.wakes
    bench.type("swift")
    #expect(bench.terminal.told.wakes == before)
    bench.wait(300)
    let asked = bench.terminal.told.wakes
    #expect(asked > before)
    bench.answer(Catalogue.repositories(3), total: 3)
    #expect(bench.terminal.told.wakes > asked)
    bench.wait(20)
    #expect(bench.lastLines.contains { $0.contains("Alamofire") })
  }

  @Test func `leaving ends the loop, and what came after it is not taken`() {
    let bench = Bench()
    bench.turn()
    bench.press([.control("c"), .character("x")])

    guard case .leave = bench.next else {
      Issue.record("still there")
      return
    }
    #expect(bench.driver.outcome == Outcome(.interrupted))
    #expect(bench.search.state.text == "")
  }

  @Test func `a lost terminal ends it`() {
    let bench = Bench()
    bench.turn()
    bench.turn([.lost])
    #expect(bench.driver.outcome == Outcome(.ended))
  }

  @Test func `leaving waits for a star, and no longer than ten seconds`() {
    let bench = Bench(text: "swift")
    bench.turn()
    bench.wait(300)
    bench.answer(Catalogue.repositories(3), total: 3)
    bench.press([.control("s"), Key(.escape), Key(.escape)])
    #expect(bench.driver.outcome == nil)
    bench.wait(9_900)
    #expect(bench.driver.outcome == nil)
    bench.wait(200)

    #expect(bench.driver.outcome?.unacknowledgedStars.map(\.fullName) == ["apple/swift-nio"])
  }

  @Test func `a star that is acknowledged lets go at once`() {
    let bench = Bench(text: "swift")
    bench.turn()
    bench.wait(300)
    bench.answer(Catalogue.repositories(3), total: 3)
    bench.press([.control("s"), .control("c")])
    bench.wait(20)
    #expect(bench.driver.outcome == nil)
    bench.stars.send(nil)
    bench.turn()

    #expect(bench.driver.outcome == Outcome(.interrupted))
  }

  @Test func `^L writes the next frame in full, ^Z stops after it`() {
    let bench = Bench()
    bench.turn()
    bench.press([.control("l")])
    #expect(bench.terminal.told.forgets == 1)
    bench.press([.control("z")])
    guard case .suspend = bench.next else {
      Issue.record("still there")
      return
    }
    bench.turn([.resumed(ScreenSize(columns: 40, rows: 10))])
    bench.wait(20)
    #expect(bench.frames.last?.size == ScreenSize(columns: 40, rows: 10))
  }

  @Test func `an address is sent to the terminal's clipboard`() {
    let bench = Bench(text: "swift")
    bench.turn()
    bench.wait(300)
    bench.answer(Catalogue.repositories(1), total: 1)
    bench.press([.alt("c")])

    let url = Data("https://github.com/apple/swift-nio".utf8).base64EncodedString()
    #expect(bench.terminal.text == "\u{1B}]52;c;\(url)\u{1B}\\")
    bench.wait(20)
    #expect(bench.lastLines.contains { $0.contains("sent to the terminal's clipboard") })
    bench.wait(3_100)
    #expect(!bench.lastLines.contains { $0.contains("clipboard") })
    #expect(bench.deadline == nil)
  }

  @Test func `a storm of sizes ends in a frame of the last one`() {
    let bench = Bench()
    bench.turn()
    for columns in 1...200 {
      bench.turn([.resized(ScreenSize(columns: columns, rows: 201 - columns))])
      if columns % 10 == 0 { bench.wait(1) }
    }
    bench.wait(20)
    #expect(bench.frames.last?.size == ScreenSize(columns: 200, rows: 1))
  }
}

@Suite struct AccessibleTests {
  @Test func `changes are told by lines, and the cursor stays in the query`() {
    let bench = Bench(isAccessible: true)
    bench.turn()
    bench.type("swift")
    bench.wait(300)
    bench.answer(Catalogue.repositories(3), total: 3)
    bench.wait(20)
    bench.press([Key(.down)])
    bench.wait(20)
    bench.press([.control("s")])
    bench.wait(20)

    #expect(bench.frames.isEmpty)
    let lines = bench.terminal.text.split(separator: "\r\n").map {
      String($0.split(separator: "\u{1B}[K").last ?? "")
    }
    #expect(
      lines.dropLast() == [
        "Type to search GitHub's repositories.",
        "3 match, 3 are here.",
        "1 of 3: apple/swift-nio, 8,123 stars, Swift, not starred, Event-driven network application framework for high performance protocol servers & clients, non-blocking.",
        "2 of 3: vapor/vapor, 24,980 stars, Swift, star not known, 💧 A server-side Swift HTTP web framework.",
        "vapor/vapor: being starred.",
      ]
    )
    #expect(bench.terminal.text.hasSuffix("\r\u{1B}[Ksearch: swift\r\u{1B}[13C"))
    #expect(!bench.terminal.text.contains("\u{1B}[?"))
  }

  @Test func `no spinner turns`() {
    let bench = Bench(isAccessible: true)
    bench.turn()
    bench.type("swift")
    bench.wait(2_000)

    #expect(bench.deadline == nil)
    #expect(bench.terminal.text.contains("Still waiting for GitHub's answer …\r\n"))
  }

  @Test func `nothing that a stranger wrote acts on the terminal`() {
    let bench = Bench(isAccessible: true, text: "x")
    bench.turn()
    bench.wait(300)
    bench.answer(Hostile.repositories())
    for _ in 0..<8 {
      bench.wait(20)
      bench.press([Key(.down)])
    }
    bench.wait(20)

    let rest = bench.terminal.text.unicodeScalars.filter { $0 != "\r" && $0 != "\n" }.map(
      String.init
    )
    .joined().replacing("\u{1B}[K", with: "").replacing(/\u{1B}\[\d+C/, with: "")
    #expect(!rest.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value })
  }
}
