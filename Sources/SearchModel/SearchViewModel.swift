import GitHubModel
package import Reactive

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The search as you type: takes a query and actions, publishes one ``SearchState``.
///
/// ```
/// query, actions ─▶ events ─▶ scan(reduce) ─▶ states ─▶ screens
///                     ▲            └────────▶ effects ─▶ debounce, search, … ─┐
///                     └───────────────────────────────────────────────────────┘
/// ```
///
/// `events` delivers one event at a time, whichever threads send them and also when an effect answers
/// at once, so ``SearchReducer`` needs no lock. A state is published before its effects begin.
///
/// Send from any thread. Nothing here picks a thread for what it publishes: a screen that needs one
/// uses `receive(on:)`. Dropping the view model cancels everything under way.
package final class SearchViewModel: Sendable {
  /// The text in the query line, sent whenever it changes.
  package let query = PassthroughSubject<QueryInput, Never>()
  /// What the user does besides editing the query.
  package let actions = PassthroughSubject<SearchAction, Never>()
  /// What it calls, for what no state shows.
  package let client: SearchClient

  private let current: CurrentValueSubject<SearchState, Never>
  private let pipelines: [AnyCancellable]

  /// Makes the search and asks for the rate limit, the favorites and the history.
  ///
  /// - Parameters:
  ///   - client: what it calls.
  ///   - scheduler: the time of every pause.
  ///   - access: anonymous when there is no token, which decides the rate limit.
  ///   - retryDelays: the pauses before the attempts that follow a failed search by themselves.
  ///   - executor: where the client's calls run; nil for Swift's own pool.
  ///   - now: the time of day, which GitHub states its limits in.
  package init<Context: Scheduler>(
    client: SearchClient,
    scheduler: Context,
    access: SearchAccess = .signedIn,
    retryDelays: [Duration] = [],
    executor: (any TaskExecutor)? = nil,
    now: @escaping @Sendable () -> Date
  ) {
    let calls = ClientCalls(executor: executor)
    let reducer = SearchReducer(access: access, retryDelays: retryDelays)
    let current = CurrentValueSubject<SearchState, Never>(reducer.state)
    let events = PassthroughSubject<SearchEvent, Never>()
    let effects = PassthroughSubject<SearchEffect, Never>()
    /// Sends what a pipeline publishes back as events, until the result is dropped.
    func feed(_ pipeline: some Publisher<SearchEvent, Never>) -> AnyCancellable {
      pipeline.sink { event in events.send(event) }
    }
    self.current = current
    self.client = client
    pipelines = [
      events
        .scan((reducer, [SearchEffect]())) { step, event in
          var reducer = step.0
          let effects = reducer.reduce(event, now: now())
          return (reducer, effects)
        }
        .sink { reducer, step in
          if reducer.state != current.value { current.send(reducer.state) }
          for effect in step { effects.send(effect) }
        },
      // From the text to the response: the reducer makes a PendingSearch of an edited text.
      feed(query.map(SearchEvent.edited)),
      feed(
        effects
          .compactMap(\.pendingSearch)
          .debounce(for: { .duration($0.interval) }, scheduler: scheduler)
          .removeDuplicates { $0.number == $1.number }
          .map { Self.search($0, client, calls) }
          .switchToLatest()
      ),
      // Matches from the store: the newest text wins.
      feed(
        effects
          .compactMap(\.localText)
          .map { text in
            calls.value { await client.localMatches(text) }
              .map { SearchEvent.localMatches(text: text, $0) }
          }
          .switchToLatest()
      ),
      // Rows of a list in the store: the newest request wins.
      feed(
        effects
          .compactMap(\.rowsRequest)
          .map { request in
            calls.result { () async throws(SearchFailure) in try await client.rows(request) }
              .map { SearchEvent.rowsRead(request, $0) }
          }
          .switchToLatest()
      ),
      // What the store has of the star lists, and how many rows: the newest state of it wins.
      feed(
        effects
          .compactMap { $0 == .readLists ? calls.result(client.lists) : nil }
          .switchToLatest()
          .map(SearchEvent.listsRead)
      ),
      feed(
        effects
          .compactMap { $0 == .readCounts ? calls.value(client.counts) : nil }
          .switchToLatest()
          .map(SearchEvent.countsRead)
      ),
      // The detail of the row that stays selected for a moment: the newest wins.
      feed(
        effects
          .compactMap(\.detailFetch)
          .debounce(for: .duration(Self.detailInterval), scheduler: scheduler)
          .map { Self.fetchDetail(of: $0, client, calls) }
          .switchToLatest()
      ),
      // One star is written at a time, until the user wants something else of that repository.
      feed(
        effects
          .compactMap(\.starWrite)
          .map { Self.write($0, client, calls) }
          .switchToLatest()
      ),
      // Favorites are written one after another: the last key press is the last write.
      feed(
        effects
          .compactMap(\.favoriteWrite)
          .buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
          .flatMap(maxPublishers: .max(1)) { write in
            calls.failure { () async throws(SearchFailure) in try await client.setFavorite(write) }
              .map { SearchEvent.favoriteWritten(write, $0) }
          }
      ),
      // Star lists are changed one after another: GitHub replaces all lists of a repository.
      feed(
        effects
          .compactMap(\.listsChange)
          .buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
          .flatMap(maxPublishers: .max(1)) { change in
            calls.failure { () async throws(SearchFailure) in try await client.changeLists(change) }
              .map { SearchEvent.listsWritten(change, $0) }
          }
      ),
      // One update of the copy at a time, which a newer effect cancels.
      feed(
        effects
          .compactMap(\.isSyncing)
          .map { $0 ? Self.sync(client, calls) : Empty().eraseToAnyPublisher() }
          .switchToLatest()
      ),
      // One timer for everything that changes by itself; none while nothing does.
      feed(
        effects
          .compactMap(\.wakeTime)
          .debounce(for: { .duration($0.wait(from: now())) }, scheduler: scheduler)
          .compactMap { $0.date.map { _ in SearchEvent.tick } }
      ),
      // Calls that do not affect each other.
      feed(
        effects.compactMap { Self.event($0, client, calls) }.flatMap { $0 }
      ),
      feed(actions.map(SearchEvent.action)),
    ]
    events.send(.started)
  }

  /// The current state and every change of it.
  package var states: AnyPublisher<SearchState, Never> { current.eraseToAnyPublisher() }

  /// The current state.
  package var state: SearchState { current.value }
}

// MARK: - Calls

extension SearchViewModel {
  /// Searches if the rate limit allows it, which only the client's own limiter decides for sure.
  private static func search(
    _ search: PendingSearch,
    _ client: SearchClient,
    _ calls: ClientCalls
  ) -> AnyPublisher<SearchEvent, Never> {
    guard let request = search.request else { return Empty().eraseToAnyPublisher() }
    return calls.value { await client.budget(request.access) }
      .flatMap { budget in
        budget.remaining > 0
          ? response(to: request, budget, client, calls)
          : Just(.postponed(budget)).eraseToAnyPublisher()
      }
      .prepend(.began(search))
      .eraseToAnyPublisher()
  }

  private static func response(
    to request: SearchRequest,
    _ budget: BudgetReading,
    _ client: SearchClient,
    _ calls: ClientCalls
  ) -> AnyPublisher<SearchEvent, Never> {
    var budget = budget
    budget.remaining -= 1
    return calls.result { () async throws(SearchFailure) in try await client.search(request) }
      .flatMap { result in
        calls.value { SearchResponse(result, budget: await client.budget(request.access)) }
      }
      .map { SearchEvent.responded(request, $0) }
      .prepend(.sent(budget))
      .eraseToAnyPublisher()
  }

  private static func event(
    _ effect: SearchEffect,
    _ client: SearchClient,
    _ calls: ClientCalls
  ) -> AnyPublisher<SearchEvent, Never>? {
    switch effect {
    case .readBudget(let access):
      calls.value { .budgetRead(await client.budget(access)) }
    case .readStars(let repositories):
      calls.result { () async throws(SearchFailure) in try await client.stars(repositories) }
        .map { .starsRead(repositories.map(\.id), $0) }.eraseToAnyPublisher()
    case .readFavorites:
      calls.result(client.favorites).map(SearchEvent.favoritesRead).eraseToAnyPublisher()
    case .readHistory:
      calls.value { .historyRead(await client.history()) }
    case .remember(let text):
      calls.value { await client.remember(text) }
        .flatMap { Empty<SearchEvent, Never>() }.eraseToAnyPublisher()
    case .search, .findLocally, .fetchDetail, .writeStar, .writeFavorite, .readCounts, .readRows,
      .readLists, .writeLists, .sync, .wake:
      nil
    }
  }

  private static func write(
    _ write: StarWrite?,
    _ client: SearchClient,
    _ calls: ClientCalls
  ) -> AnyPublisher<SearchEvent, Never> {
    guard let write else { return Empty().eraseToAnyPublisher() }
    return calls.failure { () async throws(SearchFailure) in try await client.setStar(write) }
      .map { .starWritten(write, $0) }
      .eraseToAnyPublisher()
  }

  private static func sync(
    _ client: SearchClient,
    _ calls: ClientCalls
  ) -> AnyPublisher<SearchEvent, Never> {
    let progress = PassthroughSubject<PageProgress, Never>()
    return calls.failure { () async throws(SearchFailure) in
      try await client.sync { progress.send($0) }
    }
    .map(SearchEvent.synced)
    .merge(with: progress.map(SearchEvent.syncProgressed))
    .eraseToAnyPublisher()
  }

  /// How long the selection stays on a row before its detail is fetched.
  private static let detailInterval = Duration.milliseconds(120)

  /// The facts first, since they are seen first; requests are made one after another.
  private static func fetchDetail(
    of repository: Repository?,
    _ client: SearchClient,
    _ calls: ClientCalls
  ) -> AnyPublisher<SearchEvent, Never> {
    guard let repository else { return Empty().eraseToAnyPublisher() }
    let (id, name) = (repository.id, repository.name)
    let facts = calls.result { () async throws(SearchFailure) in try await client.facts(name) }
    let readme = calls.result { () async throws(SearchFailure) in try await client.readme(name) }
    return facts.map { SearchEvent.factsRead(id, $0) }
      .append(readme.map { SearchEvent.readmeRead(id, $0) })
      .prepend(.detailBegan(id))
      .eraseToAnyPublisher()
  }
}

// MARK: - Effects

extension SearchEffect {
  fileprivate var pendingSearch: PendingSearch? {
    if case .search(let search) = self { search } else { nil }
  }

  fileprivate var localText: String? {
    if case .findLocally(let text) = self { text } else { nil }
  }

  /// Nil inside to fetch nothing.
  fileprivate var detailFetch: Repository?? {
    if case .fetchDetail(let repository) = self { .some(repository) } else { nil }
  }

  /// Nil inside to cancel.
  fileprivate var starWrite: StarWrite?? {
    if case .writeStar(let write) = self { .some(write) } else { nil }
  }

  fileprivate var favoriteWrite: FavoriteWrite? {
    if case .writeFavorite(let write) = self { write } else { nil }
  }

  fileprivate var rowsRequest: ListRequest? {
    if case .readRows(let request) = self { request } else { nil }
  }

  fileprivate var listsChange: ListsChange? {
    if case .writeLists(let change) = self { change } else { nil }
  }

  fileprivate var isSyncing: Bool? {
    if case .sync(let isSyncing) = self { isSyncing } else { nil }
  }

  fileprivate var wakeTime: WakeTime? {
    if case .wake(let date) = self { WakeTime(date: date) } else { nil }
  }
}

/// When to send a tick; no date for never.
private struct WakeTime: Sendable {
  let date: Date?

  /// At least a millisecond, so that a timer that is early does not fire twice.
  func wait(from now: Date) -> Duration {
    date.map { max(.wait(from: now, until: $0), .milliseconds(1)) } ?? .zero
  }
}

extension SchedulerTimeIntervalConvertible {
  /// The same length; what is longer than a year is a year.
  static func duration(_ duration: Duration) -> Self {
    let (seconds, attoseconds) = duration.components
    guard seconds < 31_536_000 else { return .seconds(31_536_000) }
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
