import Foundation
import GitHubModel
import Reactive
import ReactiveTesting
import SearchModel
import Testing

/// The details of the selected row.
@Suite struct DetailTests {
  private func loaded() throws -> SearchHarness {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...5))
    harness.act(.showDetail(true))
    return harness
  }

  private func names(_ ids: [Int64]) throws -> [RepositoryName] {
    try repositories(ids).map(\.name)
  }

  @Test func `fetches details after 120 ms on a row`() throws {
    let harness = try loaded()
    #expect(harness.state.detail.repository?.id == 1)

    harness.wait(119)
    #expect(harness.factReads.count == 0)
    harness.wait(1)

    #expect(harness.factReads.inputs == (try names([1])))
    #expect(harness.state.detail.facts == .loading)
  }

  @Test func `does not fetch details for rows passed by`() throws {
    let harness = try loaded()

    for _ in 0..<4 {
      harness.wait(100)
      harness.act(.move(1))
    }
    harness.wait(120)

    #expect(harness.factReads.inputs == (try names([5])))
  }

  @Test func `facts come first, then the README`() throws {
    let harness = try loaded()
    harness.wait(120)
    #expect(harness.readmes.count == 0)

    harness.factReads.answer(.success(try repository(1, description: "all of it")))
    #expect(harness.state.detail.facts.value?.description == "all of it")
    harness.readmes.answer(.success("# Title"))

    #expect(harness.state.detail.readme == .loaded(ReadmeSource("# Title", at: "README.md")))
  }

  @Test func `a held key refreshes the details once per response`() throws {
    let harness = try loaded()
    harness.wait(120)
    for time in 1...2 {
      for _ in 0..<3 {
        harness.act(.refreshDetail)
        harness.wait(200)
      }
      #expect(harness.factReads.count == time)
      harness.factReads.answer(.success(try repository(1, description: "read \(time) times")))
      harness.readmes.answer(.success("# Title \(time)"))
      harness.activities.answer(nil)
      harness.growths.answer(nil)
      #expect(harness.state.detail.facts.value?.description == "read \(time) times")
      harness.act(.refreshDetail)
      harness.wait(120)
    }
    #expect(harness.state.detail.readme == .loaded(ReadmeSource("# Title 2", at: "README.md")))
    #expect(harness.searches.count == 1)
  }

  @Test func `shows the README of the local copy before GitHub responds`() throws {
    let harness = try loaded()
    harness.wait(120)
    let readme = LocalReadme(text: "Title", date: Date(timeIntervalSince1970: 1))

    harness.localReadmes.answer(readme)
    #expect(harness.state.detail.localReadme == readme)
    #expect(harness.state.detail.readme == .loading)
    harness.factReads.answer(.failure(SearchFailure(.unreachable, "no network")))
    harness.readmes.answer(.failure(SearchFailure(.unreachable, "no network")))

    #expect(harness.localReadmes.inputs == [1])
    #expect(harness.state.detail.localReadme == readme)
  }

  @Test func `fetches the newest row's details, and cancels the previous request`() throws {
    let harness = try loaded()
    harness.wait(120)
    harness.act(.move(1))
    harness.wait(120)
    #expect(harness.factReads.canceled == [0])

    harness.factReads.answer(.success(try repository(2)), at: 1)
    harness.factReads.answer(.success(try repository(1)), at: 0)

    #expect(harness.state.detail.facts.value?.id == 2)
  }

  @Test func `does not fetch complete details again`() throws {
    let harness = try loaded()
    harness.wait(120)
    harness.factReads.answer(.success(try repository(1)))
    harness.readmes.answer(.success(nil))

    harness.act(.move(1))
    harness.act(.move(-1))
    #expect(harness.state.detail.facts.value?.id == 1)
    harness.wait(5_000)

    #expect(harness.factReads.count == 1)
  }

  private var growth: StarGrowth {
    StarGrowth(StarHistory([], isComplete: true, now: Date(timeIntervalSince1970: 0)))
  }

  private var activity: Activity.Facts {
    var facts = Activity.Facts()
    facts.recentCommits = 42
    return facts
  }

  @Test func `fetches the activity and then the stars gained once, after the README`() throws {
    let harness = try loaded()
    harness.wait(120)
    harness.factReads.answer(.success(try repository(1)))
    #expect(harness.activities.count == 0)
    harness.readmes.answer(.failure(SearchFailure(.notFound)))
    #expect(harness.activities.inputs == (try names([1])) && harness.growths.count == 0)
    harness.activities.answer(activity)
    #expect(harness.state.detail.activity == .loaded(activity))
    #expect(harness.growths.inputs == (try names([1])))
    harness.growths.answer(growth)
    #expect(harness.state.detail.growth == .loaded(growth))

    harness.act(.retry)
    harness.wait(120)
    harness.factReads.answer(.success(try repository(1)))
    harness.readmes.answer(.success(nil))
    harness.activities.answer(nil)
    harness.growths.answer(nil)
    harness.act(.move(1))
    harness.act(.move(-1))
    harness.wait(5_000)
    #expect(harness.state.detail.activity == .loaded(nil))
    #expect(harness.state.detail.growth == .loaded(nil))
    #expect(harness.activities.count == 2 && harness.growths.count == 2)
  }

  @Test
  func
    `the activity and the stars gained of a detail that was left before are fetched after a pause`()
    throws
  {
    let harness = try loaded()
    harness.wait(120)
    harness.factReads.answer(.success(try repository(1)))
    harness.readmes.answer(.success("# Title"))
    harness.act(.move(1))
    harness.wait(120)
    #expect(harness.activities.canceled == [0])

    harness.act(.move(-1))
    harness.wait(119)
    #expect(harness.activities.count == 1)
    harness.wait(1)
    harness.activities.answer(activity)
    harness.growths.answer(growth)

    #expect(harness.state.detail.activity == .loaded(activity))
    #expect(harness.state.detail.growth == .loaded(growth))
    #expect(harness.state.detail.readme == .loaded(ReadmeSource("# Title", at: "README.md")))
    #expect(harness.factReads.inputs == (try names([1, 2])))
  }

  @Test func `fetches nothing while the details are hidden`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...5))

    harness.act(.move(1))
    harness.wait(5_000)

    #expect(harness.factReads.count == 0)
    #expect(harness.state.detail.repository == nil)
  }

  @Test func `a failure shows no banner, and can be retried`() throws {
    let harness = try loaded()
    harness.wait(120)
    harness.factReads.answer(.failure(SearchFailure(.unreachable, "reset")))
    harness.readmes.answer(.failure(SearchFailure(.unreachable, "reset")))
    #expect(harness.state.detail.facts == .failed(SearchFailure(.unreachable, "reset")))
    #expect(harness.state.banner == nil)

    harness.act(.retry)
    harness.wait(120)
    harness.factReads.answer(.success(try repository(1)))

    #expect(harness.state.detail.facts.value?.id == 1)
  }

  @Test func `publishes its states in order`() throws {
    let harness = SearchHarness()
    let repository = try repository(1)
    harness.load("swift", [repository])
    let recorder = Recorder(harness.model.states.map(\.detail.facts).removeDuplicates())

    harness.act(.showDetail(true))
    harness.wait(120)
    harness.factReads.answer(.success(repository))

    #expect(recorder.values == [.absent, .loading, .loaded(repository)])
  }

  // MARK: Visits

  @Test func `looks a visited repository up once without rereading its facts`()
    throws
  {
    let harness = try loaded()
    harness.wait(120)
    harness.factReads.answer(.success(try repository(1)))
    harness.readmes.answer(.success("# One"))
    harness.act(.holdSelection(true))
    let other = try repository(9)

    harness.act(.visit(other.name))
    harness.factReads.answer(.success(other), at: 1)
    harness.wait(120)
    #expect(harness.state.detail.facts.value == other && harness.factReads.count == 2)
    harness.readmes.answer(.success("# Nine"), at: 1)
    #expect(harness.state.detail.readme == .loaded(ReadmeSource("# Nine", at: "README.md")))

    // Both are known from now on.
    harness.act(.leaveVisit)
    #expect(harness.state.detail.readme == .loaded(ReadmeSource("# One", at: "README.md")))
    harness.act(.visit(other.name))
    #expect(harness.state.detail.readme == .loaded(ReadmeSource("# Nine", at: "README.md")))
    harness.wait(120)
    #expect(harness.factReads.count == 2 && harness.readmes.count == 2)
  }

  @Test func `a visit ends when another row is selected or the details are closed`() throws {
    for action in [SearchAction.move(1), .holdSelection(false), .openTab(.favorites)] {
      let harness = try loaded()
      harness.act(.holdSelection(true))
      harness.act(.visit(try repository(9).name))
      harness.act(action)
      #expect(harness.factReads.canceled == [0] && harness.state.visiting == nil)
      #expect(harness.state.rows.count == 5 || harness.state.source == .favorites)
    }
  }
}
