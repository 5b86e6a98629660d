import Dispatch
import Foundation
import GitHubModel
import Reactive
import ReactiveTesting
import SearchModel
import Testing

/// The border to asynchronous ports: tasks start, are cancelled, and answer.
@Suite(.timeLimit(.minutes(4))) struct PortTests {
  /// A one-time event that a test waits for.
  private struct Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
      (stream, continuation) = AsyncStream.makeStream()
    }

    func raise() {
      continuation.yield()
    }

    func wait() async {
      for await _ in stream { return }
    }
  }

  /// Answers no search for "slow" until its task is cancelled, and any other at once.
  private struct Server: RepositorySearching, StarKeeping, RepositoryDetailing {
    let started = Signal()
    let cancelled = Signal()
    let repository: Repository

    func page(_ request: SearchRequest) async throws(SearchFailure) -> SearchAnswer {
      guard request.query.text == "slow" else {
        let limit = RateLimit(resource: "search", limit: 30, remaining: 7, reset: epoch + 50)
        return answer([repository], rateLimit: limit)
      }
      started.raise()
      // Ends when the task is cancelled, and never else.
      await Signal().wait()
      cancelled.raise()
      throw .cancelled
    }

    func starred(
      among repositories: [Repository]
    ) async throws(SearchFailure) -> [Repository.ID: Bool] {
      [repository.id: true]
    }

    func star(_ repository: Repository) async throws(SearchFailure) {
      throw .tokenMissing
    }

    func unstar(_ repository: Repository) async throws(SearchFailure) {}

    func facts(of name: RepositoryName) async throws(SearchFailure) -> Repository { repository }

    func readme(of name: RepositoryName) async throws(SearchFailure) -> String? { nil }
  }

  private let clock = VirtualTimeScheduler()

  private func model(_ server: Server) -> SearchViewModel {
    model(server, on: clock)
  }

  private func model(_ server: Server, on scheduler: some Scheduler) -> SearchViewModel {
    let ports = SearchPorts(
      searching: server,
      budget: LocalRequestBudget { epoch },
      stars: server
    )
    return SearchViewModel(
      services: SearchServices(ports),
      detail: DetailViewModel(detailing: server, scheduler: scheduler),
      scheduler: scheduler
    ) { epoch }
  }

  /// The first state that fulfils a condition.
  private func state(
    of model: SearchViewModel,
    where condition: (SearchState) -> Bool
  ) async -> SearchState? {
    for await state in model.states.values where condition(state) { return state }
    return nil
  }

  private func paste(_ text: String, into model: SearchViewModel) {
    model.query.send(QueryInput(text, .whole))
    clock.run()
  }

  @Test func `a newer search cancels the task of the one before`() async throws {
    let server = Server(repository: try repository(1))
    let model = model(server)
    paste("slow", into: model)
    await server.started.wait()

    paste("swift", into: model)
    await server.cancelled.wait()

    let loaded = await state(of: model) { $0.phase == .loaded }
    #expect(loaded?.rows.map(\.id) == [1])
  }

  @Test func `runs on a dispatch queue as well`() async throws {
    let queue = DispatchQueue(label: "search")
    let model = model(Server(repository: try repository(1)), on: queue)

    model.query.send(QueryInput("swift", .whole))

    let loaded = await state(of: model) { $0.phase == .loaded }
    #expect(loaded?.rows.map(\.id) == [1])
  }

  @Test func `what an answer says of the budget reaches the state`() async throws {
    let model = model(Server(repository: try repository(1)))

    paste("swift", into: model)

    let loaded = await state(of: model) { $0.phase == .loaded }
    #expect(loaded?.budget.reading?.remaining == 7)
  }

  @Test func `stars are read, and a failed change is taken back`() async throws {
    let model = model(Server(repository: try repository(1)))
    paste("swift", into: model)
    _ = await state(of: model) { $0.stars[1] == .known(true) }

    model.actions.send(.setStar(false, [1]))
    clock.run()
    _ = await state(of: model) { $0.stars[1] == .known(false) }
    model.actions.send(.setStar(true, [1]))
    clock.advance(by: .seconds(1))

    let failed = await state(of: model) { $0.banner != nil }
    #expect(failed?.stars[1] == .known(false))
    #expect(failed?.banner?.failure == .tokenMissing)
  }

  @Test func `without a store favourites say so, and nothing else is missing`() async throws {
    let model = model(Server(repository: try repository(1)))
    paste("swift", into: model)
    _ = await state(of: model) { $0.phase == .loaded }

    model.actions.send(.toggleFavourite)

    let failed = await state(of: model) { $0.banner != nil }
    #expect(failed?.banner?.failure == .localStore("there is no store"))
    #expect(failed?.favourites == [])
  }

  @Test func `the detail comes through its port`() async throws {
    let model = model(Server(repository: try repository(1)))
    paste("swift", into: model)
    _ = await state(of: model) { $0.phase == .loaded }

    model.actions.send(.showDetail(true))
    clock.advance(by: .milliseconds(120))

    let shown = await state(of: model) {
      $0.detail.readme != .absent && $0.detail.readme != .loading
    }
    #expect(shown?.detail.facts.value?.id == 1)
    #expect(shown?.detail.readme == .loaded(nil))
  }
}
