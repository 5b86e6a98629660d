import Dispatch
import Foundation
import GitHubModel
import Reactive
import SearchModel
import Testing

/// The client with real tasks: they start, are canceled, and respond.
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

  /// Answers a search for "slow" only when its task is canceled, and any other immediately.
  private struct Server: SearchClient {
    let started = Signal()
    let canceled = Signal()
    let repository: Repository

    func search(
      _ request: SearchRequest,
      _: @escaping @Sendable (SearchRetry?) -> Void
    ) async throws(SearchFailure) -> RepositoryPage {
      guard request.query.text == "slow" else { return page([repository]) }
      started.raise()
      // Returns only when the task is canceled.
      await Signal().wait()
      canceled.raise()
      throw SearchFailure(.canceled)
    }

    func budget(_: SearchAccess) -> BudgetReading { BudgetReading(limit: 30, remaining: 7) }
    func localMatches(_: String) -> [Repository] { [] }
    func hints(for _: String) -> SearchHints { SearchHints() }
    func stars(_: [Repository]) -> [Repository.ID: Bool] { [repository.id: true] }
    func make(_ write: Write) throws(SearchFailure) {
      if case .star(let star) = write, star.isStarred { throw SearchFailure(.tokenMissing) }
    }
    func favorites() -> Set<Repository.ID> { [] }
    func notes() -> [Repository.ID: String] { [:] }
    func history() -> [String] { [] }
    func remember(_: String) {}
    func facts(_: RepositoryName) -> Repository { repository }
    func readme(_: RepositoryName) -> ReadmeSource? { nil }
    func localReadme(_: Repository.ID) -> LocalReadme? { nil }
    func activity(_: RepositoryName) -> Activity.Facts? { nil }
    func growth(_: RepositoryName) -> StarGrowth? { nil }
    func trending() -> [TrendingRepository] { [] }
    func counts() -> RowCounts { RowCounts() }
    func rows(_: RowsRequest) throws(SearchFailure) -> RepositoryPage {
      throw SearchFailure(.tokenMissing)
    }
    func lists() throws(SearchFailure) -> [StarListMembers] { throw SearchFailure(.tokenMissing) }
    func sync(_: @escaping @Sendable (CopyProgress) -> Void) {}
  }

  // Not a virtual clock: an action sent while another thread delivers a response is handled by that
  // thread, and the clock could be advanced too early.
  private let queue = DispatchQueue(label: "search")

  private func model(_ server: Server) -> SearchViewModel {
    SearchViewModel(client: server, scheduler: queue) { Date() }
  }

  /// The first state that satisfies a condition.
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

  @Test func `a newer search cancels the task of the previous one`() async throws {
    let server = Server(repository: try repository(1))
    let model = model(server)
    paste("slow", into: model)
    await server.started.wait()

    paste("swift", into: model)
    await server.canceled.wait()

    let loaded = await state(of: model) { $0.phase == .loaded }
    #expect(loaded?.rows.map(\.id) == [1])
  }

  @Test func `the remaining rate limit reaches the state`() async throws {
    let model = model(Server(repository: try repository(1)))

    paste("swift", into: model)

    let loaded = await state(of: model) { $0.phase == .loaded }
    #expect(loaded?.budget?.remaining == 7)
  }

  @Test func `reads stars, and marks a failed change`() async throws {
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

  @Test func `the details come from the client`() async throws {
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
