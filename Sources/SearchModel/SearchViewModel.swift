package import Essentials
import GitHubModel
package import Reactive

/// The search as you type: takes actions, publishes one ``SearchState``.
///
/// ```
/// actions ─▶ events ─▶ scan(reduce) ─▶ states ─▶ screens
///              ▲            └────────▶ effects ─▶ debounce, search, … ─┐
///              └───────────────────────────────────────────────────────┘
/// ```
///
/// `events` delivers one event at a time, whichever threads send them and even when an effect answers at
/// once, so ``SearchReducer`` needs no lock. A state is published before its effects begin.
///
/// Send from any thread. Nothing here picks a thread for what it publishes: a screen that needs one
/// uses `receive(on:)`. Releasing the view model cancels everything under way.
package final class SearchViewModel: Sendable {
  /// The actions of the user.
  package let actions = PassthroughSubject<SearchAction, Never>()
  /// The calls it makes, also for values that are in no state.
  package let client: SearchClient

  private let current: CurrentValueSubject<SearchState, Never>
  private let pipelines: [AnyCancellable]

  /// Makes the search and asks for the rate limit, the favorites and the history.
  ///
  /// - Parameters:
  ///   - client: the calls it makes.
  ///   - scheduler: the time of every pause.
  ///   - access: anonymous when there is no token, which decides the rate limit.
  ///   - retryDelays: the pauses before the automatic retries of a failed search.
  ///   - executor: where the client's calls run; nil for Swift's own pool.
  ///   - now: the time of day, in which GitHub states its limits.
  package init<Context: Scheduler>(
    client: SearchClient,
    scheduler: Context,
    access: SearchAccess = .signedIn,
    retryDelays: [Duration] = [],
    executor: (any TaskExecutor)? = nil,
    now: @escaping @Sendable () -> Date
  ) {
    let reducer = SearchReducer(access: access, retryDelays: retryDelays)
    let current = CurrentValueSubject<SearchState, Never>(reducer.state)
    let events = PassthroughSubject<SearchEvent, Never>()
    let effects = SearchEffects(client: client, executor: executor)
    /// Sends the values of a pipeline as events, until the result is released.
    func feed(_ pipeline: some Publisher<SearchEvent, Never>) -> AnyCancellable {
      pipeline.sink { event in events.send(event) }
    }
    self.current = current
    self.client = client
    pipelines =
      [
        events
          .scan((reducer, [SearchEffect]())) { step, event in
            var reducer = step.0
            let effects = reducer.reduce(event, now: now())
            return (reducer, effects)
          }
          .sink { reducer, step in
            if reducer.state != current.value { current.send(reducer.state) }
            for effect in step { effects.perform(effect) }
          },
        // From the query to the response: the reducer turns an edited text into a PendingSearch.
        feed(
          effects.searches
            .debounce(for: { .duration($0.interval) }, scheduler: scheduler)
            .removeDuplicates { $0.number == $1.number }
            .map { effects.search($0) }
            .switchToLatest()
        ),
        // The detail of the row that stays selected for a moment: the newest wins.
        feed(
          effects.details
            .debounce(for: .duration(Self.detailInterval), scheduler: scheduler)
            .switchToLatest()
        ),
        // One timer for all timed changes; none while nothing is due.
        feed(
          effects.wakes
            .debounce(for: { .duration(Self.wait(from: now(), until: $0)) }, scheduler: scheduler)
            .compactMap { $0.map { _ in SearchEvent.tick } }
        ),
        feed(effects.independent.flatMap { $0 }),
        feed(actions.map(SearchEvent.action)),
      ]
      + effects.newest.map { feed($0.switchToLatest()) }
      + effects.queues.map {
        feed(
          $0.buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
            .flatMap(maxPublishers: .max(1)) { $0 }
        )
      }
    events.send(.started)
  }

  /// The current state and every change of it.
  package var states: AnyPublisher<SearchState, Never> { current.eraseToAnyPublisher() }

  /// The current state.
  package var state: SearchState { current.value }

  /// How long the selection stays on a row before its detail is fetched.
  private static let detailInterval = Duration.milliseconds(120)

  /// At least a millisecond, so that a timer that is early does not fire twice.
  private static func wait(from now: Date, until date: Date?) -> Duration {
    date.map { max(.wait(from: now, until: $0), .milliseconds(1)) } ?? .zero
  }
}

/// Performs effects: the subject that a call is sent to decides which calls it cancels or waits for.
private struct SearchEffects: Sendable {
  typealias Call = AnyPublisher<SearchEvent, Never>
  typealias Calls = PassthroughSubject<Call, Never>

  let client: SearchClient
  /// Where the calls run; nil for Swift's own pool.
  let executor: (any TaskExecutor)?

  let searches = PassthroughSubject<PendingSearch, Never>()
  let details = PassthroughSubject<Call, Never>()
  let wakes = PassthroughSubject<Date?, Never>()
  /// Calls that do not affect each other.
  let independent = Calls()
  private let matches = Calls()
  private let rows = Calls()
  private let lists = Calls()
  private let counts = Calls()
  private let stars = Calls()
  private let syncs = Calls()
  private let favoriteWrites = Calls()
  private let noteWrites = Calls()
  private let listWrites = Calls()

  /// For each of these, the newest call cancels the one before.
  var newest: [Calls] { [matches, rows, lists, counts, stars, syncs] }
  /// For each of these, one call is made after another: the last key press is the last write.
  var queues: [Calls] { [favoriteWrites, noteWrites, listWrites] }

  init(client: SearchClient, executor: (any TaskExecutor)?) {
    (self.client, self.executor) = (client, executor)
  }

  func perform(_ effect: SearchEffect) {
    let client = client
    switch effect {
    case .search(let search): searches.send(search)
    case .findLocally(let text):
      matches.send(call { .localMatches(text: text, await client.localMatches(text)) })
    case .readBudget(let access):
      independent.send(call { .budgetRead(await client.budget(access)) })
    case .readStars(let repositories):
      let ids = repositories.map(\.id)
      independent.send(call { .starsRead(ids, await result(client.stars, repositories)) })
    case .writeStar(let write):
      stars.send(
        write.map { write in
          call { .starWritten(write, await failure(client.setStar, write)) }
        } ?? Self.nothing
      )
    case .readFavorites:
      independent.send(call { .favoritesRead(await result(client.favorites)) })
    case .writeFavorite(let write):
      favoriteWrites.send(
        call { .favoriteWritten(write, await failure(client.setFavorite, write)) }
      )
    case .readNotes: independent.send(call { .notesRead(await client.notes()) })
    case .writeNote(let change):
      noteWrites.send(call { .noteWritten(change, await failure(client.setNote, change)) })
    case .fetchDetail(let repository): details.send(fetchDetail(of: repository))
    case .fetchGrowth(let repository): details.send(fetchGrowth(of: repository))
    case .readHistory: independent.send(call { .historyRead(await client.history()) })
    case .remember(let text):
      independent.send(
        call {
          await client.remember(text)
          return nil
        }
      )
    case .readCounts: counts.send(call { .countsRead(await client.counts()) })
    case .readRows(let request):
      rows.send(call { .rowsRead(request, await result(client.rows, request)) })
    case .readLists: lists.send(call { .listsRead(await result(client.lists)) })
    case .writeLists(let change):
      listWrites.send(call { .listsWritten(change, await failure(client.changeLists, change)) })
    case .sync(let isOn): syncs.send(isOn ? sync() : Self.nothing)
    case .wake(let date): wakes.send(date)
    }
  }

  /// Searches if the rate limit allows it, which only the client's own limiter decides for sure.
  func search(_ search: PendingSearch) -> Call {
    guard let request = search.request else { return Self.nothing }
    return future { [client] in await client.budget(request.access) }
      .flatMap { budget in
        budget.remaining > 0 ? respond(to: request, budget) : Self.just(.postponed(budget))
      }
      .prepend(.began(search))
      .eraseToAnyPublisher()
  }

  private func respond(to request: SearchRequest, _ budget: BudgetReading) -> Call {
    var left = budget
    left.remaining -= 1
    let response = call { [client] in
      let result = await result(client.search, request)
      let budget = await client.budget(request.access)
      return .responded(request, SearchResponse(result, budget: budget))
    }
    return response.prepend(.sent(left)).eraseToAnyPublisher()
  }

  /// The facts first, since they are seen first, and the stars gained last; requests are made one after
  /// another.
  ///
  /// The README of the local copy needs no request, and is there before them.
  private func fetchDetail(of repository: Repository?) -> Call {
    guard let repository else { return Self.nothing }
    let (client, id, name) = (client, repository.id, repository.name)
    return call { .factsRead(id, await result(client.facts, name)) }
      .append(call { .readmeRead(id, await result(client.readme, name)) })
      .append(fetchGrowth(of: repository))
      .merge(with: call { .localReadmeRead(id, await client.localReadme(id)) })
      .prepend(.detailBegan(id))
      .eraseToAnyPublisher()
  }

  private func fetchGrowth(of repository: Repository) -> Call {
    let (client, id, name) = (client, repository.id, repository.name)
    return call { .growthRead(id, await client.growth(name)) }
  }

  private func sync() -> Call {
    let (client, progress) = (client, PassthroughSubject<SearchEvent, Never>())
    let report: @Sendable (CopyProgress) -> Void = { progress.send(.syncProgressed($0)) }
    let syncing = call { .synced(await failure(client.sync, report)) }
    return syncing.merge(with: progress).eraseToAnyPublisher()
  }

  private static var nothing: Call { Empty().eraseToAnyPublisher() }

  private static func just(_ event: SearchEvent) -> Call { Just(event).eraseToAnyPublisher() }

  /// A call as a publisher of its event; canceling it cancels its task.
  private func call(_ body: @escaping @Sendable () async -> SearchEvent?) -> Call {
    future(body).compactMap(\.self).eraseToAnyPublisher()
  }

  private func future<Value: Sendable>(
    _ body: @escaping @Sendable () async -> Value
  ) -> Deferred<Future<Value, Never>> {
    Deferred { [executor] in Future(executorPreference: executor, operation: body) }
  }
}

private func result<Value>(
  _ call: () async throws(SearchFailure) -> Value
) async -> Result<Value, SearchFailure> {
  do throws(SearchFailure) {
    return .success(try await call())
  } catch {
    return .failure(error)
  }
}

private func result<Input, Value>(
  _ call: (Input) async throws(SearchFailure) -> Value,
  _ input: Input
) async -> Result<Value, SearchFailure> {
  await result { () async throws(SearchFailure) in try await call(input) }
}

/// The error that the call throws, or nil.
private func failure<Input>(
  _ call: (Input) async throws(SearchFailure) -> Void,
  _ input: Input
) async -> SearchFailure? {
  if case .failure(let failure) = await result(call, input) { failure } else { nil }
}

extension SchedulerTimeIntervalConvertible {
  /// The same length, capped at a year.
  static func duration(_ duration: Duration) -> Self {
    let (seconds, attoseconds) = duration.components
    guard seconds < 31_536_000 else { return .seconds(31_536_000) }
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
