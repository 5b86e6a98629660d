import Foundation
import GitHubModel
import Reactive
import ReactiveTesting
import SearchModel
import System
import TestSupport

/// A search on a virtual clock, with a client that the test answers by hand.
final class SearchHarness: Sendable {
  let clock: VirtualTimeScheduler
  let searches: Calls<SearchRequest, Result<RepositoryPage, SearchFailure>>
  let local: Calls<String, [Repository]>
  let starReads: Calls<[Repository], Result<[Repository.ID: Bool], SearchFailure>>
  let starWrites: Calls<StarWrite, SearchFailure?>
  let favoriteReads: Calls<Void, Result<Set<Repository.ID>, SearchFailure>>
  let favoriteWrites: Calls<FavoriteWrite, SearchFailure?>
  let notes: Calls<Void, [Repository.ID: String]>
  let noteWrites: Calls<NoteChange, SearchFailure?>
  let facts: Calls<RepositoryName, Result<Repository, SearchFailure>>
  let readmes: Calls<RepositoryName, Result<String?, SearchFailure>>
  let localReadmes: Calls<Repository.ID, LocalReadme?>
  let growths: Calls<RepositoryName, StarGrowth?>
  let remembered: Calls<String, Void>
  let rows: Calls<ListRequest, Result<RepositoryPage, SearchFailure>>
  let counts: Calls<Void, ListCounts>
  let lists: Calls<Void, Result<[ListMembers], SearchFailure>>
  let listChanges: Calls<ListsChange, SearchFailure?>
  let syncs: Calls<@Sendable (CopyProgress) -> Void, SearchFailure?>
  let budgetReads = Guarded(0)
  /// When each search was made.
  let searchTimes = Guarded<[Date]>([])
  /// How many searches were made although none was left.
  let excessSearches = Guarded(0)
  let rateLimit: Guarded<FakeRateLimit>
  let model: SearchViewModel

  var state: SearchState { model.state }
  var now: Date { Self.date(clock) }

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

  /// A search that shares its rate limit, as processes do, and the time with others.
  init(
    sharing rateLimit: Guarded<FakeRateLimit>,
    on clock: VirtualTimeScheduler,
    answering searches: Calls<SearchRequest, Result<RepositoryPage, SearchFailure>> = Calls(),
    access: SearchAccess = .signedIn,
    history: [String] = []
  ) {
    self.clock = clock
    self.searches = searches
    self.rateLimit = rateLimit
    let deliver = { @Sendable [clock] in clock.advance() }
    local = Calls(deliver: deliver)
    starReads = Calls(deliver: deliver)
    starWrites = Calls(deliver: deliver)
    favoriteReads = Calls(deliver: deliver)
    favoriteWrites = Calls(deliver: deliver)
    notes = Calls(deliver: deliver)
    noteWrites = Calls(deliver: deliver)
    facts = Calls(deliver: deliver)
    readmes = Calls(deliver: deliver)
    localReadmes = Calls(deliver: deliver)
    growths = Calls(deliver: deliver)
    remembered = Calls(deliver: deliver)
    rows = Calls(deliver: deliver)
    counts = Calls(deliver: deliver)
    lists = Calls(deliver: deliver)
    listChanges = Calls(deliver: deliver)
    syncs = Calls(deliver: deliver)
    let now = { @Sendable [clock] in Self.date(clock) }
    let client = SearchClient(
      search: { [searches, searchTimes, excessSearches] (request) async throws(SearchFailure) in
        searchTimes.withLock { $0.append(now()) }
        if !rateLimit.withLock({ $0.send(at: now()) }) { excessSearches.withLock { $0 += 1 } }
        return try await searches(request).get()
      },
      budget: { [budgetReads] _ in
        budgetReads.withLock { $0 += 1 }
        return rateLimit.withLock { $0.reading(at: now()) }
      },
      localMatches: { [local] in await local($0) },
      stars: { [starReads] (repositories) async throws(SearchFailure) in
        try await starReads(repositories).get()
      },
      setStar: { [starWrites] (write) async throws(SearchFailure) in
        if let failure = await starWrites(write) { throw failure }
      },
      favorites: { [favoriteReads] () async throws(SearchFailure) in
        try await favoriteReads().get()
      },
      setFavorite: { [favoriteWrites] (write) async throws(SearchFailure) in
        if let failure = await favoriteWrites(write) { throw failure }
      },
      notes: { [notes] in await notes() },
      setNote: { [noteWrites] (change) async throws(SearchFailure) in
        if let failure = await noteWrites(change) { throw failure }
      },
      history: { history },
      remember: { [remembered] in await remembered($0) },
      facts: { [facts] (name) async throws(SearchFailure) in try await facts(name).get() },
      readme: { [readmes] (name) async throws(SearchFailure) in try await readmes(name).get() },
      localReadme: { [localReadmes] in await localReadmes($0) },
      growth: { [growths] in await growths($0) },
      counts: { [counts] in await counts() },
      rows: { [rows] (request) async throws(SearchFailure) in try await rows(request).get() },
      lists: { [lists] () async throws(SearchFailure) in try await lists().get() },
      changeLists: { [listChanges] (change) async throws(SearchFailure) in
        if let failure = await listChanges(change) { throw failure }
      },
      sync: { [syncs] (report) async throws(SearchFailure) in
        if let failure = await syncs(report) { throw failure }
      }
    )
    model = SearchViewModel(
      client: client,
      scheduler: clock,
      access: access,
      executor: InlineExecutor(),
      now: now
    )
    clock.advance()
  }

  private static func date(_ clock: VirtualTimeScheduler) -> Date {
    epoch + TimeInterval(clock.now.nanoseconds) / 1e9
  }
}

// MARK: - What a user does

extension SearchHarness {
  /// Types a text key by key, with an interval in milliseconds, after the present text.
  func type(_ text: String, every milliseconds: Int = 50) {
    var typed = state.text
    for character in text {
      typed.append(character)
      model.actions.send(.edit(typed, .typed))
      clock.advance(by: .milliseconds(milliseconds))
    }
  }

  /// Replaces the text in one piece that may go on.
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

  /// Presses the key that stars or unstars.
  func toggleStar() {
    let (isStarred, changed) = state.starToggle
    act(.setStar(isStarred, changed))
  }

  /// Presses the key that adds to or removes from the favorites.
  func toggleFavorite() {
    let (isFavorite, changed) = state.favoriteToggle
    act(.setFavorite(isFavorite, changed))
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
  /// Answers a search, the last one by default; a refusal closes the rate limit.
  func answer(_ result: Result<RepositoryPage, SearchFailure>, at index: Int? = nil) {
    if case .failure(let failure) = result, let until = failure.resetsAt {
      rateLimit.withLock { $0.refuse(until: until) }
    }
    searches.answer(result, at: index)
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
