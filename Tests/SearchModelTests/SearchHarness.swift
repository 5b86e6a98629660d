import Foundation
import GitHubModel
import Reactive
import ReactiveTesting
import SearchModel
import System
import TestSupport

/// A client that the test answers by hand.
struct HandAnsweredClient: SearchClient {
  let searches: Calls<SearchRequest, Result<RepositoryPage, SearchFailure>>
  let local: Calls<String, [Repository]>
  let starReads: Calls<[Repository], Result<[Repository.ID: Bool], SearchFailure>>
  let starWrites: Calls<StarWrite, SearchFailure?>
  let favoriteReads: Calls<Void, Result<Set<Repository.ID>, SearchFailure>>
  let favoriteWrites: Calls<(repository: Repository, isFavorite: Bool), SearchFailure?>
  let noteReads: Calls<Void, [Repository.ID: String]>
  let noteWrites: Calls<NoteChange, SearchFailure?>
  let factReads: Calls<RepositoryName, Result<Repository, SearchFailure>>
  let readmes: Calls<RepositoryName, Result<String?, SearchFailure>>
  let localReadmes: Calls<Repository.ID, LocalReadme?>
  let activities: Calls<RepositoryName, Activity.Facts?>
  let growths: Calls<RepositoryName, StarGrowth?>
  let remembered: Calls<String, Void>
  let rowReads: Calls<RowsRequest, Result<RepositoryPage, SearchFailure>>
  let countReads: Calls<Void, RowCounts>
  let listReads: Calls<Void, Result<[StarListMembers], SearchFailure>>
  let listChanges: Calls<StarListWrite, SearchFailure?>
  let syncs: Calls<@Sendable (CopyProgress) -> Void, SearchFailure?>
  let budgetReads = Guarded(0)
  /// Receives the retries of each search.
  let retryReports = Guarded<[@Sendable (SearchRetry?) -> Void]>([])
  /// The time of each search.
  let searchTimes = Guarded<[Date]>([])
  /// The number of searches made although none was left.
  let excessSearches = Guarded(0)
  let rateLimit: Guarded<FakeRateLimit>
  let earlier: [String]
  let now: @Sendable () -> Date

  init(
    _ rateLimit: Guarded<FakeRateLimit>,
    answering searches: Calls<SearchRequest, Result<RepositoryPage, SearchFailure>>,
    history: [String],
    now: @escaping @Sendable () -> Date,
    deliver: @escaping @Sendable () -> Void
  ) {
    (self.rateLimit, self.searches, self.now, earlier) = (rateLimit, searches, now, history)
    local = Calls(deliver: deliver)
    starReads = Calls(deliver: deliver)
    starWrites = Calls(deliver: deliver)
    favoriteReads = Calls(deliver: deliver)
    favoriteWrites = Calls(deliver: deliver)
    noteReads = Calls(deliver: deliver)
    noteWrites = Calls(deliver: deliver)
    factReads = Calls(deliver: deliver)
    readmes = Calls(deliver: deliver)
    localReadmes = Calls(deliver: deliver)
    activities = Calls(deliver: deliver)
    growths = Calls(deliver: deliver)
    remembered = Calls(deliver: deliver)
    rowReads = Calls(deliver: deliver)
    countReads = Calls(deliver: deliver)
    listReads = Calls(deliver: deliver)
    listChanges = Calls(deliver: deliver)
    syncs = Calls(deliver: deliver)
  }

  func search(
    _ request: SearchRequest,
    _ report: @escaping @Sendable (SearchRetry?) -> Void
  ) async throws(SearchFailure) -> RepositoryPage {
    retryReports.withLock { $0.append(report) }
    searchTimes.withLock { $0.append(now()) }
    if !rateLimit.withLock({ $0.send(at: now()) }) { excessSearches.withLock { $0 += 1 } }
    return try await searches(request).get()
  }

  func budget(_: SearchAccess) -> BudgetReading {
    budgetReads.withLock { $0 += 1 }
    return rateLimit.withLock { $0.reading(at: now()) }
  }

  func localMatches(_ text: String) async -> [Repository] { await local(text) }
  func hints(for text: String) -> SearchHints { SearchHints(name: "near \(text)") }

  func stars(_ repositories: [Repository]) async throws(SearchFailure) -> [Repository.ID: Bool] {
    try await starReads(repositories).get()
  }

  func favorites() async throws(SearchFailure) -> Set<Repository.ID> {
    try await favoriteReads().get()
  }

  func notes() async -> [Repository.ID: String] { await noteReads() }

  func make(_ write: Write) async throws(SearchFailure) {
    let failure =
      switch write {
      case .star(let write): await starWrites(write)
      case .favorite(let repository, let isFavorite): await favoriteWrites((repository, isFavorite))
      case .lists(let change): await listChanges(change)
      case .note(let change): await noteWrites(change)
      }
    if let failure { throw failure }
  }

  func history() -> [String] { earlier }
  func remember(_ text: String) async { await remembered(text) }

  func facts(_ name: RepositoryName) async throws(SearchFailure) -> Repository {
    try await factReads(name).get()
  }

  func readme(_ name: RepositoryName) async throws(SearchFailure) -> ReadmeSource? {
    try await readmes(name).get().map { ReadmeSource($0, at: "README.md") }
  }

  func localReadme(_ id: Repository.ID) async -> LocalReadme? { await localReadmes(id) }
  func activity(_ name: RepositoryName) async -> Activity.Facts? { await activities(name) }
  func growth(_ name: RepositoryName) async -> StarGrowth? { await growths(name) }
  func trending() -> [TrendingRepository] { [] }
  func counts() async -> RowCounts { await countReads() }

  func rows(_ request: RowsRequest) async throws(SearchFailure) -> RepositoryPage {
    try await rowReads(request).get()
  }

  func lists() async throws(SearchFailure) -> [StarListMembers] { try await listReads().get() }

  func sync(_ report: @escaping @Sendable (CopyProgress) -> Void) async throws(SearchFailure) {
    if let failure = await syncs(report) { throw failure }
  }
}

/// A search on a virtual clock, whose client the test answers by hand.
@dynamicMemberLookup final class SearchHarness: Sendable {
  let clock: VirtualTimeScheduler
  let client: HandAnsweredClient
  let model: SearchViewModel

  var state: SearchState { model.state }

  subscript<Value>(dynamicMember member: KeyPath<HandAnsweredClient, Value>) -> Value {
    client[keyPath: member]
  }

  convenience init(
    _ rateLimit: FakeRateLimit = FakeRateLimit(),
    access: SearchAccess = .signedIn,
    history: [String] = []
  ) {
    self.init(
      sharing: Guarded(rateLimit),
      on: VirtualTimeScheduler(),
      access: access,
      history: history
    )
  }

  /// Creates a search that shares its rate limit, like processes do, and its clock with others.
  init(
    sharing rateLimit: Guarded<FakeRateLimit>,
    on clock: VirtualTimeScheduler,
    answering searches: Calls<SearchRequest, Result<RepositoryPage, SearchFailure>> = Calls(),
    access: SearchAccess = .signedIn,
    history: [String] = []
  ) {
    self.clock = clock
    let now = { @Sendable [clock] in Self.date(clock) }
    client = HandAnsweredClient(rateLimit, answering: searches, history: history, now: now) {
      [clock] in clock.advance()
    }
    model = SearchViewModel(
      client: client,
      scheduler: clock,
      access: access,
      executor: InlineExecutor(),
      now: now
    )
    clock.advance()
  }

  var now: Date { Self.date(clock) }

  private static func date(_ clock: VirtualTimeScheduler) -> Date {
    epoch + TimeInterval(clock.now.nanoseconds) / 1e9
  }
}

// MARK: - What a user does

extension SearchHarness {
  /// Types a text key by key, with an interval in milliseconds, after the existing text.
  func type(_ text: String, every milliseconds: Int = 50) {
    var typed = state.text
    for character in text {
      typed.append(character)
      model.actions.send(.edit(typed, .typed))
      clock.advance(by: .milliseconds(milliseconds))
    }
  }

  /// Replaces the text at once, as if typing might continue.
  func edit(_ text: String) {
    act(.edit(text, .typed))
  }

  func paste(_ text: String) {
    model.actions.send(.edit(text, .whole))
    clock.advance()
  }

  func act(_ action: SearchAction) {
    model.actions.send(action)
    clock.advance()
  }

  /// Presses the key that toggles a star.
  func toggleStar() {
    act(state.starToggle(of: state.targets))
  }

  /// Presses the key that toggles a favorite.
  func toggleFavorite() {
    act(state.favoriteToggle(of: state.targets))
  }

  func setStar(_ isStarred: Bool, _ ids: [Repository.ID]) {
    act(.setStar(isStarred, shown(ids)))
  }

  func setFavorite(_ isFavorite: Bool, _ ids: [Repository.ID]) {
    act(.setFavorite(isFavorite, shown(ids)))
  }

  private func shown(_ ids: [Repository.ID]) -> [Repository] {
    ids.compactMap { id in state.rows.first { $0.id == id }?.repository }
  }

  func wait(_ milliseconds: Int) {
    clock.advance(by: .milliseconds(milliseconds))
  }
}

// MARK: - What GitHub does

extension SearchHarness {
  /// Answers a search, by default the last one; a refusal exhausts the rate limit.
  func answer(_ result: Result<RepositoryPage, SearchFailure>, at index: Int? = nil) {
    if case .failure(let failure) = result, let until = failure.resetsAt {
      client.rateLimit.withLock { $0.refuse(until: until) }
    }
    client.searches.answer(result, at: index)
    clock.advance()
  }

  func answer(_ repositories: [Repository], total: Int? = nil, at index: Int? = nil) {
    answer(.success(page(repositories, total: total)), at: index)
  }

  /// Pastes a query and answers it.
  func load(_ text: String, _ repositories: [Repository], total: Int? = nil) {
    paste(text)
    answer(repositories, total: total)
  }
}
