import GitHubModel
import SearchModel
import SearchUITesting
import System
import Terminal
import TerminalTesting
import Testing

@testable import SearchUI

private let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

@Suite struct OwnerPictureTests {
  private func picture(_ bytes: Int = 0) throws -> Picture {
    try #require(Picture(start + [UInt8](repeating: 0, count: bytes)))
  }

  private func loaded(
    _ columns: Int = 110,
    _ rows: Int = 30,
    hasPictures: Bool = true
  ) throws -> ScreenHarness {
    var harness = ScreenHarness(columns, rows, options: ScreenOptions(hasPictures: hasPictures))
    try harness.load("swift", Catalog.pictured(10))
    try harness.loadDetail()
    return harness
  }

  private func asked(_ harness: ScreenHarness) -> [Int64?] {
    harness.effects.compactMap { if case .fetchPicture(let owner) = $0 { owner.id } else { nil } }
  }

  // MARK: Asking

  @Test func `requests an avatar once, when the details stay on a repository`() throws {
    var harness = ScreenHarness(110, 30, options: ScreenOptions(hasPictures: true))
    try harness.load("swift", Catalog.pictured(10))
    #expect(asked(harness) == [])

    try harness.loadDetail()
    harness.resize(120, 30)

    #expect(asked(harness) == [101])
  }

  @Test func `requests the avatar again after another one, unless it does not exist`()
    throws
  {
    var harness = try loaded()
    try harness.press("↓")
    try harness.loadDetail()
    #expect(asked(harness) == [101, 102])
    harness.send(.pictureCame(nil, owner: 102))

    try harness.press("↑")
    try harness.loadDetail()
    harness.send(.pictureCame(nil, owner: 101))
    try harness.press("↓")
    try harness.loadDetail()

    #expect(asked(harness) == [101, 102, 101])
  }

  @Test func `requests no avatar if it is unwanted or the owner has none`() throws {
    let unwanted = try loaded(hasPictures: false)
    var nameless = ScreenHarness(110, 30, options: ScreenOptions(hasPictures: true))
    try nameless.load("swift", Catalog.repositories(10))
    try nameless.loadDetail()

    #expect(asked(unwanted) == [] && asked(nameless) == [])
  }

  @Test func `without colors there are no initials, nor space for them`() throws {
    var harness = ScreenHarness(110, 30, options: ScreenOptions(hasColor: false))
    try harness.load("swift", Catalog.repositories(10))
    try harness.loadDetail()

    #expect(harness.lines[2].contains("│ apple/swift-nio"))
    #expect(!harness.text.contains(" AP "))
  }

  // MARK: The frame

  @Test(arguments: [(110, 30), (80, 24)])
  func `places the avatar over the initials without changing cells`(_ columns: Int, _ rows: Int)
    throws
  {
    var harness = try loaded(columns, rows)
    let before = harness.frame
    harness.send(.pictureCame(try picture(), owner: 101))
    let after = harness.frame

    #expect(before.picture == nil)
    #expect(after.grid == before.grid)
    let region = try #require(after.picture?.region)
    #expect(region.columns == 6 && region.rows == 3)
    for row in region.row..<region.row + 3 {
      let isInitials = (0...region.columns).map { offset in
        let style = after.grid.style(column: region.column + offset, row: row)
        return style?.attributes.contains(.reverse)
      }
      #expect(isInitials == Array(repeating: true, count: 6) + [false])
    }
  }

  @Test
  func `removes the avatar while the details are scrolled or covered, and for another repository`()
    throws
  {
    var harness = try loaded(110, 20)
    harness.send(.pictureCame(try picture(), owner: 101))

    try harness.press("Enter", "↓")
    #expect(harness.frame.picture == nil)
    try harness.press("↑")
    #expect(harness.frame.picture != nil)
    try harness.press("F1")
    #expect(harness.frame.picture == nil)
    try harness.press("Esc", "↓")
    try harness.loadDetail()
    #expect(harness.frame.picture == nil)
  }

  @Test(arguments: [(19, 3), (40, 10), (60, 10), (1, 1), (28, 24)])
  func `shows no avatar without space for it`(_ columns: Int, _ rows: Int) throws {
    var harness = try loaded(columns, rows)
    harness.send(.pictureCame(try picture(), owner: 101))
    if columns == 28 { try harness.press("Enter") }

    #expect(harness.frame.picture == nil)
  }

  // MARK: What is kept

  @Test func `keeps a limited number of avatars`() throws {
    var owner = Owner(login: "a")
    var pictures = OwnerPictures()
    for id in 1...300 { pictures.take(try picture(), of: Int64(id)) }

    let kept = (1...300).count { id in
      owner.id = Int64(id)
      return pictures.picture(of: owner) != nil
    }
    #expect(1...16 ~= kept)
  }
}

@Suite struct PictureFetchTests {
  @Test(.timeLimit(.minutes(20)))
  func `fetches only the newest avatar, without blocking frames`() async throws {
    let picture = try #require(Picture(start))
    let (first, release) = AsyncStream.makeStream(of: Void.self)
    let given = Guarded<[Int64?]>([])
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let harness = DriverHarness(
      options: ScreenOptions(hasPictures: true),
      size: ScreenSize(columns: 110, rows: 30),
      fetchPicture: { owner in
        given.withLock { $0.append(owner.id) }
        begin.yield()
        if owner.id == 101 { for await _ in first {} }
        return picture
      }
    )
    harness.turn()
    harness.type("swift")
    harness.wait(600)
    harness.answer(Catalog.pictured(10))
    harness.wait(300)
    #expect(harness.frames.last?.picture == nil)
    for await _ in begun { break }

    harness.press([Key(.down)])
    harness.wait(300)
    while harness.frames.last?.picture == nil {
      await harness.terminal.awaitWake()
      harness.turn()
      harness.wait(20)
    }
    release.finish()

    #expect(given.withLock { $0 } == [101, 102])
    #expect(harness.frames.last?.picture?.picture == picture)
  }
}
