import GitHubModel
import SearchModel
import System
import Testing

/// Stars are known or unknown, change immediately, and can be undone.
@Suite struct StarChangeTests {
  private func loaded(_ count: Int64 = 3, stars: [Repository.ID: Bool] = [:]) throws
    -> SearchHarness
  {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...count))
    harness.starReads.answer(.success(stars))
    return harness
  }

  @Test func `requests star states once per page, and leaves others unknown`() throws {
    let harness = try loaded(stars: [1: true, 2: false])

    #expect(harness.starReads.inputs.map { $0.map(\.id) } == [[1, 2, 3]])
    #expect((1...3).map { harness.state.stars[$0] } == [.known(true), .known(false), .unknown])
  }

  @Test func `a failed request leaves all star states unknown, without a banner`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))

    harness.starReads.answer(.failure(SearchFailure(.tokenMissing)))

    #expect(harness.state.stars[1] == .unknown)
    #expect(harness.state.banner == nil)
    #expect(harness.starReads.count == 1)
  }

  @Test func `does not request star states that rows already have`() throws {
    let harness = SearchHarness()

    harness.load("swift", [try repository(1, isStarred: true), try repository(2)])

    #expect(harness.state.stars[1] == .known(true))
    #expect(harness.starReads.inputs.map { $0.map(\.id) } == [[2]])
  }

  @Test func `a double press is one change`() throws {
    let harness = try loaded(stars: [1: false])

    harness.toggleStar()
    harness.toggleStar()
    harness.starWrites.answer(nil)
    harness.wait(5_000)

    #expect(harness.starWrites.inputs.map(\.isStarred) == [true])
    #expect(harness.state.stars[1] == .known(true))
  }

  @Test(arguments: [StarState.known(false), .known(true), .unknown])
  func `marks a failed change, with a message`(before: StarState) throws {
    let harness = try loaded(stars: before.isStarred.map { [1: $0] } ?? [:])
    harness.toggleStar()

    harness.starWrites.answer(SearchFailure(.unreachable, "reset"))

    let write = StarWrite(try repository(1), isStarred: before != .known(true))
    #expect(harness.state.stars[1] == .failed(write.isStarred))
    #expect(
      harness.state.banner
        == Banner(.writes([.star(write)]), SearchFailure(.unreachable, "reset"))
    )
    harness.wait(5_000)
    #expect(harness.starWrites.count == 1)
  }

  @Test func `a write made after a request overrides its response`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...1))
    harness.toggleStar()
    harness.starWrites.answer(nil)

    harness.starReads.answer(.success([1: false]))

    #expect(harness.state.stars[1] == .known(true))
  }

  @Test func `rereads a star after a change with an unknown outcome`() throws {
    let harness = try loaded(1, stars: [1: false])
    harness.toggleStar()
    harness.starWrites.answer(SearchFailure(.unreachable, "connection lost"))

    harness.load("kotlin", try repositories(1...1))
    #expect(harness.starReads.inputs.map { $0.map(\.id) } == [[1], [1]])
    harness.starReads.answer(.success([1: true]))

    #expect(harness.state.stars[1] == .known(true))
  }

  @Test func `a retry waits for the running change`() throws {
    let harness = try loaded(stars: [1: false, 2: false])
    harness.setStar(true, [1])
    harness.starWrites.answer(SearchFailure(.unreachable, "reset"))
    harness.wait(1_000)
    harness.setStar(true, [2])

    harness.act(.retry)
    harness.wait(5_000)
    #expect(harness.starWrites.canceled == [])
    harness.starWrites.answer(nil)
    harness.wait(1_000)

    #expect(harness.starWrites.inputs.map(\.repository.id) == [1, 2, 1])
  }

  @Test func `repeats an identical request for star states`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...1))
    harness.toggleStar()
    harness.starWrites.answer(SearchFailure(.unreachable, "reset"))

    harness.starReads.answer(.success([1: false]), at: 0)
    #expect(harness.starReads.count == 2)
    harness.starReads.answer(.success([1: false]), at: 1)

    #expect(harness.state.desired.stars == nil)
    #expect(harness.starReads.count == 2)
  }

  @Test func `changes are a second apart, from the end of one to the start of the next`() throws {
    let harness = try loaded(stars: [1: false, 2: false, 3: false])
    harness.setStar(true, [1, 2, 3])
    #expect(harness.starWrites.count == 1)

    harness.wait(700)
    harness.starWrites.answer(nil)
    harness.wait(999)
    #expect(harness.starWrites.count == 1)
    harness.wait(1)
    #expect(harness.starWrites.inputs.map(\.repository.id) == [1, 2])

    harness.starWrites.answer(nil)
    harness.wait(1_000)
    #expect(harness.starWrites.count == 3)
  }

  @Test func `without a network, all waiting changes fail at once`() throws {
    let harness = try loaded(stars: [1: false, 2: false, 3: false])
    harness.setStar(true, [1, 2, 3])

    harness.starWrites.answer(SearchFailure(.unreachable, "no route"))
    #expect((1...3).map { harness.state.stars[$0] } == Array(repeating: .failed(true), count: 3))
    #expect(harness.state.pendingWrites.isEmpty)

    harness.act(.retry)
    #expect((1...3).map { harness.state.stars[$0] } == Array(repeating: .pending(true), count: 3))
  }

  @Test func `continues after a repository that does not exist`() throws {
    let harness = try loaded(stars: [1: false, 2: false])
    harness.setStar(true, [1, 2])

    harness.starWrites.answer(SearchFailure(.notFound))
    harness.wait(1_000)
    harness.starWrites.answer(nil)

    #expect(harness.state.stars[1] == .failed(true))
    #expect(harness.state.stars[2] == .known(true))
  }

  @Test func `an old result does not undo a newer change`() throws {
    let harness = SearchHarness()
    harness.load("swift", [try repository(1, isStarred: true)])
    harness.toggleStar()
    harness.starWrites.answer(nil)
    harness.load("kotlin", [])

    harness.edit("swift")

    #expect(harness.state.stars[1] == .known(false))
  }

  @Test func `a rejected token fails only the change`() throws {
    let harness = try loaded(stars: [1: false])
    harness.toggleStar()

    harness.starWrites.answer(SearchFailure(.tokenRejected))

    #expect(harness.state.stars[1] == .failed(true))
    #expect(harness.state.banner?.failure.kind == .tokenRejected)
    #expect(harness.state.banner?.canRetry == false)
  }
}

/// Undo at any stage of a change.
@Suite struct UndoTests {
  private func loaded(_ stars: [Repository.ID: Bool]) throws -> SearchHarness {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))
    harness.starReads.answer(.success(stars))
    return harness
  }

  private func written(_ harness: SearchHarness) -> [String] {
    harness.starWrites.inputs.map { "\($0.isStarred ? "star" : "unstar") \($0.repository.id)" }
  }

  @Test func `undo drops waiting changes, and reverses completed ones`() throws {
    let harness = try loaded([1: false, 2: false, 3: false])
    harness.setStar(true, [1, 2, 3])
    harness.starWrites.answer(nil)

    harness.act(.undo)
    #expect(
      (1...3).map { harness.state.stars[$0] } == [.pending(false), .known(false), .known(false)]
    )
    harness.wait(1_000)
    harness.starWrites.answer(nil)
    harness.wait(5_000)

    #expect(written(harness) == ["star 1", "unstar 1"])
    #expect(harness.state.stars[1] == .known(false))
  }

  @Test func `undo cancels the running change, and then sends the opposite`() throws {
    let harness = try loaded([1: true])
    harness.setStar(false, [1])

    harness.act(.undo)
    #expect(harness.starWrites.canceled == [0])
    #expect(harness.state.stars[1] == .pending(true))
    harness.wait(999)
    #expect(harness.starWrites.count == 1)
    harness.wait(1)
    harness.starWrites.answer(nil, at: 1)
    harness.starWrites.answer(nil, at: 0)

    #expect(written(harness) == ["unstar 1", "star 1"])
    #expect(harness.state.stars[1] == .known(true))
    #expect(harness.state.pendingWrites.isEmpty)
  }

  @Test func `does not repeat an undone change when the network fails`() throws {
    let harness = try loaded([1: true])
    harness.setStar(false, [1])
    harness.act(.undo)
    harness.wait(1_000)
    harness.starWrites.answer(SearchFailure(.unreachable, "no route"))
    let write = StarWrite(try repository(1), isStarred: true)
    #expect(harness.state.banner?.operation == .writes([.star(write)]))

    harness.act(.retry)
    harness.wait(1_000)
    harness.starWrites.answer(nil)
    harness.wait(5_000)

    #expect(written(harness) == ["unstar 1", "star 1", "star 1"])
    #expect(harness.state.stars[1] == .known(true))
  }

  @Test func `a retry repeats each change in its own direction`() throws {
    let harness = try loaded([1: true, 2: false])
    harness.setStar(false, [1])
    harness.setStar(true, [2, 3])
    harness.starWrites.answer(SearchFailure(.unreachable, "no route"))
    #expect(
      (1...3).map { harness.state.stars[$0] } == [.failed(false), .failed(true), .failed(true)]
    )

    harness.act(.dismissBanner)
    harness.act(.retry)
    for _ in 1...3 {
      harness.wait(1_000)
      harness.starWrites.answer(nil)
    }

    #expect(written(harness) == ["unstar 1", "unstar 1", "star 2", "star 3"])
    #expect((1...3).map { harness.state.stars[$0] } == [.known(false), .known(true), .known(true)])
  }

  @Test func `undo drops failed changes, and sends no change that is already in effect`() throws {
    let harness = try loaded([1: false])
    harness.setStar(true, [1])
    harness.starWrites.answer(SearchFailure(.forbidden, "policy"))
    #expect(harness.state.stars[1] == .failed(true))

    harness.act(.undo)
    harness.wait(5_000)

    #expect(harness.state.stars[1] == .known(false))
    #expect(harness.starWrites.count == 1)
  }

  @Test func `each undo reverts the last change not yet undone`() throws {
    let harness = try loaded([1: false, 2: true])
    harness.setStar(true, [1])
    harness.setFavorite(true, [1, 2])
    harness.setStar(false, [2])
    harness.favoriteReads.answer(.success([]))

    harness.act(.undo)
    #expect(harness.state.stars[2] == .known(true))
    #expect(harness.state.favorites == [1, 2])
    harness.act(.undo)
    #expect(harness.state.favorites.isEmpty)
    #expect(harness.state.stars[1] == .pending(true))
    harness.act(.undo)
    #expect(harness.state.stars[1] == .pending(false))
    harness.act(.undo)
    #expect(harness.state.undoableChanges.isEmpty)
  }

  @Test func `undo keeps a star that may have existed before`() throws {
    let harness = try loaded([:])
    harness.setStar(true, [1])
    harness.starWrites.answer(nil)

    harness.act(.undo)
    harness.wait(5_000)

    #expect(harness.starWrites.count == 1)
    #expect(harness.state.stars[1] == .known(true))
  }

  @Test func `the last twenty changes can be undone`() throws {
    let harness = try loaded([:])

    for count in 1...30 { harness.setFavorite(count % 2 == 1, [1]) }

    #expect(harness.state.undoableChanges.count == 20)
  }
}

/// Marks, favorites, and what keys act on.
@Suite struct MarkTests {
  @Test func `marks survive a new query, and actions apply to all of them`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))
    harness.act(.toggleMark)
    harness.act(.move(2))
    harness.act(.toggleMark)

    harness.load("kotlin", try repositories(7...9))
    harness.act(.toggleMark)
    #expect(harness.state.marked.map(\.id) == [1, 3, 7])
    harness.toggleStar()
    harness.toggleFavorite()

    #expect([1, 3, 7].allSatisfy { harness.state.stars[$0] == .pending(true) })
    #expect(harness.state.favorites == [1, 3, 7])
    for index in 0..<3 { harness.favoriteWrites.answer(nil, at: index) }
    #expect(harness.favoriteWrites.inputs.map(\.repository.id) == [1, 3, 7])
  }

  @Test func `a favorite that cannot be written is rolled back, and can be retried`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))
    harness.toggleFavorite()

    harness.favoriteWrites.answer(SearchFailure(.localFile, "disk full"))
    #expect(harness.state.favorites.isEmpty)
    #expect(harness.state.banner?.failure == SearchFailure(.localFile, "disk full"))

    harness.act(.retry)
    harness.favoriteWrites.answer(nil)
    #expect(harness.state.favorites == [1])
    #expect(harness.state.banner == nil)
  }

  @Test func `writes favorites one at a time, in order`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))

    for _ in 0..<3 { harness.toggleFavorite() }
    #expect(harness.favoriteWrites.inputs.map(\.isFavorite) == [true])
    for index in 0..<3 { harness.favoriteWrites.answer(nil, at: index) }

    #expect(harness.favoriteWrites.inputs.map(\.isFavorite) == [true, false, true])
    #expect(harness.state.favorites == [1])
  }

  @Test(arguments: [true, false])
  func `keeps a favorite set before the favorites are read`(isWrittenFirst: Bool) throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))
    harness.toggleFavorite()

    if isWrittenFirst { harness.favoriteWrites.answer(nil) }
    harness.favoriteReads.answer(.success([2, 7]))
    if !isWrittenFirst { harness.favoriteWrites.answer(nil) }

    #expect(harness.state.favorites == [1, 2, 7])
  }

  @Test func `shows a favorite that could not be written as stored`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))
    harness.setFavorite(true, [1, 2])

    harness.favoriteWrites.answer(SearchFailure(.localFile, "disk full"), at: 0)
    harness.favoriteReads.answer(.success([1]))
    harness.favoriteWrites.answer(SearchFailure(.localFile, "disk full"), at: 1)

    #expect(harness.state.favorites == [1])
  }

  @Test(arguments: 0..<8)
  func `shows each favorite as stored whichever writes fail`(failures: Int) throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))
    harness.favoriteReads.answer(.success([]))
    for _ in 0..<3 { harness.toggleFavorite() }
    #expect(harness.state.favorites == [1])

    var isStored = false
    for index in 0..<3 {
      let fails = failures & (1 << index) != 0
      if !fails { isStored = harness.favoriteWrites.inputs[index].isFavorite }
      harness.favoriteWrites.answer(fails ? SearchFailure(.localFile, "busy") : nil, at: index)
    }

    #expect(harness.favoriteWrites.inputs.map(\.isFavorite) == [true, false, true])
    #expect(harness.state.favorites == (isStored ? [1] : []))
    #expect(harness.state.pendingWrites.isEmpty)
  }

  @Test func `writes a note only once if it is saved twice, and later notes after it`() throws {
    let harness = SearchHarness()
    let note = NoteChange(try repository(1), from: nil, to: "work")
    harness.act(.setNote(note))
    harness.act(.setNote(note))
    harness.act(.setNote(NoteChange(try repository(1), from: "work", to: "play")))
    #expect(!harness.state.pendingWrites.isEmpty)

    for index in 0..<2 { harness.noteWrites.answer(nil, at: index) }

    #expect(harness.noteWrites.inputs.map(\.new) == ["work", "play"])
    #expect(harness.state.notes[1] == "play")
    #expect(harness.state.pendingWrites.isEmpty)
  }

  @Test func `changes nothing if nothing is selected`() {
    let harness = SearchHarness()

    harness.toggleStar()
    harness.toggleFavorite()
    for action in [SearchAction.toggleMark, .move(1), .undo] {
      harness.act(action)
    }

    #expect(harness.starWrites.count == 0)
    #expect(harness.favoriteWrites.count == 0)
    #expect(harness.state.marked.isEmpty)
  }
}
