import Essentials
import GitHubModel
import Reactive

/// The client's calls as publishers of events on a scheduler; canceling one ends its task.
struct SearchCalls<Context: Scheduler>: Sendable {
  typealias Call = AnyPublisher<SearchEvent, Never>

  let client: any SearchClient
  let scheduler: Context
  /// The executor for calls; nil for Swift's own pool.
  let executor: (any TaskExecutor)?

  var nothing: Call { Empty().eraseToAnyPublisher() }

  /// A client call, mapped to its resulting event.
  func call(_ body: @escaping @Sendable (any SearchClient) async -> SearchEvent) -> Call {
    future { [client] in await body(client) }
  }

  /// An event that needs no call.
  func just(_ event: SearchEvent) -> Call { Just(event).eraseToAnyPublisher() }

  // MARK: Searching

  /// Searches if the rate limit allows it, which only the client's own limiter decides reliably.
  func search(_ desired: DesiredSearch) -> Call {
    let request = desired.request
    return future { [client] in await client.budget(request.access) }
      .flatMap { budget in
        budget.remaining > 0 ? respond(to: request, budget) : just(.postponed(budget))
      }
      .prepend(.began(desired))
      .eraseToAnyPublisher()
  }

  private func respond(to request: SearchRequest, _ budget: BudgetReading) -> Call {
    var left = budget
    left.remaining -= 1
    let retries = PassthroughSubject<SearchEvent, Never>()
    let response = future { [client] in
      let result = await result { () async throws(SearchFailure) in
        try await client.search(request) { retries.send(.retrying($0)) }
      }
      let budget = await client.budget(request.access)
      return SearchEvent.responded(request, result, budget)
    }
    return response.merge(with: retries.receive(on: scheduler))
      .prepend(.sent(left))
      .eraseToAnyPublisher()
  }

  // MARK: Details

  func detail(_ desired: Asked<DesiredDetail>) -> Call {
    switch desired.value {
    case .everything(let repository): everything(about: repository)
    case .rest(let repository): everything(about: repository, hasFacts: true)
    case .growth(let repository): trends(of: repository)
    }
  }

  /// Fetches the facts first, since they are seen first, and the trends last; requests are sent one
  /// at a time.
  ///
  /// The local copy's README requires no request, and arrives before the responses.
  private func everything(about repository: Repository, hasFacts: Bool = false) -> Call {
    let (client, id, name) = (client, repository.id, repository.name)
    let facts = hasFacts ? nothing : future { .factsRead(id, await result(client.facts, name)) }
    return
      facts
      .append(future { .readmeRead(id, await result(client.readme, name)) })
      .append(trends(of: repository))
      .merge(with: future { .localReadmeRead(id, await client.localReadme(id)) })
      .prepend(.detailBegan(id))
      .eraseToAnyPublisher()
  }

  /// Fetches the activity, and then the stars gained.
  private func trends(of repository: Repository) -> Call {
    let (client, id, name) = (client, repository.id, repository.name)
    return future { .activityRead(id, await client.activity(name)) }
      .append(future { .growthRead(id, await client.growth(name)) })
      .eraseToAnyPublisher()
  }

  // MARK: Syncing

  func sync(_: Int) -> Call {
    let progress = PassthroughSubject<SearchEvent, Never>()
    let report = { @Sendable in progress.send(.syncProgressed($0)) }
    let syncing = future { [client] in SearchEvent.synced(await failure(client.sync, report)) }
    return syncing.merge(with: progress.receive(on: scheduler)).eraseToAnyPublisher()
  }

  // MARK: Tasks

  private func future<Value: Sendable>(
    _ body: @escaping @Sendable () async -> Value
  ) -> AnyPublisher<Value, Never> {
    Deferred { [executor] in Future(executorPreference: executor, operation: body) }
      .receive(on: scheduler)
      .eraseToAnyPublisher()
  }
}

func result<Value>(
  _ call: () async throws(SearchFailure) -> Value
) async -> Result<Value, SearchFailure> {
  do throws(SearchFailure) {
    return .success(try await call())
  } catch {
    return .failure(error)
  }
}

func result<Input, Value>(
  _ call: (Input) async throws(SearchFailure) -> Value,
  _ input: Input
) async -> Result<Value, SearchFailure> {
  await result { () async throws(SearchFailure) in try await call(input) }
}

/// The error thrown by the call, or nil.
func failure<Input>(
  _ call: (Input) async throws(SearchFailure) -> Void,
  _ input: Input
) async -> SearchFailure? {
  if case .failure(let failure) = await result(call, input) { failure } else { nil }
}

extension SchedulerTimeIntervalConvertible {
  /// The same duration, capped at a year.
  package static func duration(_ duration: Duration) -> Self {
    let (seconds, attoseconds) = duration.components
    guard seconds < 31_536_000 else { return .seconds(31_536_000) }
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
