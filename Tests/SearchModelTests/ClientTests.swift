import Dispatch
import Foundation
import GitHubModel
import Reactive
import SearchModel
import Testing

/// The client with real tasks: they start, are canceled, and answer.
@Suite(.timeLimit(.minutes(20))) struct ClientTests {
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

  /// Answers no search for "slow" until its task is canceled, and any other at once.
  private struct Server: Sendable {
    let started = Signal()
    let cancelled = Signal()
    let repository: Repository

    func page(_ request: SearchRequest) async throws(SearchFailure) -> RepositoryPage {
      guard request.query.text == "slow" else { return SearchModelTests.page([repository]) }
      started.raise()
      // Ends when the task is canceled, and never else.
      await Signal().wait()
      cancelled.raise()
      throw SearchFailure(.cancelled)
    }

    var client: SearchClient {
      let repository = repository
      return SearchClient(
        search: page,
        budget: { _ in BudgetReading(limit: 30, remaining: 7) },
        localMatches: { _ in [] },
        stars: { _ in [repository.id: true] },
        setStar: { (write) async throws(SearchFailure) in
          if write.isStarred { throw SearchFailure(.tokenMissing) }
        },
        favorites: { [] },
        setFavorite: { _ in },
        notes: { [:] },
        setNote: { _ in },
        history: { [] },
        remember: { _ in },
        facts: { _ in repository },
        readme: { _ in nil },
        localReadme: { _ in nil },
        growth: { _ in nil },
        counts: { ListCounts() },
        rows: { _ throws(SearchFailure) in throw SearchFailure(.tokenMissing) },
        lists: { () throws(SearchFailure) in throw SearchFailure(.tokenMissing) },
        changeLists: { _ in },
        sync: { _ in }
      )
    }
  }

  // Not a virtual clock: what is sent while another thread delivers a response is taken in by that
  // thread, and the clock could be moved before.
  private let queue = DispatchQueue(label: "search")

  private func model(_ server: Server) -> SearchViewModel {
    SearchViewModel(client: server.client, scheduler: queue) { Date() }
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
    model.actions.send(.edit(text, .whole))
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

  @Test func `what is left of the rate limit reaches the state`() async throws {
    let model = model(Server(repository: try repository(1)))

    paste("swift", into: model)

    let loaded = await state(of: model) { $0.phase == .loaded }
    #expect(loaded?.budget.reading?.remaining == 7)
  }

  @Test func `stars are read, and a failed change is marked`() async throws {
    let model = model(Server(repository: try repository(1)))
    paste("swift", into: model)
    _ = await state(of: model) { $0.stars[1] == .known(true) }

    model.actions.send(.setStar(false, [try repository(1)]))
    _ = await state(of: model) { $0.stars[1] == .known(false) }
    model.actions.send(.setStar(true, [try repository(1)]))

    let failed = await state(of: model) { $0.banner != nil }
    #expect(failed?.stars[1] == .failed(true))
    #expect(failed?.banner?.failure.kind == .tokenMissing)
  }

  @Test func `the detail comes from the client`() async throws {
    let model = model(Server(repository: try repository(1)))
    paste("swift", into: model)
    _ = await state(of: model) { $0.phase == .loaded }

    model.actions.send(.showDetail(true))

    let shown = await state(of: model) {
      $0.detail.readme != .absent && $0.detail.readme != .loading
    }
    #expect(shown?.detail.facts.value?.id == 1)
    #expect(shown?.detail.readme == .loaded(nil))
  }
}
