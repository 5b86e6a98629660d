package import Essentials
import GitHubModel
package import Reactive

/// The search as you type: takes actions, publishes one ``SearchState``.
///
/// ```
/// actions ─▶ events ─▶ reduce ─▶ states ─▶ screens
///              ▲                   │
///              └── calls ◀─ pause ◀┘ wishes
/// ```
///
/// The state says what should be under way, and the streams of the initializer keep it under way: each
/// watches one wish, and sends its results back as events.
///
/// `events` delivers one event at a time, whichever threads send them, so ``SearchReducer`` needs no lock.
/// Results of calls and ends of pauses arrive on the scheduler; an action is taken in before `send` returns, if it
/// is sent there as well. Releasing the view model cancels everything under way.
package final class SearchViewModel: Sendable {
  /// The actions of the user.
  package let actions = PassthroughSubject<SearchAction, Never>()

  private let current: CurrentValueSubject<SearchState, Never>
  private let pipelines: [AnyCancellable]

  /// Makes the search and asks for the rate limit, the favorites, the notes and the history.
  ///
  /// - Parameters:
  ///   - client: the calls it makes.
  ///   - scheduler: the time of every pause, and where results arrive.
  ///   - access: anonymous when there is no token, which decides the rate limit.
  ///   - executor: where the client's calls run; nil for Swift's own pool.
  ///   - now: the time of day, in which GitHub states its limits.
  package init<Context: Scheduler>(
    client: any SearchClient,
    scheduler: Context,
    access: SearchAccess = .signedIn,
    executor: (any TaskExecutor)? = nil,
    now: @escaping @Sendable () -> Date
  ) {
    let reducer = SearchReducer(access: access)
    let states = CurrentValueSubject<SearchState, Never>(reducer.state)
    let events = PassthroughSubject<SearchEvent, Never>()
    let calls = SearchCalls(client: client, scheduler: scheduler, executor: executor, now: now)
    /// The newest value of a wish: after a pause without another, its call is made instead of the last one.
    func keep<Wish: Sendable & Equatable>(
      _ wish: any KeyPath<SearchState, Wish?> & Sendable,
      after pause: Duration = .zero,
      _ call: @escaping @Sendable (Wish) -> SearchCalls<Context>.Call
    ) -> AnyCancellable {
      states.map { $0[keyPath: wish] }
        .removeDuplicates()
        .map { calls.wait($0 == nil ? .zero : pause, for: $0) }
        .switchToLatest()
        .map { $0.map(call) ?? calls.nothing }
        .switchToLatest()
        .sink { events.send($0) }
    }
    current = states
    let streams = [
      events
        .scan(reducer) { reducer, event in
          var reducer = reducer
          reducer.reduce(event, at: now())
          return reducer
        }
        .map(\.state)
        .sink { if $0 != states.value { states.send($0) } },
      actions.sink { events.send(.action($0)) },

      // The typed text: after a pause in the typing, it is searched for, unless it is already.
      states.map(\.wishes.search)
        .removeDuplicates()
        .map { calls.wait($0?.pause ?? .zero, for: $0) }
        .switchToLatest()
        .removeDuplicates(by: SearchWish.isSameSearch)
        .map { $0.map(calls.search) ?? calls.nothing }
        .switchToLatest()
        .sink { events.send($0) },
      keep(\.wishes.localMatches) { text in
        calls.call { .localMatches(text: text, await $0.localMatches(text)) }
      },
      keep(\.wishes.wordInProgress, after: .seconds(1.5)) {
        calls.wait(.zero, for: .typingRested($0))
      },
      keep(\.wishes.awaitedAnswer, calls.notices),
      keep(\.wishes.budget, calls.budget),
      keep(\.wishes.nextSecond, calls.second),
      keep(\.wishes.shownQuery, after: .seconds(2)) { _ in calls.wait(.zero, for: .queryRested) },
      keep(\.wishes.unsavedQueries.first) { text in
        calls.call {
          await $0.remember(text)
          return .remembered
        }
      },
      calls.call { .historyRead(await $0.history()) }.sink { events.send($0) },

      keep(\.wishes.detail, after: .milliseconds(120), calls.detail),
      keep(\.wishes.rows) { wish in
        calls.call { .rowsRead(wish.value, await result($0.rows, wish.value)) }
      },
      keep(\.wishes.lists) { _ in calls.call { .listsRead(await result($0.lists)) } },
      keep(\.wishes.counts) { _ in calls.call { .countsRead(await $0.counts()) } },
      keep(\.wishes.sync, calls.sync),

      keep(\.wishes.stars) { wish in
        calls.call { .starsRead(wish.value.map(\.id), await result($0.stars, wish.value)) }
      },
      keep(\.stars.pause) { calls.wait($0, for: .starsRested) },
      calls.call { .favoritesRead(await result($0.favorites)) }.sink { events.send($0) },
      keep(\.wishes.notes) { _ in calls.call { .notesRead(await $0.notes()) } },
    ]
    let writes = Write.Kind.allCases.map { kind in
      keep(\.[next: kind]) { write in
        calls.call { .written(write, await failure($0.make, write)) }
      }
    }
    pipelines = streams + writes
  }

  /// The current state and every change of it.
  package var states: AnyPublisher<SearchState, Never> { current.eraseToAnyPublisher() }

  package var state: SearchState { current.value }
}
