import Foundation
import GitHubModel
import Reactive
import ReactiveTesting
import SearchModel
import Testing

/// The list of one's own stars.
@Suite struct StarsTests {
  private final class Shelf: Sendable {
    let clock = VirtualTimeScheduler()
    let loads = Calls<Void, Result<[StarredRepository], SearchFailure>>()
    let writes = Calls<Repository, SearchFailure?>()
    let model: StarsViewModel

    var state: StarsState { model.state }
    var shown: [Int64] { state.rows.map(\.id) }

    init() {
      let services = StarsServices(
        load: { [loads] in loads.publisher(()) },
        unstar: { [writes] in writes.publisher($0) }
      )
      model = StarsViewModel(services: services, scheduler: clock) { [clock] in
        epoch + TimeInterval(clock.now.nanoseconds) / 1e9
      }
    }

    func act(_ action: StarsAction) {
      model.actions.send(action)
      clock.run()
    }
  }

  private func star(_ id: Int64, _ name: String, stars: Int?, at day: Double?) throws
    -> StarredRepository
  {
    var repository = try repository(id, name)
    repository.counts.stars = stars
    repository.dates.updated = stars.map { epoch - Double($0) }
    return StarredRepository(repository, starredAt: day.map { epoch + $0 })
  }

  private func loaded() throws -> Shelf {
    let shelf = Shelf()
    shelf.loads.answer(
      .success([
        try star(1, "b/swift-log", stars: 30, at: 1),
        try star(2, "A/swift-nio", stars: nil, at: 3),
        try star(3, "c/vapor", stars: 50, at: nil),
        try star(4, "a/alamofire", stars: 40, at: 2),
      ])
    )
    return shelf
  }

  @Test(
    arguments: [
      (StarOrder.starred, [2, 4, 1, 3]), (.stars, [3, 4, 1, 2]), (.updated, [1, 4, 3, 2]),
      (.name, [4, 2, 1, 3]),
    ] as [(StarOrder, [Int64])]
  )
  func `is ordered, the unknown last`(order: StarOrder, expected: [Int64]) throws {
    let shelf = try loaded()

    shelf.act(.order(order))

    #expect(shelf.shown == expected)
  }

  @Test func `is filtered without a request, and the selection stays`() throws {
    let shelf = try loaded()
    shelf.act(.select(1))

    shelf.act(.filter("swift"))
    #expect(shelf.shown == [2, 1])
    #expect(shelf.state.selection == 1)
    #expect(shelf.state.count == 4)

    shelf.act(.filter("vapor"))
    #expect(shelf.state.selection == 3)
    #expect(shelf.loads.count == 1)
  }

  @Test func `an unstarred row goes at once, and its neighbour is selected`() throws {
    let shelf = try loaded()
    shelf.act(.move(1))

    shelf.act(.unstar)
    #expect(shelf.shown == [2, 1, 3])
    #expect(shelf.state.selection == 1)
    #expect(shelf.state.hasPendingStars)

    shelf.writes.answer(nil)
    #expect(shelf.shown == [2, 1, 3])
    #expect(shelf.state.count == 3)
    #expect(!shelf.state.hasPendingStars)
  }

  @Test func `a failed one comes back where it was, and can be had again`() throws {
    let shelf = try loaded()
    shelf.act(.unstar)

    shelf.writes.answer(.offline("reset"))
    #expect(shelf.shown == [2, 4, 1, 3])
    #expect(shelf.state.banner?.failure == .offline("reset"))

    shelf.act(.retry)
    shelf.clock.advance(by: .seconds(1))
    shelf.writes.answer(nil)
    #expect(shelf.shown == [4, 1, 3])
    #expect(shelf.state.banner == nil)
  }

  @Test func `changes are a second apart`() throws {
    let shelf = try loaded()
    shelf.act(.unstar)
    shelf.act(.unstar)
    shelf.writes.answer(nil)

    shelf.clock.advance(by: .milliseconds(999))
    #expect(shelf.writes.count == 1)
    shelf.clock.advance(by: .milliseconds(1))

    #expect(shelf.writes.inputs.map(\.id) == [2, 4])
  }

  @Test func `a list that cannot be loaded says so, and keeps its rows`() throws {
    let shelf = try loaded()
    shelf.act(.reload)

    shelf.loads.answer(.failure(.localStore("locked")))
    #expect(shelf.state.phase == .failed)
    #expect(shelf.shown == [2, 4, 1, 3])

    shelf.act(.retry)
    shelf.loads.answer(.success([]))
    #expect(shelf.state.phase == .loaded)
    #expect(shelf.state.selection == nil)
  }
}
