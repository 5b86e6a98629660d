import GitHubModel
import Locking
import SearchModel
import SearchUITesting
import Terminal
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
  ) throws -> Stage {
    var stage = Stage(columns, rows, options: ScreenOptions(hasPictures: hasPictures))
    try stage.load("swift", Catalogue.pictured(10))
    try stage.loadDetail()
    return stage
  }

  private func asked(_ stage: Stage) -> [Int64?] {
    stage.effects.compactMap { if case .fetchPicture(let owner) = $0 { owner.id } else { nil } }
  }

  // MARK: Asking

  @Test func `a picture is asked for once, when the detail has come to rest`() throws {
    var stage = Stage(110, 30, options: ScreenOptions(hasPictures: true))
    try stage.load("swift", Catalogue.pictured(10))
    #expect(asked(stage) == [])

    try stage.loadDetail()
    stage.resize(120, 30)

    #expect(asked(stage) == [101])
  }

  @Test func `it is asked for again when another took its place, and never when there is none`()
    throws
  {
    var stage = try loaded()
    try stage.press("↓")
    try stage.loadDetail()
    #expect(asked(stage) == [101, 102])
    stage.send(.pictureCame(nil, owner: 102))

    try stage.press("↑")
    try stage.loadDetail()
    stage.send(.pictureCame(nil, owner: 101))
    try stage.press("↓")
    try stage.loadDetail()

    #expect(asked(stage) == [101, 102, 101])
  }

  @Test func `none is asked for where none is wanted, nor of an owner who has none`() throws {
    let unwanted = try loaded(hasPictures: false)
    var nameless = Stage(110, 30, options: ScreenOptions(hasPictures: true))
    try nameless.load("swift", Catalogue.repositories(10))
    try nameless.loadDetail()

    #expect(asked(unwanted) == [] && asked(nameless) == [])
  }

  // MARK: The frame

  @Test(arguments: [(110, 30), (80, 24)])
  func `it is placed over the initials, and changes no cell`(_ columns: Int, _ rows: Int) throws {
    var stage = try loaded(columns, rows)
    let before = stage.frame
    stage.send(.pictureCame(try picture(), owner: 101))
    let after = stage.frame

    #expect(before.pictures == [] && after.pictures.count == 1)
    #expect(after.grid == before.grid)
    let region = try #require(after.pictures.first?.region)
    #expect(region.columns == 6 && region.rows == 3)
    for row in region.row..<region.row + 3 {
      #expect(after.grid.style(column: region.column, row: row)?.background != .terminalDefault)
      #expect(after.grid.style(column: region.column + 5, row: row)?.background != .terminalDefault)
      #expect(after.grid.style(column: region.column + 6, row: row)?.background == .terminalDefault)
    }
  }

  @Test func `it goes while the detail is scrolled or covered, and with another repository`() throws
  {
    var stage = try loaded(110, 20)
    stage.send(.pictureCame(try picture(), owner: 101))

    try stage.press("Enter", "↓")
    #expect(stage.frame.pictures == [])
    try stage.press("↑")
    #expect(stage.frame.pictures.count == 1)
    try stage.press("F1")
    #expect(stage.frame.pictures == [])
    try stage.press("Esc", "↓")
    try stage.loadDetail()
    #expect(stage.frame.pictures == [])
  }

  @Test(arguments: [(19, 3), (40, 10), (60, 10), (1, 1), (28, 24)])
  func `there is none where it has no room`(_ columns: Int, _ rows: Int) throws {
    var stage = try loaded(columns, rows)
    stage.send(.pictureCame(try picture(), owner: 101))
    if columns == 28 { try stage.press("Enter") }

    #expect(stage.frame.pictures == [])
  }

  // MARK: What is kept

  @Test func `few pictures are kept, and not much of them`() throws {
    var owner = Owner(login: "a")
    owner.avatarURL = "https://avatars.githubusercontent.com/u/1"
    var small = OwnerPictures()
    for id in 1...300 { small.take(try picture(), of: Int64(id)) }
    var large = OwnerPictures()
    for id in 1...6 { large.take(try picture(Picture.mostBytes - 8), of: Int64(id)) }

    func kept(_ pictures: OwnerPictures, _ ids: ClosedRange<Int64>) -> Int {
      ids.count { id in
        owner.id = id
        return pictures.picture(of: owner) != nil
      }
    }
    #expect(kept(small, 1...300) == 256 && kept(small, 45...300) == 256)
    #expect(kept(large, 1...6) == 4 && kept(large, 3...6) == 4)
  }
}

@Suite struct PictureFetchTests {
  @Test(.timeLimit(.minutes(1)))
  func `a picture is fetched beside the frames, and the newest alone`() async throws {
    let picture = try #require(Picture(start))
    let (first, release) = AsyncStream.makeStream(of: Void.self)
    let given = Guarded<[Int64?]>([])
    let desk = Desk(
      options: ScreenOptions(hasPictures: true),
      size: ScreenSize(columns: 110, rows: 30),
      fetchPicture: { owner in
        given.withLock { $0.append(owner.id) }
        if owner.id == 101 { for await _ in first {} }
        return picture
      }
    )
    desk.turn()
    desk.type("swift")
    desk.wait(300)
    desk.answer(Catalogue.pictured(10))
    desk.wait(300)
    #expect(desk.frames.last?.pictures == [])
    while given.withLock({ $0.isEmpty }) { await Task.yield() }

    desk.press([Key(.down)])
    desk.wait(300)
    while desk.frames.last?.pictures.isEmpty != false {
      await Task.yield()
      desk.wait(20)
      desk.turn()
    }
    release.finish()

    #expect(given.withLock { $0 } == [101, 102])
    #expect(desk.frames.last?.pictures.map(\.picture) == [picture])
    let number: UInt32 = 0x4000_0066
    #expect(desk.frames.last?.pictures.first?.id == number)
  }
}
