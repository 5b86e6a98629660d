import GitHubModel
import Locking
import SearchModel
import Testing

/// Requirement 17: stars are known or unknown, changed at once, and changed back.
@Suite struct StarTests {
  private func loaded(_ count: Int64 = 3, stars: [Repository.ID: Bool] = [:]) throws -> Desk {
    let desk = Desk()
    desk.load("swift", try repositories(1...count))
    desk.starReads.answer(.success(stars))
    return desk
  }

  @Test func `one question a page, and what is not answered is unknown`() throws {
    let desk = try loaded(stars: [1: true, 2: false])

    #expect(desk.starReads.inputs.map { $0.map(\.id) } == [[1, 2, 3]])
    #expect((1...3).map { desk.state.stars[$0] } == [.known(true), .known(false), .unknown])
  }

  @Test func `a failed question leaves all unknown, without a banner`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))

    desk.starReads.answer(.failure(.tokenMissing))

    #expect(desk.state.stars[1] == .unknown)
    #expect(desk.state.banner == nil)
    #expect(desk.starReads.count == 1)
  }

  @Test func `what rows say of themselves is not asked for`() throws {
    let desk = Desk()

    desk.load("swift", [try repository(1, isStarred: true), try repository(2)])

    #expect(desk.state.stars[1] == .known(true))
    #expect(desk.starReads.inputs.map { $0.map(\.id) } == [[2]])
  }

  @Test func `a star is shown at once, and pending until it is acknowledged`() throws {
    let desk = try loaded(stars: [1: false])

    desk.act(.toggleStar)
    #expect(desk.state.stars[1] == .pending(true))
    #expect(desk.state.hasPendingStars)

    desk.starWrites.answer(nil)
    #expect(desk.state.stars[1] == .known(true))
    #expect(!desk.state.hasPendingStars)
  }

  @Test func `a double press is one change`() throws {
    let desk = try loaded(stars: [1: false])

    desk.act(.toggleStar)
    desk.act(.toggleStar)
    desk.starWrites.answer(nil)
    desk.wait(5_000)

    #expect(desk.starWrites.inputs.map(\.isStarred) == [true])
    #expect(desk.state.stars[1] == .known(true))
  }

  @Test(arguments: [StarState.known(false), .known(true), .unknown])
  func `a change that fails is taken back, with a message`(before: StarState) throws {
    let desk = try loaded(stars: before.isStarred.map { [1: $0] } ?? [:])
    desk.act(.toggleStar)

    desk.starWrites.answer(.offline("reset"))

    #expect(desk.state.stars[1] == before)
    let attempt = Banner.Attempt.star(try repository(1).name, before != .known(true))
    #expect(desk.state.banner == Banner(attempt, .offline("reset"), canRetry: true))
    desk.wait(5_000)
    #expect(desk.starWrites.count == 1)
  }

  @Test func `a change that failed can be had again`() throws {
    let desk = try loaded(stars: [1: false])
    desk.act(.toggleStar)
    desk.starWrites.answer(.offline("reset"))

    desk.act(.retry)
    #expect(desk.state.stars[1] == .pending(true))
    desk.wait(1_000)
    desk.starWrites.answer(nil)

    #expect(desk.state.stars[1] == .known(true))
  }

  @Test func `what is told meanwhile is what is gone back to`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...1))
    desk.act(.toggleStar)

    desk.starReads.answer(.success([1: false]))
    #expect(desk.state.stars[1] == .pending(true))
    desk.starWrites.answer(.forbidden("scope"))

    #expect(desk.state.stars[1] == .known(false))
  }

  @Test func `changes are a second apart, from the end of one to the start of the next`() throws {
    let desk = try loaded(stars: [1: false, 2: false, 3: false])
    desk.act(.setStar(true, [1, 2, 3]))
    #expect(desk.starWrites.count == 1)

    desk.wait(700)
    desk.starWrites.answer(nil)
    desk.wait(999)
    #expect(desk.starWrites.count == 1)
    desk.wait(1)
    #expect(desk.starWrites.inputs.map(\.repository.id) == [1, 2])

    desk.starWrites.answer(nil)
    desk.wait(1_000)
    #expect(desk.starWrites.count == 3)
  }

  @Test func `without a network the whole row of changes is taken back at once`() throws {
    let desk = try loaded(stars: [1: false, 2: false, 3: false])
    desk.act(.setStar(true, [1, 2, 3]))

    desk.starWrites.answer(.offline("no route"))
    #expect((1...3).map { desk.state.stars[$0] } == Array(repeating: .known(false), count: 3))
    #expect(!desk.state.hasPendingStars)

    desk.act(.retry)
    #expect((1...3).map { desk.state.stars[$0] } == Array(repeating: .pending(true), count: 3))
  }

  @Test func `one that does not exist does not stop the others`() throws {
    let desk = try loaded(stars: [1: false, 2: false])
    desk.act(.setStar(true, [1, 2]))

    desk.starWrites.answer(.notFound)
    desk.wait(1_000)
    desk.starWrites.answer(nil)

    #expect(desk.state.stars[1] == .known(false))
    #expect(desk.state.stars[2] == .known(true))
  }

  @Test func `an old answer does not undo a newer change`() throws {
    let desk = Desk()
    desk.load("swift", [try repository(1, isStarred: true)])
    desk.act(.toggleStar)
    desk.starWrites.answer(nil)
    desk.load("kotlin", [])

    desk.edit("swift")

    #expect(desk.state.stars[1] == .known(false))
  }

  @Test func `a token that is refused takes nothing but itself away`() throws {
    let desk = try loaded(stars: [1: false])
    desk.act(.toggleStar)

    desk.starWrites.answer(.tokenRefused)

    #expect(desk.state.stars[1] == .known(false))
    #expect(desk.state.banner?.failure == .tokenRefused)
    #expect(desk.state.banner?.canRetry == false)
  }
}

/// Requirement 25, and what keys act on.
@Suite struct MarkTests {
  @Test func `marks survive a new query, and actions reach them all`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))
    desk.act(.toggleMark)
    desk.act(.move(2))
    desk.act(.toggleMark)

    desk.load("kotlin", try repositories(7...9))
    desk.act(.toggleMark)
    #expect(desk.state.marked.map(\.id) == [1, 3, 7])
    desk.act(.toggleStar)
    desk.act(.toggleFavourite)

    #expect([1, 3, 7].allSatisfy { desk.state.stars[$0] == .pending(true) })
    #expect(desk.state.favourites == [1, 3, 7])
    for index in 0..<3 { desk.favouriteWrites.answer(nil, at: index) }
    #expect(desk.favouriteWrites.inputs.map(\.repository.id) == [1, 3, 7])
  }

  @Test func `a second press takes a mark away`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))

    desk.act(.toggleMark)
    desk.act(.toggleMark)

    #expect(desk.state.marked.isEmpty)
    #expect(desk.state.targets.map(\.id) == [1])
  }

  @Test func `a favourite that cannot be kept is taken back, and can be had again`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))
    desk.act(.toggleFavourite)

    desk.favouriteWrites.answer(.localStore("disk full"))
    #expect(desk.state.favourites.isEmpty)
    #expect(desk.state.banner?.failure == .localStore("disk full"))

    desk.act(.retry)
    desk.favouriteWrites.answer(nil)
    #expect(desk.state.favourites == [1])
    #expect(desk.state.banner == nil)
  }

  @Test func `favourites are written one after another, the last press last`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))

    for _ in 0..<3 { desk.act(.toggleFavourite) }
    #expect(desk.favouriteWrites.inputs.map(\.isFavourite) == [true])
    for index in 0..<3 { desk.favouriteWrites.answer(nil, at: index) }

    #expect(desk.favouriteWrites.inputs.map(\.isFavourite) == [true, false, true])
    #expect(desk.state.favourites == [1])
  }

  @Test func `with nothing selected nothing is changed`() {
    let desk = Desk()

    for action in [SearchAction.toggleStar, .toggleFavourite, .toggleMark, .move(1)] {
      desk.act(action)
    }

    #expect(desk.starWrites.count == 0)
    #expect(desk.favouriteWrites.count == 0)
    #expect(desk.state.marked.isEmpty)
  }
}
