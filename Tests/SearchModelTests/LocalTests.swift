import GitHubModel
import SearchModel
import Testing

/// Requirement 13: what is known is shown before GitHub answers.
@Suite struct LocalTests {
  @Test func `matches of the store are shown, marked, while the query still rests`() throws {
    let desk = Desk()
    desk.edit("swift")

    desk.local.answer(try repositories(1...3))

    #expect(desk.local.inputs == ["swift"])
    #expect(desk.state.rows.map(\.id) == [1, 2, 3])
    #expect(desk.state.rows.allSatisfy { $0.origin == .local })
    #expect(desk.searches.count == 0)
  }

  @Test func `GitHub's answer replaces them, and the selection stays`() throws {
    let desk = Desk()
    desk.paste("swift")
    desk.local.answer(try repositories(1...3))
    desk.act(.move(1))
    #expect(desk.state.selection == 2)

    desk.answer(try repositories([7, 8, 2, 9]))

    #expect(desk.state.rows.map(\.id) == [7, 8, 2, 9])
    #expect(desk.state.rows.allSatisfy { $0.origin == .github })
    #expect(desk.state.selection == 2)
    #expect(desk.state.selectedIndex == 2)
  }

  @Test func `the store does not replace GitHub's answer`() throws {
    let desk = Desk()
    desk.paste("swift")
    desk.answer(try repositories(7...9))

    desk.local.answer(try repositories(1...3))

    #expect(desk.state.rows.map(\.id) == [7, 8, 9])
  }

  @Test func `loaded rows that match stand before those of the store, each once`() throws {
    let desk = Desk()
    desk.load("swift", [try repository(1, "a/swift"), try repository(2, "b/swift-log")])
    desk.edit("swift-log")
    #expect(desk.state.rows.map(\.id) == [2])

    desk.local.answer([try repository(3, "c/swift-log"), try repository(2, "b/swift-log")])

    #expect(desk.state.rows.map(\.id) == [2, 3])
  }

  @Test func `rows of before stay, marked, while nothing known matches`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))

    desk.paste("kotlin")
    #expect(desk.state.rows.map(\.origin) == [.previous, .previous, .previous])

    desk.answer([])
    #expect(desk.state.rows.isEmpty)
    #expect(desk.state.selection == nil)
    #expect(desk.state.phase == .loaded)
  }

  @Test func `the first row is selected when the selected one is gone`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))
    desk.act(.move(2))

    desk.load("kotlin", try repositories(7...9))

    #expect(desk.state.selection == 7)
  }

  @Test func `a selection that was made stays through a new query`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))
    desk.act(.select(3))

    desk.load("kotlin", try repositories([7, 8, 3]))

    #expect(desk.state.selection == 3)
  }

  @Test func `nobody selected anything, so a new query starts at its first row`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))

    desk.load("kotlin", try repositories([7, 8, 1]))

    #expect(desk.state.selection == 7)
  }

  @Test func `moving stops at the ends`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...5))

    let moves: [SearchAction] = [
      .move(-1), .move(3), .move(.max), .move(.min), .moveToLast, .moveToFirst,
    ]
    let selections = moves.map { move in
      desk.act(move)
      return desk.state.selection
    }

    #expect(selections == [1, 4, 5, 1, 5, 1])
  }
}

/// What a filter can tell without GitHub.
@Suite struct LocalFilterTests {
  private func swiftNIO() throws -> Repository {
    var repository = try repository(1, "apple/swift-nio", description: "Event-driven ÉLAN")
    repository.topics = ["networking"]
    repository.language = "Swift"
    repository.counts.stars = 8_000
    repository.flags.isArchived = false
    return repository
  }

  @Test(arguments: [
    "", "nio", "NIO swift", "élan", "networking", "\"event-driven\"", "language:swift",
    "language:\"Swift\" nio", "-language:c", "user:apple", "org:Apple", "topic:networking",
    "stars:>7999", "stars:8000", "stars:100..8000", "stars:<=8000", "stars:5..*", "archived:false",
    "nio NOT java", "followers:>9",
  ])
  func `lets through`(text: String) throws {
    #expect(LocalFilter(text).matches(try swiftNIO()))
  }

  @Test(arguments: [
    "java", "nio java", "language:c", "-language:swift", "user:google", "topic:java", "stars:>8000",
    "stars:<8000", "stars:*..7999", "forks:>0", "archived:true", "language:c NOT java",
  ])
  func `keeps out`(text: String) throws {
    #expect(!LocalFilter(text).matches(try swiftNIO()))
  }
}
