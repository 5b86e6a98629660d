package import Essentials
import GitHubModel
package import Reactive

/// The search as you type: accepts actions, and publishes one ``SearchState``.
///
/// ```
/// actions ─▶ events ─▶ reduce ─▶ states ─▶ screens
///              ▲                   │ desired
///              └─ calls ◀ debounce ┘
/// ```
///
/// The state names the calls that should be running, and the streams in the initializer keep them
/// running: each observes one desired call, and sends its results back as events.
///
/// `events` delivers one event at a time, whichever threads send them, so ``SearchReducer`` needs
/// no lock. Results of calls and ends of pauses arrive on the scheduler; an action is applied
/// before `send` returns, if it is sent there as well. Releasing the view model cancels everything.
package final class SearchViewModel: Sendable {
  /// The user's actions.
  package let actions = PassthroughSubject<SearchAction, Never>()

  /// A state by reference, since every stream below receives each new one, and most read only part
  /// of it.
  private final class Snapshot: Sendable {
    let state: SearchState

    init(_ state: SearchState) { self.state = state }
  }

  private let current: CurrentValueSubject<Snapshot, Never>
  private let pipelines: [AnyCancellable]

  /// Creates the search and requests the rate limit, the favorites, the notes and the history.
  ///
  /// - Parameters:
  ///   - client: The calls it makes.
  ///   - scheduler: The scheduler for pauses and results.
  ///   - access: Anonymous without a token, which determines the rate limit.
  ///   - executor: The executor for the client's calls; nil for Swift's own pool.
  ///   - now: The time of day, which GitHub's limits refer to.
  package init<Context: Scheduler>(
    client: any SearchClient,
    scheduler: Context,
    access: SearchAccess = .signedIn,
    executor: (any TaskExecutor)? = nil,
    now: @escaping @Sendable () -> Date
  ) {
    let reducer = SearchReducer(access: access)
    let states = CurrentValueSubject<Snapshot, Never>(Snapshot(reducer.state))
    let events = PassthroughSubject<SearchEvent, Never>()
    let calls = SearchCalls(client: client, scheduler: scheduler, executor: executor)
    /// Debounces a desired call, and then makes it, replacing the previous one; nil ends that
    /// immediately.
    func keep<Desired: Sendable & Equatable>(
      _ desired: any KeyPath<SearchState, Desired?> & Sendable,
      after pause: @escaping @Sendable (Desired) -> Duration = { _ in .zero },
      _ call: @escaping @Sendable (Desired) -> SearchCalls<Context>.Call
    ) -> AnyCancellable {
      states.map { $0.state[keyPath: desired] }
        .removeDuplicates()
        .debounce(for: { .duration($0.map(pause) ?? .zero) }, scheduler: scheduler)
        .map { $0.map(call) ?? calls.nothing }
        .switchToLatest()
        .sink { events.send($0) }
    }
    let pause = { @Sendable (date: Date) in Duration.wait(from: now(), until: date) }
    current = states
    let streams = [
      events
        .scan(reducer) { reducer, event in
          var reducer = reducer
          reducer.reduce(event, at: now())
          return reducer
        }
        .map(\.state)
        .sink { if $0 != states.value.state { states.send(Snapshot($0)) } },
      actions.sink { events.send(.action($0)) },

      // The typed text: searched for after a pause in typing, unless it already is.
      states.map(\.state.desired.search)
        .removeDuplicates()
        .debounce(for: { .duration($0?.pause ?? .zero) }, scheduler: scheduler)
        .removeDuplicates(by: DesiredSearch.isSameSearch)
        .map { $0.map(calls.search) ?? calls.nothing }
        .switchToLatest()
        .sink { events.send($0) },
      keep(\.desired.localMatches) { text in
        calls.call { .localMatches(text: text, await $0.localMatches(text)) }
      },
      keep(\.desired.hints) { text in calls.call { .hintsRead(await $0.hints(for: text)) } },
      keep(
        \.desired.wordInProgress,
        after: { _ in .seconds(1.5) },
        { calls.just(.typingRested($0)) }
      ),
      keep(
        \.desired.awaitedAnswer,
        after: { _ in .milliseconds(200) },
        { _ in calls.just(.answerIsLate) }
      ),
      keep(
        \.desired.awaitedAnswer,
        after: { _ in .seconds(2) },
        { _ in calls.just(.answerIsSlow) }
      ),
      keep(
        \.desired.budget,
        after: { $0.date.map(pause) ?? .zero },
        { desired in calls.call { .budgetRead(await $0.budget(desired.access)) } }
      ),
      keep(\.desired.nextSecond, after: { pause($0.value) }, { _ in calls.just(.secondPassed) }),
      keep(\.desired.shownQuery, after: { _ in .seconds(2) }, { _ in calls.just(.queryRested) }),
      keep(\.desired.unsavedQueries.first) { text in
        calls.call {
          await $0.remember(text)
          return .remembered
        }
      },
      calls.call { .historyRead(await $0.history()) }.sink { events.send($0) },
      calls.call { .trendingRead(await $0.trending()) }.sink { events.send($0) },

      keep(\.desired.detail, after: { _ in .milliseconds(120) }, calls.detail),
      keep(\.desired.visit) { desired in
        calls.call { .visited(desired.value, await result($0.facts, desired.value)) }
      },
      keep(\.desired.rows) { desired in
        calls.call { .rowsRead(desired.value, await result($0.rows, desired.value)) }
      },
      keep(\.desired.lists) { _ in calls.call { .listsRead(await result($0.lists)) } },
      keep(\.desired.counts) { _ in calls.call { .countsRead(await $0.counts()) } },
      keep(\.desired.sync, calls.sync),

      keep(\.desired.stars) { desired in
        calls.call { .starsRead(desired.value.map(\.id), await result($0.stars, desired.value)) }
      },
      keep(\.stars.pause, after: { $0 }, { _ in calls.just(.starsRested) }),
      calls.call { .favoritesRead(await result($0.favorites)) }.sink { events.send($0) },
      keep(\.desired.notes) { _ in calls.call { .notesRead(await $0.notes()) } },
    ]
    let writes = Write.Kind.allCases.map { kind in
      keep(\.[next: kind]) { write in
        calls.call { .written(write, await failure($0.make, write)) }
      }
    }
    pipelines = streams + writes
  }

  /// The current state and all changes.
  package var states: AnyPublisher<SearchState, Never> {
    current.map { $0.state }.eraseToAnyPublisher()
  }

  package var state: SearchState { current.value.state }
}
