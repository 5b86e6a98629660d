import GitHubModel
import Reactive
import ReactiveTesting
import SearchModel
import Testing

/// Requirement 18: the detail of the selected row.
@Suite struct DetailTests {
  private func loaded() throws -> Desk {
    let desk = Desk()
    desk.load("swift", try repositories(1...5))
    desk.act(.showDetail(true))
    return desk
  }

  private func names(_ ids: [Int64]) throws -> [RepositoryName] {
    try repositories(ids).map(\.name)
  }

  @Test func `is fetched after 120 ms of rest on a row`() throws {
    let desk = try loaded()
    #expect(desk.state.detail.repository?.id == 1)

    desk.wait(119)
    #expect(desk.facts.count == 0)
    desk.wait(1)

    #expect(desk.facts.inputs == (try names([1])))
    #expect(desk.state.detail.facts == .loading)
  }

  @Test func `rows passed by are not fetched`() throws {
    let desk = try loaded()

    for _ in 0..<4 {
      desk.wait(100)
      desk.act(.move(1))
    }
    desk.wait(120)

    #expect(desk.facts.inputs == (try names([5])))
  }

  @Test func `facts come first, then the README`() throws {
    let desk = try loaded()
    desk.wait(120)
    #expect(desk.readmes.count == 0)

    desk.facts.answer(.success(try repository(1, description: "all of it")))
    #expect(desk.state.detail.facts.value?.description == "all of it")
    desk.readmes.answer(.success("# Title"))

    #expect(desk.state.detail.readme == .loaded("# Title"))
  }

  @Test func `the newest wins, and the one before is cancelled`() throws {
    let desk = try loaded()
    desk.wait(120)
    desk.act(.move(1))
    desk.wait(120)
    #expect(desk.facts.cancelled == [0])

    desk.facts.answer(.success(try repository(2)), at: 1)
    desk.facts.answer(.success(try repository(1)), at: 0)

    #expect(desk.state.detail.facts.value?.id == 2)
  }

  @Test func `what was looked at is not fetched again`() throws {
    let desk = try loaded()
    desk.wait(120)
    desk.facts.answer(.success(try repository(1)))
    desk.readmes.answer(.success(nil))

    desk.act(.move(1))
    desk.act(.move(-1))
    #expect(desk.state.detail.facts.value?.id == 1)
    desk.wait(5_000)

    #expect(desk.facts.count == 1)
  }

  @Test func `nothing is fetched while there is no place for it`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...5))

    desk.act(.move(1))
    desk.wait(5_000)

    #expect(desk.facts.count == 0)
    #expect(desk.state.detail.repository == nil)
  }

  @Test func `a fault is its own, and can be retried`() throws {
    let desk = try loaded()
    desk.wait(120)
    desk.facts.answer(.failure(.offline("reset")))
    desk.readmes.answer(.failure(.offline("reset")))
    #expect(desk.state.detail.facts == .failed(.offline("reset")))
    #expect(desk.state.banner == nil)

    desk.act(.retry)
    desk.wait(120)
    desk.facts.answer(.success(try repository(1)))

    #expect(desk.state.detail.facts.value?.id == 1)
  }

  @Test func `tells its whole life in order`() throws {
    let clock = VirtualTimeScheduler()
    let facts = Calls<RepositoryName, Result<Repository, SearchFailure>>()
    let readmes = Calls<RepositoryName, Result<String?, SearchFailure>>()
    let services = DetailServices(
      facts: { facts.publisher($0) },
      readme: { readmes.publisher($0) }
    )
    let model = DetailViewModel(services: services, scheduler: clock)
    let repository = try repository(1)
    let recorder = Recorder(model.states.map(\.facts))

    model.target.send(repository)
    clock.advance(by: .milliseconds(120))
    facts.answer(.success(repository))

    #expect(recorder.values == [.absent, .absent, .loading, .loaded(repository)])
  }
}
