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
/// query ─▶ removeDuplicates ─▶ SearchReducer ─▶ states
///                               │        ▲
///             debounce ◀── plans┘        │
///                 └─▶ map(search) ─▶ switchToLatest
/// ```
///
/// Send from any thread. Nothing here picks a thread for what it publishes: a screen that needs one
/// says `receive(on:)`. Dropping the view model cancels all that is under way.
package final class SearchViewModel: Sendable {
  /// The text in the query line, sent whenever it changes.
  package let query = PassthroughSubject<QueryInput, Never>()
  /// What the user does beside.
  package let actions = PassthroughSubject<SearchAction, Never>()

  private let loop: StateLoop<SearchState, SearchEvent, SearchEffect>
  private let detail: DetailViewModel
  private let pipelines: [AnyCancellable]

  /// Makes the search and asks for the budget, the favourites and the history.
  ///
  /// - Parameters:
  ///   - services: what it calls.
  ///   - detail: what it shows beside the list.
  ///   - scheduler: the time of every pause.
  ///   - access: anonymous when there is no token, which decides the budget.
  ///   - now: the time of day, which GitHub's budget is told in.
  package init<Context: Scheduler>(
    services: SearchServices,
    detail: DetailViewModel,
    scheduler: Context,
    access: SearchAccess = .signedIn,
    now: @escaping @Sendable () -> Date
  ) {
    let initial = SearchState(access: access)
    let loop = StateLoop<SearchState, SearchEvent, SearchEffect>(initial) { state, event in
      SearchReducer.reduce(&state, event, now: now())
    }
    self.loop = loop
    self.detail = detail
    pipelines = [
      loop.feed(Self.searches(loop.effects, services, scheduler)),
      loop.feed(Self.localMatches(loop.effects, services)),
      loop.feed(
        loop.effects.compactMap { Self.answer($0, services, scheduler) }.flatMap { $0 }
      ),
      loop.feed(Self.favourites(loop.effects, services)),
      loop.feed(loop.states.map(\.nextWake).wakes(scheduler: scheduler, now: now)),
      loop.feed(detail.states.map(SearchEvent.detailChanged)),
      loop.effects.sink { [detail] effect in Self.show(effect, in: detail) },
      loop.feed(query.removeDuplicates(by: QueryInput.isRepetition).map(SearchEvent.edited)),
      loop.feed(actions.map(SearchEvent.action)),
    ]
    loop.events.send(.started)
  }

  /// The state of the moment and every change of it.
  package var states: AnyPublisher<SearchState, Never> { loop.changes }

  package var state: SearchState { loop.states.value }
}

// MARK: - Pipelines

extension SearchViewModel {
  private typealias Effects = PassthroughSubject<SearchEffect, Never>

  /// The heart: plans rest, the newest one is searched for, and the one before it is cancelled.
  private static func searches<Context: Scheduler>(
    _ effects: Effects,
    _ services: SearchServices,
    _ scheduler: Context
  ) -> some Publisher<SearchEvent, Never> {
    effects
      .compactMap(\.plan)
      .debounce(scheduler: scheduler, for: \.rest)
      .removeDuplicates { $0.number == $1.number }
      .map { plan in search(plan, services).prepend(.rested(plan)) }
      .switchToLatest()
  }

  /// Claims a search from the budget, then makes it.
  private static func search(
    _ plan: SearchPlan,
    _ services: SearchServices
  ) -> AnyPublisher<SearchEvent, Never> {
    guard let request = plan.request else { return Empty().eraseToAnyPublisher() }
    return services.claim(request.access)
      .flatMap { claim in
        switch claim {
        case .denied(let reading): Just(SearchEvent.denied(reading)).eraseToAnyPublisher()
        case .granted(let reading):
          services.search(request)
            .map { SearchEvent.answered(request, $0) }
            .prepend(.sent(reading))
            .eraseToAnyPublisher()
        }
      }
      .eraseToAnyPublisher()
  }

  /// Matches from the store: the newest text wins.
  private static func localMatches(
    _ effects: Effects,
    _ services: SearchServices
  ) -> some Publisher<SearchEvent, Never> {
    effects
      .compactMap(\.localText)
      .map { text in
        services.findLocally(text).map { SearchEvent.localMatches(text: text, $0) }
      }
      .switchToLatest()
  }

  /// What does not stand in the way of anything else.
  private static func answer<Context: Scheduler>(
    _ effect: SearchEffect,
    _ services: SearchServices,
    _ scheduler: Context
  ) -> AnyPublisher<SearchEvent, Never>? {
    switch effect {
    case .readBudget(let access):
      services.readBudget(access).map(SearchEvent.budgetRead).eraseToAnyPublisher()
    case .readStars(let repositories):
      services.readStars(repositories)
        .map { .starsRead(repositories.map(\.id), $0) }.eraseToAnyPublisher()
    case .writeStar(let write, let wait):
      Alarm(write, after: wait, scheduler: scheduler)
        .flatMap { services.writeStar($0) }
        .map { .starWritten(write, $0) }.eraseToAnyPublisher()
    case .readFavourites:
      services.readFavourites().map(SearchEvent.favouritesRead).eraseToAnyPublisher()
    case .readHistory:
      services.readHistory().map(SearchEvent.historyRead).eraseToAnyPublisher()
    case .remember(let text):
      services.remember(text).flatMap { Empty<SearchEvent, Never>() }.eraseToAnyPublisher()
    case .search, .findLocally, .look, .retryDetail, .writeFavourite: nil
    }
  }

  /// Favourites are written one after another: the last press is the last write.
  private static func favourites(
    _ effects: Effects,
    _ services: SearchServices
  ) -> some Publisher<SearchEvent, Never> {
    effects
      .compactMap(\.favouriteWrite)
      .buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
      .flatMap(maxPublishers: .max(1)) { write in
        services.writeFavourite(write).map { SearchEvent.favouriteWritten(write, $0) }
      }
  }

  private static func show(_ effect: SearchEffect, in detail: DetailViewModel) {
    if case .look(let repository) = effect { detail.target.send(repository) }
    if case .retryDetail = effect { detail.retry() }
  }
}

extension SearchEffect {
  fileprivate var plan: SearchPlan? {
    if case .search(let plan) = self { plan } else { nil }
  }

  fileprivate var favouriteWrite: FavouriteWrite? {
    if case .writeFavourite(let write) = self { write } else { nil }
  }

  fileprivate var localText: String? {
    if case .findLocally(let text) = self { text } else { nil }
  }
}

extension Publisher where Output == Wake?, Failure == Never {
  /// One timer for all that changes by itself; none while nothing does.
  fileprivate func wakes<Context: Scheduler>(
    scheduler: Context,
    now: @escaping @Sendable () -> Date
  ) -> some Publisher<SearchEvent, Never> {
    removeDuplicates()
      .map { wake -> AnyPublisher<SearchEvent, Never> in
        guard let wake else { return Empty(completeImmediately: true).eraseToAnyPublisher() }
        let wait = Swift.max(Duration.wait(from: now(), until: wake.date), .milliseconds(1))
        return Alarm(SearchEvent.tick, after: wait, scheduler: scheduler).eraseToAnyPublisher()
      }
      .switchToLatest()
  }
}
