package import GitHubModel
package import Reactive

/// The detail of the repository that is looked at: newest wins, loaded after a rest, kept.
///
/// ```
/// target ─▶ removeDuplicates ─▶ DetailMemory ─▶ states
///                                 │      ▲
///              debounce ◀─────────┘      │
///                 └─▶ map(fetch) ─▶ switchToLatest
/// ```
package final class DetailViewModel: Sendable {
  /// The repository to show, or nil for none.
  package let target = PassthroughSubject<Repository?, Never>()

  private let loop: StateLoop<DetailMemory, DetailEvent, DetailEffect>
  private let pipelines: [AnyCancellable]

  /// - Parameters:
  ///   - detailing: where details come from.
  ///   - scheduler: the time of the rest.
  package convenience init(detailing: any RepositoryDetailing, scheduler: some Scheduler) {
    self.init(services: DetailServices(detailing), scheduler: scheduler)
  }

  package init<Context: Scheduler>(services: DetailServices, scheduler: Context) {
    let loop = StateLoop<DetailMemory, DetailEvent, DetailEffect>(DetailMemory()) { memory, event in
      memory.reduce(event)
    }
    self.loop = loop
    pipelines = [
      loop.feed(Self.fetches(loop.effects, services, scheduler)),
      loop.feed(
        target.removeDuplicates { $0?.id == $1?.id }.map { DetailEvent.looked(at: $0) }
      ),
    ]
  }

  /// The detail of the moment and every change of it.
  package var states: AnyPublisher<DetailState, Never> {
    loop.states.map(\.shown).removeDuplicates().eraseToAnyPublisher()
  }

  package var state: DetailState { loop.states.value.shown }

  /// Fetches again what did not come.
  package func retry() {
    loop.events.send(.retried)
  }

  /// How long the selection rests on a row before its detail is fetched.
  private static let rest = Duration.milliseconds(120)

  private static func fetches<Context: Scheduler>(
    _ effects: PassthroughSubject<DetailEffect, Never>,
    _ services: DetailServices,
    _ scheduler: Context
  ) -> some Publisher<DetailEvent, Never> {
    effects
      .debounce(for: .duration(rest), scheduler: scheduler)
      .map { effect in fetch(effect, services) }
      .switchToLatest()
  }

  /// The facts first, for they are seen first; requests are made one after another.
  private static func fetch(
    _ effect: DetailEffect,
    _ services: DetailServices
  ) -> AnyPublisher<DetailEvent, Never> {
    guard case .fetch(let repository?) = effect else { return Empty().eraseToAnyPublisher() }
    let id = repository.id
    return services.facts(repository.name).map { DetailEvent.factsRead(id, $0) }
      .append(services.readme(repository.name).map { DetailEvent.readmeRead(id, $0) })
      .prepend(.rested(repository))
      .eraseToAnyPublisher()
  }
}

/// The port of the detail as publishers that answer once; see ``SearchServices``.
package struct DetailServices: Sendable {
  package typealias Answer<Value> = AnyPublisher<Result<Value, SearchFailure>, Never>

  package var facts: @Sendable (RepositoryName) -> Answer<Repository>
  package var readme: @Sendable (RepositoryName) -> Answer<String?>

  package init(
    facts: @escaping @Sendable (RepositoryName) -> Answer<Repository>,
    readme: @escaping @Sendable (RepositoryName) -> Answer<String?>
  ) {
    self.facts = facts
    self.readme = readme
  }

  /// Calls the port, each call in a task that the subscription can cancel.
  package init(_ detailing: any RepositoryDetailing) {
    self.init(
      facts: { name in
        .running {
          await .catching { () async throws(SearchFailure) in try await detailing.facts(of: name) }
        }
      },
      readme: { name in
        .running {
          await .catching { () async throws(SearchFailure) in try await detailing.readme(of: name) }
        }
      }
    )
  }
}
